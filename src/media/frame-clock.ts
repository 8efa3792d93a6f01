import { frameMs } from './frame.ts';

/** How often `tick` must be called. */
export const tickMs = 100;
/** A shorter gap may be jitter: the frames are only late. */
const shortestGapMs = 200;
/** Frames count as lost only after missing for this many consecutive ticks. */
const ticksToWait = 3;
/** A tick later than this means that the process was blocked: frames are waiting in the sockets. */
const lateTickMs = 100;
/** Only this much of a longer gap is filled: the detector judges the silence at once, at about 1 ms per second. */
const longestFillMs = 300_000;

/**
 * Decides when frames of silence are due in a stream. Listeners measure time by counting frames, so without them
 * everything after a gap would seem to have happened too early. Gaps come from a broken audio line, from far ends
 * that stop sending when silent, and from lost packets. A blocked process causes no gap: its frames arrive in a
 * burst. Audio that arrives after its time was filled is kept, since a person may speak in it; later gaps are filled
 * that much less.
 */
export class FrameClock {
  /** When the first frame began; undefined until one has arrived. */
  #originMs: number | undefined;
  #frames = 0;
  #tickedAtMs: number;
  #ticksShort = 0;

  constructor(nowMs: number) {
    this.#tickedAtMs = nowMs;
  }

  /** Counts frames that arrived. */
  count(frames: number, nowMs: number): void {
    this.#originMs ??= nowMs - frames * frameMs;
    this.#frames += frames;
  }

  /** @returns how many frames of silence are due now. */
  tick(nowMs: number): number {
    const isLate = nowMs - this.#tickedAtMs > tickMs + lateTickMs;
    this.#tickedAtMs = nowMs;
    if (this.#originMs === undefined) return 0;
    const missingMs = nowMs - this.#originMs - this.#frames * frameMs;
    this.#ticksShort = isLate || missingMs < shortestGapMs ? 0 : this.#ticksShort + 1;
    if (this.#ticksShort < ticksToWait) return 0;
    this.#ticksShort = 0;
    // Whatever exceeds the longest fill is dropped.
    this.#originMs += Math.max(0, missingMs - longestFillMs);
    const frames = Math.floor(Math.min(missingMs, longestFillMs) / frameMs);
    this.#frames += frames;
    return frames;
  }
}
