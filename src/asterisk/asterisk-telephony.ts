import { Listeners } from '../async/listeners.ts';
import {
  type Bridge,
  type DeviceTarget,
  type Ear,
  type Leg,
  type LegsLeft,
  NotDialled,
  noTrunk,
  type Telephony,
} from '../calls/telephony.ts';
import type { AudioIntake } from '../calls/listener.ts';
import { AppError, describeError } from '../domain/errors.ts';
import type { NumberFormat } from '../domain/number-format.ts';
import type { MediaEncryption, SipTransport } from '../domain/sip-security.ts';
import type { Log } from '../log/log.ts';
import type { MediaThread } from '../media/media-thread.ts';
import type { AriSession, Connected } from './ari/ari-link.ts';
import { AsteriskBridge } from './asterisk-bridge.ts';
import { BridgesLeft } from './bridges-left.ts';
import { ChannelEvents } from './ari/channel-events.ts';
import { endpointDialString, identityVariables, trunkDialString } from './lines/dial-strings.ts';
import { AsteriskEar } from './ear.ts';
import { EarParts } from './ear-parts.ts';
import { endingAfter, ringingFor } from './legs/leg-limit.ts';
import { filterInventory, removeAll, takeInventory } from './leftovers.ts';
import { deviceName, farName, talkName } from './legs/leg-names.ts';
import { LiveLegs } from './legs/live-legs.ts';
import type { LegSecurity } from './legs/outcomes.ts';
import { refuseDetour } from './lines/phone-contacts.ts';
import { TalkWatches } from './talk-watch.ts';

export interface TrunkSettings {
  configured: boolean;
  callerId?: string | undefined;
  transport?: SipTransport | undefined;
  /** `e164` by default. */
  numberFormat?: NumberFormat | undefined;
  /** Why it cannot be reached, if that is known. */
  fault?: () => string | undefined;
}

export interface TelephonyOptions {
  link: AriSession;
  media: Pick<MediaThread, 'expect' | 'onUnheard'>;
  application: string;
  mediaClient: string;
  trunk: TrunkSettings;
  mediaEncryption: { trunk: MediaEncryption; devices: MediaEncryption };
  /** The name of a device's PJSIP endpoint. */
  endpointOf: (deviceId: string) => string;
  /** The trunk's address in Asterisk's configuration; undefined until it was read. */
  trunkContact: () => string | undefined;
  /** How long one side of a talk waits for the app when the other has hung up. */
  talkGraceSeconds?: number | undefined;
  log: Log;
}

/** Of these, an INVITE offers what its endpoint allows, in the endpoint's order (`outgoing_call_offer_pref`, pjsip_trunk.conf). */
const offeredFormats = 'ulaw,alaw,opus';

interface NewLeg {
  id: string;
  callId: string;
  role: 'far' | 'device';
  endpoint: string;
  /** The endpoint of a device; undefined for a leg through the trunk. */
  phone: string | undefined;
  identity: string | undefined;
  timeoutSeconds: number;
  maxSeconds: number | undefined;
  denoise: boolean;
  bridge: Bridge | undefined;
  beforeInvite: (() => void | Promise<void>) | undefined;
  security: LegSecurity;
}

export class AsteriskTelephony implements Telephony {
  readonly #options: TelephonyOptions;
  readonly #events = new ChannelEvents();
  readonly #legs: LiveLegs;
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
    this.#watches = new TalkWatches({ link, log, graceSeconds: options.talkGraceSeconds });
    this.#bridgesLeft = new BridgesLeft(link, log);
    this.#earParts = new EarParts(link, log);
    link.onEvent((event) => this.#events.take(event));
    link.onConnected(async (connected) => this.#reconcile(connected));
    link.onLost(() => this.#connectionListeners.emit({ connected: false, restarted: false }));
  }

  unavailable(): string | undefined {
    const { down } = this.#options.link;
    if (down !== undefined)
      return `Asterisk is not connected since ${new Date(down.sinceMs).toISOString()}: ${down.reason}`;
    if (!this.#options.trunk.configured) return noTrunk;
    return undefined;
  }

  upSinceMs(): number | undefined {
    return this.#options.link.upSinceMs;
  }

  async dialFar(callId: string, number: string, options: Parameters<Telephony['dialFar']>[2]): Promise<Leg> {
    this.#assertTrunk();
    return this.#dial({
      id: farName(callId),
      callId,
      role: 'far',
      ...this.#trunkLine(number),
      identity: this.#options.trunk.callerId,
      timeoutSeconds: options.timeoutSeconds,
      maxSeconds: options.maxSeconds,
      denoise: options.denoise ?? false,
      bridge: options.bridge,
      beforeInvite: options.beforeInvite,
      security: this.#trunkSecurity(),
    });
  }

  async dialDevice(
    callId: string,
    target: DeviceTarget,
    options: Parameters<Telephony['dialDevice']>[2],
  ): Promise<Leg> {
    const isNumber = target.kind === 'number';
    if (isNumber) this.#assertTrunk();
    const line = isNumber ? this.#trunkLine(target.number) : this.#lineOf(target.deviceId);
    return this.#dial({
      id: deviceName(callId, target.deviceId),
      callId,
      role: 'device',
      ...line,
      // Carriers reject a foreign number as caller identity; the owner's own device is shown who the call is with.
      identity: isNumber ? this.#options.trunk.callerId : options.showNumber,
      timeoutSeconds: options.timeoutSeconds,
      maxSeconds: options.maxSeconds,
      denoise: false,
      bridge: undefined,
      beforeInvite: options.beforeInvite,
      security: isNumber
        ? this.#trunkSecurity()
        : { mediaEncryption: this.#options.mediaEncryption.devices, transport: undefined },
    });
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

  #lineOf(deviceId: string): Pick<NewLeg, 'endpoint' | 'phone'> {
    const phone = this.#options.endpointOf(deviceId);
    return { endpoint: endpointDialString(phone), phone };
  }

  #trunkLine(number: string): Pick<NewLeg, 'endpoint' | 'phone'> {
    const { trunk, trunkContact } = this.#options;
    return { endpoint: trunkDialString(number, trunkContact(), trunk.numberFormat), phone: undefined };
  }

  #trunkSecurity(): LegSecurity {
    const { mediaEncryption, trunk } = this.#options;
    return { mediaEncryption: mediaEncryption.trunk, transport: trunk.transport, fault: trunk.fault };
  }

  #assertTrunk(): void {
    const reason = this.unavailable();
    if (reason === noTrunk) throw new AppError('unavailable', reason);
    if (reason !== undefined) throw new NotDialled(reason);
  }

  async #dial(wanted: NewLeg): Promise<Leg> {
    const { link, application, log } = this.#options;
    if (this.#legs.has(wanted.id)) throw new NotDialled(`${wanted.id} is still being hung up`);
    const leg = this.#legs.begin(wanted);
    let isMade = false;
    try {
      await this.#events.createAndEnter(leg.id, () =>
        link.request('channels.create', {
          channelId: leg.id,
          endpoint: wanted.endpoint,
          app: application,
          appArgs: wanted.role,
          formats: offeredFormats,
          variables: {
            ...identityVariables(wanted.identity),
            ...endingAfter(wanted.maxSeconds),
            ...(wanted.phone === undefined ? {} : ringingFor(wanted.timeoutSeconds)),
            ...(wanted.denoise ? { 'DENOISE(rx)': 'on' } : {}),
          },
        }),
      );
      this.#legs.made(leg);
      if (wanted.phone !== undefined) await refuseDetour(link, leg.id, wanted.phone);
      await wanted.bridge?.add(leg);
      isMade = true;
      await wanted.beforeInvite?.();
      await link.request('channels.dial', { channelId: leg.id, timeout: wanted.timeoutSeconds });
      return leg;
    } catch (thrown) {
      log.warn('dial refused', { leg: leg.id, error: describeError(thrown) });
      leg.lose({ kind: 'unreachable', detail: describeError(thrown) });
      await this.#legs.hangUpQuietly(leg.id);
      const why = `Asterisk could not place the call: ${describeError(thrown)}`;
      if (!isMade && isPassing(thrown)) throw new NotDialled(why, { cause: thrown });
      throw new AppError('unavailable', why, { cause: thrown });
    }
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

/** It did not answer, or still has the channel of an earlier try. Whatever it refuses, it refuses again. */
function isPassing(thrown: unknown): boolean {
  return thrown instanceof AppError && (thrown.code === 'unavailable' || thrown.code === 'conflict');
}
