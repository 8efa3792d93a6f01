"""Composed and labelled calls as rows of chunks, the state of a row carried through each whole call."""
import glob, json
import numpy as np
from audio import read_wav_gz
from features import log_mel, repeat_similarity
from sounds import C

CHUNK = 400  # steps of 80 ms: 32 s
KEYS = ("mel", "repeat", "label", "person", "weight")


class Calls:
    """All calls one after the other, and where each begins."""

    def __init__(self, parts):
        """parts: [({key: array}, [steps of each call])]"""
        self.lengths = np.array([n for _, lengths in parts for n in lengths])
        self.starts = np.concatenate([[0], np.cumsum(self.lengths)[:-1]])
        self.data = {key: np.concatenate([data[key] for data, _ in parts]) for key in KEYS}
        self.data["weight"] = emphasise_beginnings(self.data)

    @property
    def hours(self):
        return self.lengths.sum() * 0.08 / 3600


def emphasise_beginnings(data):
    """The first 4 s of every voice count double: there the decision falls."""
    kind = data["label"].astype(np.int16) * 2 + data["person"]
    change = np.concatenate([[True], kind[1:] != kind[:-1]])
    at = np.arange(len(kind))
    age = at - np.maximum.accumulate(np.where(change, at, 0))
    spoken = (data["person"] > 0) | (data["label"] == C["ivr_prompt"]) | (data["label"] == C["announcement"])
    return (data["weight"].astype(np.float32) * np.where(spoken & (age < 50), 2, 1)).astype(np.float16)


def composed(folders, leave_out):
    """Shards of these folders without one fold."""
    for folder in folders:
        for path in sorted(glob.glob(f"{folder}/*-f?.npz")):
            if int(path[-5]) != leave_out:
                shard = np.load(path)
                yield {key: shard[key] for key in KEYS}, shard["lengths"].tolist()


def labelled(corpus):
    """The labelled calls that are free of non-commercial sound."""
    for name in json.load(open(f"{corpus}/non_commercial_calls.json"))["free_of_noncommercial"]:
        m = json.load(open(f"{corpus}/timelines/{name}.json"))
        mel = log_mel(read_wav_gz(f"{corpus}/timelines/{name}.wav.gz"))
        steps = len(mel) // 4
        at = (np.arange(steps) + 0.5) * 0.08
        label, person, weight = np.zeros(steps, np.uint8), np.zeros(steps, np.uint8), np.ones(steps, np.float16)
        for g in m["segments"]:
            inside = (at >= g["start"]) & (at < g["end"])
            label[inside] = C[g["label"]]
            if g["label"] == "live_human":
                weight[inside] = 0.3
        for h in m["humans"]:
            person[(at >= h["first_word"]) & (at < h["end"])] = 1
        for a, b in m["speech"]:
            weight[(at >= a) & (at < b)] = 1
        repeat = repeat_similarity(mel)[:steps].astype(np.float16)
        yield dict(mel=mel[: steps * 4].astype(np.float16), repeat=repeat, label=label, person=person, weight=weight), [steps]


def batches(calls, rng, rows):
    """Endless batches: [(mel, repeat, label, person, weight, fresh)], fresh = rows in which a new call begins."""
    while True:
        # Each row is a queue of calls; 30 % of them are joined up to 12 s late.
        order = rng.permutation(len(calls.lengths))
        queues = []
        for row in range(rows):
            queue = []
            for c in order[row::rows]:
                begin = int(rng.integers(0, 150)) if rng.random() < 0.3 else 0
                for a in range(begin, calls.lengths[c], CHUNK):
                    queue.append((calls.starts[c] + a, min(CHUNK, calls.lengths[c] - a), a == begin))
            queues.append(queue)
        for k in range(min(map(len, queues))):
            mel = np.full((rows, CHUNK * 4, 40), -11.5, np.float32)
            out = dict(repeat=np.full((rows, CHUNK), 0.5, np.float32), label=np.zeros((rows, CHUNK), np.int64),
                       person=np.zeros((rows, CHUNK), np.float32), weight=np.zeros((rows, CHUNK), np.float32))
            fresh = np.zeros(rows, bool)
            for row in range(rows):
                a, n, fresh[row] = queues[row][k]
                mel[row, : n * 4] = calls.data["mel"][a * 4 : (a + n) * 4]
                for key, values in out.items():
                    values[row, :n] = calls.data[key][a : a + n]
            yield mel, *out.values(), fresh
