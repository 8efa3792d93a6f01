import { EventEmitter } from 'node:events';
import {
  type Bridge,
  type DeviceTarget,
  type Ear,
  type Leg,
  type LegEvent,
  type LegOutcome,
  type LegRole,
  type LegsLeft,
  type LegState,
  NotDialled,
  type Telephony,
} from '../../src/calls/telephony.ts';

/** How a leg ends by itself, as `outcomeOf` reports it: only one that was up is hung up. */
const hungUp: LegOutcome = { kind: 'hangup', detail: 'the other side hung up' };
const nobodyAnswered: LegOutcome = { kind: 'no_answer', detail: 'nobody answered' };

/** A leg whose events come from the test. */
export class ScriptedLeg implements Leg {
  readonly id: string;
  readonly callId: string;
  readonly role: LegRole;
  state: LegState;
  hasEarlyMedia = false;
  underWay: 'forwarded' | 'queued' | undefined;
  isHolding = false;
  outcome: LegOutcome | undefined;
  /** The orders to the leg: `dtmf 2`, `play sound:x`, `silence`, `hang up answered_elsewhere`. */
  readonly asked: string[];
  /** Its audio so far, in packets. */
  packets: number | undefined = 0;
  /** Why nothing of it is heard. */
  unheard: string | undefined;
  /** How long a played sound lasts. */
  sound: Promise<void> = Promise.resolve();
  /** Thrown by the next order of this kind (`dtmf`, `play`, …). */
  readonly faults = new Map<string, Error>();
  /** Sounds that Asterisk does not have. */
  readonly unplayable = new Set<string>();
  readonly #listeners = new Set<(event: LegEvent) => void>();

  constructor(id: string, callId: string, role: LegRole, state: LegState = 'dialling', asked: string[] = []) {
    this.asked = asked;
    this.id = id;
    this.callId = callId;
    this.role = role;
    this.state = state;
  }

  /** The same channel as the next process finds it. */
  asFound(): ScriptedLeg {
    const { hasEarlyMedia, underWay } = this;
    const leg = new ScriptedLeg(this.id, this.callId, this.role, this.state, this.asked);
    return Object.assign(leg, { hasEarlyMedia, underWay });
  }

  subscribe(listener: (event: LegEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
  ring(): void {
    this.state = 'ringing';
    this.#say({ kind: 'ringing' });
  }

  /** A 183: sound before any answer, and no word that it rings. */
  sendEarlyMedia(): void {
    this.hasEarlyMedia = true;
    this.#say({ kind: 'early_media' });
  }

  /** A 181 or 182, and nothing else. */
  sendUnderWay(underWay: 'forwarded' | 'queued'): void {
    this.underWay = underWay;
    this.#say({ kind: 'under_way' });
  }
  answer(): void {
    this.state = 'up';
    this.packets ||= 1;
    this.#say({ kind: 'answered' });
  }
  press(digit: string): void {
    this.#say({ kind: 'dtmf', digit });
  }
  end(outcome: LegOutcome = this.state === 'up' ? hungUp : nobodyAnswered): void {
    if (this.state === 'gone') return;
    this.state = 'gone';
    this.outcome = outcome;
    this.#say({ kind: 'gone', outcome });
  }
  async hangUp(why: 'normal' | 'answered_elsewhere' = 'normal'): Promise<void> {
    if (this.state === 'gone') return;
    await this.#order('hang up', why);
    this.end({ kind: 'cancelled', detail: 'hung up here' });
  }
  whyUnheard(): Promise<string | undefined> {
    return Promise.resolve(this.unheard);
  }
  packetsReceived(): Promise<number | undefined> {
    return Promise.resolve(this.packets);
  }
  ringback(isOn: boolean): Promise<void> {
    return this.#order('ringback', isOn ? 'on' : 'off');
  }
  ask(): Promise<void> {
    return this.#order('ask');
  }
  sendDtmf(digits: string): Promise<void> {
    return this.#order('dtmf', digits);
  }
  sendSilence(): Promise<void> {
    return this.#order('silence');
  }
  async play(media: string, signal?: AbortSignal): Promise<boolean> {
    await this.#order('play', media);
    if (signal?.aborted === true) return true;
    if (this.unplayable.has(media)) return false;
    let stop: () => void = () => undefined;
    const stopped = new Promise<void>((resolve) => (stop = resolve));
    signal?.addEventListener('abort', stop);
    await Promise.race([this.sound, stopped]);
    signal?.removeEventListener('abort', stop);
    return true;
  }
  async #order(kind: string, detail = ''): Promise<void> {
    this.asked.push(`${kind} ${detail}`.trim());
    const fault = this.faults.get(kind);
    this.faults.delete(kind);
    if (fault !== undefined) throw fault;
  }
  #say(event: LegEvent): void {
    for (const listener of [...this.#listeners]) listener(event);
  }
}

/**
 * A telephone network in which nothing happens unless the test says so: every dialled leg is kept in `legs`, in order. What
 * Asterisk would still have of calls after a restart is put into `left`.
 */
export class ScriptedTelephony implements Telephony {
  readonly farLegs: ScriptedLeg[] = [];
  readonly deviceLegs: ScriptedLeg[] = [];
  readonly left = new Map<string, LegsLeft>();
  readonly bridged: { bridge: string; leg: string; absorbsDtmf: boolean }[] = [];
  /** Legs that were taken out of their bridge. */
  readonly parted: string[] = [];
  /** Bridges that were asked for, and that were destroyed. */
  readonly made: string[] = [];
  readonly destroyed: string[] = [];
  /** Whether silence was mixed into a bridge, order by order. */
  readonly filled: boolean[] = [];
  /** What was played to both sides of a talk. */
  readonly playedToBoth: string[] = [];
  readonly swept: ReadonlySet<string>[] = [];
  readonly listened: string[] = [];
  /** Legs that are being listened to. */
  readonly ears = new Set<string>();
  /** The error of every order about bridges. */
  bridgeFault: Error | undefined;
  /** The error of taking a leg out of its bridge. */
  partFault: Error | undefined;
  /** Awaited before a bridge is made. */
  holdBridge: Promise<void> | undefined;
  /** The error of the next attempt to listen. */
  listenFault: Error | undefined;
  /** Why nothing can be dialled. */
  refusal: string | undefined;
  /** The errors of the next dials of a far leg. */
  readonly dialFaults: Error[] = [];
  /** Awaited before a far leg is made, so that a test can act while the INVITE is being made. */
  holdDial: Promise<void> | undefined;
  /** The same before a device's leg is made. */
  holdDeviceDial: Promise<void> | undefined;
  #isUp = true;
  #startedAtMs = 0;
  readonly #connection = new EventEmitter().setMaxListeners(0);

  unavailable(): string | undefined {
    return this.refusal ?? (this.#isUp ? undefined : 'Asterisk is not connected');
  }
  upSinceMs(): number | undefined {
    return this.#isUp ? this.#startedAtMs : undefined;
  }

  async dialFar(callId: string, _number: string, options: Parameters<Telephony['dialFar']>[2]): Promise<Leg> {
    this.#requireUp();
    await this.holdDial;
    const fault = this.dialFaults.shift();
    if (fault !== undefined) throw fault;
    await options.beforeInvite?.();
    const leg = new ScriptedLeg(`${callId}.far.${this.farLegs.length}`, callId, 'far');
    this.farLegs.push(leg);
    return leg;
  }

  async dialDevice(
    callId: string,
    target: DeviceTarget,
    options?: Pick<Parameters<Telephony['dialDevice']>[2], 'beforeInvite'>,
  ): Promise<Leg> {
    this.#requireUp();
    await this.holdDeviceDial;
    options?.beforeInvite?.();
    const leg = new ScriptedLeg(`${callId}.dev.${target.deviceId}`, callId, 'device');
    this.deviceLegs.push(leg);
    return leg;
  }

  async createBridge(callId: string): Promise<Bridge> {
    this.#requireUp();
    this.made.push(`${callId}.talk`);
    await this.holdBridge;
    if (this.bridgeFault !== undefined) throw this.bridgeFault;
    return this.bridge(`${callId}.talk`);
  }

  async listen(leg: Leg): Promise<Ear> {
    this.listened.push(leg.id);
    const fault = this.listenFault;
    this.listenFault = undefined;
    if (fault !== undefined) throw fault;
    this.ears.add(leg.id);
    return { stop: async () => void this.ears.delete(leg.id) };
  }

  async adopt(callId: string): Promise<LegsLeft> {
    this.#requireUp();
    return this.left.get(callId) ?? { far: undefined, devices: [], bridge: undefined };
  }

  async sweep(callIds: ReadonlySet<string>): Promise<number> {
    this.swept.push(callIds);
    return 0;
  }

  onConnection(listener: (event: { connected: boolean; restarted: boolean }) => void): () => void {
    this.#connection.on('change', listener);
    return () => this.#connection.off('change', listener);
  }

  /** Asterisk disconnects, or is back. */
  connect(connected: boolean, { restarted = false, atMs = 0 } = {}): void {
    this.#isUp = connected;
    if (restarted) this.#startedAtMs = atMs;
    this.#connection.emit('change', { connected, restarted });
  }

  bridge(id: string): Bridge {
    return {
      id,
      add: async (leg, { absorbsDtmf = false } = {}) => {
        if (this.bridgeFault !== undefined) throw this.bridgeFault;
        this.bridged.push({ bridge: id, leg: leg.id, absorbsDtmf });
      },
      remove: async (leg) => {
        if (this.partFault !== undefined) throw this.partFault;
        this.parted.push(leg.id);
      },
      play: async (media) => void this.playedToBoth.push(media),
      fill: async (isOn) => void this.filled.push(isOn),
      destroy: async () => void this.destroyed.push(id),
    };
  }

  /** The far leg of a call, once it is dialled. */
  async farLegOf(callId: string): Promise<ScriptedLeg> {
    for (;;) {
      const leg = this.farLegs.find((candidate) => candidate.callId === callId);
      if (leg !== undefined) return leg;
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  #requireUp(): void {
    const reason = this.unavailable();
    if (reason !== undefined) throw new NotDialled(reason);
  }
}
