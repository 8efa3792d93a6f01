"""Writes an encoder for src/sentences/encoder-file.ts."""

import struct

import numpy

from encoder import HEADS, MOST_TOKENS, WIDTH

MAGIC = b'HDS1'
# The service adds products of 8 and 16 bits in 32 bits, which is safe up to 516 of them.
MOST_COLUMNS = 384


def write(path, model, vocabulary):
    """
    Little endian, each part padded to 4 bytes: magic, u32 width, places, heads, layers and parts of the widened state; the vocabulary by
    lines; its rows (a scale for each, then int8); places, kinds and the norm of the beginning as float32;
    for each layer its matrices (query, key, value, out, widen, the parts of narrow) and norms (gain, shift).
    A matrix is u32 outputs, u32 inputs, a float32 scale for each output, int8 weights, float32 biases.
    """
    narrowed = model.layers[0].narrow.weight.shape[1]
    words = '\n'.join(vocabulary.tokens).encode()
    scales, rows = quantised(values_of(model.tokens.weight))
    parts = [
        MAGIC,
        struct.pack('<5I', WIDTH, MOST_TOKENS, HEADS, len(model.layers), narrowed // MOST_COLUMNS),
        struct.pack('<I', len(words)) + words,
        floats(scales),
        rows,
        floats(values_of(model.places.weight)),
        floats(values_of(model.kinds.weight)),
        *norm(model.begun),
    ]
    for layer in model.layers:
        for each in (layer.query, layer.key, layer.value, layer.out, layer.widen):
            parts += linear(values_of(each.weight), values_of(each.bias))
        bias = values_of(layer.narrow.bias)
        for begin in range(0, narrowed, MOST_COLUMNS):
            parts += linear(values_of(layer.narrow.weight)[:, begin : begin + MOST_COLUMNS], bias)
            bias = numpy.zeros_like(bias)
        parts += [*norm(layer.attended), *norm(layer.done)]
    with open(path, 'wb') as out:
        for part in parts:
            out.write(part + bytes(-len(part) % 4))


def values_of(parameter):
    return parameter.detach().numpy()


def floats(values):
    return numpy.asarray(values, '<f4').tobytes()


def quantised(matrix):
    scales = numpy.abs(matrix).max(axis=1) / 127
    return scales, numpy.round(matrix / scales[:, None]).astype(numpy.int8).tobytes()


def linear(weight, bias):
    scales, rows = quantised(weight)
    return [struct.pack('<2I', *weight.shape), floats(scales), rows, floats(bias)]


def norm(each):
    return floats(values_of(each.weight)), floats(values_of(each.bias))
