/** Maps a recogniser's times to epoch ms: it counts from the beginning of its audio, which has gaps. */
export class StreamTimes {
  readonly #parts: { fromSeconds: number; atMs: number }[] = [];

  /** From `fromSeconds` on, the stream holds the audio from `atMs` (epoch ms) on. */
  begin(fromSeconds: number, atMs: number): void {
    this.#parts.push({ fromSeconds, atMs });
    // Results are seconds old, not hours.
    if (this.#parts.length > 100) this.#parts.shift();
  }

  /** Epoch ms. */
  at(seconds: number): number {
    const part = this.#parts.findLast(({ fromSeconds }) => fromSeconds <= seconds) ?? this.#parts[0];
    if (part === undefined) return 0;
    return Math.round(part.atMs + Math.max(0, seconds - part.fromSeconds) * 1000);
  }
}
