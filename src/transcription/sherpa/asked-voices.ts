import type { Deafness } from './deafness.ts';
import type { SherpaAnswer } from './sherpa-frames.ts';

/** Most questions waiting for an answer: 10 s of audio. A process that is further behind is not asked. */
const maxAsked = 64;

type Voices = readonly boolean[] | undefined;

/** The questions about voices that an engine's processes are asked, one process at a time; answers come in the order of the questions. */
export class AskedVoices {
  readonly #deafness: Deafness;
  #asked: ((voices: Voices) => void)[] = [];

  constructor(deafness: Deafness) {
    this.#deafness = deafness;
  }

  get areWaitedFor(): boolean {
    return this.#asked.length > 0;
  }

  /** @param send asks the process. @returns undefined if it cannot tell. */
  async ask(send: () => void): Promise<Voices> {
    if (this.#deafness.isDeaf || this.#asked.length >= maxAsked) return undefined;
    return new Promise<Voices>((resolve) => {
      this.#asked.push(resolve);
      send();
    });
  }

  /** @returns false when nothing was asked. */
  take(answer: Extract<SherpaAnswer, { voices: unknown } | { deaf: unknown }>): boolean {
    const asked = this.#asked.shift();
    if (asked === undefined) return false;
    if ('deaf' in answer) this.#deafness.cannot(answer.deaf);
    else this.#deafness.answered();
    asked('voices' in answer ? answer.voices : undefined);
    return true;
  }

  /** @param why the process ended by itself: the library ends it if it cannot read the weights. */
  ended(why?: string): void {
    const asked = this.#asked.splice(0);
    if (asked.length > 0 && why !== undefined) this.#deafness.ended(why);
    for (const each of asked) each(undefined);
  }
}
