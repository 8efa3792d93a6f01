"""Composed calls of one fold as sound files with labels, so that `npm run score` can judge the whole detector on voices that
a network did not hear. Usage: write_calls.py CORPUS OUT_DIR --fold 1 --hours 5 [--sounds FOLDER[,FOLDER…]] [--seed 100]"""
import json, os, sys, wave
import numpy as np
from compose import call_sound
from sounds import C, CLASSES, RATE
from sources import Sources
from voices import Fold

FRAME = 0.02


def runs(values):
    """[(start, end, value)] in seconds of values per frame."""
    edges = np.flatnonzero(np.diff(values)) + 1
    bounds = [0, *edges.tolist(), len(values)]
    return [(round(a * FRAME, 2), round(b * FRAME, 2), values[a]) for a, b in zip(bounds, bounds[1:])]


def labels(name, frames):
    """The form of the labelled calls; a person's interval ends with the last word."""
    talking = (frames["label"] == C["live_human"]) & (frames["weight"] >= 0.95) & (frames["person"] > 0)
    humans = []
    for start, end, person in runs(frames["person"]):
        words = np.flatnonzero(talking[int(start / FRAME) : int(end / FRAME)])
        if person and len(words):
            humans.append(dict(first_word=start, end=round(start + (words[-1] + 1) * FRAME, 2), speaker="", source="composed"))
    segments = [dict(start=a, end=b, label=CLASSES[k]) for a, b, k in runs(frames["label"])]
    speech = [[a, b] for a, b, spoken in runs(talking.astype(np.uint8)) if spoken]
    return dict(id=name, scenario="composed", duration=round(len(talking) * FRAME, 2), segments=segments, humans=humans, speech=speech)


def main():
    corpus, out = sys.argv[1:3]
    option = lambda name, default: type(default)(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default
    number, hours, seed, folders = option("--fold", 0), option("--hours", 5.0), option("--seed", 100), option("--sounds", "")
    os.makedirs(out, exist_ok=True)
    fold = Fold(Sources(corpus, [f for f in folders.split(",") if f]), number)
    seconds, n = 0.0, 0
    while seconds < hours * 3600:
        name = f"composed-{number}-{n:04d}"
        pcm, frames = call_sound(fold, seed * 1_000_003 + 4 * n + number)
        with wave.open(f"{out}/{name}.wav", "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(RATE)
            file.writeframes(pcm.tobytes())
        json.dump(labels(name, frames), open(f"{out}/{name}.json", "w"))
        seconds, n = seconds + len(pcm) / RATE, n + 1
    print(f"{n} calls, {seconds / 3600:.1f} h")


if __name__ == "__main__":
    main()
