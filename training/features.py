"""What the network hears. The same numbers as src/detect/features and src/detect/repetition (checked by a stored vector)."""
import numpy as np

RATE, HOP, WINDOW, BANDS = 8000, 160, 256, 40
FLOOR = 1e-5
STEP_FRAMES = 4  # one network step = 80 ms


def mel_filters():
    to_mel = lambda hz: 2595 * np.log10(1 + hz / 700)
    to_hz = lambda mel: 700 * (10 ** (mel / 2595) - 1)
    low, high = to_mel(100), to_mel(3800)
    step = (high - low) / (BANDS + 1)
    bin_hz, fine = RATE / WINDOW, 16
    weights = np.zeros((BANDS, WINDOW // 2 + 1))
    for b in range(BANDS):
        left, centre, right = (to_hz(low + (b + k) * step) for k in range(3))
        for k in range(WINDOW // 2 + 1):
            hz = (k - 0.5 + (np.arange(fine) + 0.5) / fine) * bin_hz
            w = np.where(hz < centre, (hz - left) / (centre - left), (right - hz) / (right - centre))
            weights[b, k] = np.where((hz > left) & (hz < right), w, 0).mean()
    return weights.astype(np.float32)


FILTERS = mel_filters()
HANN = (0.5 - 0.5 * np.cos(2 * np.pi * np.arange(WINDOW) / WINDOW)).astype(np.float32)


def log_mel(pcm):
    """int16 samples -> [frames, 40] ln energies; frame h ends at sample (h + 1) * 160 and looks 256 back."""
    x = np.concatenate([np.zeros(WINDOW - HOP, np.float32), pcm.astype(np.float32) / 32768])
    n = (len(x) - WINDOW) // HOP + 1
    if n <= 0:
        return np.zeros((0, BANDS), np.float32)
    out = np.empty((n, BANDS), np.float32)
    for a in range(0, n, 2000):
        b = min(n, a + 2000)
        view = np.lib.stride_tricks.as_strided(x[a * HOP :], (b - a, WINDOW), (x.strides[0] * HOP, x.strides[0]))
        spectrum = np.fft.rfft(view * HANN, axis=1)
        power = (spectrum.real**2 + spectrum.imag**2).astype(np.float32)
        out[a:b] = np.log(power @ FILTERS.T + FLOOR)
    return out


# --- fingerprints: 32 signs of time-frequency differences every 40 ms over 320 ms of smoothed spectrum ---
SMOOTH, DELTA, FIRST_BAND, BITS = 16, 8, 3, 32
QUIET = -9.5  # mean ln energy of a frame that says nothing
MIN_LAG_STEPS = 38  # 3 s
DECAY = 1 - 0.08 / 1.2


def fingerprints(mel):
    """[frames, 40] -> (signs [n, 32] of ±1 float32, valid [n]) at frames 1, 3, 5 … (40 ms apart)."""
    frames = len(mel)
    cumulative = np.concatenate([np.zeros((1, BANDS)), np.cumsum(mel.astype(np.float64), axis=0)])
    start = np.maximum(np.arange(frames) + 1 - SMOOTH, 0)
    smooth = (cumulative[1:] - cumulative[start]) / (np.arange(frames) + 1 - start)[:, None]
    slope = smooth[:, FIRST_BAND : FIRST_BAND + BITS] - smooth[:, FIRST_BAND + 1 : FIRST_BAND + BITS + 1]
    before = np.concatenate([np.repeat(slope[:1], min(DELTA, frames), axis=0), slope[:-DELTA]])[:frames]
    signs = np.where(slope - before > 0, 1.0, -1.0).astype(np.float32)[1::2]
    valid = (smooth.mean(axis=1) > QUIET)[1::2]
    return signs, valid


def repeat_similarity(mel):
    """Per 80 ms step the best running agreement (0.5 chance … 1 same) with anything ≥ 3 s ago in the call."""
    signs, valid = fingerprints(mel)
    steps = len(mel) // STEP_FRAMES
    result = np.full(steps, 0.5, np.float32)
    if not steps:
        return result
    query = np.where(valid[:, None], signs, 0)[1::2][:steps]  # one query each step, at its last fingerprint
    bank = np.where(valid[:, None], signs, 0)
    running = np.full(len(bank) + 2, 0.5, np.float32)
    for a in range(0, steps, 256):
        agree = 0.5 + (query[a : a + 256] @ bank[: 2 * (a + 256)].T) / (2 * BITS)
        for s in range(a, min(steps, a + 256)):
            past = 2 * (s + 1)  # what comes later can't be agreed with
            fresh = running[: past - 2].copy()
            running[2:past] = fresh
            running[:2] = 0.5
            running[:past] += (agree[s - a, :past] - running[:past]) * (1 - DECAY)
            limit = 2 * (s + 1 - MIN_LAG_STEPS)
            if limit > 0:
                result[s] = max(running[:limit].max(), 0.5)
    return result
