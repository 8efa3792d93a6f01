/** Makes speech of text. */
export interface SpeechEngine {
  /** Tells files of one voice from those of another. */
  readonly name: string;
  /** Mono samples between −1 and 1. @throws AppError `unavailable`, `bad_upstream` */
  make(text: string, signal: AbortSignal): Promise<{ samples: Float32Array; rateHz: number }>;
  /** @throws AppError `unavailable`: one sentence that says why it cannot work. */
  check(signal: AbortSignal): Promise<void>;
}
