"""The mean of the features that the voices gave, which a recogniser begins to normalise with: mean_cepstrum.py FOLDER"""

import glob
import sys

import numpy as np

COEFFICIENTS = 13


def main(folder):
    total, count = np.zeros(COEFFICIENTS), 0
    for path in sorted(glob.glob(f"{folder}/*.mfc")):
        with open(path, "rb") as file:
            data = file.read()
        # A length, then floats, both in the byte order of whoever wrote them.
        kind = "<f4" if int.from_bytes(data[:4], "little") * 4 + 4 == len(data) else ">f4"
        frames = np.frombuffer(data[4:], dtype=kind).reshape(-1, COEFFICIENTS)
        total, count = total + frames.sum(axis=0), count + len(frames)
    print(",".join(f"{value:.1f}" for value in total / count))


if __name__ == "__main__":
    main(*sys.argv[1:])
