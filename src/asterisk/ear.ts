import { untilAborted } from '../async/until-aborted.ts';
import type { AudioIntake } from '../calls/listener.ts';
import type { Ear } from '../calls/telephony.ts';
import { describeError } from '../domain/errors.ts';
import type { AsteriskLeg } from './legs/asterisk-leg.ts';
import { pause } from './ari/deadline.ts';
import { type EarContext, EarLine } from './ear-line.ts';

const firstRetryMs = 100;
const longestRetryMs = 2000;
/**
 * How long a leg must be idle before it is taken into the ear's bridge: a menu's digits and greetings come closer
 * together than this.
 */
const quietMs = 10_000;

/**
 * Listens to a leg until stopped or the leg is gone, reopening the line whenever it breaks. An idle leg is heard in a
 * bridge with the media channel, which is cheap; before the leg is used a snoop takes over, which hears it whatever
 * it does.
 */
export class AsteriskEar implements Ear {
  readonly #leg: AsteriskLeg;
  readonly #intake: AudioIntake;
  readonly #context: EarContext;
  readonly #stopping = new AbortController();
  #line: EarLine | undefined;
  #running: Promise<void> = Promise.resolve();
  #quiet: NodeJS.Timeout | undefined;
  /** Ends the attendance; undefined while another ear attends the leg: this one then keeps its snoop. */
  #leave: (() => void) | undefined;

  private constructor(leg: AsteriskLeg, intake: AudioIntake, context: EarContext) {
    this.#leg = leg;
    this.#intake = intake;
    this.#context = context;
  }

  /** Resolves once audio can arrive. @throws AppError `unavailable` when the first line cannot be opened. */
  static async open(leg: AsteriskLeg, intake: AudioIntake, context: EarContext): Promise<AsteriskEar> {
    const ear = new AsteriskEar(leg, intake, context);
    ear.#line = await ear.#openLine();
    ear.#running = ear.#run();
    return ear;
  }

  /** Resolves when it has stopped listening, for any reason; never rejects. */
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
    const offUnheard = this.#context.media.onUnheard(this.#intake, (what) =>
      what === 'nothing' ? this.#hearOtherwise() : void this.#line?.hearNewStream(),
    );
    this.#leave = this.#leg.sending.attend({
      release: async () => {
        clearTimeout(this.#quiet);
        await this.#line?.hearSnoop();
      },
      idle: () => this.#hearLegSoon(),
    });
    try {
      await this.#keepOpen();
    } finally {
      offUnheard();
      clearTimeout(this.#quiet);
      this.#leave?.();
      this.#leg.goneSignal.removeEventListener('abort', stop);
    }
  }

  async #keepOpen(): Promise<void> {
    const { signal } = this.#stopping;
    const stopped = untilAborted(signal);
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
    return EarLine.open(this.#leg, this.#intake, this.#context);
  }

  async #closeLine(): Promise<void> {
    const line = this.#line;
    this.#line = undefined;
    clearTimeout(this.#quiet);
    await line?.close();
  }

  #hearLegSoon(): void {
    clearTimeout(this.#quiet);
    if (this.#leave === undefined || this.#stopping.signal.aborted || !this.#leg.sending.isIdle) return;
    this.#quiet = setTimeout(() => void this.#line?.hearLeg(), quietMs);
  }

  /** Either the far end sends nothing or the bridge carries nothing: switching the source tells which. */
  #hearOtherwise(): void {
    void this.#line?.hearSnoop().then(() => this.#hearLegSoon());
  }
}
