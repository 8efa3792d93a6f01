import type {
  Bridge,
  DeviceTarget,
  Ear,
  Leg,
  LegOutcome,
  LegsLeft,
  LegState,
  Telephony,
} from '../calls/telephony.ts';
import { AppError, describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { AriLink, Connected } from './ari-link.ts';
import { AsteriskBridge } from './asterisk-bridge.ts';
import { AsteriskLeg } from './asterisk-leg.ts';
import { ChannelEvents } from './channel-events.ts';
import { endpointDialString, identityVariables, trunkDialString } from './dial-strings.ts';
import { AsteriskEar } from './ear.ts';
import { filterInventory, removeAll, takeInventory } from './leftovers.ts';
import { deviceName, farName, talkName } from './leg-names.ts';
import type { MediaServer } from './media-server.ts';

export interface TelephonyOptions {
  link: AriLink;
  media: MediaServer;
  application: string;
  mediaClient: string;
  trunk: { configured: boolean; callerId?: string | undefined };
  /** The name of a device's endpoint in Asterisk. */
  endpointOf: (deviceId: string) => string;
  log: Log;
}

/** So long the legs of a connection that is lost are taken for alive: audio goes on without the app. */
const LOST_AFTER_MS = 60_000;

/** Longer than any dial that a call asks for. */
const LONGEST_DIAL_MS = 180_000;

interface NewLeg {
  id: string;
  callId: string;
  role: 'far' | 'device';
  endpoint: string;
  identity: string | undefined;
  timeoutSeconds: number;
  denoise: boolean;
  bridge: Bridge | undefined;
}

export class AsteriskTelephony implements Telephony {
  readonly #options: TelephonyOptions;
  readonly #events = new ChannelEvents();
  readonly #legs = new Map<string, AsteriskLeg>();
  readonly #connectionListeners = new Set<(event: { connected: boolean; restarted: boolean }) => void>();
  readonly #ears = new Set<AsteriskEar>();
  #lostTimer: NodeJS.Timeout | undefined;

  constructor(options: TelephonyOptions) {
    this.#options = options;
    const { link } = options;
    link.onEvent((event) => this.#events.take(event));
    link.onConnected(async (connected) => this.#reconcile(connected));
    link.onLost(() => this.#lost());
  }

  unavailable(): string | undefined {
    const { down } = this.#options.link;
    if (down !== undefined)
      return `Asterisk is not connected since ${new Date(down.sinceMs).toISOString()}: ${down.reason}`;
    if (!this.#options.trunk.configured) return 'no SIP trunk is configured: set TRUNK_HOST';
    return undefined;
  }

  upSinceMs(): number | undefined {
    return this.#options.link.upSinceMs;
  }

  async dialFar(
    callId: string,
    number: string,
    options: { timeoutSeconds: number; denoise?: boolean; bridge?: Bridge },
  ): Promise<Leg> {
    this.#assertTrunk();
    return this.#dial({
      id: farName(callId),
      callId,
      role: 'far',
      endpoint: trunkDialString(number),
      identity: this.#options.trunk.callerId,
      timeoutSeconds: options.timeoutSeconds,
      denoise: options.denoise ?? false,
      bridge: options.bridge,
    });
  }

  async dialDevice(
    callId: string,
    target: DeviceTarget,
    options: { timeoutSeconds: number; showNumber: string },
  ): Promise<Leg> {
    const isNumber = target.kind === 'number';
    if (isNumber) this.#assertTrunk();
    return this.#dial({
      id: deviceName(callId, target.deviceId),
      callId,
      role: 'device',
      endpoint: isNumber
        ? trunkDialString(target.number)
        : endpointDialString(this.#options.endpointOf(target.deviceId)),
      // Carriers refuse a foreign number as identity; a device of the owner's is shown whom the call is with.
      identity: isNumber ? this.#options.trunk.callerId : options.showNumber,
      timeoutSeconds: options.timeoutSeconds,
      denoise: false,
      bridge: undefined,
    });
  }

  async createBridge(callId: string): Promise<Bridge> {
    const id = talkName(callId);
    await this.#options.link.request('bridges.createWithId', { bridgeId: id, type: 'mixing', name: id });
    return new AsteriskBridge(id, this.#options.link);
  }

  async listen(leg: Leg, onFrame: (frame: Int16Array) => void): Promise<Ear> {
    const known = this.#legs.get(leg.id);
    if (known === undefined) throw new AppError('unavailable', 'the leg to listen to is gone');
    const { link, media, application, mediaClient, log } = this.#options;
    const context = { link, media, application, mediaClient, log, events: this.#events };
    const ear = await AsteriskEar.open(known, onFrame, context);
    this.#ears.add(ear);
    void ear.ended.then(() => this.#ears.delete(ear));
    return ear;
  }

  async adopt(callId: string): Promise<LegsLeft> {
    const { link } = this.#options;
    const all = filterInventory(await takeInventory(link), (named) => named.callId === callId);
    await removeAll(
      link,
      filterInventory(all, ({ part }) => part === 'snoop' || part === 'media' || part === 'ear'),
    );
    const left: LegsLeft = { far: undefined, devices: [], bridge: undefined };
    for (const { id, state, named } of all.channels) {
      if (named.part === 'far') left.far = this.#follow(id, callId, 'far', state);
      if (named.part === 'device')
        left.devices.push({ deviceId: named.deviceId, leg: this.#follow(id, callId, 'device', state) });
    }
    const talk = all.bridges.find(({ named }) => named.part === 'talk');
    if (talk !== undefined) {
      left.bridge = new AsteriskBridge(talk.id, link);
      for (const id of talk.channels) this.#legs.get(id)?.markBridged();
    }
    return left;
  }

  async sweep(callIds: ReadonlySet<string>): Promise<number> {
    const inventory = await takeInventory(this.#options.link);
    // Calls that this process has begun since the caller looked are not left over.
    const alive = new Set([...this.#legs.values()].map((leg) => leg.callId));
    return removeAll(
      this.#options.link,
      filterInventory(inventory, ({ callId }) => !callIds.has(callId) && !alive.has(callId)),
    );
  }

  onConnection(listener: (event: { connected: boolean; restarted: boolean }) => void): () => void {
    this.#connectionListeners.add(listener);
    return () => this.#connectionListeners.delete(listener);
  }

  /** Called with the link closed: what is in Asterisk stays there, for the next process to adopt. */
  async close(): Promise<void> {
    clearTimeout(this.#lostTimer);
    await Promise.all([...this.#ears].map((ear) => ear.stop()));
  }

  #assertTrunk(): void {
    const reason = this.unavailable();
    if (reason !== undefined) throw new AppError('unavailable', reason);
  }

  async #dial(wanted: NewLeg): Promise<Leg> {
    const { link, application, log } = this.#options;
    if (this.#legs.has(wanted.id)) throw new AppError('conflict', `${wanted.id} is dialled already`);
    const leg = this.#register(wanted.id, wanted.callId, wanted.role);
    try {
      await this.#events.createAndEnter(leg.id, () =>
        link.request('channels.create', {
          channelId: leg.id,
          endpoint: wanted.endpoint,
          app: application,
          appArgs: wanted.role,
          variables: {
            ...identityVariables(wanted.identity),
            ...(wanted.denoise ? { 'DENOISE(rx)': 'on' } : {}),
          },
        }),
      );
      await wanted.bridge?.add(leg);
      await link.request('channels.dial', { channelId: leg.id, timeout: wanted.timeoutSeconds });
      return leg;
    } catch (thrown) {
      log.warn('dial refused', { leg: leg.id, error: describeError(thrown) });
      leg.lose({ kind: 'unreachable', detail: describeError(thrown) });
      await this.#hangUpQuietly(leg.id);
      throw new AppError('unavailable', `Asterisk could not place the call: ${describeError(thrown)}`, {
        cause: thrown,
      });
    }
  }

  /** A create that timed out may have made the channel all the same. */
  async #hangUpQuietly(channelId: string): Promise<void> {
    try {
      await this.#options.link.request('channels.hangup', { channelId });
    } catch (thrown) {
      this.#options.log.debug('nothing to hang up', { channelId, error: describeError(thrown) });
    }
  }

  #register(id: string, callId: string, role: 'far' | 'device', state?: LegState): AsteriskLeg {
    const { link, log } = this.#options;
    const leg = new AsteriskLeg(id, callId, role, { link, events: this.#events, log }, state);
    this.#legs.set(id, leg);
    leg.goneSignal.addEventListener('abort', () => this.#legs.delete(id), { once: true });
    return leg;
  }

  #follow(id: string, callId: string, role: 'far' | 'device', channelState: string): AsteriskLeg {
    const known = this.#legs.get(id);
    if (known !== undefined) return known;
    const states: Record<string, LegState> = { Up: 'up', Ringing: 'ringing' };
    const leg = this.#register(id, callId, role, states[channelState] ?? 'dialling');
    if (leg.state !== 'up') this.#giveUpLater(leg);
    return leg;
  }

  /** Asterisk ends a dial in time, but a channel whose dial the earlier process never sent would stay for ever. */
  #giveUpLater(leg: AsteriskLeg): void {
    const timer = setTimeout(() => {
      if (leg.state !== 'up') void this.#hangUpQuietly(leg.id);
    }, LONGEST_DIAL_MS).unref();
    leg.goneSignal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  }

  #lost(): void {
    this.#lostTimer = setTimeout(
      () => this.#loseAll('Asterisk has been away for a minute'),
      LOST_AFTER_MS,
    ).unref();
    this.#tell({ connected: false, restarted: false });
  }

  /** Asterisk queues no events: after every connection what it has is compared with what was known. */
  async #reconcile({ restarted }: Connected): Promise<void> {
    clearTimeout(this.#lostTimer);
    if (restarted) this.#loseAll('Asterisk was restarted');
    else if (this.#legs.size > 0) {
      const known = new Map(
        (await this.#options.link.request('channels.list', {})).map((channel) => [channel.id, channel]),
      );
      for (const leg of [...this.#legs.values()]) {
        const channel = known.get(leg.id);
        if (channel === undefined) leg.lose(missedEnd(leg.state));
        else leg.reconcile(channel.state);
      }
    }
    this.#tell({ connected: true, restarted });
  }

  #loseAll(detail: string): void {
    for (const leg of [...this.#legs.values()]) leg.lose({ kind: 'gateway_lost', detail });
  }

  #tell(event: { connected: boolean; restarted: boolean }): void {
    for (const listener of [...this.#connectionListeners]) {
      try {
        listener(event);
      } catch (thrown) {
        this.#options.log.error('a connection listener failed', { error: describeError(thrown) });
      }
    }
  }
}

/** The end of a leg whose ChannelDestroyed nobody heard. */
function missedEnd(state: LegState): LegOutcome {
  return state === 'up'
    ? { kind: 'hangup', detail: 'it was hung up while Asterisk was not connected' }
    : { kind: 'gateway_lost', detail: 'it ended unanswered while Asterisk was not connected' };
}
