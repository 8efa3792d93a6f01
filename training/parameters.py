"""Reads a parameter file of the detector back into networks, to go on training from them."""
import base64, re, struct
import numpy as np
import torch
from export import NAMES


def read(path):
    """The state of each network in the file."""
    blob = base64.b64decode(re.search(r"Buffer\.from\(\s*'([^']+)'", open(path).read())[1])
    magic, members = struct.unpack_from("<II", blob)
    if magic != 0x32464448:
        raise ValueError(f"{path}: not a parameter file")
    at, states = 8, []

    def floats(n):
        nonlocal at
        values = np.frombuffer(blob, "<f4", n, at)
        at += 4 * n
        return values

    for _ in range(members):
        state = {}
        for module, weight, bias in NAMES:
            rows, columns = struct.unpack_from("<II", blob, at)
            at += 8
            scale = floats(rows)
            whole = np.frombuffer(blob, np.int8, rows * columns, at).reshape(rows, columns)
            at += -(-rows * columns // 4) * 4
            w = whole.astype(np.float32) * scale[:, None]
            if module.startswith("conv"):
                taps = {"conv1": 5, "conv2": 3}[module]
                w = w.reshape(rows, taps, columns // taps).transpose(0, 2, 1)
            state[f"{module}.{weight}"] = torch.from_numpy(np.ascontiguousarray(w))
            state[f"{module}.{bias}"] = torch.from_numpy(floats(rows).copy())
        states.append(state)
    return states
