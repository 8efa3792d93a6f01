"""A trigram model of menu language in ARPA form, over the general English unigrams of PocketSphinx: language_model.py MODEL_FOLDER OUT.lm"""

import collections
import math
import struct
import sys

import texts

# How much of the probability is menu language; the rest is the words of English as often as they are.
MENU = 0.85
# The rarer ones are no help in a menu, and cost memory and time.
GENERAL_WORDS = 12000
# Of the recogniser's logarithms.
LOG_BASE = 1.0001


def general_unigrams(path):
    """Words and probabilities of a `Trie Language Model` file, whose bigrams and trigrams are quantised and are not read."""
    with open(path, "rb") as file:
        data = file.read()
    title = b"Trie Language Model"
    assert data.startswith(title), path
    at = len(title)
    order = data[at]
    counts = struct.unpack_from(f"<{order}I", data, at + 1)
    tables = (order - 2) * 2 + 1
    at += 1 + 4 * order + 4 + tables * 65536 * 4
    unigrams = [struct.unpack_from("<ffI", data, at + 12 * n) for n in range(counts[0])]
    words = data[-word_bytes(data, counts[0]) :].split(b"\0")[: counts[0]]
    return {word.decode(): LOG_BASE**score for word, (score, _backoff, _next) in zip(words, unigrams)}


def word_bytes(data, count):
    """Bytes of the list of words at the file's end: `count` strings, each with a zero behind it."""
    at = len(data) - 1
    for _ in range(count):
        at = data.rindex(b"\0", 0, at)
    # The list's own length stands before the first word.
    return len(data) - at - 1


def counts_of(sentences):
    counts = [collections.Counter() for _ in range(3)]
    for sentence in sentences:
        words = ["<s>", *sentence, "</s>"]
        for n in range(3):
            for at in range(max(1, n), len(words)):
                counts[n][tuple(words[at - n : at + 1])] += 1
    return counts


class MenuModel:
    """Witten-Bell smoothing: a history that was followed by many different words leaves more to the shorter history."""

    def __init__(self, sentences):
        self.counts = counts_of(sentences)
        self.after = [collections.Counter(), collections.Counter(), collections.Counter()]
        self.types = [collections.Counter(), collections.Counter(), collections.Counter()]
        for n in range(3):
            for gram, count in self.counts[n].items():
                self.after[n][gram[:-1]] += count
                self.types[n][gram[:-1]] += 1

    def probability(self, gram):
        n = len(gram) - 1
        shorter = self.probability(gram[1:]) if n > 0 else 1 / 20000
        total, types = self.after[n][gram[:-1]], self.types[n][gram[:-1]]
        return shorter if total == 0 else (self.counts[n][gram] + types * shorter) / (total + types)


def main(model_folder, out):
    known = {line.split()[0] for line in open(f"{model_folder}/cmudict-en-us.dict")}
    sentences = [words for words in texts.corpus() if all(word in known for word in words)]
    left_out = {word for words in texts.corpus() for word in words if word not in known}
    print("not in the dictionary:", sorted(left_out))
    menu = MenuModel(sentences)
    general = {word: p for word, p in general_unigrams(f"{model_folder}/en-us.lm.bin").items() if word in known or word == "</s>"}
    often = sorted(general, key=lambda word: -general[word])[:GENERAL_WORDS]
    print("general:", often[:10], f"{sum(general.values()):.3f}")
    words = sorted({*often, *(gram[0] for gram in menu.counts[0])} - {"<s>"})
    uni = {(word,): MENU * menu.probability((word,)) + (1 - MENU) * general.get(word, 1e-7) for word in words}
    total = sum(uni.values())
    uni = {gram: p / total for gram, p in uni.items()}
    grams = [uni, {}, {}]
    for n in (1, 2):
        for gram in menu.counts[n]:
            grams[n][gram] = MENU * menu.probability(gram) + (1 - MENU) * general.get(gram[-1], 1e-7)
    write(out, grams)


def write(out, grams):
    def of_shorter(gram):
        n = len(gram) - 1
        if gram in grams[n]:
            return grams[n][gram]
        return backoff[n].get(gram[:-1], 1) * of_shorter(gram[1:]) if n else 1e-7

    backoff = [{}, {}, {}]
    for n in (1, 2):
        said, left = collections.Counter(), collections.Counter()
        for gram, p in grams[n].items():
            said[gram[:-1]] += p
            left[gram[:-1]] += of_shorter(gram[1:])
        for history, p in said.items():
            backoff[n][history] = max(1e-7, 1 - p) / max(1e-7, 1 - left[history])
    log = lambda p: f"{math.log10(max(p, 1e-10)):.4f}"
    with open(out, "w") as file:
        shown = [sorted([*grams[0], ("<s>",)]), sorted(grams[1]), sorted(grams[2])]
        file.write("\\data\\\n" + "".join(f"ngram {n + 1}={len(each)}\n" for n, each in enumerate(shown)))
        for n, each in enumerate(shown):
            file.write(f"\n\\{n + 1}-grams:\n")
            for gram in each:
                p = "-99.0" if gram == ("<s>",) else log(grams[n][gram])
                rest = "" if n == 2 else " " + log(backoff[n + 1].get(gram, 1))
                file.write(f"{p} {' '.join(gram)}{rest}\n")
        file.write("\n\\end\\\n")
    print([len(each) for each in shown])


if __name__ == "__main__":
    main(*sys.argv[1:])
