"""Fits the network to composed calls; the same seed gives the same network. Usage:
train.py CALLS_DIR[,CALLS_DIR…] OUT.pt --batches 4000 [--leave-out FOLD] [--seed 1] [--labelled CORPUS] [--from PARAMETERS.ts [--rate 0.0008]]
--labelled adds the labelled calls that are free of non-commercial sound (for the final networks only).
--from goes on from the network number SEED of a parameter file, at a lower rate and with each labelled call once."""
import sys, time
import numpy as np
import torch
import parameters
from augment import Roughener
from network import Network
from streams import Calls, batches, composed, labelled

ROWS = 24  # with chunks of 32 s: 13 minutes of sound a batch
PEAK_RATE, WEIGHT_DECAY, DROPOUT = 2.5e-3, 0.03, 0.2
LABELLED_TIMES = 3


def learning_rate(n, total, peak):
    return peak * min(1, n / 50 + 0.02) * (0.5 + 0.5 * np.cos(np.pi * n / total)) + 1e-5


def loss_of(kinds, alive, label, person, weight):
    """Cross-entropy of the classes and twice the binary cross-entropy of "a person is on the line"."""
    ce = torch.nn.functional.cross_entropy(kinds.reshape(-1, 8), label.reshape(-1), reduction="none").reshape(weight.shape)
    bce = torch.nn.functional.binary_cross_entropy_with_logits(alive, person, reduction="none")
    # A person's pauses count fully for "on the line", little for the class.
    present = torch.where(weight > 0, torch.clamp(weight, min=0.5), weight)
    return (ce * weight).sum() / (weight.sum() + 1) + 2 * (bce * present).sum() / (present.sum() + 1)


def main():
    option = lambda name, default: type(default)(sys.argv[sys.argv.index(name) + 1]) if name in sys.argv else default
    folders, out = sys.argv[1].split(","), sys.argv[2]
    total, leave_out, seed, corpus = option("--batches", 4000), option("--leave-out", -1), option("--seed", 1), option("--labelled", "")
    begin = option("--from", "")
    peak = option("--rate", 8e-4 if begin else PEAK_RATE)
    torch.manual_seed(seed)
    rng = np.random.default_rng(seed)
    parts = list(composed(folders, leave_out))
    if corpus:
        parts += list(labelled(corpus)) * (1 if begin else LABELLED_TIMES)
    calls = Calls(parts)
    del parts
    print(f"{len(calls.lengths)} calls, {calls.hours:.1f} h", flush=True)
    net = Network()
    if begin:
        net.load_state_dict(parameters.read(begin)[seed - 1])
    roughen = Roughener(rng, ROWS)
    optimiser = torch.optim.AdamW(net.parameters(), lr=peak, weight_decay=WEIGHT_DECAY)
    state = (torch.zeros(1, ROWS, 128), torch.zeros(1, ROWS, 96))
    started, losses = time.time(), []
    net.train()
    for n, (mel, repeat, label, person, weight, fresh) in enumerate(batches(calls, rng, ROWS)):
        if n == total:
            break
        for group in optimiser.param_groups:
            group["lr"] = learning_rate(n, total, peak)
        for row in np.flatnonzero(fresh):
            roughen.renew(int(row))
        keep = torch.from_numpy((~fresh).astype(np.float32)).reshape(1, ROWS, 1)
        state = tuple(s.detach() * keep for s in state)
        repeat = torch.clamp(torch.from_numpy(repeat) + torch.randn(ROWS, 1) * 0.01, 0.5, 1)
        kinds, alive, state = net(roughen(torch.from_numpy(mel)), repeat, state, DROPOUT)
        loss = loss_of(kinds, alive, *map(torch.from_numpy, (label, person, weight)))
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        losses.append(float(loss))
        if (n + 1) % 40 == 0:
            torch.save(net.state_dict(), out)
            print(f"{n + 1} batches, {time.time() - started:.0f} s, loss {np.mean(losses[-40:]):.4f}", flush=True)
    torch.save(net.state_dict(), out)


if __name__ == "__main__":
    torch.set_num_threads(1)
    main()
