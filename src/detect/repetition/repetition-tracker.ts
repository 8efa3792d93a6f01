import type { KnownRecording } from '../types.ts';
import { createBank } from './bank.ts';
import { createFingerprinter, fingerprintSeconds, unpackFingerprints } from './fingerprint.ts';

export interface Repetition {
  /** Running agreement with the best earlier place in this call: ≈0.6 for what is new, ≥0.75 for what was heard before. */
  similarity: number;
  /** The same, compared only with what earlier calls taught. */
  knownSimilarity: number;
  /** The known recording that fits best. */
  known: KnownRecording | undefined;
}

export interface RepetitionTracker {
  /** One frame of mel energies. */
  frame(mel: Float32Array): void;
  /** Call on every fourth frame, after `frame`. Returns the same object each time. */
  step(): Repetition;
  /** Fingerprint words of the newest `seconds` (at most 60), oldest first. */
  recent(seconds: number): { words: Uint32Array; valid: Uint8Array };
  /** Adds a known recording. */
  learn(recording: KnownRecording): void;
}

const stepSeconds = 0.08;
const averageSeconds = 1.2;
const share = stepSeconds / averageSeconds;
/** What sounded in the last 3 s is not "before": a held note is no repetition. */
const nearestWords = 76;
/**
 * Ten minutes of distinct sound within a call. A hold of hours repeats itself: a repeated sound is stored once, and again before it
 * would be dropped. Without that, an announcement stored only in the first minutes was new again after ten minutes of changing music.
 */
const callCapacity = 15000;
/** Six minutes of what earlier calls taught. */
const rememberedCapacity = 9000;
/** Two minutes of what is learned in this call, however much earlier calls taught. */
const learnedCapacity = 3000;
const knownCapacity = rememberedCapacity + learnedCapacity;
const gapWords = 50;
/** The longest pause within a greeting, or before it is answered. */
const heldQuietSeconds = 2;
/** Below this no known recording is named. */
const namedFrom = 0.65;
const recentCapacity = 1500;
/** A stretch this similar to an earlier one is not stored again once the call is long. */
const storedAlready = 0.8;
const thriftFromWords = 6000;

export function createRepetitionTracker(memory: readonly KnownRecording[]): RepetitionTracker {
  const fingerprinter = createFingerprinter();
  const known = createBank(knownCapacity, share, true);
  const call = createBank(callCapacity, share);
  const owners: { until: number; recording: KnownRecording }[] = [];
  const recentWords = new Uint32Array(recentCapacity);
  const recentValid = new Uint8Array(recentCapacity);
  let recentCount = 0;
  let newest = { bits: 0, valid: false };
  let quietSteps = 0;
  let isStored = false;
  const result: Repetition = { similarity: 0.5, knownSimilarity: 0.5, known: undefined };

  /** A known voice stays known in a pause: a short one is judged after it has ended. */
  function heldKnown(): number {
    quietSteps = newest.valid ? 0 : quietSteps + 1;
    if (quietSteps === 0 || quietSteps * stepSeconds > heldQuietSeconds) return known.best;
    return Math.max(known.best, result.knownSimilarity);
  }

  function learn(recording: KnownRecording, capacity = knownCapacity): void {
    const unpacked = unpackFingerprints(recording.fingerprint);
    if (!unpacked || known.length + unpacked.words.length + gapWords > capacity) return;
    for (let k = 0; k < unpacked.words.length; k++) known.append(unpacked.words[k]!, unpacked.valid[k] === 1);
    known.separate(gapWords);
    owners.push({ until: known.length, recording });
  }
  for (const recording of memory) learn(recording, rememberedCapacity);

  return {
    learn: (recording) => learn(recording),
    frame(mel) {
      const fingerprint = fingerprinter.step(mel);
      if (!fingerprint) return;
      newest = fingerprint;
      recentWords[recentCount % recentCapacity] = fingerprint.bits;
      recentValid[recentCount % recentCapacity] = fingerprint.valid ? 1 : 0;
      recentCount++;
      const thrifty = call.length > thriftFromWords && (isStored || !fingerprint.valid);
      if (!thrifty) call.append(fingerprint.bits, fingerprint.valid);
    },
    step() {
      known.match(newest.bits, newest.valid, known.length);
      result.knownSimilarity = heldKnown();
      result.known = undefined;
      if (known.best > namedFrom) {
        const place = known.bestPlace(known.length);
        result.known = owners.find((owner) => place < owner.until)?.recording;
      }
      call.match(newest.bits, newest.valid, call.length - nearestWords);
      // This call only: feeding the network what earlier calls taught caused more false declarations.
      result.similarity = call.best;
      isStored =
        result.similarity > storedAlready && !call.isForgetting(call.length - nearestWords, storedAlready);
      return result;
    },
    recent(seconds) {
      const count = Math.min(Math.round(seconds / fingerprintSeconds), recentCount, recentCapacity);
      const words = new Uint32Array(count);
      const valid = new Uint8Array(count);
      for (let k = 0; k < count; k++) {
        const at = (recentCount - count + k) % recentCapacity;
        words[k] = recentWords[at]!;
        valid[k] = recentValid[at]!;
      }
      return { words, valid };
    },
  };
}
