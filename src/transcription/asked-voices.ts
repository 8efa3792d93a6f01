import type { SherpaAnswer } from './sherpa-frames.ts';

/** What is waited for at most: 10 s of sound. A process that is so far behind is not asked. */
const mostAsked = 64;
/** A process may end by accident while it is first asked; one that always does has weights that the library cannot read. */
const mostEnds = 2;

type Voices = readonly boolean[] | undefined;

/** What the processes of an engine are asked about voices, one process at a time; they answer in the order in which they were asked. */
export class AskedVoices {
  readonly #onDeaf: (why: string) => void;
  #asked: ((voices: Voices) => void)[] = [];
  /** Processes that ended instead of answering anything, in a row. */
  #ends = 0;
  #isDeaf = false;

  /** @param onDeaf called once, when it turns out that voices cannot be told from other sounds. */
  constructor(onDeaf: (why: string) => void) {
    this.#onDeaf = onDeaf;
  }

  get areWaitedFor(): boolean {
    return this.#asked.length > 0;
  }

  /** @param send asks the process. @returns undefined where it cannot tell. */
  async ask(send: () => void): Promise<Voices> {
    if (this.#isDeaf || this.#asked.length >= mostAsked) return undefined;
    return new Promise<Voices>((resolve) => {
      this.#asked.push(resolve);
      send();
    });
  }

  /** @returns false when nothing was asked. */
  take(answer: Extract<SherpaAnswer, { voices: unknown } | { deaf: unknown }>): boolean {
    const asked = this.#asked.shift();
    if (asked === undefined) return false;
    this.#ends = 0;
    if ('deaf' in answer) this.#deafen(answer.deaf);
    asked('voices' in answer ? answer.voices : undefined);
    return true;
  }

  /** @param why the process ended by itself: over weights that it cannot read, the library does. */
  ended(why?: string): void {
    const asked = this.#asked.splice(0);
    if (asked.length > 0 && why !== undefined) this.#ends += 1;
    if (this.#ends >= mostEnds) this.#deafen(`its process ${why}`);
    for (const each of asked) each(undefined);
  }

  #deafen(why: string): void {
    if (this.#isDeaf) return;
    this.#isDeaf = true;
    this.#onDeaf(why);
  }
}
