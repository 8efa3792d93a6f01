import { randomUUID } from 'node:crypto';
import { AppError, describeError } from '../../domain/errors.ts';
import type { LegContext } from './leg-channel.ts';

/** One sound on one channel, from before the request to its end. */
export class Playback {
  readonly playbackId = randomUUID();
  readonly #channelId: string;
  readonly #context: LegContext;
  readonly #over: Promise<void>;
  #resolveOver: () => void = () => undefined;
  readonly #silent: Promise<void>;
  #resolveSilent: () => void = () => undefined;
  #isOver = false;
  #isAbandoned = false;
  #hasFailed = false;
  readonly #offs: (() => void)[] = [];

  /**
   * @param gone aborts when the channel is gone: there is no PlaybackFinished then. @param stop ends the sound early.
   */
  constructor(channelId: string, context: LegContext, gone: AbortSignal, stop: AbortSignal | undefined) {
    this.#channelId = channelId;
    this.#context = context;
    this.#over = new Promise((resolve) => (this.#resolveOver = resolve));
    this.#silent = new Promise((resolve) => (this.#resolveSilent = resolve));
    this.#offs.push(
      context.events.on(channelId, (event) => {
        if (!('playback' in event) || event.playback.id !== this.playbackId) return;
        if (event.type === 'PlaybackStarted') {
          if (this.#isAbandoned) void this.#orderStop();
          return;
        }
        this.#hasFailed = event.playback.state === 'failed';
        if (this.#hasFailed)
          context.log.warn('Asterisk could not play it', { channelId, media: event.playback.media_uri });
        this.#markSilent();
      }),
    );
    this.#onAbort(gone, () => this.#markSilent());
    if (stop !== undefined)
      this.#onAbort(stop, () => {
        if (!this.#isAbandoned) this.#markOver();
        void this.#orderStop();
      });
  }

  /** It ended, was stopped, or its channel is gone. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Asterisk could not play it, as when it has no such sound. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Resolves at the end of the sound, when it is stopped, or when the channel goes. */
  ended(): Promise<void> {
    return this.#over;
  }

  /** Resolves when Asterisk reports the end of the sound, whether or not it was stopped, or when the channel goes. */
  silent(): Promise<void> {
    return this.#silent;
  }

  /** It is unknown whether Asterisk has accepted the request to play it. If it is found playing at any time, it is stopped. */
  abandon(): void {
    this.#isAbandoned = true;
    void this.#orderStop();
  }

  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /** Asterisk is back: the end of the sound may have been missed meanwhile. Never rejects. */
  async check(): Promise<void> {
    if (this.#isAbandoned) return this.#orderStop();
    const { link, log } = this.#context;
    try {
      await link.request('playbacks.get', { playbackId: this.playbackId });
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'not_found') this.#markOver();
      else log.debug('playback state unknown', { channelId: this.#channelId, error: describeError(thrown) });
    }
  }

  forget(): void {
    for (const off of this.#offs) off();
  }

  #markSilent(): void {
    this.#markOver();
    this.#resolveSilent();
  }

  #markOver(): void {
    this.#isOver = true;
    this.#resolveOver();
  }

  #onAbort(signal: AbortSignal, act: () => void): void {
    if (signal.aborted) return act();
    signal.addEventListener('abort', act);
    this.#offs.push(() => signal.removeEventListener('abort', act));
  }

  async #orderStop(): Promise<void> {
    const { link, log } = this.#context;
    try {
      await link.request('playbacks.stop', { playbackId: this.playbackId });
    } catch (thrown) {
      log.debug('playback not stopped', { channelId: this.#channelId, error: describeError(thrown) });
    }
  }
}
