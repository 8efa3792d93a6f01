"""Fits the vectors of src/domain/menu-choice: a text's meaning is the sum of the vectors of its terms.

Terms are the stems of a text and the pairs of neighbouring stems. Callers and options of one menu are compared by the cosine of
their meanings; a softmax over the menu's options and "none" gives the likelihood of each.
Several runs from different beginnings are joined and reduced to their main directions.
Usage: fit.py TEXTS_JSON OUT_TS [RUNS [STEPS]]; TEXTS_JSON is written by read.ts.
"""

import collections
import json
import math
import random
import sys

import numpy
import torch
from torch.nn import functional

WIDTH = 256
# Of all runs together: as many directions, and the pairs that matter most.
KEPT = 192
KEPT_PAIRS = 14_000
# Texts are closer to each other in fewer directions: their cosines and the logit of none count less.
LESS_SHARP = 0.8
LESS_NONE = 0.9
MENUS_PER_STEP = 24
OPTIONS_PER_MENU = 8
# Callers who want an option that is left out want none of the others.
LEFT_OUT = 2
# Of a text's stems and pairs, so that none is relied on.
DROPPED = 0.4
RATE = 0.002
# How far a stem's beginning follows what is known of its words.
PRIOR = 5.0
# Rarer pairs are chance. Stems with digits are mostly numbers that one text made up.
MIN_PAIRS = 4
MIN_NUMBERS = 5
# Pairs begin shorter and lighter than stems: they refine what the stems say.
PAIR_LENGTH = 0.2
PAIR_LIGHTER = 1.5


def is_pair(term):
    return '_' in term


def texts_of(menus):
    for menu in menus:
        for option in menu['options']:
            yield from option['wordings']
            yield from option['calls']


def known_terms(counts):
    def is_known(term, count):
        return count >= MIN_PAIRS if is_pair(term) else term.isalpha() or count >= MIN_NUMBERS

    return sorted(term for term, count in counts.items() if is_known(term, count))


def number(menus, terms):
    """Replaces each text by the places of its terms; 0 stands for a text without a known one."""
    place = {term: at + 1 for at, term in enumerate(terms)}

    def places(text):
        return numpy.array([place[term] for term in text if term in place] or [0])

    for menu in menus:
        menu['none'] = [places(text) for text in menu['none']]
        for option in menu['options']:
            option['wordings'] = [places(text) for text in option['wordings']]
            option['calls'] = [places(text) for text in option['calls']]


class Meaning(torch.nn.Module):
    def __init__(self, terms, counts, texts, known, seed):
        super().__init__()
        self.random = numpy.random.default_rng(seed)
        self.vectors = torch.nn.Embedding(len(terms) + 1, WIDTH)
        torch.nn.init.normal_(self.vectors.weight, std=0.5)
        directions = torch.randn(100, WIDTH) / 10
        with torch.no_grad():
            for at, term in enumerate(terms, 1):
                if is_pair(term):
                    self.vectors.weight[at] *= PAIR_LENGTH
                elif term in known:
                    self.vectors.weight[at] += PRIOR * torch.tensor(known[term]) @ directions
        rarity = [math.log(1 + texts / (1 + counts[term])) / 4 - PAIR_LIGHTER * is_pair(term) for term in terms]
        self.weights = torch.nn.Parameter(torch.tensor([0.0, *rarity]))
        self.sharpness = torch.nn.Parameter(torch.tensor(2.7))
        self.none = torch.nn.Parameter(torch.tensor(3.0))

    def forward(self, texts):
        places = numpy.concatenate(texts)
        of_text = numpy.repeat(numpy.arange(len(texts)), [len(text) for text in texts])
        kept = self.random.random(len(places)) > DROPPED
        is_empty = numpy.bincount(of_text[kept], minlength=len(texts)) == 0
        kept |= is_empty[of_text]
        places = torch.from_numpy(places[kept])
        lengths = numpy.bincount(of_text[kept], minlength=len(texts))
        sums = functional.embedding_bag(
            places,
            self.vectors.weight,
            torch.from_numpy(numpy.cumsum(lengths) - lengths),
            mode='sum',
            per_sample_weights=functional.softplus(self.weights)[places],
            sparse=True,
        )
        return functional.normalize(sums, dim=-1)

    def weighted(self):
        """The vectors without that of no term, times their weights."""
        return (self.vectors.weight * functional.softplus(self.weights)[:, None]).detach()[1:]


def draw(menus, sizes, count):
    """Options and callers of some menus: texts, the menu of each, and for each caller the option; -1 for none."""
    options, of_option, calls, of_call, targets = [], [], [], [], []
    for at, menu in enumerate(random.choices(menus, sizes, k=count)):
        shuffled = random.sample(menu['options'], len(menu['options']))
        taken = random.randint(1, min(OPTIONS_PER_MENU, len(shuffled)))
        for option in shuffled[:taken]:
            said = random.sample(option['calls'], min(2, len(option['calls'])))
            if random.random() < 0.2:
                said.append(random.choice(option['wordings']))
            calls += said
            of_call += [at] * len(said)
            targets += [len(options)] * len(said)
            options.append(random.choice(option['wordings']))
            of_option.append(at)
        said = random.sample(menu['none'], min(2, len(menu['none'])))
        said += [random.choice(option['calls']) for option in shuffled[taken : taken + LEFT_OUT] if option['calls']]
        calls += said
        of_call += [at] * len(said)
        targets += [-1] * len(said)
    return options, torch.tensor(of_option), calls, torch.tensor(of_call), torch.tensor(targets)


def loss_of(meanings, options, of_option, of_call, targets, model):
    """Of the meanings of so many options and then of the callers."""
    logits = meanings[options:] @ meanings[:options].T * model.sharpness.exp()
    elsewhere = of_call[:, None] != of_option[None, :]
    none = model.none.expand(len(logits), 1)
    in_menu = torch.cat([logits.masked_fill(elsewhere, -1e4), none], 1)
    fits = targets >= 0
    loss = functional.cross_entropy(in_menu, torch.where(fits, targets, options))
    # Against the options of other menus, too: there are more of them to be told apart from.
    return loss + 0.3 * functional.cross_entropy(logits[fits], targets[fits])


def fit(menus, model, steps):
    sizes = [len(menu['options']) for menu in menus]
    # A step changes few of the vectors: an optimiser that leaves the others alone takes a fortieth of the time.
    optimisers = [
        torch.optim.Adam([{'params': [model.weights]}, {'params': [model.sharpness, model.none]}], lr=RATE),
        torch.optim.SparseAdam([model.vectors.weight], lr=RATE),
    ]
    schedules = [
        torch.optim.lr_scheduler.OneCycleLR(optimiser, most, total_steps=steps, pct_start=0.1, cycle_momentum=False)
        for optimiser, most in zip(optimisers, ([5 * RATE, 0.01], 5 * RATE))
    ]
    for step in range(steps):
        options, of_option, calls, of_call, targets = draw(menus, sizes, MENUS_PER_STEP)
        meanings = model(options + calls)
        loss = loss_of(meanings, len(options), of_option, of_call, targets, model)
        for optimiser in optimisers:
            optimiser.zero_grad()
        loss.backward()
        for optimiser, schedule in zip(optimisers, schedules):
            optimiser.step()
            schedule.step()
        if step % 500 == 499:
            print(step + 1, round(loss.item(), 2), flush=True)


def join(models, terms, counts):
    """The runs' vectors in their main directions, without the pairs that matter least. Returns the terms left, and their vectors."""
    joined = torch.cat([each / each.norm(dim=1).mean() for each in (model.weighted() for model in models)], 1)
    directions, strengths, _ = torch.linalg.svd(joined, full_matrices=False)
    vectors = (directions[:, :KEPT] * strengths[:KEPT]).numpy()

    def matters(at):
        return numpy.linalg.norm(vectors[at]) * math.sqrt(counts[terms[at]])

    pairs = sorted((at for at, term in enumerate(terms) if is_pair(term)), key=matters, reverse=True)
    left = sorted({at for at, term in enumerate(terms) if not is_pair(term)}.union(pairs[:KEPT_PAIRS]))
    return [terms[at] for at in left], vectors[left]


def write(file, terms, vectors, sharpness, none):
    scales = numpy.abs(vectors).max(axis=1) / 127
    quantised = numpy.round(vectors / scales[:, None]).astype(numpy.int8)
    # For each term a scale, then for each term its vector.
    with open(file.removesuffix('.ts') + '.bin', 'wb') as out:
        out.write(scales.astype('<f4').tobytes() + quantised.tobytes())
    with open(file, 'w') as out:
        out.write(f"""/** Fitted by training/menus/fit.py, with word-vectors.bin, read by learned-meaning.ts. */
export const dimensions = {vectors.shape[1]};

/** By which a cosine is multiplied to become a logit, and the logit of wanting none of the options. */
export const sharpness = {sharpness:.2f};
export const noneLogit = {none:.2f};

/** Stems and pairs of stems, in the order of their vectors. */
export const terms =
  '{' '.join(terms)}';
""")


def main():
    source, out = sys.argv[1:3]
    runs = int(sys.argv[3]) if len(sys.argv) > 3 else 4
    steps = int(sys.argv[4]) if len(sys.argv) > 4 else 3000
    data = json.load(open(source))
    menus = data['menus']
    counts = collections.Counter(term for text in texts_of(menus) for term in set(text))
    texts = sum(1 for _ in texts_of(menus))
    terms = known_terms(counts)
    number(menus, terms)
    models = []
    for seed in range(runs):
        random.seed(seed)
        torch.manual_seed(seed)
        models.append(Meaning(terms, counts, texts, data['vectors'], seed))
        fit(menus, models[-1], steps)
    sharpness = LESS_SHARP * sum(model.sharpness.exp().item() for model in models) / runs
    none = LESS_NONE * sum(model.none.item() for model in models) / runs
    terms, vectors = join(models, terms, counts)
    write(out, terms, vectors, sharpness, none)
    print(f'{len(terms)} terms, sharpness {sharpness:.2f}, none {none:.2f}')


if __name__ == '__main__':
    main()
