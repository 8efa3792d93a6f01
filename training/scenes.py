"""The scenes of a telephone call: opening, menus, holds, transitions, persons, endings."""
import numpy as np
from line import db, equalise, rms, spectral_codec, warp
from sounds import RATE, Sounds
from voices import Voice, choose

# How long hold music plays between announcements: mostly long, at times a snatch.
MUSIC_SECONDS = ((10, 45), (4, 20), (1.5, 5))


class Composer(Sounds):
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
            seconds = self.between(*MUSIC_SECONDS[int(rng.choice(3, p=[0.62, 0.3, 0.08]))])
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
