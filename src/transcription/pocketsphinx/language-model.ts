import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describeError } from '../../domain/errors.ts';

/**
 * The probability of an expected word: about that of a common word in menus. "Lock" is then not mistaken for the more common "lot", and
 * words that sound different are still not mistaken for "lock".
 */
const expectedProbability = 0.003;
const unigrams = '\n\\1-grams:\n';

/** A language model in ARPA form for one recogniser: the common one, or a copy that expects some words, made for it alone. */
export class LanguageModel {
  readonly file: string;
  readonly #folder: string | undefined;

  /** @param onCommon called when no copy can be written to `temporaryFolder`, so that the common model is used. */
  static async expecting(
    words: readonly string[],
    { common, temporaryFolder }: { common: string; temporaryFolder: string },
    onCommon: (why: string) => void,
  ): Promise<LanguageModel> {
    if (words.length === 0) return new LanguageModel(common, undefined);
    let folder: string | undefined;
    try {
      const text = await readFile(common, 'utf8');
      folder = await mkdtemp(path.join(temporaryFolder, 'holdfast-words-'));
      const file = path.join(folder, 'menu.lm');
      await writeFile(file, expecting(text, words), { mode: 0o600 });
      return new LanguageModel(file, folder);
    } catch (error) {
      onCommon(describeError(error));
      const unused = new LanguageModel(common, folder);
      await unused.remove();
      return new LanguageModel(common, undefined);
    }
  }

  private constructor(file: string, folder: string | undefined) {
    this.file = file;
    this.#folder = folder;
  }

  /** The copy is not needed any more. Never rejects. */
  async remove(): Promise<void> {
    if (this.#folder !== undefined)
      await rm(this.#folder, { recursive: true, force: true }).catch(() => undefined);
  }
}

/**
 * The model with these words among its unigrams, each at least as likely as `expectedProbability`. The recogniser ignores those that it
 * cannot pronounce.
 */
export function expecting(model: string, words: readonly string[]): string {
  const begin = model.indexOf(unigrams) + unigrams.length;
  const end = model.indexOf('\n\n', begin);
  const floor = Math.log10(expectedProbability);
  const left = new Set(words);
  const lines = model
    .slice(begin, end)
    .split('\n')
    .map((line) => {
      const [probability = '', word = '', ...rest] = line.split(' ');
      if (!left.delete(word)) return line;
      return [Math.max(Number(probability), floor).toFixed(4), word, ...rest].join(' ');
    });
  for (const word of left) lines.push(`${floor.toFixed(4)} ${word} 0.0000`);
  const head = model.slice(0, begin).replace(/\nngram 1=\d+\n/, `\nngram 1=${lines.length}\n`);
  return head + lines.join('\n') + model.slice(end);
}
