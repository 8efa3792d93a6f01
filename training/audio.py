"""Reading and writing of what the trainer needs: G.711 WAV (gzip) and raw 8 kHz s16."""
import gzip, struct
import numpy as np


def _mulaw_table():
    code = ~np.arange(256).astype(np.uint8)
    sign, exponent, mantissa = code & 0x80, (code >> 4) & 7, code & 15
    value = ((mantissa.astype(np.int32) << 3) + 132 << exponent) - 132
    return np.where(sign, -value, value).astype(np.int16)


MULAW = _mulaw_table()


def read_wav_gz(path):
    data = gzip.open(path).read() if path.endswith(".gz") else open(path, "rb").read()
    at, tag = 12, None
    while at + 8 <= len(data):
        name, size = data[at : at + 4], struct.unpack("<I", data[at + 4 : at + 8])[0]
        if name == b"fmt ":
            tag = struct.unpack("<H", data[at + 8 : at + 10])[0]
        if name == b"data":
            body = data[at + 8 : at + 8 + size]
            return MULAW[np.frombuffer(body, np.uint8)] if tag == 7 else np.frombuffer(body[: len(body) // 2 * 2], np.int16)
        at += 8 + size + (size & 1)
    raise ValueError(f"{path}: no audio")


def write_raw(path, samples):
    np.clip(samples, -32768, 32767).astype(np.int16).tofile(path)


def mulaw_roundtrip(x):
    """float −1..1 -> int16 as it comes out of G.711 µ-law."""
    s = np.clip(x * 32768, -32635, 32635).astype(np.int32)
    magnitude = np.abs(s) + 132
    exponent = np.maximum(np.frexp(magnitude.astype(np.float32))[1] - 8, 0)
    mantissa = (magnitude >> (exponent + 3)) & 15
    value = (((mantissa << 3) + 132) << exponent) - 132
    return np.where(s < 0, -value, value).astype(np.int16)


def alaw_roundtrip(x):
    s = np.clip(x * 32768, -32635, 32635).astype(np.int32) >> 4
    magnitude = np.abs(s)
    exponent = np.maximum(np.frexp(np.maximum(magnitude, 1).astype(np.float32))[1] - 5, 0)
    shift = np.maximum(exponent, 1)
    value = ((magnitude >> shift) << shift) + (1 << (shift - 1))
    return np.where(s < 0, -value, value).astype(np.int32).clip(-2047, 2047).astype(np.int16) * 16
