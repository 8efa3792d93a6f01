import type { AudioClass } from '../../domain/audio-class.ts';

/** What was said without a pause, as a recogniser understood it. */
export interface Utterance {
  /** Empty when a partial result is withdrawn because it was not speech. */
  text: string;
  /** A second reading of the same sound, if one was wanted and differs. */
  reread?: string;
  /** Epoch ms, of the sound. */
  startedAtMs: number;
  endedAtMs: number;
  /** Whether the text is final. */
  isFinal: boolean;
  /** 0..1; null if the engine gives none. */
  confidence: number | null;
}

/** Whose words they are. */
export type Speaker = 'far' | 'owner';

export interface RecognitionOptions {
  callId: string;
  speaker: Speaker;
  /** The detector's class of the newest sound, a second late; undefined before there is one. */
  audioType?(): AudioClass | undefined;
  /** Whether repeated speech is to be recognised again instead of remembered: a second recognition makes other mistakes. */
  ignoresCache?(): boolean;
  /** Whether words are wanted before their sentence has ended, from an engine that reports them only on request. */
  wantsPartials?(): boolean;
  /** Whether final utterances should carry a second reading: a menu option is chosen by single words, and each is doubtful. */
  wantsRereading?(): boolean;
  /** Words that are likely to be said, as hints for the engine. */
  expectedWords?(): readonly string[];
  /** The clock of the audio (epoch ms), for audio that arrives faster than real time; the machine's clock by default. */
  now?(): number;
  /** Called in order; a partial utterance is followed by a later version of itself. */
  heard(utterance: Utterance): void;
  /** Called for sound between two times (epoch ms) that may have been speech, and in which no words were recognised. */
  wordless?(startedAtMs: number, endedAtMs: number): void;
  /** Called when the engine failed at something that was said, and goes on: its words are missing. */
  missed?(why: string): void;
  /** Called once, when nothing more will be recognised: the engine is away, was killed, or answers nonsense. */
  failed(reason: string): void;
}

/** One engine at work on one side of one call. */
export interface Recognition {
  /** 8 kHz mono s16, 20 ms. The next frame comes once the promise has settled. */
  take(frame: Int16Array): Promise<void> | void;
  /** Frames were dropped because the engine was too slow; that much time has passed. */
  miss(frames: number): void;
  /** Resolves once all audio taken so far has been processed, for audio that arrives faster than real time. Never rejects. */
  settle?(): Promise<void>;
  /** The audio has ended: resolves when the last words have been reported, or cannot be. Never rejects. */
  finish?(): Promise<void>;
  /** Stops at once. Never rejects. */
  close(): Promise<void>;
}

/** `menus`: only what machines read out clearly. In people's speech, such an engine recognises words that were never said. */
export type RecognisedSpeech = 'menus' | 'speech';

/** A speech-to-text engine. */
export interface Transcriber {
  /** Undefined if no engine is configured. */
  readonly engine: string | undefined;
  /** `speech` unless it says otherwise. */
  readonly recognises?: RecognisedSpeech;
  /** Whether it transcribes every call that waits for a person, for the detector. */
  readonly runsForEveryCall?: boolean;
  /** @throws AppError `unavailable` */
  open(options: RecognitionOptions): Promise<Recognition>;
}
