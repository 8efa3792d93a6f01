"""What the gathering programs share: sounds of any format to 8 kHz, utterances joined to files, files checked and listed.
Needs sox; mp3 needs its format library."""
import json, os, re, subprocess
import numpy as np

RATE = 8000
LEVEL = {"music": 3000, "background": None}
# float32 throughout, so that releases of numpy with different rules for scalars make the same bytes
TINY = np.float32(1e-9)


def load(path, start=None, seconds=None):
    # -R: the same dither each time
    cmd = ["sox", "-R", "-V1", path, "-t", "raw", "-e", "signed", "-b", "16", "-r", str(RATE), "-c", "1", "-"]
    cut = [] if start is None else ["trim", f"{start:.2f}", f"{seconds:.2f}"]
    # 6 dB of headroom, because mixing down and resampling overshoot
    return np.frombuffer(subprocess.run([*cmd, *cut, "gain", "-6", "rate", str(RATE)], capture_output=True).stdout, np.int16)


def duration(path):
    return float(subprocess.run(["soxi", "-V1", "-D", path], capture_output=True, text=True).stdout or 0)


def middle(path, seconds):
    whole = duration(path)
    return load(path, max(0, (whole - seconds) / 2), min(seconds, whole))


def slug(text):
    return re.sub("[^a-z0-9]+", "-", text.lower()).strip("-")[:48]


def stem(path):
    return os.path.splitext(os.path.basename(path))[0]


def rms(x):
    return np.sqrt((x.astype(np.float32) ** 2).mean())


def trim_ends(x, margin=0.08):
    n = len(x) // 160
    if n < 10:
        return x
    level = 10 * np.log10((x[: n * 160].reshape(n, 160).astype(np.float32) ** 2).mean(1) + 1)
    loud = np.where(level > max(level.max() - 38, np.percentile(level, 5) + 6))[0]
    if len(loud) == 0:
        return x
    margin = int(margin * RATE)
    return x[max(0, loud[0] * 160 - margin) : loud[-1] * 160 + 160 + margin]


def floor_noise(x, samples, rng):
    """Noise with the spectrum of the recording's quietest moments, so that a gap is not a digital silence."""
    n = len(x) // 256
    if n < 4:
        return np.zeros(samples, np.float32)
    frames = x[: n * 256].reshape(n, 256).astype(np.float32)
    quiet = frames[np.argsort((frames**2).mean(1))[: max(2, n // 12)]]
    magnitude = np.sqrt((np.abs(np.fft.rfft(quiet * np.hanning(256), axis=1)) ** 2).mean(0) / (256 * 0.375))
    spectrum = np.fft.rfft(rng.standard_normal(samples))
    spectrum *= np.interp(np.linspace(0, 1, len(spectrum)), np.linspace(0, 1, len(magnitude)), magnitude)
    return np.fft.irfft(spectrum, samples).astype(np.float32)


def join(parts, rng, low, high, longest=45.0, shortest=8.0):
    """Utterances of one speaker, `low` to `high` seconds apart, in files of up to `longest` seconds."""
    files, current, length, whole = [], [], 0, np.concatenate(parts)
    fade = np.linspace(0, 1, 80, dtype=np.float32)
    for part in parts:
        part = part.astype(np.float32).copy()
        if len(part) < 400:
            continue
        part[:80] *= fade
        part[-80:] *= fade[::-1]
        if length and (length + len(part)) / RATE > longest:
            files.append(np.concatenate(current))
            current, length = [], 0
        gap = floor_noise(whole, int(rng.uniform(low, high) * RATE), rng)
        current += [part, gap]
        length += len(part) + len(gap)
    if current and (length / RATE >= shortest or not files):
        files.append(np.concatenate(current))
    return [np.clip(f, -32000, 32000).astype(np.int16) for f in files]


def problem(x, kind):
    if len(x) < 5 * RATE:
        return "short"
    y = x.astype(np.float32)
    level = 20 * np.log10(rms(y) / 32768 + 1e-9)
    if level < (-62 if kind == "background" else -48):
        return f"quiet, {level:.0f} dB"
    if (np.abs(y) >= 32700).mean() > 1e-3:
        return "clipped"
    n = len(y) // RATE
    dead = (np.abs(y[: n * RATE].reshape(n, RATE)).max(1) < 4).mean()
    return f"silent for {dead:.0%}" if dead > 0.3 else ""


class Folder:
    """OUT_DIR with its manifest."""

    def __init__(self, path):
        self.path, self.listed = path, {}

    def put(self, kind, group, n, x, lang, source, licence):
        group, y = slug(group), x.astype(np.float32)
        # speech far too quiet or too loud for a line is brought to a fair level; music keeps headroom
        if len(y) and (target := LEVEL.get(kind, 2000)):
            y = y * min(np.float32(target) / (rms(y) + TINY), np.float32(30000) / (np.abs(y).max() + TINY))
        x, file = np.round(y).astype(np.int16), f"{kind}/{group}__{n}.raw"
        if bad := problem(x, kind):
            print(f"left out: {file} ({bad})")
            return False
        os.makedirs(f"{self.path}/{kind}", exist_ok=True)
        x.tofile(f"{self.path}/{file}")
        seconds = round(len(x) / RATE, 2)
        self.listed[file] = dict(file=file, kind=kind, group=group, seconds=seconds, lang=lang, source=source, licence=licence)
        return True

    def speech(self, group, utterances, lang, source, licence, limit, low=0.3, high=1.0, seed=1, prefix="", kind="live_read"):
        """One speaker's (or one recording team's) utterances, paths or samples, up to `limit` seconds of them."""
        rng, parts, total = np.random.default_rng(seed), [], 0
        for utterance in utterances:
            x = trim_ends(load(utterance) if isinstance(utterance, str) else utterance)
            if len(x) < 2000:
                continue
            parts.append(x)
            total += len(x)
            if total > limit * RATE:
                break
        if not parts:
            return
        # each utterance to the speaker's median level, within 6 dB, as on one line
        levels = [rms(p) for p in parts]
        level = np.median(levels)
        parts = [p.astype(np.float32) * np.float32(np.clip(level / (q + TINY), 0.5, 2.0)) for p, q in zip(parts, levels)]
        for i, x in enumerate(join(parts, rng, low, high)):
            self.put(kind, group, f"{prefix}{i}", x, lang, source, licence)

    def save(self):
        with open(f"{self.path}/manifest.json", "w") as out:
            json.dump([self.listed[file] for file in sorted(self.listed)], out, indent=0, ensure_ascii=False)
