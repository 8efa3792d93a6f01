import type { Ear } from '../calls/telephony.ts';
import { describeError } from '../domain/errors.ts';
import type { AsteriskLeg } from './asterisk-leg.ts';
import { pause } from './deadline.ts';
import { type EarContext, EarLine } from './ear-line.ts';
import { FrameClock, tickMs } from './frame-clock.ts';
import { frameMs, frameSamples, FrameCutter } from './mulaw-frames.ts';

const firstRetryMs = 100;
const longestRetryMs = 2000;
/** So long nothing was asked of a leg that is taken into the ear's bridge: a menu's digits and greetings come closer together. */
const quietMs = 10_000;
/** A leg that brings no frame for so long is heard by a snoop for a while. */
const longestUnheardMs = 3_000;

/**
 * Listens to a leg until it is stopped or the leg is gone, opening the line again whenever it breaks. While the leg only waits it is
 * heard in a bridge with the media channel, which is cheap; before anything is asked of it a snoop takes over, which hears it
 * whatever it does.
 */
export class AsteriskEar implements Ear {
  readonly #leg: AsteriskLeg;
  readonly #onFrame: (frame: Int16Array) => void;
  readonly #context: EarContext;
  readonly #stopping = new AbortController();
  readonly #clock = new FrameClock(performance.now());
  /** What `#stopping` says, for each frame: to ask the signal costs as much as to decode the frame. */
  #isStopped = false;
  #line: EarLine | undefined;
  #running: Promise<void> = Promise.resolve();
  #quiet: NodeJS.Timeout | undefined;
  /** Frames of silence that were filled in since the last one that was heard. */
  #filledFrames = 0;
  /** Ends the attendance; undefined while another ear attends the leg: then this one stays with its snoop. */
  #leave: (() => void) | undefined;

  private constructor(leg: AsteriskLeg, onFrame: (frame: Int16Array) => void, context: EarContext) {
    this.#leg = leg;
    this.#onFrame = onFrame;
    this.#context = context;
    this.#stopping.signal.addEventListener('abort', () => (this.#isStopped = true), { once: true });
  }

  /** Resolves once audio can arrive. @throws AppError `unavailable` when the first line cannot be opened. */
  static async open(
    leg: AsteriskLeg,
    onFrame: (frame: Int16Array) => void,
    context: EarContext,
  ): Promise<AsteriskEar> {
    const ear = new AsteriskEar(leg, onFrame, context);
    ear.#line = await ear.#openLine();
    ear.#running = ear.#run();
    return ear;
  }

  /** Resolves when it listens no more, for whatever reason; never rejects. */
  get ended(): Promise<void> {
    return this.#running;
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const stop = (): void => this.#stopping.abort();
    if (this.#leg.goneSignal.aborted) stop();
    else this.#leg.goneSignal.addEventListener('abort', stop);
    const ticking = setInterval(() => this.#fill(this.#clock.tick(performance.now())), tickMs);
    this.#leave = this.#leg.attend({
      release: async () => {
        clearTimeout(this.#quiet);
        await this.#line?.hearSnoop();
      },
      idle: () => this.#hearLegSoon(),
    });
    try {
      await this.#keepOpen();
    } finally {
      clearInterval(ticking);
      clearTimeout(this.#quiet);
      this.#leave?.();
      this.#leg.goneSignal.removeEventListener('abort', stop);
    }
  }

  async #keepOpen(): Promise<void> {
    const { signal } = this.#stopping;
    const stopped = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    let retryMs = firstRetryMs;
    while (!signal.aborted) {
      if (this.#line !== undefined) {
        this.#hearLegSoon();
        await Promise.race([this.#line.broken, stopped]);
        await this.#closeLine();
        continue;
      }
      await pause(retryMs, signal);
      if (signal.aborted) break;
      try {
        this.#line = await this.#openLine();
        retryMs = firstRetryMs;
        this.#context.log.info('audio line opened again', { leg: this.#leg.id });
      } catch (thrown) {
        retryMs = Math.min(retryMs * 2, longestRetryMs);
        this.#context.log.warn('audio line not opened', { leg: this.#leg.id, error: describeError(thrown) });
      }
    }
    await this.#closeLine();
  }

  #openLine(): Promise<EarLine> {
    const cutter = new FrameCutter();
    return EarLine.open(
      this.#leg,
      (mulaw) => {
        if (this.#isStopped) return;
        for (const frame of cutter.push(mulaw)) {
          this.#clock.count(performance.now());
          this.#filledFrames = 0;
          this.#hand(frame);
        }
      },
      this.#context,
    );
  }

  async #closeLine(): Promise<void> {
    const line = this.#line;
    this.#line = undefined;
    clearTimeout(this.#quiet);
    await line?.close();
  }

  #hearLegSoon(): void {
    clearTimeout(this.#quiet);
    if (this.#leave === undefined || this.#stopping.signal.aborted || !this.#leg.isIdle) return;
    this.#quiet = setTimeout(() => void this.#line?.hearLeg(), quietMs);
  }

  #fill(frames: number): void {
    for (let filled = 0; filled < frames; filled++) this.#hand(new Int16Array(frameSamples));
    this.#filledFrames += frames;
    if (this.#filledFrames * frameMs < longestUnheardMs) return;
    // A far end that sends nothing, or a bridge that carries nothing: the other way of hearing tells one from the other.
    this.#filledFrames = 0;
    void this.#line?.hearSnoop().then(() => this.#hearLegSoon());
  }

  /** A listener that throws must not end the socket's event loop, and with it every call. */
  #hand(frame: Int16Array): void {
    try {
      this.#onFrame(frame);
    } catch (thrown) {
      this.#context.log.error('a frame listener failed', {
        leg: this.#leg.id,
        error: describeError(thrown),
      });
    }
  }
}
