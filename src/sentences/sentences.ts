import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { describeError } from '../domain/errors.ts';
import type { TextKind } from '../domain/menu-choice/learned-meaning.ts';
import type { Log } from '../log/log.ts';
import { createEncoder, type Encoder } from './encoder.ts';
import { readEncoder } from './encoder-file.ts';

/** Fitted by training/menus/fit-encoder.sh, beginning with all-MiniLM-L6-v2, whose licence (Apache-2.0) is beside it. */
const encoderFile = new URL('encoder.bin', import.meta.url);

/** Several times as many as the menus of all calls have. */
const textsKept = 2_000;

/** What sentences mean. The encoder is loaded for the first of them. */
export class Sentences {
  readonly #log: Log;
  readonly #file: URL;
  readonly #known = new LRUCache<string, Float32Array>({ max: textsKept });
  #encoder: Promise<Encoder | undefined> | undefined;

  constructor(log: Log, file = encoderFile) {
    this.#log = log;
    this.#file = file;
  }

  /**
   * A text takes about ten milliseconds once, in slices between which other work is done.
   * @returns undefined if the encoder cannot be loaded, which is logged: menus are then understood by their words alone
   */
  async meaningOf(text: string, kind: TextKind): Promise<Float32Array | undefined> {
    const key = `${kind} ${text}`;
    const found = this.#known.get(key);
    if (found !== undefined) return found;
    this.#encoder ??= this.#load();
    const encoder = await this.#encoder;
    if (encoder === undefined) return undefined;
    const encoding = encoder.encode(text, kind);
    let step = encoding.next();
    for (; step.done !== true; step = encoding.next()) await setImmediate();
    this.#known.set(key, step.value);
    return step.value;
  }

  async #load(): Promise<Encoder | undefined> {
    try {
      return createEncoder(readEncoder(await readFile(this.#file)));
    } catch (error) {
      this.#log.error('the sentence encoder cannot be loaded: menus are understood by their words alone', {
        file: this.#file.pathname,
        error: describeError(error),
      });
      return undefined;
    }
  }
}
