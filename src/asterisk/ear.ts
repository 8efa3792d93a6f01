import type { Ear } from '../calls/telephony.ts';
import { AppError, describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { AriLink } from './ari-link.ts';
import type { AsteriskLeg } from './asterisk-leg.ts';
import type { ChannelEvents } from './channel-events.ts';
import { pause, withDeadline } from './deadline.ts';
import { endingWith } from './leg-limit.ts';
import { earNames } from './leg-names.ts';
import type { MediaServer } from './media-server.ts';
import { FRAME_SAMPLES, FrameCutter } from './pcm-frames.ts';

export interface EarContext {
  link: AriLink;
  events: ChannelEvents;
  media: MediaServer;
  application: string;
  /** The section of websocket_client.conf that says where Asterisk connects to. */
  mediaClient: string;
  log: Log;
}

const MEDIA_START_TIMEOUT_MS = 5000;
const FIRST_RETRY_MS = 100;
const LONGEST_RETRY_MS = 2000;
const FRAME_MS = (1000 * FRAME_SAMPLES) / 8000;
/** A longer gap is filled this far only: the silence is listened to at once, about 1 ms of work for a second of it. */
const LONGEST_FILL_MS = 300_000;

/** One way of the audio: snoop → bridge → media channel → socket. All three are opened and removed together. */
interface Line {
  /** Resolves when it is broken: the socket or a channel of it is gone. */
  broken: Promise<void>;
  close(): Promise<void>;
}

/** Listens to a leg until it is stopped or the leg is gone, opening the line again whenever it breaks. */
export class AsteriskEar implements Ear {
  readonly #leg: AsteriskLeg;
  readonly #onFrame: (frame: Int16Array) => void;
  readonly #context: EarContext;
  readonly #stopping = new AbortController();
  #running: Promise<void> = Promise.resolve();
  /** When audio last arrived, epoch ms. */
  #heardAtMs: number | undefined;

  private constructor(leg: AsteriskLeg, onFrame: (frame: Int16Array) => void, context: EarContext) {
    this.#leg = leg;
    this.#onFrame = onFrame;
    this.#context = context;
  }

  /** Resolves once audio can arrive. @throws AppError `unavailable` when the first line cannot be opened. */
  static async open(
    leg: AsteriskLeg,
    onFrame: (frame: Int16Array) => void,
    context: EarContext,
  ): Promise<AsteriskEar> {
    const ear = new AsteriskEar(leg, onFrame, context);
    const line = await ear.#openLine();
    const stop = (): void => ear.#stopping.abort();
    if (leg.goneSignal.aborted) stop();
    else leg.goneSignal.addEventListener('abort', stop);
    ear.#running = ear.#keepOpen(line).finally(() => leg.goneSignal.removeEventListener('abort', stop));
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

  async #keepOpen(firstLine: Line): Promise<void> {
    const { signal } = this.#stopping;
    const stopped = new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
    let line: Line | undefined = firstLine;
    let retryMs = FIRST_RETRY_MS;
    while (!signal.aborted) {
      if (line !== undefined) {
        await Promise.race([line.broken, stopped]);
        await line.close();
        line = undefined;
        continue;
      }
      await pause(retryMs, signal);
      if (signal.aborted) break;
      try {
        line = await this.#openLine();
        retryMs = FIRST_RETRY_MS;
        this.#context.log.info('audio line opened again', { leg: this.#leg.id });
      } catch (thrown) {
        retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS);
        this.#context.log.warn('audio line not opened', { leg: this.#leg.id, error: describeError(thrown) });
      }
    }
    await line?.close();
  }

  async #openLine(): Promise<Line> {
    const { link, events, media, application, mediaClient, log } = this.#context;
    const variables = await endingWith(this.#leg.id, link, log);
    const names = earNames(this.#leg.callId);
    const cutter = new FrameCutter();
    let isFirst = true;
    let tellBroken: () => void = () => undefined;
    const broken = new Promise<void>((resolve) => (tellBroken = resolve));
    let tellStarted: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (tellStarted = resolve));

    const offMedia = media.expect(names.media, {
      onOpen: tellStarted,
      onPcm: (bytes) => {
        if (this.#stopping.signal.aborted) return;
        if (isFirst) this.#fillGap();
        isFirst = false;
        this.#heardAtMs = Date.now();
        for (const frame of cutter.push(bytes)) this.#hand(frame);
      },
      onClose: tellBroken,
    });
    const offs = [names.snoop, names.media].map((id) =>
      events.on(id, (event) => {
        // Only a channel of `create` brings ChannelDestroyed; these two are told of by StasisEnd alone.
        if (event.type === 'StasisEnd' || event.type === 'ChannelDestroyed') tellBroken();
      }),
    );
    const close = async (): Promise<void> => {
      offMedia();
      for (const off of offs) off();
      await Promise.all([
        this.#remove('channel', names.media),
        this.#remove('channel', names.snoop),
        this.#remove('bridge', names.ear),
      ]);
    };

    // All are waited for, also when one fails: what comes into being late would be left over.
    const opened = await Promise.allSettled([
      link.request('bridges.createWithId', { bridgeId: names.ear, type: 'mixing', name: names.ear }),
      events.createAndEnter(names.snoop, () =>
        link.request('channels.snoopChannelWithId', {
          channelId: this.#leg.id,
          snoopId: names.snoop,
          spy: 'in',
          app: application,
          appArgs: 'snoop',
        }),
      ),
      events.createAndEnter(names.media, () =>
        link.request('channels.externalMedia', {
          channelId: names.media,
          app: application,
          external_host: mediaClient,
          transport: 'websocket',
          encapsulation: 'none',
          format: 'slin',
          variables,
        }),
      ),
      withDeadline(started, MEDIA_START_TIMEOUT_MS, 'the media socket did not open'),
    ]);
    try {
      for (const step of opened) if (step.status === 'rejected') throw step.reason;
      const channel = `${names.snoop},${names.media}`;
      await link.request('bridges.addChannel', { bridgeId: names.ear, channel });
    } catch (thrown) {
      await close();
      if (this.#leg.state === 'gone')
        throw new AppError('unavailable', 'the leg to listen to is gone', { cause: thrown });
      throw new AppError('unavailable', `the audio line could not be opened: ${describeError(thrown)}`, {
        cause: thrown,
      });
    }
    return { broken, close };
  }

  /**
   * What was missed while no line was open counts as silence. Listeners tell time by counting frames, so without it everything
   * after an outage would seem to have happened earlier than it did.
   */
  #fillGap(): void {
    if (this.#heardAtMs === undefined) return;
    const gapMs = Math.min(Date.now() - this.#heardAtMs - FRAME_MS, LONGEST_FILL_MS);
    for (let filledMs = FRAME_MS; filledMs <= gapMs; filledMs += FRAME_MS)
      this.#hand(new Int16Array(FRAME_SAMPLES));
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

  /** While Asterisk is away nothing can be removed; what is left over is swept after the reconnection. */
  async #remove(kind: 'channel' | 'bridge', id: string): Promise<void> {
    const { link, log } = this.#context;
    try {
      if (kind === 'channel') await link.request('channels.hangup', { channelId: id });
      else await link.request('bridges.destroy', { bridgeId: id });
    } catch (thrown) {
      if (thrown instanceof AppError && thrown.code === 'not_found') return;
      log.debug('audio line not removed', { id, error: describeError(thrown) });
    }
  }
}
