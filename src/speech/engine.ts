/** Turns text into speech. */
export interface SpeechEngine {
  /** Distinguishes cached files of different voices. */
  readonly name: string;
  /** Mono samples between −1 and 1. @throws AppError `unavailable`, `bad_upstream` */
  make(text: string, signal: AbortSignal): Promise<{ samples: Float32Array; rateHz: number }>;
  /** @throws AppError `unavailable`: one sentence saying why it cannot work. */
  check(signal: AbortSignal): Promise<void>;
}
