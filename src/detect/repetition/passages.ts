import type { HeardWords } from '../types.ts';
import { countBits } from './fingerprint.ts';

/** What was said without a pause, and how it sounded. */
export interface Passage {
  said: HeardWords;
  words: Uint32Array;
  valid: Uint8Array;
  /** When its first fingerprint was heard, seconds on the clock of the call in which it was. */
  from: number;
  /** Identifies that call. */
  call: symbol;
}

export function isWordless({ said }: Passage): boolean {
  return said.text === '';
}

/** The newest fingerprints of a call. */
export type Newest = Pick<Passage, 'words' | 'valid'>;

/** The newest 0.8 s are compared. */
export const comparedWords = 20;
/** With fewer valid fingerprints nothing is decided. */
const minCompared = 10;
/**
 * The share of equal bits. 0.9 s after a voice began, repeated prompts agree by 0.73 at least and 97 of 100 of them by 0.75, new ones by
 * 0.74 at most (docs/detection-figures.md).
 */
export const repeatedFrom = 0.75;
/** Most different sounds agree by less than this over a few fingerprints, and are then not compared further. */
const glanceWords = 6;
const glanceFrom = 0.6;
/** Three minutes of speech; the passage that was heard longest ago is forgotten. */
const maxKeptWords = 4500;
/** A minute and a half of other sound, so that music pushes out no announcements. */
const maxKeptWordless = 2250;

/**
 * Speech whose words are known, and sound that has none. The calls of a process share it, because most queues are called several times and play the same each time.
 */
export class Passages {
  #passages: Passage[] = [];

  get isEmpty(): boolean {
    return this.#passages.length === 0;
  }

  /** Keeps a passage, unless it is too short or its sound is known already. What turns out to have words after all replaces what had none. */
  keep(passage: Passage): void {
    const { words, valid } = passage;
    const middle = words.length >> 1;
    const part = [middle - comparedWords, middle] as const;
    const known = this.find({ words: words.subarray(...part), valid: valid.subarray(...part) })?.passage;
    if (known !== undefined && (isWordless(passage) || !isWordless(known))) return;
    this.#passages = [...this.#passages.filter((each) => each !== known), passage];
    const like = this.#passages.filter((each) => isWordless(each) === isWordless(passage));
    let kept = like.reduce((sum, each) => sum + each.words.length, 0);
    for (const oldest of like.slice(0, -1)) {
      if (kept <= (isWordless(passage) ? maxKeptWordless : maxKeptWords)) return;
      this.#passages = this.#passages.filter((each) => each !== oldest);
      kept -= oldest.words.length;
    }
  }

  /** @returns where the newest sound was heard before. */
  find(newest: Newest): { passage: Passage; place: number } | undefined {
    for (const passage of this.#passages)
      for (let place = comparedWords - 1; place < passage.words.length; place++) {
        const glance = agreement(newest, passage, place, glanceWords);
        if (glance !== undefined && glance < glanceFrom) continue;
        if ((agreement(newest, passage, place) ?? 0) < repeatedFrom) continue;
        this.#passages = [...this.#passages.filter((each) => each !== passage), passage];
        return { passage, place };
      }
    return undefined;
  }

  /** Forgets what a call heard from `from` on, on its clock. */
  forget(call: symbol, from: number): void {
    this.#passages = this.#passages.filter((each) => each.call !== call || each.said.endedAt <= from);
  }

  clear(): void {
    this.#passages = [];
  }
}

/** The share of equal bits of the newest sound and the passage up to `place`; undefined if too little of both is sound. */
export function agreement(
  newest: Newest,
  { words, valid }: Newest,
  place: number,
  count = comparedWords,
): number | undefined {
  let [compared, different] = [0, 0];
  for (let n = 0; n < count; n++) {
    const [mine, theirs] = [comparedWords - 1 - n, place - n];
    const [isMine, isTheirs] = [newest.valid[mine] === 1, valid[theirs] === 1];
    if (!isMine && !isTheirs) continue;
    compared += 1;
    // If only one of the two is quiet, half of the bits count as different, as by chance.
    different += isMine && isTheirs ? countBits((newest.words[mine]! ^ words[theirs]!) >>> 0) : 16;
  }
  if (compared < Math.min(minCompared, count)) return undefined;
  return 1 - different / (32 * compared);
}
