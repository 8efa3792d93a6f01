import { frameMs } from './frame.ts';

/** How often `tick` must be called. */
export const tickMs = 100;
/** A shorter gap may be jitter: the frames are only late. */
const shortestGapMs = 200;
/** Frames count as lost only after missing for this many consecutive ticks. */
const ticksToWait = 3;
/** A tick later than this means that the process was blocked: frames are waiting in the sockets. */
const lateTickMs = 100;
/** Only this much of a longer gap is reported: the detector judges the silence at once, at about 1 ms per second. */
const longestGapMs = 300_000;

/**
 * Compares a stream with the time that passes, and reports its gaps: a broken audio line, or a far end that stops sending when silent. A
 * blocked process causes no gap: its frames arrive in a burst. A stream that continues but falls behind has no gap either, whether packets
 * are lost now and then or its sender is slow (an Asterisk on a busy machine drops ticks of its timer): the missing time has no particular
 * place, and what was heard is one piece.
 */
export class FrameClock {
  /** When the first frame would have begun if nothing had been left out; undefined until one has arrived. */
  #originMs: number | undefined;
  #frames = 0;
  #leftOutMs = 0;
  #countedAtMs: number;
  #tickedAtMs: number;
  #ticksShort = 0;

  constructor(nowMs: number) {
    this.#tickedAtMs = nowMs;
    this.#countedAtMs = nowMs;
  }

  /**
   * How much time has passed for which there are no frames and will be none; below zero when audio came after its time had been filled, or
   * when the sender's clock is fast.
   */
  get leftOutMs(): number {
    return this.#leftOutMs;
  }

  /** Counts frames that arrived. */
  count(frames: number, nowMs: number): void {
    this.#originMs ??= nowMs - frames * frameMs;
    this.#frames += frames;
    this.#countedAtMs = nowMs;
    const aheadMs = this.#originMs + this.#frames * frameMs - nowMs;
    // What was left out or filled was only late. If the lead were kept, it would shorten the next pause, and pauses decide whose turn it is.
    if (aheadMs > 0) this.#leaveOut(-aheadMs);
  }

  /** Counts frames that stand in for a gap. */
  fill(frames: number): void {
    this.#frames += frames;
  }

  /** These frames will not be made up for: time passes without them. */
  leaveOut(frames: number): void {
    this.#leaveOut(frames * frameMs);
  }

  /** @returns how many frames of a gap are due now, to be filled in or left out. */
  tick(nowMs: number): number {
    const isLate = nowMs - this.#tickedAtMs > tickMs + lateTickMs;
    this.#tickedAtMs = nowMs;
    if (this.#originMs === undefined) return 0;
    const missingMs = nowMs - this.#originMs - this.#frames * frameMs;
    this.#ticksShort = isLate || missingMs < shortestGapMs ? 0 : this.#ticksShort + 1;
    if (this.#ticksShort < ticksToWait) return 0;
    this.#ticksShort = 0;
    const sinceFrameMs = nowMs - this.#countedAtMs;
    const gapMs = sinceFrameMs < shortestGapMs ? 0 : Math.min(missingMs, sinceFrameMs, longestGapMs);
    this.#leaveOut(missingMs - gapMs);
    return Math.floor(gapMs / frameMs);
  }

  #leaveOut(milliseconds: number): void {
    this.#leftOutMs += milliseconds;
    if (this.#originMs !== undefined) this.#originMs += milliseconds;
  }
}
