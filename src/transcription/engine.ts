import type { Recognition, RecognitionOptions, RecognisedSpeech } from '../calls/words/transcriber.ts';

/** A recogniser that can be chosen. */
export interface TranscriptionEngine {
  /** For the log. */
  readonly name: string;
  readonly recognises: RecognisedSpeech;
  /** It runs on this machine and is cheap enough to transcribe every call that waits for a person. */
  readonly runsForEveryCall?: boolean;
  /** @throws AppError `unavailable` */
  open(options: RecognitionOptions): Promise<Recognition>;
  /** @throws AppError `unavailable`: one sentence that says why it cannot work. */
  check(signal: AbortSignal): Promise<void>;
}
