"""The single sounds of a call under composition. Recordings and persons get the same treatments (level, room, noise, lead-in,
pauses), so that a model cannot learn the composer."""
import numpy as np
from line import coloured_noise, db, rms, warp
from voices import Voice, choose

RATE = 8000
CLASSES = ["silence", "ringing", "ivr_prompt", "music", "announcement", "live_human", "dtmf", "tone"]
C = {name: i for i, name in enumerate(CLASSES)}
RINGS = {
    "us": ((440, 480), (2, 4)), "eu": ((425,), (1, 4)), "eu5": ((425,), (1, 5)), "uk": ((400, 450), (0.4, 0.2, 0.4, 2)),
    "au": ((400, 425, 450), (0.4, 0.2, 0.4, 2)), "fr": ((440,), (1.5, 3.5)), "jp": ((400, 416), (1, 2)), "cn": ((450,), (1, 4)),
}


class Call:
    def __init__(self, rng):
        self.rng, self.parts, self.labels, self.people, self.weights = rng, [], [], [], []

    def add(self, x, label, person=0, weight=1.0):
        """weight and person may be arrays per 20 ms."""
        n = len(x) // 160
        if not n:
            return
        self.parts.append(x[: n * 160].astype(np.float32))
        self.labels.append(np.full(n, C[label], np.uint8))
        fit = lambda v, dtype: np.resize(v[:n] if len(v) >= n else np.concatenate([v, np.repeat(v[-1:], n - len(v))]), n).astype(dtype) if isinstance(v, np.ndarray) else np.full(n, v, dtype)
        self.people.append(fit(person, np.uint8))
        self.weights.append(fit(weight, np.float32))

    def silence(self, seconds):
        self.add(np.zeros(int(seconds * RATE), np.float32), "silence")


class Sounds:
    """What is heard: tones, recordings, persons, each on a bed of noise or none."""

    def __init__(self, fold, rng):
        self.f, self.rng, self.call = fold, rng, Call(rng)
        self.bed_audio = None

    # --- small choices ---
    def chance(self, p):
        return self.rng.random() < p

    def between(self, a, b):
        return float(self.rng.uniform(a, b))

    def recorded_voice(self):
        kind = self.rng.random()
        f = self.f
        pool = f.prompts if kind < 0.5 else f.recorded_readers if kind < 0.58 else f.readers if kind < 0.66 else f.tts
        return Voice(self.rng, choose(self.rng, pool or f.tts), False)

    def live_voice(self):
        kind = self.rng.random()
        f = self.f
        # A fold with few conversations must not hear the same few voices again and again.
        talker = 0.6 * min(1, len(f.talkers) / 5)
        pool = f.talkers if kind < talker else f.readers if kind < 0.95 else f.recorded_readers
        return Voice(self.rng, choose(self.rng, pool or f.readers), True)

    def bed(self, n, reference):
        """Noise of a place under a voice, at a chance distance below its level."""
        snr = self.between(10, 30)
        if self.chance(0.65) and self.f.backgrounds:
            clip = choose(self.rng, self.f.backgrounds)[0].audio.astype(np.float32) / 32768
            if self.chance(0.4):
                other = choose(self.rng, self.f.backgrounds)[0].audio.astype(np.float32) / 32768
                clip = clip + np.resize(other, len(clip))
            clip = warp(clip, self.between(0.85, 1.15))
            noise = np.resize(np.roll(clip, int(self.rng.integers(len(clip)))), n)
        else:
            noise = coloured_noise(n, self.rng)
        return noise / (rms(noise) + 1e-6) * db(reference - snr)

    def with_bed(self, blocks, reference, probability):
        """blocks: [(audio, label, person, weight)] that share one place."""
        if self.chance(probability):
            noise = self.bed(sum(len(b[0]) for b in blocks), reference)
            at = 0
            for x, *rest in blocks:
                self.call.add(x + noise[at : at + len(x)], *rest)
                at += len(x)
        else:
            for b in blocks:
                self.call.add(*b)

    # --- sounds ---
    def tones(self, hz, seconds, level):
        t = np.arange(int(seconds * RATE)) / RATE
        return sum(np.sin(2 * np.pi * f * t) for f in hz).astype(np.float32) * db(level)

    def ring(self, seconds_cut=True):
        hz, cadence = RINGS[str(self.rng.choice(list(RINGS)))]
        level = self.between(-30, -14)
        rings = int(self.rng.integers(1, 4))
        pattern = []
        for _ in range(rings):
            for k, s in enumerate(cadence):
                pattern.append(self.tones(hz, s, level) if k % 2 == 0 else np.zeros(int(s * RATE), np.float32))
        x = np.concatenate(pattern)
        if seconds_cut and self.chance(0.5):
            x = x[: int(len(x) - self.between(0, sum(cadence)) * RATE * 0.9)]
        self.call.add(x, "ringing")

    def recording(self, voice, short=False, pause=None):
        """Prompts of one voice in a row with gaps; [audio] only, so that it can be played again."""
        count = 1 if short else int(self.rng.choice([1, 1, 2, 2, 3, 4]))
        out, total = [], 0
        limit = 2.5 if short else self.between(3, 22)
        for _ in range(count):
            clip = voice.clips[int(self.rng.integers(len(voice.clips)))]
            x = clip.audio
            if len(x) > (limit - total) * RATE * 1.3:
                x = self.crop(clip, max(1.2, limit - total))
            x = voice.render(x)
            out.append(x)
            total += len(x) / RATE
            gap = self.between(0.05, 0.7) if not self.chance(0.07) else self.between(0.8, 3.5)
            out.append(np.zeros(int(gap * RATE), np.float32))
            if total > limit:
                break
        return np.concatenate(out[:-1])

    def crop(self, clip, seconds):
        """Part of a clip that begins where speech begins."""
        n = int(seconds * 50)
        if len(clip.speech) <= n:
            return clip.audio
        starts = np.flatnonzero(clip.speech[1:] & ~clip.speech[:-1])
        starts = starts[starts < len(clip.speech) - n]
        a = int(starts[int(self.rng.integers(len(starts)))]) if len(starts) else 0
        stop = a + n
        # End in a pause if there is one near.
        quiet = np.flatnonzero(~clip.speech[stop : stop + 100])
        stop += int(quiet[0]) + 3 if len(quiet) else 0
        return clip.audio[max(0, a - 2) * 160 : stop * 160]

    def play_recording(self, x, label, leadin=True):
        blocks = []
        if leadin and self.chance(0.25):
            blocks.append((np.zeros(int(self.between(0.1, 1.5) * RATE), np.float32), "silence", 0, 0.3))
        blocks.append((x, label, 0, 1.0))
        if self.chance(0.25):
            blocks.append((np.zeros(int(self.between(0.2, 1.5) * RATE), np.float32), "silence", 0, 0.3))
        self.with_bed(blocks, 20 * np.log10(rms(x) + 1e-6), 0.28)

    def person(self, voice, seconds=None, leadin=True):
        rng = self.rng
        seconds = seconds or self.between(8, 34)
        pieces, flags, total = [], [], 0.0
        first = True
        while total < seconds:
            clip = voice.clips[int(rng.integers(len(voice.clips)))]
            want = self.between(0.6, 4) if first and self.chance(0.35) else seconds - total
            n = int(want * 50)
            starts = np.flatnonzero(clip.speech[1:] & ~clip.speech[:-1])
            a = int(starts[int(rng.integers(len(starts)))]) + 1 if len(starts) else 0
            if len(clip.speech) < 1000 or (not first and self.chance(0.5)):
                a = int(np.flatnonzero(clip.speech)[0]) if clip.speech.any() else 0
            stop = min(len(clip.speech), a + n)
            if first and stop < len(clip.speech):
                quiet = np.flatnonzero(~clip.speech[stop : stop + 75])
                stop += int(quiet[0]) + 2 if len(quiet) else 0
            audio, speech = clip.audio[a * 160 : stop * 160], clip.speech[a:stop]
            if len(audio) < 1600:
                total += 0.2
                continue
            pieces.append(audio)
            flags.append(speech)
            total += len(audio) / RATE
            gap = self.between(0.5, 4) if first or self.chance(0.5) else self.between(0.1, 0.8)
            pieces.append(np.zeros(int(gap * 50) * 160, np.int16))
            flags.append(np.zeros(int(gap * 50), bool))
            total += gap
            first = False
        audio, speech = np.concatenate(pieces[:-1]), np.concatenate(flags[:-1])
        x = voice.render(audio)
        n = int(len(speech) / voice.rate)
        speech = speech[np.minimum((np.arange(n) * voice.rate).astype(int), len(speech) - 1)]
        near = np.convolve(speech, np.ones(20), "same") > 0
        weight = np.where(speech, 1.0, np.where(near, 0.6, 0.15)).astype(np.float32)
        begun = (np.cumsum(speech) > 0).astype(np.uint8)
        blocks = []
        if leadin and self.chance(0.75):
            blocks.append((np.zeros(int(self.between(0.02, 1.6) * RATE), np.float32), "silence", 0, 0.3))
        blocks.append((x, "live_human", begun, weight))
        if self.chance(0.6):
            blocks.append((np.zeros(int(self.between(0.3, 1.6) * RATE), np.float32), "silence", 0, 0.2))
        self.with_bed(blocks, 20 * np.log10(rms(x) + 1e-6), 0.62)
