"""Writes the calls on which turns are judged, with labels for `npm run score`: persons whose greeting is 1 to 7 s long and who
then wait for an answer, in seven places of a call, and as many recordings in the same places. Sounds of gather_held_out.py, and
noises of places. Usage: turn_set.py HELD_OUT OUT_DIR --places FOLDER[,FOLDER…] [--each 10] [--seed 1] [--speakers 0|1]
--speakers takes every second speaker, so that one half can be tuned on and the other judged."""
import glob, json, os, sys, wave
import numpy as np
from line import compress, db, equalise, rms, transmit
from audio import alaw_roundtrip, mulaw_roundtrip
from sounds import RATE
from sources import Clip
from turns import Turns
from voices import Voice
from write_calls import labels

PLACES = ["ringback", "music_click", "music_plain", "announcement", "ring", "beep", "silence"]


class Held:
    """What a composer looks for in a fold."""

    def __init__(self, folder, places, half):
        pool = lambda kind, at=folder: self.read(at, kind)
        callers = pool("live_turn")
        names = sorted(callers)
        self.callers = {n: callers[n] for k, n in enumerate(names) if half < 0 or k % 2 == half}
        self.prompts, self.music = pool("tts"), pool("music")
        self.backgrounds = {}
        for place in places:
            self.backgrounds |= pool("background", place)

    @staticmethod
    def read(folder, kind):
        groups = {}
        for path in sorted(glob.glob(f"{folder}/{kind}/*.raw")):
            group = os.path.basename(path).removesuffix(".raw").split("__")[0]
            groups.setdefault(group, []).append(Clip(np.fromfile(path, np.int16), group, kind))
        return groups


class TurnCall(Turns):
    def __init__(self, held, rng):
        super().__init__(held, rng)
        self.level = -22 + rng.normal(0, 3)

    def pick(self, groups, unlike=""):
        names = [n for n in sorted(groups) if n != unlike]
        return names[int(self.rng.integers(len(names)))]

    def voice(self, groups, name):
        v = Voice(self.rng, groups[name], False)
        # as the microphone gave it
        v.rate, v.room, v.coded, v.equalised, v.compressed, v.level = 1.0, False, False, False, False, self.level + self.rng.normal(0, 2)
        return v

    def play(self, seconds):
        n = int(seconds * RATE)
        x = np.take(self.music, np.arange(self.at, self.at + n), mode="wrap")
        self.at += n
        self.call.add(x, "music")

    def say(self, voice, spans, line, label):
        """spans: [(shortest, longest turn, pause after it)]."""
        turns = self.rendered(voice, [self.cut(voice, low, high) for low, high, _ in spans])
        pauses = [pause for _, _, pause in spans]
        if line == "headset":
            turns = [(compress(equalise(x, self.rng, 2), self.rng), flags) for x, flags in turns]
        sound, flags = self.on_line(turns, pauses, "place" if line == "office" else "gated" if line == "headset" else line)
        if label == "live_human":
            near = np.convolve(flags, np.ones(20), "same") > 0
            self.call.add(sound, label, (np.cumsum(flags) > 0).astype(np.uint8), np.where(flags, 1.0, np.where(near, 0.6, 0.15)).astype(np.float32))
            return
        at = 0
        for (x, _), pause in zip(turns, pauses):
            n = int(pause * 50) * 160
            self.call.add(sound[at : at + len(x)], label)
            self.call.add(sound[at + len(x) : at + len(x) + n], "silence")
            at += len(x) + n

    def place(self, kind, machine):
        c = self.call
        if kind == "music_click":
            x = np.zeros(160, np.float32)
            x[: int(self.rng.integers(8, 60))] = db(self.between(-28, -12))
            c.add(x, "silence")
            c.silence(self.between(0, 0.25))
        elif kind == "announcement":
            c.silence(self.between(0.1, 0.6))
            self.say(machine, [(1.5, 7, self.between(0.2, 1.2))], self.machine_line, "announcement")
        elif kind == "ring":
            c.silence(self.between(0.2, 1.0))
            self.ring()
            c.silence(self.between(0.1, 0.8))
        elif kind == "beep":
            c.silence(self.between(0.05, 0.3))
            c.add(self.tones((float(self.rng.choice([425, 480, 800, 1000])),), self.between(0.15, 0.4), self.between(-26, -16)), "tone")
            c.silence(self.between(0.05, 0.4))
        elif kind == "silence":
            c.silence(self.between(1, 4))

    def compose(self, kind, person):
        rng, c = self.rng, self.call
        caller = self.pick(self.f.callers)
        speaker = self.voice(self.f.callers, caller)
        # the machine speaks with a prompt's voice, or with that of somebody who read for it
        self.machine = "reader" if self.chance(0.25) else "prompts"
        machine = self.voice(self.f.callers, self.pick(self.f.callers, caller)) if self.machine == "reader" else self.voice(self.f.prompts, "richard" if self.chance(0.7) else self.pick(self.f.prompts))
        self.machine_line = str(rng.choice(["gated", "floor", "comfort"], p=[0.5, 0.3, 0.2]))
        piece = self.f.music[self.pick(self.f.music)][0].audio.astype(np.float32) / 32768
        self.music, self.at = piece / rms(piece) * db(self.level + rng.normal(0, 2)), int(rng.integers(len(piece)))
        c.silence(self.between(0.3, 1.5))
        self.ring()
        c.silence(self.between(0.1, 1.5))
        if kind != "ringback":
            if self.chance(0.8):
                self.say(machine, [(1, 7, self.between(0.3, 1.5)) for _ in range(int(rng.integers(1, 3)))], self.machine_line, "ivr_prompt")
            self.play(self.between(10, 35))
            for _ in range(int(rng.integers(0, 3))):
                c.silence(self.between(0.05, 0.5))
                self.say(machine, [(1.5, 7, self.between(0.1, 0.8))], self.machine_line, "announcement")
                self.play(self.between(8, 25))
            self.place(kind, machine)
        if person:
            line = str(rng.choice(["gated", "floor", "comfort", "office", "headset"], p=[0.35, 0.15, 0.2, 0.15, 0.15]))
            spans = [(1, 7, self.between(1.5, 8)), (0.3, 1.5, self.between(1.5, 6))]
            spans += [(0.8, 5, self.between(1, 5)) for _ in range(int(rng.integers(1, 4)))]
            if self.chance(0.3):
                spans.pop(1)
            self.say(speaker, spans, line, "live_human")
            if self.chance(0.3):
                self.play(self.between(8, 15))
        elif kind == "ringback" and self.chance(0.3):  # voicemail
            who = speaker if self.chance(0.4) else machine
            self.say(who, [(2, 7, self.between(0.6, 2.5))], self.machine_line, "ivr_prompt")
            c.add(self.tones((float(rng.choice([440, 800, 1000, 1400])),), self.between(0.3, 0.9), -20), "tone")
            c.silence(self.between(4, 8))
        else:
            label = "ivr_prompt" if kind == "ringback" else "announcement"
            self.say(machine, [(1, 7, self.between(0.4, 3)) for _ in range(int(rng.choice([1, 1, 2])))], self.machine_line, label)
            self.play(self.between(12, 25))
        c.silence(self.between(0.3, 1))


def main():
    held_out, out = sys.argv[1:3]
    option = lambda name, default: type(default)(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default
    each, seed, half = option("--each", 10), option("--seed", 1), option("--speakers", -1)
    held = Held(held_out, [f for f in option("--places", "").split(",") if f], half)
    os.makedirs(out, exist_ok=True)
    persons, seconds = 0, 0.0
    for p, kind in enumerate(PLACES):
        for who in ("person", "recording"):
            for k in range(each):
                name = f"turns-{kind}-{who}-{k:02d}"
                rng = np.random.default_rng([seed, p, who == "person", k])
                composer = TurnCall(held, rng)
                composer.compose(kind, who == "person")
                call = composer.call
                frames = dict(label=np.concatenate(call.labels), person=np.concatenate(call.people), weight=np.concatenate(call.weights))
                sound = np.concatenate(call.parts)
                pcm = transmit(sound, rng) if rng.random() < 0.2 else (alaw_roundtrip if rng.random() < 0.5 else mulaw_roundtrip)(sound)
                with wave.open(f"{out}/{name}.wav", "wb") as file:
                    file.setnchannels(1)
                    file.setsampwidth(2)
                    file.setframerate(RATE)
                    file.writeframes(pcm.tobytes())
                about = labels(name, frames)
                about["scenario"], about["machine"] = f"{who}_{kind}", composer.machine
                json.dump(about, open(f"{out}/{name}.json", "w"))
                persons, seconds = persons + len(about["humans"]), seconds + len(pcm) / RATE
    print(f"{2 * each * len(PLACES)} calls, {persons} persons, {len(held.callers)} speakers, {seconds / 60:.0f} minutes")


if __name__ == "__main__":
    main()
