"""The mixture weights of a model that has them quantised, as sphinxtrain reads them: mixture_weights.py SENDUMP OUT"""

import struct
import sys

import numpy as np

LOG_BASE = 1.0001
# Quantised logarithms lack their last ten bits.
SHIFT = 10


def main(sendump, out):
    with open(sendump, "rb") as file:
        header = {}
        while (length := struct.unpack("<i", file.read(4))[0]) != 0:
            words = file.read(length)[:-1].decode().split(" ")
            if len(words) == 2:
                header[words[0]] = words[1]
        assert int(header.get("cluster_count", 0)) == 0, header
        features = int(header["feature_count"])
        densities, senones = struct.unpack("<ii", file.read(8))
        quantised = np.frombuffer(file.read(), dtype="u1")
    quantised = quantised.reshape(features, densities, senones)
    weights = LOG_BASE ** -(quantised.astype(float) * 2**SHIFT)
    weights = weights.transpose(2, 0, 1)
    weights /= weights.sum(axis=2, keepdims=True)
    with open(out, "wb") as file:
        file.write(b"s3\nversion 1.0\nendhdr\n")
        file.write(struct.pack("<Iiiii", 0x11223344, senones, features, densities, weights.size))
        file.write(weights.astype("<f4").tobytes())


if __name__ == "__main__":
    main(*sys.argv[1:])
