"""How well fold models do on calls of groups that they never heard. Usage:
evaluate.py CALLS_DIR CORPUS MODEL_PATTERN(with {fold}; several separated by commas are averaged) [--limit CALLS]
Prints recall, false declarations per hour, latency and first-right against the threshold: for the composed calls of the
held-out folds, and for the labelled calls, each by the model of the fold in which its voice and persons lie."""
import glob, json, os, sys
import numpy as np
import torch
from audio import read_wav_gz
from features import log_mel, repeat_similarity
from network import Network
from sources import FOLDS, assign_folds

STEP = 0.08


def load_models(patterns, fold):
    nets = []
    for pattern in patterns.split(","):
        net = Network()
        net.load_state_dict(torch.load(pattern.format(fold=fold)))
        nets.append(net.eval())
    return nets


def run(nets, mel, repeat):
    with torch.no_grad():
        out = [net(torch.from_numpy(mel.astype(np.float32))[None], torch.from_numpy(repeat.astype(np.float32))[None]) for net in nets]
    return sum(o[0][0] for o in out).numpy() / len(nets), sum(o[1][0] for o in out).numpy() / len(nets)


def declare(logit, threshold, tau=0.3, rearm=-0.5, rearm_seconds=3.0, clip=6.0, prior=-3.0):
    """Instants at which a person is declared: the average of clipped log-odds above a threshold, re-armed after quiet."""
    average, armed, below, out = prior, True, 0.0, []
    share = min(1.0, STEP / tau)
    for k, value in enumerate(np.clip(logit, -clip, clip)):
        average += (value - average) * share
        if armed and average > threshold:
            out.append((k + 1) * STEP)
            armed = False
        below = below + STEP if average < rearm else 0.0
        if below > rearm_seconds:
            armed = True
    return out


def intervals(person):
    edges = np.flatnonzero(np.diff(np.concatenate([[0], person, [0]])))
    return [(a * STEP, b * STEP) for a, b in edges.reshape(-1, 2)]


def score(calls, declared):
    """calls: [(humans [(first_word, end)], duration)], declared: instants per call."""
    found = total = false = right = right5 = with_human = 0
    quiet, latency = 0.0, []
    for (humans, duration), instants in zip(calls, declared):
        spans = [(a - 0.2, b + 1.0) for a, b in humans]
        quiet += duration - sum(b - a for a, b in spans)
        last = None
        for t in instants:
            if not any(a <= t <= b for a, b in spans) and (last is None or t - last > 10):
                false += 1
                last = t
        for (first, _), (a, b) in zip(humans, spans):
            hits = [t for t in instants if a <= t <= b]
            total += 1
            if hits:
                found += 1
                latency.append(hits[0] - first)
        if humans:
            with_human += 1
            t = instants[0] if instants else 1e9
            right += spans[0][0] <= t <= spans[0][1]
            right5 += spans[0][0] <= t <= humans[0][0] + 5
    return dict(recall=found / total, false=false / quiet * 3600, median=float(np.median(latency or [np.nan])), p95=float(np.percentile(latency or [np.nan], 95)), right=right / with_human, right5=right5 / with_human, persons=total, hours=quiet / 3600, falses=false)


def table(title, calls, logits):
    print(title)
    for threshold in (-1.0, -0.5, 0.0, 0.5, 1.0, 1.5, 2.0, 2.5, 3.0, 3.5, 4.0):
        s = score(calls, [declare(x, threshold) for x in logits])
        print(f"  {threshold:4.2f}  recall {s['recall']:.3f}  false/h {s['false']:5.2f}  median {s['median']:.2f}  p95 {s['p95']:5.2f}  right {s['right']:.3f}  in5 {s['right5']:.3f}")
    print(f"  {s['persons']} persons, {s['hours']:.1f} h without")


def window_accuracy(label, weight, kinds, person):
    """Share of right 3 s windows, announcement and prompt as one, from the mean of class probabilities."""
    p = np.exp(kinds - kinds.max(1, keepdims=True))
    p /= p.sum(1, keepdims=True)
    ok = n = 0
    for a in range(0, len(label) - 37, 37):
        truth = np.bincount(np.where(label[a : a + 37] == 4, 2, label[a : a + 37]), minlength=8)
        if truth.argmax() == 5 and weight[a : a + 37].mean() < 0.5:
            continue
        q = p[a : a + 37].mean(0)
        q[2] += q[4]
        q[4] = 0
        ok += q.argmax() == truth.argmax()
        n += 1
    return ok, n


def labelled(corpus):
    clips, music = json.load(open(f"{corpus}/clips.json")), json.load(open(f"{corpus}/music.json"))
    folds = assign_folds(corpus, clips, music)
    for path in sorted(glob.glob(f"{corpus}/timelines/*.json")):
        m = json.load(open(path))
        mel = log_mel(read_wav_gz(path[:-5] + ".wav.gz"))
        steps = len(mel) // 4
        groups = {folds[m["voice"]]} | {folds[h["speaker"]] for h in m["humans"]}
        yield m, mel[: steps * 4], repeat_similarity(mel)[:steps], folds[m["voice"]], len(groups) == 1


def main():
    calls_dir, corpus, pattern = sys.argv[1:4]
    limit = int(sys.argv[sys.argv.index("--limit") + 1]) if "--limit" in sys.argv else 10**9
    models = {}
    for f in range(FOLDS):
        if os.path.exists(pattern.split(",")[0].format(fold=f)):
            models[f] = load_models(pattern, f)
    calls, logits, ok, n = [], [], 0, 0
    for f, nets in models.items():
        taken = 0
        for path in sorted(glob.glob(f"{calls_dir}/*-f{f}.npz")):
            if taken >= limit:
                break
            d = {k: v for k, v in np.load(path).items()}
            at = 0
            for length in d["lengths"]:
                cut = slice(at, at + length)
                kinds, logit = run(nets, d["mel"][at * 4 : (at + length) * 4], d["repeat"][cut])
                calls.append((intervals(d["person"][cut]), length * STEP))
                logits.append(logit)
                good, count = window_accuracy(d["label"][cut], d["weight"][cut].astype(float), kinds, logit)
                ok, n, at, taken = ok + good, n + count, at + length, taken + 1
    table(f"composed calls, held-out folds {list(models)}; window accuracy {ok / n:.3f}", calls, logits)
    calls, logits, whole = [], [], 0
    for m, mel, repeat, fold, unheard in labelled(corpus):
        if fold not in models or not unheard:
            continue
        _, logit = run(models[fold], mel, repeat)
        calls.append(([(h["first_word"], h["end"]) for h in m["humans"]], m["duration"]))
        logits.append(logit)
    table(f"labelled calls whose voice and persons were all unheard: {len(calls)}", calls, logits)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
