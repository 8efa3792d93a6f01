"""The voices and backgrounds of one fold, and one voice as it sounds in one call."""
import numpy as np
from line import compress, db, equalise, reverberate, rms, spectral_codec, warp


class Fold:
    """The sounds of one fold, and the choices between them."""

    def __init__(self, sources, fold):
        g = lambda *kinds: sources.groups(fold, *kinds)
        self.talkers, self.callers, self.readers = g("live_conversation"), g("live_turn"), g("live_read")
        self.prompts, self.recorded_readers = g("recorded_prompt"), g("recorded_read")
        self.tts, self.adverts = g("recorded_tts", "tts"), g("recorded_advert")
        self.music, self.songs, self.backgrounds = g("music"), g("vocals"), g("background")
        if not self.adverts:
            self.adverts = self.tts


def choose(rng, groups):
    names = sorted(groups)
    return groups[names[int(rng.integers(len(names)))]]


class Voice:
    """One voice in one call: who, and what microphone, room and processing it comes through."""

    def __init__(self, rng, clips, is_live):
        self.clips, self.said = clips, []
        self.rate = rng.uniform(0.88, 1.13) if rng.random() < 0.6 else 1.0
        self.seed = int(rng.integers(1 << 30))
        self.level = -21 + rng.normal(0, 4)
        self.equalised = rng.random() < 0.3
        self.room = rng.random() < (0.15 if is_live else 0.08)
        self.compressed = rng.random() < 0.1
        self.coded = rng.random() < 0.04

    def render(self, audio):
        rng = np.random.default_rng(self.seed)
        x = audio.astype(np.float32) / 32768
        if self.rate != 1:
            x = warp(x, self.rate)
        if self.equalised:
            x = equalise(x, rng, 2)
        if self.compressed:
            x = compress(x, rng)
        if self.room:
            x = reverberate(x, rng)
        if self.coded:
            x = spectral_codec(x, rng)
        loud = np.sort(np.abs(x))[int(len(x) * 0.5) :]
        return x * (db(self.level) / (rms(loud) + 1e-6))

    def speech(self, clip):
        n = int(len(clip.speech) / self.rate)
        return clip.speech[np.minimum((np.arange(n) * self.rate).astype(int), len(clip.speech) - 1)]
