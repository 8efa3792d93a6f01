"""Cheap changes in the feature domain, other ones each time a call is heard: level, tilt and warp over frequency and a
noise floor stay for a whole call; masked bands and lost frames do not."""
import numpy as np
import torch

BANDS = 40
NOTHING = -11.5  # ln of the floor that features.py adds


def mel_warp(factor, bands=BANDS):
    """The matrix that moves log-mel bands as if every frequency were multiplied: another length of throat."""
    to_mel, to_hz = lambda hz: 2595 * np.log10(1 + hz / 700), lambda mel: 700 * (10 ** (mel / 2595) - 1)
    low, high = to_mel(100), to_mel(3800)
    step = (high - low) / (bands + 1)
    centres = low + step * (np.arange(bands) + 1)
    at = np.clip((to_mel(to_hz(centres) * factor) - low) / step - 1, 0, bands - 1)
    below = np.minimum(at.astype(int), bands - 2)
    matrix = np.zeros((bands, bands), np.float32)
    matrix[below, np.arange(bands)] = 1 - (at - below)
    matrix[below + 1, np.arange(bands)] = at - below
    return matrix


def smooth_curve(rng, strength):
    return torch.from_numpy(np.interp(np.linspace(0, 5, BANDS), np.arange(6), rng.normal(0, strength, 6)).astype(np.float32))


class Roughener:
    def __init__(self, rng, rows):
        self.rng = rng
        self.curve, self.warp = torch.zeros(rows, 1, BANDS), torch.zeros(rows, BANDS, BANDS)
        self.noise = torch.zeros(rows, 1, BANDS)
        self.noisy = np.zeros(rows, bool)
        for row in range(rows):
            self.renew(row)

    def renew(self, row):
        """A new call begins in this row."""
        rng = self.rng
        self.curve[row, 0] = float(rng.normal(0, 0.8)) + smooth_curve(rng, 0.6)
        self.warp[row] = torch.from_numpy(mel_warp(rng.uniform(0.88, 1.13) if rng.random() < 0.7 else 1.0))
        self.noisy[row] = rng.random() < 0.35
        self.noise[row, 0] = float(rng.normal(-9.3, 1.0)) + smooth_curve(rng, 0.7)

    def __call__(self, mel):
        rng, (rows, frames, bands) = self.rng, mel.shape
        out = torch.bmm(mel, self.warp)
        out = torch.where(out < -10.5, out, torch.clamp(out + self.curve, min=NOTHING))
        for row in np.flatnonzero(self.noisy):
            # The ln energy of noise in a band of this width scatters by about 0.5.
            floor = self.noise[row] + 0.5 * torch.randn(frames, bands)
            out[row] = torch.logaddexp(out[row], floor)
        for row in range(rows):
            if rng.random() < 0.4:
                a, n = int(rng.integers(bands)), int(rng.integers(1, 8))
                out[row, :, a : a + n] = NOTHING if rng.random() < 0.3 else out[row, :, max(0, a - 1) : max(0, a - 1) + 1]
            for _ in range(int(rng.integers(0, 4))):
                a, n = int(rng.integers(frames)), int(rng.integers(1, 8))
                out[row, a : a + n] = NOTHING
        return out
