"""The sounds that calls are composed of, split into folds by speaker, voice and piece of music."""
import glob, json, os
import numpy as np
from audio import read_wav_gz

FOLDS = 4
RATE = 8000
KINDS = {k: k for k in ("live_conversation", "live_turn", "live_read", "tts", "music", "background")} | {"songs": "vocals"}


class Clip:
    __slots__ = ("audio", "group", "kind", "fold", "lang", "speech")

    def __init__(self, audio, group, kind, lang=""):
        self.audio, self.group, self.kind, self.lang = audio, group, kind, lang
        self.speech = voiced(audio) if "live" in kind or "recorded" in kind or kind == "tts" else None


def voiced(audio):
    """Per 20 ms: is somebody speaking? By level against the clip's own loud parts and its own floor."""
    n = len(audio) // 160
    level = 10 * np.log10((audio[: n * 160].reshape(n, 160).astype(np.float32) ** 2).mean(axis=1) + 1)
    smooth = np.convolve(level, np.ones(3) / 3, "same")
    loud, floor = np.percentile(smooth, 95), np.percentile(smooth, 5)
    return smooth > max(loud - 30, min(floor + 12, loud - 15))


def stable_hash(text):
    value = 2166136261
    for ch in text.encode():
        value = (value ^ ch) * 16777619 & 0xFFFFFFFF
    return value


def assign_folds(corpus, clips, music):
    """Groups that meet in the labelled calls go to the same fold as often as can be, so that as many calls as
    possible are wholly unheard by the model of their fold; within bounds that keep the folds of like size."""
    calls = []
    for path in sorted(glob.glob(f"{corpus}/timelines/*.json")):
        m = json.load(open(path))
        names = {m["voice"]} | {h["speaker"] for h in m["humans"]}
        calls.append([n for n in names if n])
    weight = {}
    for c in clips:
        kind = "live" if "live" in c["kind"] else "recorded"
        weight.setdefault(c["group"], {}).setdefault(kind, 0)
        weight[c["group"]][kind] += c["seconds"]
    groups = sorted({g for c in calls for g in c})
    conversation = {c["group"] for c in clips if c["kind"] == "live_conversation"}
    prompts = {c["group"] for c in clips if c["kind"] == "recorded_prompt"}

    def cost(assigned):
        whole = sum(len({assigned[g] for g in c}) == 1 for c in calls)
        penalty = 0
        for members in (conversation, prompts):
            counts = np.bincount([assigned[g] for g in groups if g in members], minlength=FOLDS)
            limit = (len([g for g in groups if g in members]) + FOLDS - 1) // FOLDS + 1
            penalty += 3 * np.maximum(counts - limit, 0).sum() + 3 * np.maximum(1 - counts, 0).sum()
        return penalty - whole

    rng, best, best_cost = np.random.default_rng(5), None, 1e9
    for _ in range(6):
        assigned = {g: int(rng.integers(FOLDS)) for g in groups}
        current = cost(assigned)
        for _ in range(4000):
            g, f = groups[int(rng.integers(len(groups)))], int(rng.integers(FOLDS))
            old, assigned[g] = assigned[g], f
            fresh = cost(assigned)
            if fresh <= current:
                current = fresh
            else:
                assigned[g] = old
        if current < best_cost:
            best, best_cost = dict(assigned), current
    for m in music.values():
        best.setdefault(m["group"], stable_hash(m["group"]) % FOLDS)
    return best


class Sources:
    def __init__(self, corpus, folders, non_commercial=False):
        """folders: further sounds as KIND/GROUP__N.raw (8 kHz mono s16), KIND as in `KINDS`."""
        listing = json.load(open(f"{corpus}/clips.json"))
        music = json.load(open(f"{corpus}/music.json"))
        self.folds = assign_folds(corpus, listing, music)
        self.clips = []
        for entry in listing:
            if entry["non_commercial"] and not non_commercial:
                continue
            self.add(Clip(read_wav_gz(f"{corpus}/{entry['file']}"), entry["group"], entry["kind"], entry["lang"]))
        calls = {}
        for name, piece in music.items():
            if piece["non_commercial"] and not non_commercial:
                continue
            for part in piece["parts"]:
                call = part["call"]
                if call not in calls:
                    calls[call] = read_wav_gz(f"{corpus}/timelines/{call}.wav.gz")
                audio = calls[call][int(part["start"] * RATE) : int(part["end"] * RATE)]
                if len(audio) > 4 * RATE:
                    self.add(Clip(audio, piece["group"], "vocals" if piece["vocals"] else "music"))
        for folder in folders:
            for path in sorted(glob.glob(f"{folder}/*/*.raw")):
                kind = KINDS[os.path.basename(os.path.dirname(path))]
                group = os.path.basename(path).removesuffix(".raw").split("__")[0]
                audio = np.fromfile(path, np.int16)
                if len(audio) > RATE // 2:
                    self.add(Clip(audio, f"{os.path.basename(folder)}-{group}", kind))
        self.pools = {}
        for c in self.clips:
            self.pools.setdefault((c.fold, c.kind), {}).setdefault(c.group, []).append(c)

    def add(self, clip):
        clip.fold = self.folds.get(clip.group, stable_hash(clip.group) % FOLDS)
        self.clips.append(clip)

    def groups(self, fold, *kinds):
        """{group: clips} of these kinds in a fold."""
        merged = {}
        for kind in kinds:
            for group, clips in self.pools.get((fold, kind), {}).items():
                merged.setdefault(group, []).extend(clips)
        return merged


if __name__ == "__main__":
    import sys, collections

    s = Sources(sys.argv[1], sys.argv[2:])
    table = collections.defaultdict(lambda: [0] * FOLDS)
    seconds = collections.defaultdict(lambda: [0] * FOLDS)
    for (fold, kind), groups in s.pools.items():
        table[kind][fold] = len(groups)
        seconds[kind][fold] = round(sum(len(c.audio) for cs in groups.values() for c in cs) / RATE)
    for kind in table:
        print(kind, "groups", table[kind], "seconds", seconds[kind])
