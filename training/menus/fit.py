"""Fits the word vectors of src/domain/menu-choice: a text's meaning is the sum of the vectors of its stems.

Callers and options of one menu are compared by the cosine of their meanings; a softmax over the menu's options and "none" gives
the likelihood of each. Several runs from different beginnings are joined and reduced to their main directions.
Usage: fit.py TEXTS_JSON OUT_TS [RUNS [STEPS]]; TEXTS_JSON is written by read.ts.
"""

import base64
import collections
import json
import math
import random
import sys

import numpy
import torch
from torch.nn import functional

WIDTH = 512
KEPT = 128
MENUS_PER_STEP = 24
OPTIONS_PER_MENU = 8
# Callers who want an option that is left out want none of the others.
LEFT_OUT = 2
# Of a text's stems, so that none is relied on.
DROPPED = 0.4
RATE = 0.002
# How far a stem's beginning follows what is known of its words.
PRIOR = 5.0
# Stems with digits are mostly numbers that one text made up.
MIN_NUMBERS = 5


def read(file):
    data = json.load(open(file))
    return data['menus'], data['vectors']


def texts_of(menus):
    for menu in menus:
        for option in menu['options']:
            yield from option['wordings']
            yield from option['calls']


class Meaning(torch.nn.Module):
    def __init__(self, stems, counts, texts, vectors):
        super().__init__()
        self.place = {stem: at + 1 for at, stem in enumerate(stems)}
        self.vectors = torch.nn.Embedding(len(stems) + 1, WIDTH)
        torch.nn.init.normal_(self.vectors.weight, std=0.5)
        directions = torch.randn(100, WIDTH) / 10
        with torch.no_grad():
            for stem, at in self.place.items():
                if stem in vectors:
                    self.vectors.weight[at] += PRIOR * torch.tensor(vectors[stem]) @ directions
        rarity = [math.log(1 + texts / (1 + counts[stem])) / 4 for stem in stems]
        self.weights = torch.nn.Parameter(torch.tensor([0.0, *rarity]))
        self.sharpness = torch.nn.Parameter(torch.tensor(2.7))
        self.none = torch.nn.Parameter(torch.tensor(3.0))

    def forward(self, texts):
        places, offsets = [], []
        for text in texts:
            offsets.append(len(places))
            known = [self.place[stem] for stem in text if stem in self.place]
            kept = [at for at in known if random.random() > DROPPED]
            places += kept or known or [0]
        places = torch.tensor(places)
        sums = functional.embedding_bag(
            places,
            self.vectors.weight,
            torch.tensor(offsets),
            mode='sum',
            per_sample_weights=functional.softplus(self.weights)[places],
        )
        return functional.normalize(sums, dim=-1)

    def weighted(self):
        """The vectors without that of no word, times their weights."""
        return (self.vectors.weight * functional.softplus(self.weights)[:, None]).detach()[1:]


def draw(menus):
    """Options and callers of several menus: texts, the menu of each, and for each caller the option; -1 for none."""
    options, of_option, calls, of_call, targets = [], [], [], [], []
    for number, menu in enumerate(random.choices(menus, [len(menu['options']) for menu in menus], k=MENUS_PER_STEP)):
        shuffled = random.sample(menu['options'], len(menu['options']))
        taken = random.randint(1, min(OPTIONS_PER_MENU, len(shuffled)))
        for option in shuffled[:taken]:
            said = random.sample(option['calls'], min(2, len(option['calls'])))
            if random.random() < 0.2:
                said.append(random.choice(option['wordings']))
            calls += said
            of_call += [number] * len(said)
            targets += [len(options)] * len(said)
            options.append(random.choice(option['wordings']))
            of_option.append(number)
        said = random.sample(menu['none'], min(2, len(menu['none'])))
        said += [random.choice(option['calls']) for option in shuffled[taken : taken + LEFT_OUT]]
        calls += said
        of_call += [number] * len(said)
        targets += [-1] * len(said)
    return options, torch.tensor(of_option), calls, torch.tensor(of_call), torch.tensor(targets)


def fit(menus, stems, counts, texts, vectors, steps):
    model = Meaning(stems, counts, texts, vectors)
    optimiser = torch.optim.Adam([
        {'params': [model.vectors.weight]},
        {'params': [model.weights]},
        {'params': [model.sharpness, model.none]},
    ], lr=RATE, fused=True)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, [5 * RATE, 5 * RATE, 0.01], total_steps=steps, pct_start=0.1
    )
    for step in range(steps):
        options, of_option, calls, of_call, targets = draw(menus)
        meanings = model(options + calls)
        logits = meanings[len(options):] @ meanings[: len(options)].T * model.sharpness.exp()
        elsewhere = of_call[:, None] != of_option[None, :]
        none = model.none.expand(len(calls), 1)
        in_menu = torch.cat([logits.masked_fill(elsewhere, -1e4), none], 1)
        wanted = torch.where(targets < 0, len(options), targets)
        fits = targets >= 0
        loss = functional.cross_entropy(in_menu, wanted)
        # Against the options of other menus, too: there are more of them to be told apart from.
        loss = loss + 0.3 * functional.cross_entropy(logits[fits], targets[fits])
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
        schedule.step()
        if step % 500 == 499:
            print(step + 1, round(loss.item(), 2), flush=True)
    return model


def write(file, stems, vectors, sharpness, none):
    scales = numpy.abs(vectors).max(axis=1) / 127
    quantised = numpy.round(vectors / scales[:, None]).astype(numpy.int8)
    packed = base64.b64encode(scales.astype('<f4').tobytes() + quantised.tobytes()).decode()
    with open(file, 'w') as out:
        out.write(f"""/** Fitted by training/menus/fit.py, read by learned-meaning.ts. */
export const dimensions = {vectors.shape[1]};

/** By which a cosine is multiplied to become a logit, and the logit of wanting none of the options. */
export const sharpness = {sharpness:.2f};
export const noneLogit = {none:.2f};

/** In the order of their vectors. */
export const stems =
  '{' '.join(stems)}';

/** For each stem a scale as float32, little endian, then for each stem its vector as int8. */
export const vectorBytes = Buffer.from(
  '{packed}',
  'base64',
);
""")


def main():
    source, out = sys.argv[1:3]
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    steps = int(sys.argv[4]) if len(sys.argv) > 4 else 5000
    menus, vectors = read(source)
    counts = collections.Counter(stem for text in texts_of(menus) for stem in set(text))
    texts = sum(1 for _ in texts_of(menus))
    stems = sorted(stem for stem, count in counts.items() if stem.isalpha() or count >= MIN_NUMBERS)
    models = []
    for run in range(runs):
        random.seed(run)
        torch.manual_seed(run)
        models.append(fit(menus, stems, counts, texts, vectors, steps))
    weighted = [model.weighted() for model in models]
    joined = torch.cat([each / each.norm(dim=1).mean() for each in weighted], 1)
    directions, strengths, _ = torch.linalg.svd(joined, full_matrices=False)
    sharpness = sum(model.sharpness.exp().item() for model in models) / runs
    none = sum(model.none.item() for model in models) / runs
    write(out, stems, (directions[:, :KEPT] * strengths[:KEPT]).numpy(), sharpness, none)
    print(f'{len(stems)} stems, sharpness {sharpness:.2f}, none {none:.2f}')


if __name__ == '__main__':
    main()
