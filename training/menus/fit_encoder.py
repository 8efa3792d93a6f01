"""Fits the encoder of src/sentences: how close what callers say is to the options of a menu.

The loss is that of fit.py: callers and options of one menu are compared by the cosine of their meanings.
Usage: fit_encoder.py MODEL_FOLDER VOCABULARY OUT [STEPS]; fit-encoder.sh brings the first two.
"""

import pathlib
import random
import sys
import time

import torch

import encoder
import encoder_file
import fit

# Of the vocabulary, in which frequent tokens come first; with those of the texts.
KEPT_TOKENS = 20_000
MENUS_PER_STEP = 8
RATE = 8e-5
WARM_UP = 0.06
DROPPED = 0.1
# Of the mean of the weights, which takes the place of the weights in the end.
INERTIA = 0.99


def read_menus(folder):
    """Menus as lists of options with wordings and calls, as read.ts reads them."""
    menus = []
    for file in sorted(folder.glob('*.txt')):
        for line in file.read_text().split('\n'):
            if line.startswith('['):
                menus.append({'options': [], 'none': []})
            offer, separator, said = line.partition('|')
            if not separator:
                continue
            calls = parts(said, ';')
            if offer.strip() == 'none':
                menus[-1]['none'] += calls
            else:
                menus[-1]['options'].append({'wordings': parts(offer, ' / '), 'calls': calls})
    return [menu for menu in menus if len(menu['options']) > 1]


def parts(text, separator):
    return [part.strip() for part in text.split(separator) if part.strip()]


def texts_of(menus):
    yield from fit.texts_of(menus)
    for menu in menus:
        yield from menu['none']


def without_rare_tokens(model, vocabulary, menus):
    """The vocabulary that is kept, of the encoder, too."""
    used = {place for text in texts_of(menus) for place in vocabulary.encode(text)}
    kept = [
        at
        for at, token in enumerate(vocabulary.tokens)
        if at in used or at < KEPT_TOKENS and token.isascii() and not token.startswith('[unused') or token == '[UNK]'
    ]
    model.tokens = torch.nn.Embedding.from_pretrained(model.tokens.weight[torch.tensor(kept)].detach(), freeze=False)
    return encoder.Vocabulary([vocabulary.tokens[at] for at in kept])


def number(menus, vocabulary):
    """Replaces each text by its tokens."""
    for menu in menus:
        menu['none'] = [vocabulary.encode(text) for text in menu['none']]
        for option in menu['options']:
            for texts in ('wordings', 'calls'):
                option[texts] = [vocabulary.encode(text) for text in option[texts]]


def learn(model, menus, steps):
    """Returns the mean of the weights."""
    sizes = [len(menu['options']) for menu in menus]
    decays = [each for each in model.parameters() if each.dim() > 1]
    others = [each for each in model.parameters() if each.dim() <= 1]
    optimiser = torch.optim.AdamW([{'params': decays, 'weight_decay': 0.01}, {'params': others, 'weight_decay': 0.0}])
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimiser, RATE, total_steps=steps, pct_start=WARM_UP, anneal_strategy='linear', cycle_momentum=False
    )
    mean = torch.optim.swa_utils.AveragedModel(model, multi_avg_fn=torch.optim.swa_utils.get_ema_multi_avg_fn(INERTIA))
    model.train()
    losses, begun = [], time.monotonic()
    for step in range(1, steps + 1):
        options, of_option, calls, of_call, targets = fit.draw(menus, sizes, MENUS_PER_STEP)
        kinds = torch.tensor([1] * len(options) + [0] * len(calls))
        meanings = model.meanings(options + calls, kinds, DROPPED)
        loss = fit.loss_of(meanings, len(options), of_option, of_call, targets, model)
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1)
        optimiser.step()
        schedule.step()
        mean.update_parameters(model)
        losses.append(loss.item())
        if step % 50 == 0:
            print(step, round(sum(losses[-50:]) / 50, 3), f'{time.monotonic() - begun:.0f} s', flush=True)
    return mean.module


def main():
    model_folder, vocabulary_file, out = sys.argv[1:4]
    steps = int(sys.argv[4]) if len(sys.argv) > 4 else 1000
    random.seed(1)
    torch.manual_seed(1)
    menus = read_menus(pathlib.Path(__file__).parent / 'texts')
    model, vocabulary = encoder.load(model_folder, vocabulary_file)
    vocabulary = without_rare_tokens(model, vocabulary, menus)
    model.sharpness = torch.nn.Parameter(torch.tensor(3.0))
    model.none = torch.nn.Parameter(torch.tensor(10.0))
    number(menus, vocabulary)
    fitted = learn(model, menus, steps)
    encoder_file.write(out, fitted, vocabulary)
    print(f'sharpness {fitted.sharpness.exp().item():.1f}, none {fitted.none.item():.1f}')


if __name__ == '__main__':
    main()
