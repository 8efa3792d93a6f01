"""Writes eight calls of half an hour that hold for ever, with labels for `npm run score`: the hold music that Asterisk comes with, and
one announcement again and again. Nobody is ever there. Usage: long_holds.py SOUNDS MUSIC OUT_DIR
SOUNDS has queue-periodic-announce.wav and queue-thankyou.wav (Asterisk's English core sounds), MUSIC the WAV files of
Debian's asterisk-moh-opsound; both at 8 kHz."""
import glob, json, os, sys, wave
import numpy as np
from audio import mulaw_roundtrip

RATE = 8000
MINUTES = 30
# Where in the music a call begins, seconds: each meets the pieces at other places of its rhythm.
OFFSETS = [0, 100, 300, 500]
# Seconds of music before each announcement.
QUEUES = {"queue-periodic-announce": 15, "queue-thankyou": 5}


def read(path):
    with wave.open(path) as sound:
        assert sound.getframerate() == RATE and sound.getnchannels() == 1, path
        return np.frombuffer(sound.readframes(sound.getnframes()), np.int16).astype(np.float32) / 32768


def hold(music, announcement, seconds, offset):
    parts, length, at = [], 0, offset * RATE
    while length < MINUTES * 60 * RATE:
        stretch = np.take(music, np.arange(at, at + seconds * RATE), mode="wrap")
        at += seconds * RATE
        parts += [stretch, announcement]
        length += len(stretch) + len(announcement)
    return np.concatenate(parts)


def main(sounds, music_folder, out):
    os.makedirs(out, exist_ok=True)
    music = np.concatenate([read(path) for path in sorted(glob.glob(f"{music_folder}/*.wav"))])
    for name, seconds in QUEUES.items():
        for offset in OFFSETS:
            call = mulaw_roundtrip(hold(music, read(f"{sounds}/{name}.wav"), seconds, offset))
            identity = f"{name}-{offset}"
            with wave.open(f"{out}/{identity}.wav", "wb") as file:
                file.setnchannels(1)
                file.setsampwidth(2)
                file.setframerate(RATE)
                file.writeframes(call.tobytes())
            labels = {"id": identity, "scenario": "long_hold", "duration": len(call) / RATE, "segments": [], "humans": [], "speech": []}
            with open(f"{out}/{identity}.json", "w") as file:
                json.dump(labels, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
