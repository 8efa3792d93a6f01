import type { HeardWords } from '../types.ts';
import { countBits, fingerprintSeconds } from './fingerprint.ts';
import type { RepetitionTracker } from './repetition-tracker.ts';

/**
 * Recognises speech whose words were heard earlier in the call by its sound, so that it need not be understood again. Its words count
 * again each time.
 */
export interface RepeatedWords {
  /** Keeps the sound of what was said. @param at the end of the newest sound, seconds. */
  hear(words: HeardWords, at: number): void;
  /** Compares the newest sound. @returns what was said again, once it has been. */
  step(at: number, mayBeSpeech: boolean): HeardWords | undefined;
  /** Whether the newest sound repeats known speech; undefined while none is known. */
  readonly areRepeated: boolean | undefined;
}

/** The newest 0.8 s are compared. */
const comparedWords = 20;
/** With fewer valid fingerprints nothing is decided. */
const minCompared = 10;
/**
 * The share of equal bits. 0.9 s after a voice began, repeated prompts (300 comparisons between pieces of music or in silence) agree by 0.73
 * at least and 97 of 100 of them by 0.75; new ones by 0.74 at most.
 */
const repeatedFrom = 0.75;
/** Most different sounds agree by less over a few fingerprints, and are not compared further. */
const glanceWords = 6;
const glanceFrom = 0.6;
/** Of a sound that is being followed, the fingerprints may be one ahead or behind. */
const wordsPerStep = 2;
const maxDrift = 1;
/** A pause within a sentence; after a longer one it is not followed any more. */
const maxPauseSeconds = 1;
/** The times of a recogniser are coarse. */
const marginSeconds = 0.3;
/** Three minutes of speech; the passage that was heard longest ago is forgotten. */
const maxKeptWords = 4500;
/** Where less of it was repeated, its words were not. */
const repeatedShare = 0.5;

/** What was said without a pause. */
interface Passage {
  said: HeardWords;
  words: Uint32Array;
  valid: Uint8Array;
  /** When its first fingerprint was heard, seconds. */
  from: number;
}

/** A passage that is being repeated. */
interface Repeating {
  passage: Passage;
  /** The fingerprint that was heard last. */
  place: number;
  since: number;
  heardUntil: number;
}

type Newest = ReturnType<RepetitionTracker['recent']>;

export function createRepeatedWords(tracker: Pick<RepetitionTracker, 'recent'>): RepeatedWords {
  let passages: Passage[] = [];
  let repeating: Repeating | undefined;
  /** Until when words were heard. */
  let wordsUntil = -Infinity;

  function isKept(words: Uint32Array, valid: Uint8Array): boolean {
    const middle = words.length >> 1;
    const part = {
      words: words.subarray(middle - comparedWords, middle),
      valid: valid.subarray(middle - comparedWords, middle),
    };
    return find(part) !== undefined;
  }

  function find(newest: Newest): { passage: Passage; place: number } | undefined {
    for (const passage of passages)
      for (let place = comparedWords - 1; place < passage.words.length; place++) {
        const glance = agreement(newest, passage, place, glanceWords);
        if (glance !== undefined && glance < glanceFrom) continue;
        if ((agreement(newest, passage, place) ?? 0) >= repeatedFrom) return { passage, place };
      }
    return undefined;
  }

  /** @returns whether what is being repeated goes on. */
  function follow(current: Repeating, newest: Newest, at: number): boolean {
    current.place += wordsPerStep;
    if (current.place - maxDrift >= current.passage.words.length) return false;
    let [best, bestPlace] = [-Infinity, current.place];
    for (let place = current.place - maxDrift; place <= current.place + maxDrift; place++) {
      const share = agreement(newest, current.passage, place);
      if (share === undefined) return at - current.heardUntil <= maxPauseSeconds;
      if (share > best) [best, bestPlace] = [share, place];
    }
    if (best < repeatedFrom) return false;
    current.place = bestPlace;
    current.heardUntil = at;
    return true;
  }

  /** @returns what was said again. */
  function end(): HeardWords | undefined {
    const ended = repeating;
    repeating = undefined;
    if (ended === undefined) return undefined;
    const { passage, place, since, heardUntil } = ended;
    const { said } = passage;
    const isSaid = heardUntil - since >= (said.endedAt - said.startedAt) * repeatedShare;
    // Somebody had it recognised again.
    if (!isSaid || wordsUntil > since) return undefined;
    const later = heardUntil - (passage.from + place * fingerprintSeconds);
    return {
      ...said,
      startedAt: said.startedAt + later,
      endedAt: Math.min(said.endedAt + later, heardUntil),
    };
  }

  return {
    get areRepeated() {
      return passages.length === 0 ? undefined : repeating !== undefined;
    },
    hear(said, at) {
      const { startedAt, endedAt, text, isFinal } = said;
      wordsUntil = Math.max(wordsUntil, endedAt);
      if (!isFinal || text === '') return;
      const from = startedAt - marginSeconds;
      const { words: after, valid: validAfter } = tracker.recent(at - from);
      const isForgotten = (after.length + 1) * fingerprintSeconds < at - from;
      const count = Math.round((endedAt + marginSeconds - from) / fingerprintSeconds);
      if (isForgotten || count < 2 * comparedWords) return;
      const [words, valid] = [after.slice(0, count), validAfter.slice(0, count)];
      if (isKept(words, valid)) return;
      passages.push({ said, words, valid, from });
      let kept = passages.reduce((sum, each) => sum + each.words.length, 0);
      while (kept > maxKeptWords && passages.length > 1) kept -= passages.shift()?.words.length ?? 0;
    },
    step(at, mayBeSpeech) {
      if (passages.length === 0) return undefined;
      if (!mayBeSpeech) return end();
      const newest = tracker.recent(comparedWords * fingerprintSeconds);
      if (newest.words.length < comparedWords) return undefined;
      if (repeating !== undefined && follow(repeating, newest, at)) return undefined;
      const again = end();
      const found = find(newest);
      if (found === undefined) return again;
      const since = at - comparedWords * fingerprintSeconds;
      repeating = { ...found, since, heardUntil: at };
      passages = [...passages.filter((each) => each !== found.passage), found.passage];
      return again;
    },
  };
}

/** Of the newest sound, with the passage up to `place`; undefined if too little of both is sound. */
function agreement(
  newest: Newest,
  { words, valid }: Passage,
  place: number,
  count = comparedWords,
): number | undefined {
  let [compared, different] = [0, 0];
  for (let n = 0; n < count; n++) {
    const [mine, theirs] = [comparedWords - 1 - n, place - n];
    const [isMine, isTheirs] = [newest.valid[mine] === 1, valid[theirs] === 1];
    if (!isMine && !isTheirs) continue;
    compared += 1;
    // Where only one of the two is quiet, half of the bits differ, as by chance.
    different += isMine && isTheirs ? countBits((newest.words[mine]! ^ words[theirs]!) >>> 0) : 16;
  }
  if (compared < Math.min(minCompared, count)) return undefined;
  return 1 - different / (32 * compared);
}
