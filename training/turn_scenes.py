"""Calls whose persons take turns, and whose recordings stand in just the same places: first after the ringback, straight out
of music, after every other mark."""
import numpy as np
from line import db, rms
from scenes import Composer
from turns import Turns


class TurnComposer(Turns, Composer):
    music_level = -21.0

    def piece(self):
        x = super().piece()
        self.music_level = 20 * np.log10(rms(x) + 1e-6)
        return x

    def mark(self, voice, speaker):
        """What stands between the hold and the next voice; straight out of the music half the time."""
        c, kind = self.call, self.rng.random()
        if kind < 0.5:
            if self.chance(0.6):
                speaker.level = self.music_level + self.rng.normal(0, 2)
            if self.chance(0.45):
                x = np.zeros(160, np.float32)
                x[: int(self.rng.integers(10, 100))] = db(self.between(-30, -8)) * self.rng.choice([-1, 1])
                c.add(x, "silence")
            if self.chance(0.5):
                c.silence(self.between(0.02, 0.4))
        else:
            self.transition(voice)

    def please_hold(self, voice):
        """A recording between two pieces of music, as short and as quiet as an agent's greeting."""
        other = self.recorded_voice() if self.chance(0.35) else voice
        self.mark(voice, other)
        self.recording_in_turns(other, int(self.rng.choice([1, 1, 1, 2])), "announcement", 0.5, 7, 3.5)

    def greeting(self, voice):
        """What a machine says first."""
        count = int(self.rng.choice([1, 1, 2, 3]))
        self.recording_in_turns(voice, count, "ivr_prompt", 0.8, 7, 5)

    def voicemail(self, voice):
        """In somebody's own voice, or in the company's; the beep may take its time."""
        mine = self.turn_voice() if self.chance(0.35) else voice
        self.recording_in_turns(mine, int(self.rng.choice([1, 1, 2])), "ivr_prompt", 1.5, 7, 2.5)
        self.call.add(self.tones((float(self.rng.choice([440, 620, 800, 1000, 1400, 2000])),), self.between(0.2, 0.9), -20), "tone")
        self.call.silence(self.between(4, 15))

    def hold_and_wait(self, voice):
        """A hold with what sounds like its end, once or more."""
        self.hold(voice, int(self.rng.choice([1, 1, 2, 3])), self.chance(0.08))
        while self.chance(0.45):
            self.please_hold(voice)
            self.hold(voice, 1)

    def meet(self, voice):
        speaker = self.turn_voice()
        self.mark(voice, speaker)
        self.person_in_turns(speaker)

    def compose(self):
        voice = self.recorded_voice()
        self.opening()
        kind = self.rng.random()
        if kind < 0.27:
            if self.chance(0.5):
                self.call.silence(self.between(0.1, 2))
            self.person_in_turns(self.turn_voice())
            if self.chance(0.5):
                return
        elif kind < 0.35:
            self.voicemail(voice)
            return
        elif kind < 0.8:
            self.greeting(voice)
            if self.chance(0.12):
                self.ending(voice)
                return
        self.hold_and_wait(voice)
        if self.chance(0.8):
            self.meet(voice)
            if self.chance(0.3):
                self.hold_and_wait(voice)
                if self.chance(0.7):
                    self.meet(voice)
        self.call.silence(self.between(0.1, 2))
