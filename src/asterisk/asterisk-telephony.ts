import { Listeners } from '../async/listeners.ts';
import type { Bridge, Ear, Leg, LegsLeft, Telephony } from '../calls/telephony.ts';
import type { AudioIntake } from '../calls/listener.ts';
import { AppError } from '../domain/errors.ts';
import type { MediaThread } from '../media/media-thread.ts';
import type { AriSession, Connected } from './ari/ari-link.ts';
import { AsteriskBridge } from './asterisk-bridge.ts';
import { BridgesLeft } from './bridges-left.ts';
import { ChannelEvents } from './ari/channel-events.ts';
import { AsteriskEar } from './ear.ts';
import { EarParts } from './ear-parts.ts';
import { type DialOptions, LegDialler } from './leg-dialler.ts';
import { filterInventory, removeAll, takeInventory } from './leftovers.ts';
import { talkName } from './legs/leg-names.ts';
import { LiveLegs } from './legs/live-legs.ts';
import { TalkWatches } from './talk-watch.ts';

export interface TelephonyOptions extends DialOptions {
  link: AriSession;
  media: Pick<MediaThread, 'expect' | 'onUnheard'>;
  mediaClient: string;
  /** How long one side of a talk waits for the app when the other has hung up. */
  talkGraceSeconds?: number | undefined;
}

export class AsteriskTelephony implements Telephony {
  readonly #options: TelephonyOptions;
  readonly #events = new ChannelEvents();
  readonly #legs: LiveLegs;
  readonly #dialler: LegDialler;
  readonly #watches: TalkWatches;
  readonly #connectionListeners: Listeners<[{ connected: boolean; restarted: boolean }]>;
  readonly #bridgesLeft: BridgesLeft;
  readonly #earParts: EarParts;
  readonly #ears = new Set<AsteriskEar>();

  constructor(options: TelephonyOptions) {
    this.#options = options;
    const { link, log } = options;
    this.#connectionListeners = new Listeners(log, 'a connection listener');
    this.#legs = new LiveLegs({ link, events: this.#events, log });
    this.#dialler = new LegDialler(options, { events: this.#events, legs: this.#legs });
    this.#watches = new TalkWatches({ link, log, graceSeconds: options.talkGraceSeconds });
    this.#bridgesLeft = new BridgesLeft(link, log);
    this.#earParts = new EarParts(link, log);
    link.onEvent((event) => this.#events.take(event));
    link.onConnected(async (connected) => this.#reconcile(connected));
    link.onLost(() => this.#connectionListeners.emit({ connected: false, restarted: false }));
  }

  unavailable(): string | undefined {
    return this.#dialler.unavailable();
  }

  upSinceMs(): number | undefined {
    return this.#options.link.upSinceMs;
  }

  dialFar(...far: Parameters<Telephony['dialFar']>): Promise<Leg> {
    return this.#dialler.far(...far);
  }

  dialDevice(...device: Parameters<Telephony['dialDevice']>): Promise<Leg> {
    return this.#dialler.device(...device);
  }

  async createBridge(callId: string): Promise<Bridge> {
    const id = talkName(callId);
    try {
      await this.#options.link.request('bridges.createWithId', {
        bridgeId: id,
        type: 'mixing,dtmf_events',
        name: id,
      });
    } catch (thrown) {
      // Created by an earlier request whose response came too late.
      if (!(thrown instanceof AppError) || thrown.code !== 'conflict') throw thrown;
    }
    return this.#bridgeOf(callId);
  }

  async listen(leg: Leg, intake: AudioIntake): Promise<Ear> {
    const known = this.#legs.get(leg.id);
    if (known === undefined) throw new AppError('unavailable', 'the leg to listen to is gone');
    const { link, media, application, mediaClient, log } = this.#options;
    const [events, parts] = [this.#events, this.#earParts];
    const context = { link, events, parts, media, application, mediaClient, log };
    const ear = await AsteriskEar.open(known, intake, context);
    this.#ears.add(ear);
    void ear.ended.then(() => this.#ears.delete(ear));
    return ear;
  }

  async adopt(callId: string): Promise<LegsLeft> {
    const { link } = this.#options;
    const all = filterInventory(await takeInventory(link), (named) => named.callId === callId);
    const left: LegsLeft = { far: undefined, devices: [], bridge: undefined };
    const talk = all.bridges.find(({ named }) => named.part === 'talk');
    for (const { id, state, named } of all.channels) {
      if (named.part === 'far') left.far = this.#legs.follow(id, callId, 'far', state);
      if (named.part === 'device')
        left.devices.push({
          deviceId: named.deviceId,
          leg: this.#legs.follow(id, callId, 'device', state),
          isBridged: talk?.channels.includes(id) === true,
        });
    }
    if (talk !== undefined) {
      left.bridge = this.#bridgeOf(callId);
      for (const id of talk.channels) this.#legs.get(id)?.sending.markBridged();
    }
    await removeAll(
      link,
      filterInventory(all, ({ part }) => ['snoop', 'media', 'ear', 'watch'].includes(part)),
    );
    await this.#legs.catchUp(all.channels.flatMap(({ id }) => this.#legs.get(id) ?? []));
    return left;
  }

  async sweep(callIds: ReadonlySet<string>): Promise<number> {
    const inventory = await takeInventory(this.#options.link);
    // Calls this process has begun since the caller looked are not leftovers.
    const alive = this.#legs.callIds();
    return removeAll(
      this.#options.link,
      filterInventory(inventory, ({ callId }) => !callIds.has(callId) && !alive.has(callId)),
    );
  }

  onConnection(listener: (event: { connected: boolean; restarted: boolean }) => void): () => void {
    return this.#connectionListeners.add(listener);
  }

  /** Called with the link closed: channels stay in Asterisk for the next process to adopt. */
  async close(): Promise<void> {
    await Promise.all([...this.#ears].map((ear) => ear.stop()));
  }

  #bridgeOf(callId: string): AsteriskBridge {
    return new AsteriskBridge(callId, this.#options.link, this.#watches, this.#bridgesLeft);
  }

  /** Legs are kept however long the app was away: Asterisk keeps its channels, with their audio, and ends each at its limit. */
  async #reconcile({ restarted }: Connected): Promise<void> {
    await this.#bridgesLeft.reconcile({ restarted });
    if (restarted) this.#legs.loseEarlier('Asterisk was restarted');
    else {
      // Before the legs: one that leaves an ear's bridge because of this is sent silence again when it is found.
      await this.#earParts.reconcile(this.#legs.callIds());
      await this.#legs.reconcile();
      await this.#watches.reconcile(this.#legs.callIds());
    }
    this.#connectionListeners.emit({ connected: true, restarted });
  }
}
