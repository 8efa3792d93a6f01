"""Fits the network to composed calls. Usage:
train.py CALLS_DIR OUT.pt [--leave-out FOLD] [--minutes 10] [--seed 1] [--rate 2.5e-3] [--dropout 0.2] [--init MODEL.pt]
[--labelled CORPUS]
--init goes on from a model that was fitted to no more than the same calls. The schedule follows the clock, so that a
run ends in time on any machine; a checkpoint is written every 200 batches and every epoch.
--labelled adds the labelled calls that are free of non-commercial sound (for the final model only)."""
import glob, json, sys, time
import numpy as np
import torch
from network import Network

CHUNK, BATCH = 400, 24  # 32 s a row, the state carried on from chunk to chunk; 13 minutes of audio a batch


def load(folder, keep):
    out = {k: [] for k in ("mel", "repeat", "label", "person", "weight")}
    for path in sorted(glob.glob(f"{folder}/*-f*.npz")):
        if not keep(int(path[-5])):
            continue
        data = np.load(path)
        for key in out:
            out[key].append(data[key])
        lengths.extend(data["lengths"].tolist())
    return {k: np.concatenate(v) for k, v in out.items()}


lengths = []


def labelled(corpus):
    from audio import read_wav_gz
    from compose import C
    from features import log_mel, repeat_similarity

    free = json.load(open(f"{corpus}/non_commercial_calls.json"))["free_of_noncommercial"]
    for name in free:
        m = json.load(open(f"{corpus}/timelines/{name}.json"))
        mel = log_mel(read_wav_gz(f"{corpus}/timelines/{name}.wav.gz"))
        steps = len(mel) // 4
        at = (np.arange(steps) + 0.5) * 0.08
        label, person, weight = np.zeros(steps, np.uint8), np.zeros(steps, np.uint8), np.ones(steps, np.float32)
        for g in m["segments"]:
            inside = (at >= g["start"]) & (at < g["end"])
            label[inside] = C[g["label"]]
            if g["label"] == "live_human":
                weight[inside] = 0.3
        for h in m["humans"]:
            person[(at >= h["first_word"]) & (at < h["end"])] = 1
        for a, b in m["speech"]:
            weight[(at >= a) & (at < b)] = 1
        yield dict(mel=mel[: steps * 4].astype(np.float16), repeat=repeat_similarity(mel)[:steps].astype(np.float16), label=label, person=person, weight=weight.astype(np.float16)), steps


def emphasise_beginnings(data):
    """The first 4 s of every voice count double, a person's also for "on the line": there the decision falls."""
    kind = data["label"].astype(np.int16) * 2 + data["person"]
    change = np.concatenate([[True], kind[1:] != kind[:-1]])
    at = np.arange(len(kind))
    age = at - np.maximum.accumulate(np.where(change, at, 0))
    spoken = (data["person"] > 0) | (data["label"] == 2) | (data["label"] == 4)
    return (data["weight"].astype(np.float32) * np.where(spoken & (age < 50), 2, 1)).astype(np.float16)


def mel_warp(factor, bands=40):
    """The matrix that moves 40 log-mel bands as if every frequency were multiplied: another length of throat."""
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


class Roughener:
    """Cheap changes in the feature domain: level, tilt over frequency and warp stay for a whole call, masks do not."""

    def __init__(self, rng, rows):
        self.rng, self.rows = rng, rows
        self.gain, self.curve = torch.zeros(rows, 1, 1), torch.zeros(rows, 1, 40)
        self.warp = torch.zeros(rows, 40, 40)
        for row in range(rows):
            self.renew(row)

    def renew(self, row):
        rng = self.rng
        self.gain[row] = float(rng.normal(0, 0.7))
        self.curve[row, 0] = torch.from_numpy(np.interp(np.linspace(0, 5, 40), np.arange(6), rng.normal(0, 0.6, 6)).astype(np.float32))
        self.warp[row] = torch.from_numpy(mel_warp(rng.uniform(0.88, 1.13) if rng.random() < 0.7 else 1.0))

    def __call__(self, mel):
        rng, (b, t, k) = self.rng, mel.shape
        out = torch.bmm(mel, self.warp)
        out = torch.where(out < -10.5, out, torch.clamp(out + self.gain + self.curve, min=-11.5))
        for i in range(b):
            if rng.random() < 0.4:
                a, n = int(rng.integers(k)), int(rng.integers(1, 8))
                out[i, :, a : a + n] = -11.5 if rng.random() < 0.3 else out[i, :, max(0, a - 1) : max(0, a - 1) + 1]
            for _ in range(int(rng.integers(0, 4))):
                a, n = int(rng.integers(t)), int(rng.integers(1, 8))
                out[i, a : a + n] = -11.5
        return out


def main():
    option = lambda name, default: type(default)(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default
    calls, out = sys.argv[1:3]
    leave, minutes, seed = option("--leave-out", -1), option("--minutes", 10.0), option("--seed", 1)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    data = load(calls, lambda f: f != leave)
    if "--labelled" in sys.argv:
        extra = list(labelled(option("--labelled", "")))
        for _ in range(2):
            for part, steps in extra:
                for key in data:
                    data[key] = [data[key]] if not isinstance(data[key], list) else data[key]
                    data[key].append(part[key])
                lengths.append(steps)
        data = {k: np.concatenate(v) if isinstance(v, list) else v for k, v in data.items()}
    data["weight"] = emphasise_beginnings(data)
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    print(f"{len(lengths)} calls, {sum(lengths) * 0.08 / 3600:.1f} h", flush=True)
    net = Network()
    if "--init" in sys.argv:
        net.load_state_dict(torch.load(option("--init", "")))
    print(sum(p.numel() for p in net.parameters()), "parameters", flush=True)
    rate, drop = option("--rate", 2.5e-3), option("--dropout", 0.2)
    roughen = Roughener(rng, BATCH)
    optimiser = torch.optim.AdamW(net.parameters(), lr=rate, weight_decay=0.03)
    started, spent, losses, n, epoch = time.time(), 0.0, [], 0, 0
    progress = lambda: (time.time() - started) / (minutes * 60)
    while progress() < 1:
        # Streams of whole calls, one after the other, so that the state carries the whole call's context: each row is
        # a queue of calls; at a call's end the state of that row starts anew.
        order = rng.permutation(len(lengths))
        rows = [list(order[r::BATCH]) for r in range(BATCH)]
        chunks = []
        for r in rows:
            line = []
            for c in r:
                begin = int(rng.integers(0, 150)) if rng.random() < 0.3 else 0
                for a in range(begin, lengths[c], CHUNK):
                    line.append((starts[c] + a, min(CHUNK, lengths[c] - a), a == begin))
            chunks.append(line)
        length = min(len(line) for line in chunks)
        state = (torch.zeros(1, BATCH, 128), torch.zeros(1, BATCH, 96))
        net.train()
        for k in range(length):
            now = progress()
            if now >= 1:
                break
            lr = rate * min(1, n / 50 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * min(1, now))) + 1e-5
            for group in optimiser.param_groups:
                group["lr"] = lr
            mel = np.full((BATCH, CHUNK * 4, 40), -11.5, np.float32)
            repeat, label = np.full((BATCH, CHUNK), 0.5, np.float32), np.zeros((BATCH, CHUNK), np.int64)
            person, weight = np.zeros((BATCH, CHUNK), np.float32), np.zeros((BATCH, CHUNK), np.float32)
            keep = np.ones((1, BATCH, 1), np.float32)
            for b in range(BATCH):
                a, m, fresh = chunks[b][k]
                mel[b, : m * 4] = data["mel"][a * 4 : (a + m) * 4]
                repeat[b, :m], label[b, :m] = data["repeat"][a : a + m], data["label"][a : a + m]
                person[b, :m], weight[b, :m] = data["person"][a : a + m], data["weight"][a : a + m]
                keep[0, b, 0] = 0 if fresh else 1
            for b in np.flatnonzero(keep[0, :, 0] == 0):
                roughen.renew(int(b))
            keep = torch.from_numpy(keep)
            state = tuple(s.detach() * keep for s in state)
            repeat_t = torch.from_numpy(repeat)
            repeat_t = torch.clamp(repeat_t + torch.randn(BATCH, 1) * 0.01, 0.5, 1)
            kinds, alive, state = net(roughen(torch.from_numpy(mel)), repeat_t, state, drop)
            w, target, truth = torch.from_numpy(weight), torch.from_numpy(label), torch.from_numpy(person)
            ce = nn_ce(kinds.reshape(-1, 8), target.reshape(-1)).reshape(w.shape)
            bce = nn_bce(alive, truth)
            total = w.sum() + 1
            # The pauses of a person count fully for "a person is on the line", little for the class.
            wp = torch.where(w > 0, torch.clamp(w, min=0.5), w)
            loss = (ce * w).sum() / total + 2 * (bce * wp).sum() / (wp.sum() + 1)
            optimiser.zero_grad()
            loss.backward()
            torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
            optimiser.step()
            losses.append(float(loss))
            n += 1
            if n % 200 == 0:
                torch.save(net.state_dict(), out)
                print(f"{n} batches, {time.time() - started:.0f} s, loss {np.mean(losses[-200:]):.4f}", flush=True)
        epoch += 1
        torch.save(net.state_dict(), out)
    torch.save(net.state_dict(), out)
    print(f"{epoch} epochs, {n} batches, last loss {np.mean(losses[-100:]):.4f}", flush=True)


nn_ce = torch.nn.CrossEntropyLoss(reduction="none")
nn_bce = torch.nn.BCEWithLogitsLoss(reduction="none")
if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
