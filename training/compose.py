"""Composes labelled telephone calls from single sounds. Usage:
compose.py CORPUS OUT_DIR --sounds FOLDER[,FOLDER…] --hours 100 [--seed 1] [--turns 0.5]
--turns is the share of calls whose persons take turns."""
import os, sys, time
import numpy as np
from features import log_mel, repeat_similarity
from line import transmit
from scenes import Composer
from sources import FOLDS, Sources
from turn_scenes import TurnComposer
from voices import Fold


def call_sound(fold, seed, turns=0.0):
    """A call as it comes out of the line: (int16 samples, {label, person, weight: values per 20 ms})."""
    rng = np.random.default_rng(seed)
    composer = (TurnComposer if turns and rng.random() < turns else Composer)(fold, rng)
    composer.compose()
    call = composer.call
    frames = dict(label=np.concatenate(call.labels), person=np.concatenate(call.people), weight=np.concatenate(call.weights))
    return transmit(np.concatenate(call.parts), rng), frames


def render(fold, seed, turns):
    """A call as the network learns it, a value per step of 80 ms (four rows of log-mels)."""
    pcm, frames = call_sound(fold, seed, turns)
    mel = log_mel(pcm)
    steps = len(mel) // 4
    quarters = {key: values[: steps * 4].reshape(steps, 4) for key, values in frames.items()}
    return dict(mel=mel[: steps * 4].astype(np.float16), repeat=repeat_similarity(mel).astype(np.float16), label=quarters["label"][:, 2],
                person=quarters["person"].max(axis=1), weight=quarters["weight"].mean(axis=1).astype(np.float16))


def main():
    corpus, out = sys.argv[1:3]
    option = lambda name, default: type(default)(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default
    hours, seed, folders = option("--hours", 60.0), option("--seed", 1), option("--sounds", "")
    turns = option("--turns", 0.0)
    os.makedirs(out, exist_ok=True)
    sources = Sources(corpus, [f for f in folders.split(",") if f])
    folds = [Fold(sources, f) for f in range(FOLDS)]
    started, seconds, n = time.time(), 0.0, 0
    while seconds < hours * 3600:
        # Shards of 32 calls, 8 of each fold.
        shard = {f: [] for f in range(FOLDS)}
        for k in range(32):
            call = render(folds[k % FOLDS], seed * 1_000_003 + n, turns)
            shard[k % FOLDS].append(call)
            seconds += len(call["label"]) * 0.08
            n += 1
        for f, calls in shard.items():
            np.savez(f"{out}/s{seed}-{n:06d}-f{f}.npz", lengths=[len(c["label"]) for c in calls], **{key: np.concatenate([c[key] for c in calls]) for key in calls[0]})
        print(f"{n} calls, {seconds / 3600:.1f} h, {time.time() - started:.0f} s, {seconds / (time.time() - started):.0f} x", flush=True)


if __name__ == "__main__":
    main()
