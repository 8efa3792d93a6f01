"""Composes labelled telephone calls from single sounds. Recordings and persons get the same treatments (level, room,
noise, lead-in, pauses), so that a model cannot learn the composer. Usage:
compose.py CORPUS SYNTHETIC OUT_DIR --hours 100 [--seed 1] [--from 0]"""
import os, sys, time
import numpy as np
from features import fingerprints, log_mel, repeat_similarity
from line import coloured_noise, compress, db, equalise, reverberate, rms, spectral_codec, transmit, warp
from sources import FOLDS, Sources

RATE = 8000
CLASSES = ["silence", "ringing", "ivr_prompt", "music", "announcement", "live_human", "dtmf", "tone"]
C = {name: i for i, name in enumerate(CLASSES)}
RINGS = {
    "us": ((440, 480), (2, 4)), "eu": ((425,), (1, 4)), "eu5": ((425,), (1, 5)), "uk": ((400, 450), (0.4, 0.2, 0.4, 2)),
    "au": ((400, 425, 450), (0.4, 0.2, 0.4, 2)), "fr": ((440,), (1.5, 3.5)), "jp": ((400, 416), (1, 2)), "cn": ((450,), (1, 4)),
}


class Fold:
    """The sounds of one fold, and the choices between them."""

    def __init__(self, sources, fold):
        g = lambda *kinds: sources.groups(fold, *kinds)
        self.talkers, self.readers = g("live_conversation"), g("live_read")
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
        self.clips = clips
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


class Composer:
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
        pool = f.prompts if kind < 0.62 else f.recorded_readers if kind < 0.68 else f.readers if kind < 0.72 else f.tts
        return Voice(self.rng, choose(self.rng, pool or f.tts), False)

    def live_voice(self):
        kind = self.rng.random()
        f = self.f
        pool = f.talkers if kind < 0.66 else f.readers if kind < 0.96 else f.recorded_readers
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
        self.with_bed(blocks, 20 * np.log10(rms(x) + 1e-6), 0.22)

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

    # --- the parts of a call ---
    def opening(self):
        c = self.call
        c.silence(self.between(0.2, 1.8))
        if self.chance(0.85):
            self.ring()
            c.silence(self.between(0.1, 1.0))

    def menu(self, voice):
        for _ in range(int(self.rng.integers(1, 4))):
            self.play_recording(self.recording(voice), "ivr_prompt", False)
            self.call.silence(self.between(0.2, 2.2))
            if self.chance(0.45):
                hz = (float(self.rng.choice([697, 770, 852, 941])), float(self.rng.choice([1209, 1336, 1477])))
                self.call.add(self.tones(hz, self.between(0.08, 0.25), self.between(-26, -12)), "dtmf")
                self.call.silence(self.between(0.2, 1.3))

    def piece(self):
        if self.f.songs and self.chance(0.22):
            clips = choose(self.rng, self.f.songs)
        else:
            clips = choose(self.rng, self.f.music)
        clip = clips[int(self.rng.integers(len(clips)))]
        x = clip.audio.astype(np.float32) / 32768
        if self.chance(0.5):
            x = warp(x, self.between(0.88, 1.13))
        if self.chance(0.6):
            x = equalise(x, self.rng, 3)
        if self.chance(0.06):
            x = spectral_codec(x, self.rng)
        return x / (rms(x) + 1e-6) * db(-21 + self.rng.normal(0, 4))

    def hold(self, voice, loops, talk_radio=False):
        """Music and announcements in turns."""
        rng, c = self.rng, self.call
        style = str(rng.choice(["duck", "stop", "xfade", "silent", "beeps"], p=[0.33, 0.27, 0.22, 0.11, 0.07]))
        music = self.piece()
        at = int(rng.integers(len(music)))
        announcements = [self.recording(voice, self.chance(0.12)) for _ in range(int(rng.choice([1, 1, 2, 3])))]
        adverts = []
        if talk_radio:
            for _ in range(3):
                v = Voice(rng, choose(rng, self.f.adverts if self.chance(0.5) else self.f.readers if self.chance(0.5) else self.f.recorded_readers or self.f.tts), False)
                adverts.append(v.render(self.crop(v.clips[int(rng.integers(len(v.clips)))], self.between(4, 26))))
        duck = db(self.between(-20, -8))
        last = None

        def take(seconds):
            nonlocal at
            n = int(seconds * RATE)
            x = np.take(music, np.arange(at, at + n), mode="wrap")
            at = (at + n) % len(music)
            return x

        for k in range(loops):
            seconds = self.between(4, 30) if not self.chance(0.1) else self.between(1.5, 5)
            if style == "silent":
                c.silence(seconds)
            elif style == "beeps":
                for _ in range(max(1, int(seconds / 10))):
                    c.add(self.tones((float(rng.choice([400, 440, 480, 800, 1000, 1400])),), self.between(0.15, 0.4), -24), "tone")
                    c.silence(min(11.7, seconds))
            else:
                x = take(seconds)
                if k == 0 and self.chance(0.4):
                    n = min(len(x), int(self.between(0.2, 2) * RATE))
                    x[:n] *= np.linspace(0, 1, n)
                if k == loops - 1 and self.chance(0.5):
                    n = min(len(x), int(self.between(0.2, 3) * RATE))
                    x[-n:] *= np.linspace(1, 0, n)
                c.add(x, "music")
                last = x
            if k == loops - 1 and self.chance(0.6):
                break
            if adverts and self.chance(0.7):
                a, label = adverts[int(rng.integers(len(adverts)))], "announcement"
            else:
                a = announcements[int(rng.integers(len(announcements)))]
            if style == "duck":
                n = int(0.4 * RATE)
                fade = take(0.4) * np.linspace(1, duck, n)
                c.add(fade, "music")
                c.add(a + take(len(a) / RATE + 1)[: len(a)] * duck, "announcement")
                c.add(take(0.4) * np.linspace(duck, 1, n), "music")
            elif style == "xfade":
                self.play_recording(a, "announcement", False)
            else:
                c.silence(self.between(0.05, 1.0))
                self.play_recording(a, "announcement")
                c.silence(self.between(0.05, 1.0))

    def transition(self, voice):
        c, rng = self.call, self.rng
        kind = str(rng.choice(["direct", "click", "beep", "ring", "sil", "ann"], p=[0.26, 0.18, 0.14, 0.17, 0.15, 0.1]))
        if kind == "click":
            x = np.zeros(int(0.02 * RATE), np.float32)
            x[: int(rng.integers(10, 100))] = db(self.between(-30, -8)) * rng.choice([-1, 1])
            c.add(x, "silence")
        elif kind == "beep":
            c.silence(self.between(0.05, 0.4))
            c.add(self.tones((float(rng.choice([400, 440, 480, 620, 800, 1000, 1400])),), self.between(0.12, 0.4), self.between(-28, -14)), "tone")
            c.silence(self.between(0.0, 0.4))
        elif kind == "ring":
            c.silence(self.between(0.1, 0.8))
            self.ring()
            c.silence(self.between(0.05, 0.9))
        elif kind == "sil":
            c.silence(self.between(0.8, 4))
        elif kind == "ann":
            c.silence(self.between(0.1, 0.5))
            self.play_recording(self.recording(voice), "announcement")
            c.silence(self.between(0.1, 1.2))
        elif self.chance(0.5):
            c.silence(self.between(0, 0.3))

    def decoy(self, voice):
        """What sounds like the end of the waiting and is a recording: an offer, a question, "all agents are busy"."""
        if self.chance(0.5):
            self.transition(voice)
        else:
            self.call.silence(self.between(0.2, 2))
        self.play_recording(self.recording(voice), "ivr_prompt" if self.chance(0.7) else "announcement")
        self.call.silence(self.between(0.5, 6))
        if self.chance(0.4):
            self.play_recording(self.recording(voice), "ivr_prompt", False)
            self.call.silence(self.between(0.5, 4))

    def ending(self, voice):
        c, kind = self.call, self.rng.random()
        if kind < 0.4:  # voicemail
            c.silence(self.between(0.2, 1))
            if self.chance(0.5):
                self.ring()
                c.silence(0.5)
            self.play_recording(self.recording(voice), "ivr_prompt")
            c.silence(self.between(0.1, 0.6))
            c.add(self.tones((float(self.rng.choice([440, 620, 800, 1000, 1400, 2000])),), self.between(0.2, 0.9), -20), "tone")
            c.silence(self.between(6, 22))
            if self.chance(0.6):
                self.play_recording(self.recording(voice), "ivr_prompt", False)
                c.silence(self.between(1, 4))
        elif kind < 0.7:
            if self.chance(0.6):
                for hz in (985.2, 1428.5, 1776.7):
                    c.add(self.tones((hz,), 0.33, -22), "tone")
                c.silence(0.2)
                self.play_recording(self.recording(voice), "ivr_prompt")
                c.silence(0.6)
            on = float(self.rng.choice([0.25, 0.5]))
            hz = (480, 620) if self.chance(0.5) else (425,)
            for _ in range(int(self.rng.integers(5, 15))):
                c.add(np.concatenate([self.tones(hz, on, -22), np.zeros(int(on * RATE), np.float32)]), "tone")
        else:
            self.hold(voice, int(self.rng.integers(3, 7)), self.chance(0.3))

    def compose(self):
        voice = self.recorded_voice()
        self.opening()
        direct = self.chance(0.12)
        if direct:
            if self.chance(0.3):
                self.menu(voice)
            self.person(self.live_voice())
            if self.chance(0.5):
                self.call.silence(self.between(0.2, 2))
                self.hold(voice, int(self.rng.integers(1, 4)))
                if self.chance(0.6):
                    self.transition(voice)
                    self.person(self.live_voice())
            else:
                self.call.silence(self.between(0.2, 2))
            return
        if self.chance(0.93):
            self.menu(voice)
        if self.chance(0.1):
            voice = self.recorded_voice()
        self.hold(voice, int(self.rng.integers(1, 6)), self.chance(0.15))
        if self.chance(0.07):
            self.decoy(voice)
            self.hold(voice, int(self.rng.integers(1, 3)))
        if self.chance(0.14):
            self.call.silence(self.between(0.1, 0.8))
            self.ring()
            self.call.silence(self.between(0.1, 0.8))
            if self.chance(0.4):
                self.play_recording(self.recording(voice), "ivr_prompt")
            self.hold(voice, int(self.rng.integers(1, 3)))
        if self.chance(0.28):
            self.ending(voice)
            return
        self.transition(voice)
        self.person(self.live_voice())
        self.call.silence(self.between(0.1, 2))
        if self.chance(0.25):
            self.hold(voice, int(self.rng.integers(1, 4)))
            if self.chance(0.7):
                self.transition(voice)
                self.person(self.live_voice())
                self.call.silence(self.between(0.1, 1.5))


def render(fold, seed):
    rng = np.random.default_rng(seed)
    composer = Composer(fold, rng)
    composer.compose()
    c = composer.call
    x = np.concatenate(c.parts)
    pcm = transmit(x, rng)
    mel = log_mel(pcm)
    memory = None
    if rng.random() < 0.15:
        # As if an earlier call had taught what is played here: the recorded parts through another line.
        keep = np.concatenate([p for p, l in zip(c.parts, c.labels) if l[0] in (C["ivr_prompt"], C["announcement"], C["music"])] or [np.zeros(RATE, np.float32)])[: 100 * RATE]
        signs, valid = fingerprints(log_mel(transmit(keep[int(rng.integers(160)) :], rng)))
        memory = np.where(valid[:, None], signs, 0)
    steps = len(mel) // 4
    repeat = repeat_similarity(mel, memory)
    pick = lambda parts: np.concatenate(parts)[: steps * 4].reshape(steps, 4)
    labels, people, weights = pick(c.labels)[:, 2], pick(c.people).max(axis=1), pick(c.weights).mean(axis=1)
    return dict(mel=mel[: steps * 4].astype(np.float16), repeat=repeat.astype(np.float16), label=labels, person=people, weight=weights.astype(np.float16))


def main():
    corpus, synthetic, out = sys.argv[1:4]
    option = lambda name, default: type(default)(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default
    hours, seed, limit = option("--hours", 60.0), option("--seed", 1), option("--minutes", 1e9)
    os.makedirs(out, exist_ok=True)
    sources = Sources(corpus, synthetic)
    folds = [Fold(sources, f) for f in range(FOLDS)]
    started, seconds, n = time.time(), 0.0, 0
    while seconds < hours * 3600 and time.time() - started < limit * 60:
        # Shards of 32 calls, 8 of each fold.
        shard = {f: [] for f in range(FOLDS)}
        for k in range(32):
            call = render(folds[k % FOLDS], seed * 1_000_003 + n)
            shard[k % FOLDS].append(call)
            seconds += len(call["label"]) * 0.08
            n += 1
        for f, calls in shard.items():
            np.savez(f"{out}/s{seed}-{n:06d}-f{f}.npz", lengths=[len(c["label"]) for c in calls], **{key: np.concatenate([c[key] for c in calls]) for key in calls[0]})
        print(f"{n} calls, {seconds / 3600:.1f} h, {time.time() - started:.0f} s, {seconds / (time.time() - started):.0f} x", flush=True)


if __name__ == "__main__":
    main()
