import { AppError } from '../domain/errors.ts';
import type { AudioIntake } from './listener.ts';

/** What a call needs of the telephone network; implemented by `src/asterisk`. */

/** Why nobody can be called. */
export const noTrunk = 'no SIP trunk is configured: set TRUNK_HOST';

export type LegRole = 'far' | 'device';

/** How a leg ended, distinguished by Q.850 cause and SIP code; `detail` is a sentence for a person. */
export interface LegOutcome {
  kind:
    | 'hangup'
    | 'busy'
    | 'no_answer'
    | 'rejected'
    | 'invalid_number'
    | 'congestion'
    | 'unreachable'
    | 'cancelled'
    | 'gateway_lost';
  detail: string;
  /** Why an answered leg ended, if nobody hung up: what the network reports. */
  fault?: string;
}

export type LegEvent =
  | { kind: 'ringing' }
  /** Media flows before the answer (SIP 183); it can be heard. */
  | { kind: 'early_media' }
  /** See `underWay`. */
  | { kind: 'under_way' }
  | { kind: 'answered' }
  | { kind: 'dtmf'; digit: string }
  /** Last event of a leg, exactly once. */
  | { kind: 'gone'; outcome: LegOutcome };

export type LegState = 'dialling' | 'ringing' | 'up' | 'gone';

/** One channel of a call. Commands to a leg that is gone do nothing, and do not throw. */
export interface Leg {
  readonly id: string;
  readonly callId: string;
  readonly role: LegRole;
  readonly state: LegState;
  readonly hasEarlyMedia: boolean;
  /** It neither rings nor is heard yet, but the network says that it is forwarded (SIP 181) or waits in a queue (182). */
  readonly underWay: 'forwarded' | 'queued' | undefined;
  /** Its other end has put the call on hold, and need send no audio. */
  readonly isHolding: boolean;
  /** Set once the state is `gone`. */
  readonly outcome: LegOutcome | undefined;
  /**
   * Events from before the first subscription follow in a moment, in order, to all who have subscribed by then.
   * @returns the function that ends the subscription.
   */
  subscribe(listener: (event: LegEvent) => void): () => void;
  /** RFC 4733 digits and `w` (0.5 s); resolves when the last one has been sent. */
  sendDtmf(digits: string): Promise<void>;
  /** Continuous silence packets to this leg while nothing else is sent; carriers drop calls without RTP. */
  sendSilence(): Promise<void>;
  /**
   * Plays one of Asterisk's sounds (`sound:name`) to this leg; resolves at its end, or as soon as `signal` aborts it.
   * @returns false if Asterisk could not play it, as when it has no such sound.
   */
  play(media: string, signal?: AbortSignal): Promise<boolean>;
  /** Lets its other end hear that the call rings, until it is sent something else; or ends that. */
  ringback(isOn: boolean): Promise<void>;
  /** How many packets of audio have come from it so far; undefined when that is not known. Never rejects. */
  packetsReceived(): Promise<number | undefined>;
  /** Why nothing is heard from it; undefined when something has been, or when that is not known. Never rejects. */
  whyUnheard(): Promise<string | undefined>;
  /**
   * Sends its other end a request within the call. The leg ends with a `fault` if that end does not know the call, or is not there. Never
   * rejects.
   */
  ask(): Promise<void>;
  hangUp(why?: 'normal' | 'answered_elsewhere'): Promise<void>;
}

/** Whether a leg that has not been answered has got somewhere: it rings, is heard, or is on its way, as the network says. */
export function isReached({
  state,
  hasEarlyMedia,
  underWay,
}: Pick<Leg, 'state' | 'hasEarlyMedia' | 'underWay'>): boolean {
  return state === 'ringing' || hasEarlyMedia || underWay !== undefined;
}

export interface Bridge {
  readonly id: string;
  /** @param absorbsDtmf the leg's digits come as events and are not passed on to the other side. */
  add(leg: Leg, options?: { absorbsDtmf?: boolean }): Promise<void>;
  remove(leg: Leg): Promise<void>;
  /** Lets all who are in it hear a sound (`sound:name`); resolves when it begins. */
  play(media: string): Promise<void>;
  /** Mixes silence into it, so that a side that would be sent nothing receives packets; or ends that. */
  fill(isOn: boolean): Promise<void>;
  destroy(): Promise<void>;
}

/** The app listening to what a leg says. */
export interface Ear {
  stop(): Promise<void>;
}

/** What is left in Asterisk of a call that an earlier process began. */
export interface LegsLeft {
  far: Leg | undefined;
  /** `isBridged`: the device is in the talk's bridge. */
  devices: { deviceId: string; leg: Leg; isBridged: boolean }[];
  bridge: Bridge | undefined;
}

/** Where a device is reached. */
export type DeviceTarget =
  | { kind: 'endpoint'; deviceId: string }
  /** A number reached through the trunk, already permitted by the policy. */
  | { kind: 'number'; deviceId: string; number: string };

/** Asterisk did not take a dial, perhaps only for a moment, and no INVITE has gone out. */
export class NotDialled extends AppError {
  constructor(detail: string, options?: { cause?: unknown }) {
    super('unavailable', detail, options);
  }
}

export interface Telephony {
  /** Undefined while calls can be placed, else the sentence that says why not (no trunk, Asterisk away). */
  unavailable(): string | undefined;
  /** When Asterisk was started (epoch ms); undefined while it is away. Earlier calls are gone. */
  upSinceMs(): number | undefined;
  /**
   * Creates the far leg and sends the INVITE. Resolves when Asterisk has taken the dial; the outcome comes as leg events.
   * With `bridge` the leg joins it before the dial, so that its early media is heard there. `beforeInvite` is awaited between creating
   * the channel and sending the INVITE; if it throws, none is sent. Asterisk itself ends the leg a little after `maxSeconds`, counted from
   * the dial, even if this process is gone.
   * @throws NotDialled; AppError `unavailable` when Asterisk refuses it, or it is unknown whether it has taken it.
   */
  dialFar(
    callId: string,
    number: string,
    options: {
      timeoutSeconds: number;
      maxSeconds?: number;
      denoise?: boolean;
      bridge?: Bridge;
      beforeInvite?: () => Promise<void>;
    },
  ): Promise<Leg>;
  /** Rings a device; `showNumber` is the number that the call is about, shown to the owner. `beforeInvite` as above. */
  dialDevice(
    callId: string,
    target: DeviceTarget,
    options: { timeoutSeconds: number; maxSeconds?: number; showNumber: string; beforeInvite?: () => void },
  ): Promise<Leg>;
  createBridge(callId: string): Promise<Bridge>;
  /**
   * Sends what `leg` says, and nothing else, to `intake`. Resolves once the media socket is up, and opens another one if it breaks
   * while the leg is up. Missing audio is replaced by silence, because listeners measure time in frames.
   */
  listen(leg: Leg, intake: AudioIntake): Promise<Ear>;
  /** Finds what is left of a call after this process restarted; removes its snoops and media channels. */
  adopt(callId: string): Promise<LegsLeft>;
  /** Removes every channel and bridge of this application that belongs to none of `callIds`. @returns how many. */
  sweep(callIds: ReadonlySet<string>): Promise<number>;
  /**
   * Connection to Asterisk lost or (re)gained; `restarted` if Asterisk itself restarted in between: then every earlier leg has ended with
   * `gateway_lost`.
   */
  onConnection(listener: (event: { connected: boolean; restarted: boolean }) => void): () => void;
}
