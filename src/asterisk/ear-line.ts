import { InTurn } from '../async/in-turn.ts';
import type { AudioIntake } from '../calls/listener.ts';
import { AppError, describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { MediaThread } from '../media/media-thread.ts';
import type { AriRequests } from './ari/ari-link.ts';
import type { AsteriskLeg } from './legs/asterisk-leg.ts';
import type { ChannelEvents } from './ari/channel-events.ts';
import { allSettled, pause, withDeadline } from './ari/deadline.ts';
import { endingWith } from './legs/leg-limit.ts';
import { earNames, snoopName } from './legs/leg-names.ts';
import { EarBridge } from './ear-bridge.ts';
import type { EarParts } from './ear-parts.ts';

export interface EarContext {
  link: AriRequests;
  events: ChannelEvents;
  media: Pick<MediaThread, 'expect' | 'onUnheard'>;
  parts: EarParts;
  application: string;
  /** The section of websocket_client.conf that names where Asterisk connects to. */
  mediaClient: string;
  log: Log;
}

interface Snoop {
  kind: 'snoop';
  id: string;
  /** The leg's RTP stream (SSRC) when the snoop was opened; undefined if there was none yet. */
  stream: number | undefined;
  off: () => void;
}

/** Asterisk forgets a removed snoop with the next frame that it sends to the leg. This is the time of a few frames. */
const forgetMs = 100;
const mediaStartTimeoutMs = 5000;
const enterTimeoutMs = 2000;

/**
 * One audio path: a private bridge holding the media channel, whose socket goes to the app, and the audio source. The
 * source is a snoop on the leg or, while the leg is idle, the leg itself: that saves Asterisk the snoop's timer and
 * transcoding. Everything is opened and removed together.
 */
export class EarLine {
  /** Resolves when the line breaks: its socket or one of its channels is gone. */
  readonly broken: Promise<void>;
  readonly #leg: AsteriskLeg;
  readonly #context: EarContext;
  readonly #names: { media: string; ear: string };
  readonly #offs: (() => void)[] = [];
  readonly #bridge: EarBridge;
  #resolveBroken: () => void = () => undefined;
  #source: Snoop | { kind: 'leg'; off: () => void } | undefined;
  /** The leg is in the bridge, or has left it and may not be sent silence again yet. */
  #mayHoldLeg = false;
  /** The source changes in turn. */
  readonly #changes = new InTurn();
  #closed = false;

  private constructor(leg: AsteriskLeg, context: EarContext) {
    this.#leg = leg;
    this.#context = context;
    this.#names = earNames(leg.callId);
    this.#bridge = new EarBridge(this.#names.ear, context);
    this.broken = new Promise((resolve) => (this.#resolveBroken = resolve));
  }

  /** Resolves once audio can arrive, from a snoop at first. @throws AppError `unavailable`. */
  static async open(leg: AsteriskLeg, intake: AudioIntake, context: EarContext): Promise<EarLine> {
    const line = new EarLine(leg, context);
    try {
      await allSettled([line.#snoop(), line.#bridge.create(), line.#openMedia(intake)]);
      await line.#bridge.add(`${line.#snoopId ?? ''},${line.#names.media}`);
    } catch (thrown) {
      await line.close();
      if (leg.state === 'gone')
        throw new AppError('unavailable', 'the leg to listen to is gone', { cause: thrown });
      throw new AppError('unavailable', `the audio line could not be opened: ${describeError(thrown)}`, {
        cause: thrown,
      });
    }
    return line;
  }

  /** Swaps the snoop for the leg itself, if the leg is still idle when its turn comes. */
  hearLeg(): Promise<void> {
    return this.#change(async () => {
      if (this.#source?.kind === 'snoop' && this.#leg.sending.isIdle) await this.#takeLeg(this.#source);
    });
  }

  async #takeLeg({ id: snoopId, off }: Snoop): Promise<void> {
    off();
    // In parallel, so that hardly any audio is missed; for a frame or two both may be heard.
    await Promise.all([this.#bridge.release(snoopId), this.#enterLeg()]);
    await Promise.all([this.#leg.sending.renewSilence(), this.#bridge.remove(snoopId)]);
  }

  /** Releases the leg; a snoop on it takes over. */
  hearSnoop(): Promise<void> {
    return this.#change(async () => {
      if (this.#source?.kind !== 'leg') return;
      const { off } = this.#source;
      let snoopId: string | undefined;
      try {
        snoopId = await this.#snoop(); // before the leg leaves, so that hardly any audio is missed
      } finally {
        off();
        await Promise.all([
          this.#bridge.release(this.#leg.id),
          snoopId === undefined ? undefined : this.#bridge.add(snoopId),
        ]);
      }
      await this.#leg.sending.renewSilence();
      this.#mayHoldLeg = false;
    });
  }

  /**
   * A silent snoop does not prove that the far end is silent. When Asterisk translates audio, it drops every packet with a lower sequence
   * number than the one before, as if it were late. If another media server takes over behind an unchanged address, with a stream of its
   * own, that can last 11 minutes (32,768 packets; seen with Asterisk 22.10). The leg itself is heard without translation, and once its
   * last snoop is gone, a channel starts a new translation. In a talk, the owner hears nothing either if the phone has another codec than
   * the far end: what that phone is sent needs a new translation, too.
   */
  hearNewStream(): Promise<void> {
    return this.#change(async () => {
      const before = this.#source;
      if (before?.kind !== 'snoop') return;
      const stream = await this.#stream();
      if (stream === undefined || stream === before.stream) return;
      this.#context.log.info('the far end sends another stream', { leg: this.#leg.id });
      if (this.#leg.sending.isIdle) return this.#takeLeg(before);
      before.off();
      await this.#bridge.remove(before.id);
      await this.#leg.sending.translateForOthersAnew();
      await pause(forgetMs, this.#leg.goneSignal);
      await this.#bridge.add(await this.#snoop());
    });
  }

  /** The SSRC of what the leg receives; undefined if nothing, or if Asterisk does not say. */
  async #stream(): Promise<number | undefined> {
    try {
      const { remote_ssrc: ssrc } = await this.#context.link.request('channels.rtpstatistics', {
        channelId: this.#leg.id,
      });
      return ssrc === 0 ? undefined : ssrc;
    } catch {
      return undefined;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#changes.settled();
    this.#source?.off();
    for (const off of this.#offs) off();
    await this.#bridge.removeAll();
    // Leaving the bridge ended its silence.
    if (this.#mayHoldLeg) await this.#leg.sending.renewSilenceOrWarn();
  }

  get #snoopId(): string | undefined {
    return this.#source?.kind === 'snoop' ? this.#source.id : undefined;
  }

  /** Never rejects: a failed change breaks the line, and its owner opens a new one. */
  #change(act: () => Promise<void>): Promise<void> {
    return this.#changes.run(async () => {
      if (this.#closed) return;
      try {
        await act();
      } catch (thrown) {
        this.#context.log.warn('audio line broken', { leg: this.#leg.id, error: describeError(thrown) });
        this.#resolveBroken();
      }
    });
  }

  /** @returns the snoop's channel, not yet in the bridge. */
  async #snoop(): Promise<string> {
    const { link, events, application } = this.#context;
    const id = snoopName(this.#leg.callId);
    const snoop: Snoop = { kind: 'snoop', id, stream: undefined, off: this.#breaksWith(id) };
    this.#source = snoop;
    // Not waited for: it is needed when the far end falls silent.
    void this.#stream().then((stream) => (snoop.stream = stream));
    this.#bridge.enterChannel(id);
    await events.createAndEnter(id, () =>
      link.request('channels.snoopChannelWithId', {
        channelId: this.#leg.id,
        snoopId: id,
        spy: 'in',
        app: application,
        appArgs: 'snoop',
      }),
    );
    return id;
  }

  async #openMedia(intake: AudioIntake): Promise<void> {
    const { link, events, media, application, mediaClient, log } = this.#context;
    const variables = await endingWith(this.#leg.id, link, log);
    const channelId = this.#names.media;
    this.#bridge.enterChannel(channelId);
    let resolveStarted: () => void = () => undefined;
    const started = new Promise<void>((resolve) => (resolveStarted = resolve));
    this.#offs.push(
      await media.expect(channelId, intake, { onOpen: resolveStarted, onClose: () => this.#resolveBroken() }),
      this.#breaksWith(channelId),
    );
    await allSettled([
      events.createAndEnter(channelId, () =>
        link.request('channels.externalMedia', {
          channelId,
          app: application,
          external_host: mediaClient,
          transport: 'websocket',
          encapsulation: 'none',
          format: 'ulaw',
          // Audio flows to the app only: without the other direction the channel needs no timer.
          transport_data: 'd(in)',
          variables,
        }),
      ),
      withDeadline(started, mediaStartTimeoutMs, 'the media socket did not open'),
    ]);
  }

  async #enterLeg(): Promise<void> {
    const { events } = this.#context;
    const { ear } = this.#names;
    const { id } = this.#leg;
    let off: () => void = () => undefined;
    const entered = new Promise<void>((resolve) => {
      off = events.on(id, (event) => {
        if (event.type === 'ChannelEnteredBridge' && event.bridge.id === ear) resolve();
      });
    });
    const offLeft = events.on(id, (event) => {
      if (event.type === 'ChannelLeftBridge' && event.bridge.id === ear) this.#resolveBroken();
    });
    this.#source = { kind: 'leg', off: offLeft };
    this.#mayHoldLeg = true;
    try {
      await Promise.all([
        this.#bridge.add(id),
        withDeadline(entered, enterTimeoutMs, 'the leg did not enter the bridge'),
      ]);
    } finally {
      off();
    }
  }

  /** Only channels made by `create` send ChannelDestroyed; these report only StasisEnd. */
  #breaksWith(channelId: string): () => void {
    return this.#context.events.on(channelId, (event) => {
      if (event.type === 'StasisEnd' || event.type === 'ChannelDestroyed') this.#resolveBroken();
    });
  }
}
