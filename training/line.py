"""What a voice, a room, a codec and a telephone line do to sound. All take and give float32 in −1..1 at 8 kHz."""
import subprocess
import numpy as np
from scipy.signal import oaconvolve
from audio import alaw_roundtrip, mulaw_roundtrip

RATE = 8000


def db(x):
    return 10 ** (x / 20)


def rms(x):
    return float(np.sqrt((x.astype(np.float64) ** 2).mean() + 1e-12)) if len(x) else 1e-6


def warp(x, rate):
    """Faster and higher (rate > 1) or slower and lower: another voice of the same words."""
    n = int(len(x) / rate)
    at = np.arange(n) * rate
    i = np.minimum(at.astype(np.int64), len(x) - 2)
    f = (at - i).astype(np.float32)
    return x[i] * (1 - f) + x[i + 1] * f


def random_equaliser(rng, strength):
    """A smooth chance curve over frequency as a 65-tap filter."""
    knots = np.sort(rng.uniform(0, 1, 5))
    curve = np.interp(np.linspace(0, 1, 65), np.concatenate([[0], knots, [1]]), rng.normal(0, strength, 7))
    if rng.random() < 0.3:
        hz = np.linspace(0, 4000, 65)
        low, high = rng.uniform(50, 350), rng.uniform(2300, 3900)
        curve = curve - 24 * np.clip((low - hz) / 200, 0, 1) - 24 * np.clip((hz - high) / 400, 0, 1)
    impulse = np.fft.irfft(db(curve))
    return (np.roll(impulse, 64) * np.hanning(128)).astype(np.float32)


def equalise(x, rng, strength=4):
    return oaconvolve(x, random_equaliser(rng, strength), mode="full")[64 : 64 + len(x)].astype(np.float32)


def reverberate(x, rng):
    seconds = rng.uniform(0.08, 0.4)
    n = int(seconds * RATE)
    tail = rng.standard_normal(n).astype(np.float32) * np.exp(-6.9 * np.arange(n) / n).astype(np.float32)
    tail *= db(rng.uniform(-16, -5)) / np.sqrt((tail**2).sum())
    tail[0] = 1
    return oaconvolve(x, tail, mode="full")[: len(x)].astype(np.float32)


def compress(x, rng):
    """Slow automatic gain as broadcasters and headsets have it."""
    n = len(x) // 160 + 1
    padded = np.zeros(n * 160, np.float32)
    padded[: len(x)] = x
    level = np.sqrt((padded.reshape(n, 160) ** 2).mean(axis=1)) + 1e-4
    level = np.convolve(level, np.ones(15) / 15, "same")
    gain = (level / level.max()) ** (-rng.uniform(0.2, 0.6))
    gain = np.minimum(gain, 8)
    return x * np.interp(np.arange(len(x)), np.arange(n) * 160, gain).astype(np.float32)


def coloured_noise(n, rng):
    slope = rng.choice([0.0, 0.5, 1.0])
    m = 1 << 15
    spectrum = np.fft.rfft(rng.standard_normal(m)) / np.maximum(np.arange(m // 2 + 1), 20) ** slope
    block = np.fft.irfft(spectrum).astype(np.float32)
    block /= rms(block)
    return np.resize(np.roll(block, int(rng.integers(m))), n) if n else np.zeros(0, np.float32)


def spectral_codec(x, rng):
    """The artefacts of low-rate codecs in general: coarse levels, holes above a mask, smeared time."""
    size = int(rng.choice([160, 256, 320]))
    window = np.sin(np.pi * (np.arange(size) + 0.5) / size).astype(np.float32)
    hop = size // 2
    n = len(x) // hop + 1
    padded = np.zeros((n + 2) * hop, np.float32)
    padded[: len(x)] = x
    view = np.lib.stride_tricks.as_strided(padded, (n + 1, size), (padded.strides[0] * hop, padded.strides[0]))
    spectrum = np.fft.rfft(view * window)
    magnitude = np.abs(spectrum) + 1e-9
    step = rng.uniform(0.25, 0.7)
    coarse = np.exp(np.round(np.log(magnitude) / step) * step)
    mask = magnitude.max(axis=1, keepdims=True) * db(rng.uniform(-45, -25))
    hiss = np.exp(1j * rng.uniform(0, 2 * np.pi, spectrum.shape))
    turned = spectrum / magnitude * (hiss ** rng.uniform(0, 0.25))
    blocks = np.fft.irfft(np.where(magnitude > mask, coarse, coarse * rng.uniform(0, 0.5)) * turned, size).astype(np.float32) * window
    out = np.zeros_like(padded)
    even, odd = blocks[0::2], blocks[1::2]
    out[: len(even) * size] += even.reshape(-1)[: len(out)]
    tail = odd.reshape(-1)
    out[hop : hop + len(tail)] += tail[: len(out) - hop]
    return out[: len(x)]


def gsm(x):
    pcm = np.clip(x * 32768, -32768, 32767).astype(np.int16).tobytes()
    flags = ["-t", "raw", "-r", "8000", "-c", "1", "-e", "signed", "-b", "16", "-"]
    coded = subprocess.run(["sox", "-D", *flags, "-t", "gsm", "-"], input=pcm, capture_output=True).stdout
    back = subprocess.run(["sox", "-t", "gsm", "-r", "8000", "-c", "1", "-", *flags], input=coded, capture_output=True).stdout
    y = np.frombuffer(back, np.int16).astype(np.float32) / 32768
    return np.resize(np.concatenate([y, np.zeros(max(0, len(x) - len(y)), np.float32)]), len(x))


def lose_packets(x, rng, share, conceal):
    y = x.copy()
    n = len(y) // 160
    lost = rng.random(n) < share / 2
    lost[1:] |= lost[:-1] & (rng.random(n - 1) < 0.5)
    for k in np.flatnonzero(lost):
        y[k * 160 : k * 160 + 160] = y[k * 160 - 160 : k * 160] * 0.7 if conceal and k else 0
    return y


def transmit(x, rng):
    """The whole call through one line: equaliser, codec, level, noise, loss, G.711."""
    if rng.random() < 0.5:
        x = equalise(x, rng, 2.5)
    kind = rng.random()
    if kind < 0.04:
        x = gsm(x)
    elif kind < 0.1:
        x = spectral_codec(x, rng)
    gain = rng.normal(0, 4) if rng.random() < 0.85 else rng.uniform(-22, 20)
    x = x * db(gain)
    if rng.random() < 0.45:
        x = x + coloured_noise(len(x), rng) * db(rng.uniform(-80, -50))
    if rng.random() < 0.08:
        delay = int(rng.uniform(0.03, 0.3) * RATE)
        x[delay:] += x[:-delay] * db(rng.uniform(-35, -15))
    if rng.random() < 0.12:
        x = lose_packets(x, rng, rng.uniform(0.005, 0.08), rng.random() < 0.5)
    return alaw_roundtrip(x) if rng.random() < 0.2 else mulaw_roundtrip(x)
