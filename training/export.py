"""Writes the fitted networks as the parameter file of the detector, and the vector that its test compares with. Usage:
export.py OUT_PARAMETERS.ts OUT_VECTOR.json MODEL.pt [MODEL.pt …]"""
import base64, json, struct, sys
import numpy as np
import torch
from features import log_mel, repeat_similarity
from network import Network

NAMES = [("conv1", "weight", "bias"), ("conv2", "weight", "bias"),
         ("gru1", "weight_ih_l0", "bias_ih_l0"), ("gru1", "weight_hh_l0", "bias_hh_l0"),
         ("gru2", "weight_ih_l0", "bias_ih_l0"), ("gru2", "weight_hh_l0", "bias_hh_l0"),
         ("classes", "weight", "bias"), ("person", "weight", "bias")]


def matrices(state):
    """[(weights [outputs, inputs], biases)]; convolutions [out, in, tap] as matrices over [tap][in]."""
    for module, weight, bias in NAMES:
        w = state[f"{module}.{weight}"].numpy()
        yield w.transpose(0, 2, 1).reshape(len(w), -1) if w.ndim == 3 else w, state[f"{module}.{bias}"].numpy()


def as_int8(w):
    """Weights as int8 and a scale for each output."""
    scale = np.maximum(np.abs(w).reshape(len(w), -1).max(axis=1), 1e-8).astype(np.float32) / 127
    return np.round(w / scale.reshape(-1, *[1] * (w.ndim - 1))).astype(np.int8), scale


def rounded(path):
    """The network with the weights that the detector will read."""
    state = torch.load(path)
    for module, weight, _ in NAMES:
        w = state[f"{module}.{weight}"].numpy()
        whole, scale = as_int8(w)
        state[f"{module}.{weight}"] = torch.from_numpy(whole.astype(np.float32) * scale.reshape(-1, *[1] * (w.ndim - 1)))
    net = Network()
    net.load_state_dict(state)
    return net.eval(), torch.load(path)


def test_sound():
    """12 s that need no file: chance noise in syllables, a square wave, silence, and the noise once more."""
    seed, out = 12345, []
    for n in range(12 * 8000):
        seed = (seed * 16807) % 2147483647
        second = n // 8000
        if second in (4, 9):
            out.append(0)
        elif second in (5, 6):
            out.append(3000 if (n // 10) % 2 else -3000)
        else:
            loud = (n // 1600) % 3 != 2
            out.append((seed % 8001 - 4000) // (2 + (n // 800) % 5) if loud else seed % 41 - 20)
    x = np.array(out, np.int16)
    x[7 * 8000 : 9 * 8000] = x[8000 : 3 * 8000]
    return x


def main():
    parameters, vector, *models = sys.argv[1:]
    nets, blob = [], struct.pack("<II", 0x32464448, len(models))
    for path in models:
        net, state = rounded(path)
        nets.append(net)
        for w, bias in matrices(state):
            whole, scale = as_int8(w)
            blob += struct.pack("<II", *w.shape) + scale.tobytes() + whole.tobytes() + b"\0" * (-w.size % 4) + bias.astype("<f4").tobytes()
    text = base64.b64encode(blob).decode()
    open(parameters, "w").write(
        "/** The fitted networks (training/export.py); data, licences, figures and limits: docs/detection-model.md. */\n"
        f"export const parameterBytes = Buffer.from(\n  '{text}',\n  'base64',\n);\n")
    mel = log_mel(test_sound())
    mel = mel[: len(mel) // 4 * 4]
    repeat = repeat_similarity(mel)
    with torch.no_grad():
        outs = [n(torch.from_numpy(mel)[None], torch.from_numpy(repeat)[None]) for n in nets]
    kinds, person = sum(o[0][0] for o in outs) / len(nets), sum(o[1][0] for o in outs) / len(nets)
    keep = list(range(0, len(repeat), 7))
    json.dump(dict(
        sound="see training/export.py test_sound", steps=keep,
        mel=[[round(float(v), 4) for v in mel[4 * s + 3]] for s in keep[::6]],
        repeat=[round(float(repeat[s]), 5) for s in keep],
        classes=[[round(float(v), 4) for v in kinds[s]] for s in keep],
        person=[round(float(person[s]), 4) for s in keep]), open(vector, "w"))
    print(len(blob), "bytes of parameters,", len(text), "in base64")


if __name__ == "__main__":
    main()
