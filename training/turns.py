"""Voices in turns, as people at work have them and as announcements have them too: a greeting, a pause for the answer, another
try. On a quiet line as well as in an office; the same lines and pauses for recordings and persons."""
import numpy as np
from gather_sounds import floor_noise
from line import coloured_noise, db, rms
from sounds import RATE, Sounds
from voices import Voice, choose

# What the far end sends while nobody speaks: nothing at all, the recording's own noise, a generator's, or a place.
LINES = ("gated", "floor", "comfort", "place")


def runs(speech, gap=15):
    """[(start, end)] in frames of 20 ms of stretches of voice; a pause shorter than `gap` does not end one."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], speech.astype(np.int8), [0]]))).reshape(-1, 2)
    joined = []
    for a, b in edges:
        if joined and a - joined[-1][1] < gap:
            joined[-1][1] = b
        elif b - a > 2:
            joined.append([a, b])
    return joined


class Turns(Sounds):
    def cut(self, voice, low, high):
        """A turn of `low` to `high` seconds out of a voice's sounds, from a word's beginning to a pause: (audio, flags). Only a
        recording says the same twice, so no moment is taken again while there are others."""
        for attempt in range(16):
            clip = voice.clips[int(self.rng.integers(len(voice.clips)))]
            stretches = runs(clip.speech)
            if not stretches:
                continue
            first = int(self.rng.integers(len(stretches)))
            start, stop = stretches[first]
            want = self.between(low, high) * 50
            for a, b in stretches[first + 1 :]:
                # a sentence of another moment may follow after a breath, not after a silence
                if stop - start >= want or b - start > high * 50 or a - stop > 60:
                    break
                stop = b
            if stop - start > high * 50:
                # what talks on is cut where it is quietest
                a = start + int(low * 50)
                level = [np.abs(clip.audio[k * 160 : k * 160 + 160].astype(np.int32)).mean() for k in range(a, start + int(high * 50))]
                stop = a + int(np.argmin(level)) if level else stop
            taken = any(at is clip and a < stop and start < b for at, a, b in voice.said)
            if stop - start >= low * 50 and (not taken or attempt > 11):
                break
        else:
            clip, start, stop = voice.clips[0], 0, min(int(high * 50), len(voice.clips[0].speech))
        voice.said.append((clip, start, stop))
        start, stop = max(0, start - 2), min(len(clip.speech), stop + 3)
        return clip.audio[start * 160 : stop * 160], clip.speech[start:stop]

    def rendered(self, voice, turns):
        """These turns of one voice as its microphone gives them: [(sound, flags)]."""
        whole = voice.render(np.concatenate([audio for audio, _ in turns]))
        out, at = [], 0
        for audio, flags in turns:
            n = int(len(audio) / 160 / voice.rate)
            out.append((whole[at : at + n * 160], flags[np.minimum((np.arange(n) * voice.rate).astype(int), len(flags) - 1)]))
            at += n * 160
        return out

    def on_line(self, turns, pauses, line, fading=True):
        """One after the other, each with its pause after it: (sound, flags)."""
        level = 20 * np.log10(rms(np.concatenate([x for x, _ in turns])) + 1e-6)
        own = np.concatenate([x for x, _ in turns])
        hiss = db(self.between(-72, -48))
        sounds, flags = [], []
        for (x, spoken), pause in zip(turns, pauses):
            n = int(pause * 50) * 160
            if line == "gated":
                open_ = np.convolve(spoken, np.ones(9), "same") > 0
                x = x * np.repeat(open_, 160)[: len(x)] if len(open_) * 160 >= len(x) else x
                quiet = np.zeros(n, np.float32)
            elif line == "floor":
                quiet = floor_noise(own, n, self.rng) if n else np.zeros(0, np.float32)
            elif line == "comfort":
                quiet = coloured_noise(n, self.rng) * hiss
                wait = int(self.between(0, 0.25) * RATE)
                quiet[:wait] = 0
            else:
                quiet = np.zeros(n, np.float32)
            sounds += [x, quiet.astype(np.float32)]
            flags += [spoken, np.zeros(n // 160, bool)]
        sound, flags = np.concatenate(sounds), np.concatenate(flags)
        if line == "place":
            sound = sound + self.bed(len(sound), level)
        return sound, flags

    def line(self, share_of_places):
        return "place" if self.chance(share_of_places) else LINES[int(self.rng.integers(3))]

    def person_in_turns(self, voice, seconds=None):
        """A greeting, a pause for an answer that does not come, another try; then perhaps a talk."""
        seconds = seconds or self.between(8, 34)
        turns, pauses = [self.cut(voice, 0.5, 1.4) if self.chance(0.15) else self.cut(voice, 0.8, 7)], [self.between(1.2, 8)]
        length = lambda: sum(len(x) for x, _ in turns) / RATE + sum(pauses)
        while length() < seconds:
            kind = self.rng.random()
            turns.append(self.cut(voice, 0.25, 1.5) if kind < 0.4 else self.cut(voice, 0.8, 5) if kind < 0.85 else self.cut(voice, 3, 14))
            pauses.append(self.between(0.5, 8))
        pauses[-1] = self.between(0.2, 3)
        sound, flags = self.on_line(self.rendered(voice, turns), pauses, self.line(0.35))
        near = np.convolve(flags, np.ones(20), "same") > 0
        weight = np.where(flags, 1.0, np.where(near, 0.6, 0.15)).astype(np.float32)
        self.call.add(sound, "live_human", (np.cumsum(flags) > 0).astype(np.uint8), weight)

    def recording_in_turns(self, voice, count, label="ivr_prompt", low=0.8, high=7, longest_pause=8):
        """The same as a machine says it."""
        turns = [self.cut(voice, low, high) for _ in range(count)]
        pauses = [self.between(0.4, longest_pause) for _ in turns]
        rendered = self.rendered(voice, turns)
        if count > 1 and self.chance(0.4):
            rendered[-1] = rendered[0]
        line = self.line(0.12)
        if line == "place":
            sound, flags = self.on_line(rendered, pauses, line)
            at = 0
            for (x, _), pause in zip(rendered, pauses):
                n = int(pause * 50) * 160
                self.call.add(sound[at : at + len(x)], label)
                self.call.add(sound[at + len(x) : at + len(x) + n], "silence", 0, 0.6)
                at += len(x) + n
            return
        for turn, pause in zip(rendered, pauses):
            sound, _ = self.on_line([turn], [pause], line)
            self.call.add(sound[: len(turn[0])], label)
            self.call.add(sound[len(turn[0]) :], "silence", 0, 0.6)

    def turn_voice(self):
        """Somebody who talks with people: conversations and orders rather than readers."""
        pools = [pool for pool in (self.f.talkers, self.f.callers, self.f.readers) if pool]
        kind = self.rng.random()
        pool = pools[0] if kind < 0.35 else pools[min(1, len(pools) - 1)] if kind < 0.75 else pools[-1]
        return Voice(self.rng, choose(self.rng, pool), True)
