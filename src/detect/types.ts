import type { AudioClass } from '../domain/audio-class.ts';
import type { PersonGrade } from '../domain/call.ts';

/**
 * What audio means, in the terms of the whole service. Pure: no Asterisk, no clock, no files.
 * All times are on the sample clock: seconds since the first sample that was pushed.
 */

export { audioClasses, type AudioClass } from '../domain/audio-class.ts';
export type { PersonGrade } from '../domain/call.ts';

export type ToneKind = 'ringback' | 'busy' | 'congestion' | 'sit' | 'dtmf' | 'fax' | 'beep';

/** What the gateway is doing in the call. */
export type ListeningPhase = 'answering' | 'menu' | 'holding' | 'talking';

/** One step of the classifier. */
export interface Observation {
  /** End of the observed audio, seconds on the sample clock. */
  at: number;
  audioClass: AudioClass;
  /** 0..1 */
  confidence: number;
  /** Small, readable numbers (`rmsDb`, `personLogOdds`, `repeatSimilarity` …). */
  features: Record<string, number>;
  /** Probabilities of all classes in the order of `audioClasses`, of this step alone. */
  probabilities?: Float32Array;
}

/** Something that happened in the audio, in the order in which it happened. */
export type DetectorEvent =
  | ({ kind: 'class' } & Observation)
  /** A tone named at its end is reported three hops (0.06 s) after `at`: events beside it may be that much newer. */
  | { kind: 'tone'; at: number; tone: ToneKind; country?: string; digit?: string }
  /** The far end began to hold (music, announcements, or silence in the queue). */
  | { kind: 'hold'; at: number; audioClass: AudioClass; confidence: number }
  /**
   * A live person answers: ring. `firstWordAt` is where the voice began. A `likely` person is confirmed or taken back by what
   * follows; a `sure` one is not confirmed again. In a menu, where a ring would abort the navigation, only a `sure` person is
   * declared.
   */
  | {
      kind: 'person';
      at: number;
      firstWordAt: number;
      confidence: number;
      reason: string;
      grade: PersonGrade;
    }
  /** The likely person has become sure. */
  | { kind: 'person_confirmed'; at: number; confidence: number; reason: string }
  /**
   * There is nobody to ring for: the supposed person turned out to be a recording, or the call is on hold again. Hold, and words that
   * recordings say, also take back a person who was sure. Stop ringing. At most once for each `person`, never for a silence alone, never
   * after `setPhase('talking')` or `rejectPerson`. The next person is declared again; the same stretch of voice only when `sure`.
   */
  | { kind: 'person_retracted'; at: number; reason: string }
  /**
   * A voice fell silent during the hold, and whether it was a person's is unknown: saying something now keeps a person on the
   * line, and what follows decides. At most once in 20 s, never for a menu or a known recording.
   */
  | { kind: 'turn_end'; at: number; startedAt: number; endedAt: number }
  /** A prompt (speech) ended and silence followed; LISTEN waits for this. */
  | { kind: 'prompt_end'; at: number; startedAt: number };

/** Where the decision stands now. */
export interface Decision {
  state: 'unknown' | 'ringing' | 'prompt' | 'holding' | 'person';
  since: number;
  confidence: number;
  reason: string;
}

/** A recording that was heard, as compact fingerprints, remembered per dialled number. */
export interface KnownRecording {
  /** Stable id of the fingerprint. */
  id: string;
  /** What it was judged to be. */
  audioClass: AudioClass;
  /** Opaque fingerprint bytes (versioned by their first byte). */
  fingerprint: Uint8Array;
  /** Length in seconds. */
  seconds: number;
  timesHeard: number;
  /** Where in the call it was last heard, seconds from the answer. */
  lastHeardAt: number;
}

export interface DetectorOptions {
  /** 0..1, 0.5 by default; higher declares a person sooner and errs more. */
  sensitivity?: number;
  /** Whether a person who is only likely is declared; true by default. */
  ringsEarly?: boolean | undefined;
  /** What was learned in earlier calls to this number. */
  memory?: readonly KnownRecording[];
  /** Somebody who is known to be there as this detector begins: the one before it had heard them. They are not declared again. */
  person?: PersonGrade | undefined;
}

/** What was said between two times on the sample clock, as recognised so far. */
export interface HeardWords {
  startedAt: number;
  endedAt: number;
  /** Empty for none: what was recognised so far is withdrawn or, if it is final, the sound has no words. */
  text: string;
  /** The text will not change any more. */
  isFinal: boolean;
}

/** The detector of one call. Never throws on odd audio; never reads a clock. */
export interface CallDetector {
  /** Any number of samples of 8 kHz mono s16; 160 (20 ms) is usual. */
  push(frame: Int16Array): DetectorEvent[];
  readonly decision: Decision;
  /** The newest observation, undefined before the first step. */
  readonly observation: Observation | undefined;
  /** When a voice was last heard, seconds on the sample clock; −1 before any. */
  readonly lastVoicedAt: number;
  /** Whether the far end repeats what it said earlier in this call; undefined while no words of it are known. */
  readonly repeatsWords: boolean | undefined;
  /** Seconds of audio pushed so far. */
  readonly seconds: number;
  setPhase(phase: ListeningPhase): void;
  /**
   * Holdfast starts or stops speaking to the far end. Its echo is not taken for a voice; a reply, or a silence in which no music
   * comes back, is taken for a person's.
   */
  setSpeaking(isSpeaking: boolean): void;
  /** What was said, when transcription runs. */
  hearWords(words: HeardWords): void;
  /** The owner said that it was not a person: the call is on hold again, and what was heard is learned as a recording. */
  rejectPerson(): void;
  /** The person put the call on hold again: the next voice may be another person, and nothing is learned from this one. */
  personLeft(): void;
  /** Recordings worth remembering for this number after the call; never a person's voice. */
  learned(): KnownRecording[];
}
