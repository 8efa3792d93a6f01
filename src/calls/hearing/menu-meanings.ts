import type { Meanings, TextKind } from '../../domain/menu-choice/learned-meaning.ts';
import { languageOf } from '../../domain/menu-speech/language-of.ts';
import { wishOf } from '../../domain/menu-choice/wish.ts';

/** Computes what sentences mean, as vectors of length 1. */
export interface SentenceEncoder {
  meaningOf(text: string, kind: TextKind): Promise<Float32Array | undefined>;
}

/** What a call's intent and the options of its menus mean, as far as it has been computed. */
export class MenuMeanings implements Meanings {
  readonly #encoder: SentenceEncoder | undefined;
  readonly #known = { caller: new Map<string, Float32Array>(), option: new Map<string, Float32Array>() };

  /** @param encoder absent: nothing is ever found */
  constructor(encoder: SentenceEncoder | undefined) {
    this.#encoder = encoder;
  }

  find(text: string, kind: TextKind): Float32Array | undefined {
    return this.#known[kind].get(text);
  }

  /** Computes what is missing. The encoder knows English alone, and so do those who ask. */
  async compute(intent: string, options: readonly { text: string }[]): Promise<void> {
    const { wanted } = wishOf(intent);
    if (languageOf(wanted) !== 'en') return;
    await this.#add(wanted, 'caller');
    for (const { text } of options) await this.#add(text, 'option');
  }

  async #add(text: string, kind: TextKind): Promise<void> {
    if (this.#known[kind].has(text)) return;
    const meaning = await this.#encoder?.meaningOf(text, kind);
    if (meaning !== undefined) this.#known[kind].set(text, meaning);
  }
}
