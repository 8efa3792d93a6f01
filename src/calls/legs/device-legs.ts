import type { Device } from '../../domain/device.ts';
import { describeError } from '../../domain/errors.ts';
import type { CallDeadline } from '../call-deadline.ts';
import type { CallLedger } from '../call-ledger.ts';
import type { CallNeeds } from '../call-needs.ts';
import type { AnsweredDevice } from '../plan.ts';
import { type DeviceTarget, isReached, type Leg, type LegsLeft } from '../telephony.ts';
import { Interrupted } from '../waiting.ts';

export interface DeviceLegsNeeds {
  ledger: Pick<CallLedger, 'call'>;
  needs: Pick<CallNeeds, 'telephony' | 'settings' | 'devices' | 'log'>;
  deadline: CallDeadline;
  /** Tracks a dial, so that the end of the call can wait for it and end what it opens. */
  open: (dial: Promise<Leg>) => Promise<Leg>;
}

/** The legs of the owner's devices, each from its dial until it is gone. */
export class DeviceLegs {
  readonly #needs: DeviceLegsNeeds;
  readonly #legs = new Map<Leg, string>();
  /** Legs being hung up, which may take seconds. */
  readonly #released = new WeakSet<Leg>();
  /** Legs whose device must press a key before it counts as answered, and has not done so. */
  readonly #unconfirmed = new WeakSet<Leg>();
  #dialled = 0;

  constructor(needs: DeviceLegsNeeds) {
    this.#needs = needs;
  }

  /** Including those being hung up. */
  get all(): Leg[] {
    return [...this.#legs.keys()];
  }

  /** How often a device was dialled. */
  get dialled(): number {
    return this.#dialled;
  }

  /** @param signal nothing rings any more once it aborts. @throws AppError `unavailable` when Asterisk does not take the dial. */
  async dial(
    { id, confirmsAnswer }: Pick<Device, 'id' | 'confirmsAnswer'>,
    target: DeviceTarget,
    signal: AbortSignal,
  ): Promise<Leg> {
    const { ledger, needs, deadline, open } = this.#needs;
    const { id: callId, number } = ledger.call;
    const leg = await open(
      needs.telephony.dialDevice(callId, target, {
        timeoutSeconds: needs.settings.deviceRingSeconds,
        maxSeconds: deadline.secondsLeft,
        showNumber: number,
        beforeInvite: () => {
          if (signal.aborted) throw new Interrupted();
        },
      }),
    );
    this.#dialled += 1;
    if (confirmsAnswer) this.#unconfirmed.add(leg);
    this.#take(id, leg);
    return leg;
  }

  /** Takes over what an earlier process dialled: devices that ring or talk are kept, those that were only being dialled are hung up. */
  async adopt(left: LegsLeft['devices']): Promise<void> {
    for (const { deviceId, leg } of left) this.#take(deviceId, leg);
    await this.#findUnconfirmed(left); // before anything else: a device that is still being asked has not answered
    const unrung = left.filter(({ leg }) => leg.state === 'dialling' && !isReached(leg));
    await Promise.all(unrung.map(({ leg }) => leg.hangUp()));
    const { answered } = this;
    if (answered !== undefined) await this.releaseAll(answered.leg);
  }

  /** A leg of this device that rings or is up already. */
  of(deviceId: string): Leg | undefined {
    return this.#inUse().find(([, id]) => id === deviceId)?.[0];
  }

  /** Whether any but this device is being dialled, rings or talks. */
  areOthersInUse(deviceId: string): boolean {
    return this.#inUse().some(([, id]) => id !== deviceId);
  }

  /** Whether a device is being dialled, rings or talks. */
  get areInUse(): boolean {
    return this.#inUse().length > 0;
  }

  get answered(): AnsweredDevice | undefined {
    return this.#first((leg) => leg.state === 'up' && !this.mustConfirm(leg));
  }

  /** Including one that was answered and has not pressed its key. */
  get ringing(): AnsweredDevice | undefined {
    return this.#first((leg) => (leg.state === 'up' ? this.mustConfirm(leg) : isReached(leg)));
  }

  /** Whether the device must press a key before this leg may be connected. */
  mustConfirm(leg: Leg): boolean {
    return this.#unconfirmed.has(leg);
  }

  /** The key was pressed. */
  confirm(leg: Leg): void {
    this.#unconfirmed.delete(leg);
  }

  /** Lets go of all but `kept`. */
  async releaseAll(kept?: Leg): Promise<void> {
    const others = this.all.filter((leg) => leg !== kept);
    const why = kept === undefined ? 'normal' : 'answered_elsewhere';
    await Promise.all(others.map((leg) => this.release(leg, why)));
  }

  async release(leg: Leg, why?: 'normal' | 'answered_elsewhere'): Promise<void> {
    this.#released.add(leg);
    await leg.hangUp(why);
  }

  #take(deviceId: string, leg: Leg): void {
    if (leg.state === 'gone') return;
    this.#legs.set(leg, deviceId);
    leg.subscribe((event) => event.kind === 'gone' && this.#legs.delete(leg));
  }

  /** A device in the bridge has pressed its key; any other is asked again, even while the devices cannot be read. */
  async #findUnconfirmed(left: LegsLeft['devices']): Promise<void> {
    const outside = left.filter(({ isBridged }) => !isBridged);
    if (outside.length === 0) return;
    const { ledger, needs } = this.#needs;
    const devices = await needs.devices().catch((error: unknown) => {
      const about = { call: ledger.call.id, error: describeError(error) };
      needs.log.warn('the devices cannot be read: each must confirm that it answered', about);
    });
    for (const { deviceId, leg } of outside) {
      const device = devices?.find(({ id }) => id === deviceId);
      if (devices === undefined || device?.confirmsAnswer === true) this.#unconfirmed.add(leg);
    }
  }

  #first(is: (leg: Leg) => boolean): AnsweredDevice | undefined {
    const found = this.#inUse().find(([leg]) => is(leg));
    return found === undefined ? undefined : { leg: found[0], deviceId: found[1] };
  }

  #inUse(): [Leg, string][] {
    return [...this.#legs].filter(([leg]) => !this.#released.has(leg));
  }
}
