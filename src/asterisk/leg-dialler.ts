import {
  type Bridge,
  type DeviceTarget,
  type Leg,
  NotDialled,
  noTrunk,
  type Telephony,
} from '../calls/telephony.ts';
import { AppError, describeError } from '../domain/errors.ts';
import type { NumberFormat } from '../domain/number-format.ts';
import type { MediaEncryption, SipTransport } from '../domain/sip-security.ts';
import type { Log } from '../log/log.ts';
import type { AriRequests } from './ari/ari-link.ts';
import type { ChannelEvents } from './ari/channel-events.ts';
import { endingAfter, ringingFor } from './legs/leg-limit.ts';
import { deviceName, farName } from './legs/leg-names.ts';
import type { LiveLegs } from './legs/live-legs.ts';
import type { LegSecurity } from './legs/outcomes.ts';
import { endpointDialString, identityVariables, trunkDialString } from './lines/dial-strings.ts';
import { refuseDetour } from './lines/phone-contacts.ts';

export interface TrunkSettings {
  configured: boolean;
  callerId?: string | undefined;
  transport?: SipTransport | undefined;
  /** `e164` by default. */
  numberFormat?: NumberFormat | undefined;
  /** Why it cannot be reached, if that is known. */
  fault?: () => string | undefined;
}

export interface DialOptions {
  link: AriRequests;
  application: string;
  trunk: TrunkSettings;
  mediaEncryption: { trunk: MediaEncryption; devices: MediaEncryption };
  /** The name of a device's PJSIP endpoint. */
  endpointOf: (deviceId: string) => string;
  /** The trunk's address in Asterisk's configuration; undefined until it was read. */
  trunkContact: () => string | undefined;
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

/** Calls numbers through the trunk, and the owner's devices. */
export class LegDialler {
  readonly #options: DialOptions;
  readonly #events: ChannelEvents;
  readonly #legs: LiveLegs;

  constructor(options: DialOptions, { events, legs }: { events: ChannelEvents; legs: LiveLegs }) {
    this.#options = options;
    this.#events = events;
    this.#legs = legs;
  }

  /** Why no number can be called now. */
  unavailable(): string | undefined {
    const { link, trunk } = this.#options;
    if (link.down !== undefined)
      return `Asterisk is not connected since ${new Date(link.down.sinceMs).toISOString()}: ${link.down.reason}`;
    if (!trunk.configured) return noTrunk;
    return undefined;
  }

  async far(callId: string, number: string, options: Parameters<Telephony['dialFar']>[2]): Promise<Leg> {
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

  async device(
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
}

/** It did not answer, or still has the channel of an earlier try. Whatever it refuses, it refuses again. */
function isPassing(thrown: unknown): boolean {
  return thrown instanceof AppError && (thrown.code === 'unavailable' || thrown.code === 'conflict');
}
