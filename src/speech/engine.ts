import type { MonoSound } from '../audio/sound-file.ts';

/** Turns text into speech. */
export interface SpeechEngine {
  /** Distinguishes cached files of different voices. */
  readonly name: string;
  /** @throws AppError `unavailable`, `bad_upstream` */
  make(text: string, signal: AbortSignal): Promise<MonoSound>;
  /** @throws AppError `unavailable`: one sentence saying why it cannot work. */
  check(signal: AbortSignal): Promise<void>;
}
