import type { AudioClass, KnownRecording } from '../types.ts';
import { fingerprintSeconds, identify, packFingerprints } from './fingerprint.ts';
import type { Repetition, RepetitionTracker } from './repetition-tracker.ts';
import { holdsSound } from './same-sound.ts';

/** What the newest step of audio was judged to be. */
export interface HeardStep {
  at: number;
  audioClass: AudioClass;
  personLogOdds: number;
  /** The owner talks with somebody: whatever a voice sounds like, it is not learned. */
  isTalk: boolean;
}

/**
 * Decides what of this call to remember for its number. A stretch is remembered only when more holding followed it and
 * nothing in it sounded like a person, so that nobody's voice is stored; or when the owner said that it was a recording.
 */
export interface Learner {
  step(heard: HeardStep, repetition: Repetition): void;
  /** A person was declared. The current sound is not learned, nor is a recording that has just ended and was heard only once. */
  personDeclared(): void;
  /**
   * The owner said that the voice since `from` (seconds) was a recording. What follows belongs to it, until a silence or the next
   * person; otherwise the rest would ring in the next call.
   */
  learnRejected(from: number, at: number): void;
  learned(): KnownRecording[];
}

const shortestSeconds = 1.2;
/** Longer recordings are remembered by their first part. */
const longestSeconds = 30;
/** Music is remembered by a piece of this length, which a loop plays again. */
const musicPieceSeconds = 20;
/** Less than `longestBackSeconds`, so that all of it can still be read back. */
const longestStretchSeconds = 55;
/** Holding must go on this long after a recording before it is taken for one. */
const confirmedBySeconds = 6;
/** Above this at any moment, a stretch may hold a person and is not learned unless it was heard before. */
const doubtfulLogOdds = -0.5;
const mergesGapSeconds = 1;
const heardBefore = 0.75;
const maxRecordings = 40;
/** Learned from before the refused voice as well, so that its lead-in is recognised by the time it begins again. */
const leadSeconds = 2;
/** A refused recording is followed for at most this long. */
const rejectedOnSeconds = 25;
const rejectedEndSilenceSeconds = 1.5;
const longestBackSeconds = 59;
const recorded: readonly AudioClass[] = ['announcement', 'ivr_prompt', 'music'];

interface Stretch {
  audioClass: AudioClass;
  startedAt: number;
  endedAt: number;
  worstLogOdds: number;
  bestRepeat: number;
}

/** An ended recording, with the holding that has followed it so far. */
interface Waiting extends Stretch {
  words: Uint32Array;
  valid: Uint8Array;
  holdingSeconds: number;
}

export function createLearner(tracker: RepetitionTracker, memory: readonly KnownRecording[]): Learner {
  const found = new Map<string, KnownRecording>();
  let current: Stretch | undefined;
  /** Ended recordings that still need more holding. */
  let waiting: Waiting[] = [];
  let lastAt = 0;
  /** The refused recording that is still playing. */
  let rejected: { from: number; quietSince: number | undefined } | undefined;

  function rememberRejected(from: number, at: number): void {
    const { words, valid } = tracker.recent(Math.min(longestBackSeconds, at - from + 0.3));
    const fingerprint = packFingerprints(words, valid);
    const recording: KnownRecording = {
      id: identify(fingerprint),
      audioClass: 'announcement',
      fingerprint,
      seconds: words.length * fingerprintSeconds,
      timesHeard: 1,
      lastHeardAt: from,
    };
    found.set(recording.id, recording);
    tracker.learn(recording);
  }

  function endRejected(at: number): void {
    if (rejected !== undefined && at - rejected.from >= leadSeconds + shortestSeconds)
      rememberRejected(rejected.from, at);
    rejected = undefined;
  }

  function followRejected(at: number, audioClass: AudioClass): void {
    if (rejected === undefined) return;
    if (audioClass !== 'silence') rejected.quietSince = undefined;
    else rejected.quietSince ??= at;
    const isSilent =
      rejected.quietSince !== undefined && at - rejected.quietSince > rejectedEndSilenceSeconds;
    if (isSilent || at - rejected.from > rejectedOnSeconds) endRejected(at);
  }

  function end(at: number): void {
    const stretch = current;
    current = undefined;
    if (!stretch) return;
    const seconds = stretch.endedAt - stretch.startedAt;
    if (seconds < shortestSeconds) return;
    const back = at - stretch.startedAt;
    if (back > longestBackSeconds) return;
    const { words, valid } = tracker.recent(back);
    const count = Math.min(words.length, Math.round(Math.min(seconds, longestSeconds) / fingerprintSeconds));
    waiting.push({
      ...stretch,
      words: words.slice(0, count),
      valid: valid.slice(0, count),
      holdingSeconds: 0,
    });
    if (waiting.length > 8) waiting.shift();
  }

  function remember(audioClass: AudioClass, words: Uint32Array, valid: Uint8Array, at: number): void {
    const twin = [...found.values(), ...memory].find((other) => holdsSound(other.fingerprint, words));
    if (twin) {
      found.set(twin.id, {
        ...twin,
        timesHeard: twin.timesHeard + (found.has(twin.id) ? 0 : 1),
        lastHeardAt: at,
      });
      return;
    }
    if (found.size >= maxRecordings) return;
    const fingerprint = packFingerprints(words, valid);
    const id = identify(fingerprint);
    found.set(id, {
      id,
      audioClass,
      fingerprint,
      seconds: words.length * fingerprintSeconds,
      timesHeard: 1,
      lastHeardAt: at,
    });
  }

  function confirm(stretch: Waiting): void {
    const repeated = stretch.bestRepeat > heardBefore;
    if (stretch.worstLogOdds > doubtfulLogOdds && !repeated) return;
    remember(stretch.audioClass, stretch.words, stretch.valid, stretch.startedAt);
  }

  return {
    step({ at, audioClass, personLogOdds, isTalk }, repetition) {
      const elapsed = at - lastAt;
      lastAt = at;
      followRejected(at, audioClass);
      const { known, knownSimilarity } = repetition;
      if (known && knownSimilarity > heardBefore) {
        const before = found.get(known.id);
        if (!before || at - before.lastHeardAt > known.seconds + 2)
          found.set(known.id, { ...known, timesHeard: (before ?? known).timesHeard + 1, lastHeardAt: at });
      }
      const long =
        current &&
        at - current.startedAt > (current.audioClass === 'music' ? musicPieceSeconds : longestStretchSeconds);
      // A voice that the call has played before is a recording, however alive it sounds.
      const again = audioClass === 'live_human' && repetition.similarity > heardBefore;
      const sound = again ? 'announcement' : recorded.find((each) => each === audioClass);
      const heard = isTalk && sound !== 'music' ? undefined : sound;
      if (current && (long || (heard !== current.audioClass && at - current.endedAt > mergesGapSeconds)))
        end(at);
      if (heard) {
        current ??= {
          audioClass: heard,
          startedAt: at,
          endedAt: at,
          worstLogOdds: -99,
          bestRepeat: 0,
        };
        if (heard === current.audioClass) current.endedAt = at;
      }
      if (current) {
        current.worstLogOdds = Math.max(current.worstLogOdds, personLogOdds);
        current.bestRepeat = Math.max(current.bestRepeat, repetition.similarity);
      }
      if (waiting.length === 0) return;
      const holding = audioClass === 'music' || (audioClass === 'announcement' && !isTalk);
      for (const stretch of waiting) if (holding) stretch.holdingSeconds += elapsed;
      const done = waiting.filter((stretch) => stretch.holdingSeconds > confirmedBySeconds);
      waiting = waiting.filter((stretch) => stretch.holdingSeconds <= confirmedBySeconds);
      done.forEach(confirm);
    },
    personDeclared() {
      rejected = undefined;
      current = undefined;
      waiting = waiting.filter(({ bestRepeat }) => bestRepeat > heardBefore);
    },
    learnRejected(from, at) {
      if (at - from < shortestSeconds) return;
      rememberRejected(Math.max(0, from - leadSeconds), at);
      rejected = { from: Math.max(0, at - leadSeconds), quietSince: undefined };
    },
    learned() {
      endRejected(lastAt);
      return [...found.values()];
    },
  };
}
