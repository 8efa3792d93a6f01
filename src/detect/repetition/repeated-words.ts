import type { HeardWords } from '../types.ts';
import { fingerprintSeconds } from './fingerprint.ts';
import {
  agreement,
  comparedWords,
  isWordless,
  type Newest,
  type Passage,
  type Passages,
  repeatedFrom,
} from './passages.ts';
import type { RepetitionTracker } from './repetition-tracker.ts';

/**
 * Recognises speech whose words were heard earlier by its sound, so that it need not be understood again. Its words count again each time.
 * Sound that was taken for speech and has no words, such as a passage of the music, is recognised, too.
 */
export interface RepeatedWords {
  /** Keeps the sound of what was said, if it may be kept. @param at the end of the newest sound, seconds. */
  hear(words: HeardWords, at: number, mayBeKept: boolean): void;
  /** A person is there, whose voice began at `from`: what was said since is forgotten, as it may be theirs. */
  personDeclared(from: number): void;
  /** Compares the newest sound. @returns what is said again: at its end, and as soon as it is known if another call heard it first. */
  step(at: number, mayBeSpeech: boolean): HeardWords | undefined;
  /** Whether the newest sound repeats known speech; undefined while none is known. */
  readonly areRepeated: boolean | undefined;
}

/** The fingerprints of a sound that is being followed may be one ahead or behind. */
const wordsPerStep = 2;
const maxDrift = 1;
/** A pause within a sentence; after a longer one it is not followed any more. */
const maxPauseSeconds = 1;
/** The times of a recogniser are coarse. */
const marginSeconds = 0.3;
/** If less than this was repeated, its words do not count as repeated. */
const repeatedShare = 0.5;

/** A passage that is being repeated. */
interface Repeating {
  passage: Passage;
  /** The fingerprint that was heard last. */
  place: number;
  since: number;
  heardUntil: number;
}

export function createRepeatedWords(
  tracker: Pick<RepetitionTracker, 'recent'>,
  passages: Passages,
): RepeatedWords {
  const call = Symbol('call');
  let repeating: Repeating | undefined;
  /** The time up to which words were reported. */
  let wordsUntil = -Infinity;

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

  function begin(newest: Newest, at: number): void {
    const found = passages.find(newest);
    if (found === undefined) return;
    repeating = { ...found, since: at - comparedWords * fingerprintSeconds, heardUntil: at };
  }

  /** What is said again by now, with its times in this call. */
  function saidAgain({ passage, place, heardUntil }: Repeating, isFinal: boolean): HeardWords {
    const { said, from } = passage;
    const later = heardUntil - (from + place * fingerprintSeconds);
    const endedAt = Math.min(said.endedAt + later, heardUntil);
    return { text: said.text, startedAt: said.startedAt + later, endedAt, isFinal };
  }

  const isFromOther = ({ passage }: Repeating): boolean => passage.call !== call;

  /** @returns what was said again; it has no words if they were reported at its beginning and the repetition then breaks off. */
  function end(): HeardWords | undefined {
    const ended = repeating;
    repeating = undefined;
    // It may have been recognised again on request.
    if (ended === undefined || wordsUntil > ended.since) return undefined;
    const { passage, since, heardUntil } = ended;
    if (isWordless(passage)) return undefined;
    const { startedAt, endedAt } = passage.said;
    const isSaid = heardUntil - since >= (endedAt - startedAt) * repeatedShare;
    if (isSaid) return saidAgain(ended, true);
    return isFromOther(ended) ? { ...saidAgain(ended, false), text: '' } : undefined;
  }

  return {
    get areRepeated() {
      return passages.isEmpty ? undefined : repeating !== undefined;
    },
    hear(said, at, mayBeKept) {
      const { startedAt, endedAt, isFinal } = said;
      // When the thread that listens is replaced, the first words may come with times of the detector that was lost.
      if (startedAt > at) return;
      wordsUntil = Math.max(wordsUntil, endedAt);
      if (!mayBeKept || !isFinal) return;
      const from = startedAt - marginSeconds;
      const { words, valid } = tracker.recent(at - from);
      const isForgotten = (words.length + 1) * fingerprintSeconds < at - from;
      const count = Math.round((endedAt + marginSeconds - from) / fingerprintSeconds);
      if (isForgotten || count < 2 * comparedWords) return;
      passages.keep({ said, words: words.slice(0, count), valid: valid.slice(0, count), from, call });
    },
    personDeclared(from) {
      passages.forget(call, from);
    },
    step(at, mayBeSpeech) {
      if (passages.isEmpty || !mayBeSpeech) return end();
      const newest = tracker.recent(comparedWords * fingerprintSeconds);
      if (newest.words.length < comparedWords) return undefined;
      if (repeating !== undefined && follow(repeating, newest, at)) return undefined;
      const again = end();
      begin(newest, at);
      // What was played in this call counts against a person by its sound already.
      if (again !== undefined || repeating === undefined || !isFromOther(repeating)) return again;
      if (isWordless(repeating.passage)) return undefined;
      return saidAgain(repeating, false);
    },
  };
}
