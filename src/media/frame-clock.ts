import { frameMs } from './frame.ts';

/** How often `tick` is to be called. */
export const tickMs = 100;
/** Less may be jitter: frames that are only late. */
const shortestGapMs = 200;
/** Frames count as lost only after they were missing at this many ticks in a row. */
const ticksToWait = 3;
/** A tick that is later than this shows that the process did not run: frames wait in the sockets then. */
const lateTickMs = 100;
/** Of a longer gap only this much is filled: the detector hears the silence at once, which takes about 1 ms for each second. */
const longestFillMs = 300_000;

/**
 * Says when frames of silence are due in a stream. Listeners measure time by counting frames, so without them everything after
 * a gap would seem to have happened earlier than it did. Gaps come from an audio line that broke, from far ends that send nothing
 * while they are silent, and from lost packets. A process that was blocked has no gap: the frames of that time come in a burst.
 * Audio that comes after its time was filled is kept, since a person may speak in it; later gaps are filled that much less.
 */
export class FrameClock {
  /** When the first frame began; undefined until it is there. */
  #originMs: number | undefined;
  #frames = 0;
  #tickedAtMs: number;
  #ticksShort = 0;

  constructor(nowMs: number) {
    this.#tickedAtMs = nowMs;
  }

  /** Frames are there. */
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
    // The part of a gap beyond the longest fill is dropped.
    this.#originMs += Math.max(0, missingMs - longestFillMs);
    const frames = Math.floor(Math.min(missingMs, longestFillMs) / frameMs);
    this.#frames += frames;
    return frames;
  }
}
