"""flite's voices read menus over a telephone, as a wideband recogniser will hear them: readings.py FLITE FOLDER"""

import os
import subprocess
import sys
import wave

import numpy as np

import texts

VOICES = ["slt", "rms", "awb", "kal16"]
# Of the throat: each voice also as a longer and a shorter one.
THROATS = [0.92, 1.0, 1.08]
RATE = 16000


def read_wav(path):
    with wave.open(path) as file:
        assert file.getframerate() == RATE, path
        return np.frombuffer(file.readframes(file.getnframes()), dtype="<i2").astype(float)


def resample(x, factor):
    """Plays it faster by `factor`, throat and all."""
    at = np.arange(int(len(x) / factor)) * factor
    return np.interp(at, np.arange(len(x)), x)


def through_telephone(x):
    """16 kHz to 8 kHz, µ-law and back."""
    spectrum = np.fft.rfft(x)
    spectrum[np.fft.rfftfreq(len(x), 1 / RATE) > 3900] = 0
    narrow = np.fft.irfft(spectrum, len(x))[::2]
    narrow *= 0.1 * 32768 / max(1.0, np.sqrt(np.mean(narrow**2)))
    magnitude = np.minimum(1, np.abs(narrow) / 32768)
    coded = np.round(np.log1p(255 * magnitude) / np.log(256) * 127) / 127
    return np.sign(narrow) * (256**coded - 1) / 255 * 32768


def fold(x):
    """As src/audio/wideband.ts does it."""
    wide = np.zeros(2 * len(x))
    wide[::2] = 2 * x
    hz = np.fft.rfftfreq(len(wide), 1 / RATE)
    gain = np.where(hz <= 4000, 1, 10 ** ((-6 - 3 * (hz - 4000) / 1000) / 20))
    return np.fft.irfft(np.fft.rfft(wide) * gain, len(wide))


def main(flite, folder):
    random = np.random.default_rng(1)
    os.makedirs(f"{folder}/wav", exist_ok=True)
    with open(f"{folder}/ids", "w") as ids, open(f"{folder}/transcription", "w") as said:
        for n, text in enumerate(texts.readings()):
            for voice in VOICES:
                made = f"{folder}/made.wav"
                subprocess.run([flite, "-voice", voice, "-t", text, "-o", made], check=True)
                spoken = read_wav(made)
                throat = THROATS[n % len(THROATS)]
                pause = lambda: random.normal(0, 3, RATE // 10)
                line = through_telephone(resample(spoken, throat))
                heard = fold(np.concatenate([pause(), line, pause()]))
                name = f"{voice}-{n}"
                with wave.open(f"{folder}/wav/{name}.wav", "wb") as file:
                    file.setnchannels(1)
                    file.setsampwidth(2)
                    file.setframerate(RATE)
                    file.writeframes(np.clip(heard, -32768, 32767).astype("<i2").tobytes())
                ids.write(name + "\n")
                said.write(f"<s> {text} </s> ({name})\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
