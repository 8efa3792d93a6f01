import type { Device } from '../domain/device.ts';
import { AppError, describeError } from '../domain/errors.ts';
import type { CallDeadline } from './call-deadline.ts';
import type { CallLedger } from './call-ledger.ts';
import type { CallNeeds } from './call-needs.ts';
import type { FarEnd } from './far-end.ts';
import type { AnsweredDevice } from './plan.ts';
import type { Bridge, DeviceTarget, Leg, LegsLeft } from './telephony.ts';
import type { Permit } from './trunk-dials.ts';
import { Interrupted } from './waiting.ts';

/** The INVITE waits at most this long for its record in the database. */
const storeSeconds = 2;

export interface CallLegsNeeds {
  ledger: CallLedger;
  needs: CallNeeds;
  deadline: CallDeadline;
  /** The far leg has ended while the call went on. */
  onFarGone: (leg: Leg) => void;
}

/** What a call owns in Asterisk: the far leg, the devices' legs and the bridge, each from the moment it is requested until it is gone. */
export class CallLegs {
  readonly #ledger: CallLedger;
  readonly #needs: CallNeeds;
  readonly #deadline: CallDeadline;
  readonly #onFarGone: (leg: Leg) => void;
  #farEnd: FarEnd;
  /** Dials and adoptions under way: whatever they open must be ended. */
  readonly #opening = new Set<Promise<unknown>>();
  #bridge: Promise<Bridge> | undefined;
  #farIsBridged = false;
  readonly #devices = new Map<Leg, string>();
  /** Devices' legs that are being hung up. */
  readonly #released = new WeakSet<Leg>();
  /** Legs of devices that must press a key before they count as answered, and have not pressed it. */
  readonly #unconfirmed = new WeakSet<Leg>();

  constructor({ ledger, needs, deadline, onFarGone }: CallLegsNeeds) {
    this.#ledger = ledger;
    this.#needs = needs;
    this.#deadline = deadline;
    this.#onFarGone = onFarGone;
    this.#farEnd = { state: ledger.call.recovering ? 'adopting' : 'none' };
  }

  get farEnd(): FarEnd {
    return this.#farEnd;
  }

  get farIsUp(): boolean {
    return this.#farEnd.state === 'present' && this.#farEnd.leg.state === 'up';
  }

  /** The far leg, for activities that begin only once there is one. */
  get far(): Leg {
    if (this.#farEnd.state !== 'present')
      throw new AppError('internal', `call ${this.#ledger.call.id} has no far leg (${this.#farEnd.state})`);
    return this.#farEnd.leg;
  }

  /**
   * Dials the far end, once: the INVITE is on record before it goes out. No intent interrupts this, since it would be unknown whether
   * a leg exists. @throws AppError `refused`, `conflict` (the policy), `unavailable`
   */
  async dialFar(options: { denoise?: boolean; bridge?: Bridge } = {}): Promise<void> {
    const { telephony, trunk, settings } = this.#needs;
    const { number } = this.#ledger.call;
    this.#farEnd = { state: 'dialling' };
    let permit: Permit | undefined;
    try {
      permit = await this.#open(trunk.permit({ callId: this.#ledger.call.id, number, purpose: 'far' }));
      if (this.#ledger.isOver) throw new Interrupted();
      const leg = await this.#open(
        telephony.dialFar(this.#ledger.call.id, permit.number, {
          timeoutSeconds: settings.answerSeconds,
          maxSeconds: this.#deadline.secondsLeft,
          beforeInvite: () => this.#noteInvite(),
          ...options,
        }),
      );
      permit.follow(leg);
      this.#farIsBridged = options.bridge !== undefined;
      this.#takeFar(leg);
    } catch (error) {
      permit?.end();
      this.#farEnd = { state: 'none' };
      throw error;
    }
  }

  /** @throws Interrupted when the call has ended in the meantime: the far end must not ring then. */
  async #noteInvite(): Promise<void> {
    if (!this.#ledger.isOver) {
      this.#ledger.note({ farInvitedAtMs: Date.now() });
      await this.#ledger.storedWithin(storeSeconds);
    }
    if (this.#ledger.isOver) throw new Interrupted();
  }

  /** @throws AppError `unavailable` when Asterisk does not take the dial. */
  async dialDevice(
    { id, confirmsAnswer }: Pick<Device, 'id' | 'confirmsAnswer'>,
    target: DeviceTarget,
  ): Promise<Leg> {
    const { telephony, settings } = this.#needs;
    const leg = await this.#open(
      telephony.dialDevice(this.#ledger.call.id, target, {
        timeoutSeconds: settings.deviceRingSeconds,
        maxSeconds: this.#deadline.secondsLeft,
        showNumber: this.#ledger.call.number,
      }),
    );
    if (confirmsAnswer) this.#unconfirmed.add(leg);
    this.#takeDevice(id, leg);
    return leg;
  }

  /** Finds what Asterisk has of a call that an earlier process began. @throws AppError `unavailable` */
  findLegs(): Promise<void> {
    return this.#open(this.#find());
  }

  async #find(): Promise<void> {
    const left = await this.#needs.telephony.adopt(this.#ledger.call.id);
    this.#needs.trunk.adopt(this.#ledger.call.id, left);
    if (left.bridge !== undefined) {
      this.#bridge = Promise.resolve(left.bridge);
      this.#farIsBridged = true; // perhaps
    }
    for (const { deviceId, leg } of left.devices) this.#takeDevice(deviceId, leg);
    await this.#findUnconfirmed(left); // first: a device that is only being asked has not answered
    await this.#dropUnrung(left);
    this.#ledger.note({ recovering: false });
    if (left.far === undefined) this.#farEnd = { state: 'none' };
    // This channel was created and never dialled: nobody can have answered it, so the number is dialled afresh.
    else if (this.#ledger.call.farInvitedAtMs === null) {
      await left.far.hangUp();
      this.#farEnd = { state: 'none' };
    } else this.#takeFar(left.far);
  }

  /** A leg of this device that rings or is up already. */
  legOf(deviceId: string): Leg | undefined {
    return this.#inUse().find(([, id]) => id === deviceId)?.[0];
  }

  /** What is in the bridge has pressed its key; anything else is asked again, also while the devices cannot be read. */
  async #findUnconfirmed(left: LegsLeft): Promise<void> {
    const outside = left.devices.filter(({ isBridged }) => !isBridged);
    if (outside.length === 0) return;
    const devices = await this.#needs.devices().catch(() => undefined);
    for (const { deviceId, leg } of outside) {
      const device = devices?.find(({ id }) => id === deviceId);
      if (devices === undefined || device?.confirmsAnswer === true) this.#unconfirmed.add(leg);
    }
  }

  /** Whether the device must press a key before this leg may be connected. */
  mustConfirm(leg: Leg): boolean {
    return this.#unconfirmed.has(leg);
  }

  /** The key was pressed. */
  confirm(leg: Leg): void {
    this.#unconfirmed.delete(leg);
  }

  get answeredDevice(): AnsweredDevice | undefined {
    return this.#deviceThat((leg) => leg.state === 'up' && !this.mustConfirm(leg));
  }

  /** Also one that was answered and has not pressed its key. */
  get ringingDevice(): AnsweredDevice | undefined {
    return this.#deviceThat(
      (leg) => leg.state === 'ringing' || (leg.state === 'up' && this.mustConfirm(leg)),
    );
  }

  #deviceThat(is: (leg: Leg) => boolean): AnsweredDevice | undefined {
    const found = this.#inUse().find(([leg]) => is(leg));
    return found === undefined ? undefined : { leg: found[0], deviceId: found[1] };
  }

  /** A released leg may take seconds to be gone. */
  #inUse(): [Leg, string][] {
    return [...this.#devices].filter(([leg]) => !this.#released.has(leg));
  }

  /** Lets go of all device legs but `kept`. */
  async releaseDevices(kept?: Leg): Promise<void> {
    const others = [...this.#devices.keys()].filter((leg) => leg !== kept);
    const why = kept === undefined ? 'normal' : 'answered_elsewhere';
    await Promise.all(others.map((leg) => this.releaseDevice(leg, why)));
  }

  async releaseDevice(leg: Leg, why?: 'normal' | 'answered_elsewhere'): Promise<void> {
    this.#released.add(leg);
    await leg.hangUp(why);
  }

  /**
   * The call's bridge, created on first use. Callers share the one being created: a device often answers before Asterisk has it, and
   * Asterisk would refuse a second bridge of that name.
   */
  openBridge(): Promise<Bridge> {
    if (this.#bridge !== undefined) return this.#bridge;
    const making = this.#open(this.#needs.telephony.createBridge(this.#ledger.call.id));
    this.#bridge = making;
    making.catch(() => {
      if (this.#bridge === making) this.#bridge = undefined; // so that the next caller tries again
    });
    return making;
  }

  /** Whether the far leg may be in the bridge. */
  get farIsBridged(): boolean {
    return this.#farIsBridged;
  }

  async bridgeFar(bridge: Bridge): Promise<void> {
    this.#farIsBridged = true;
    await bridge.add(this.far);
  }

  /** Takes the far leg out of the bridge, if it is there. */
  async unbridgeFar(): Promise<void> {
    if (!this.#farIsBridged) return;
    const bridge = await this.#bridge?.catch(() => undefined);
    await bridge?.remove(this.far);
    this.#farIsBridged = false;
  }

  /** Ends what exists at once, and then what was still being opened. */
  async release(): Promise<void> {
    await this.#settleAll(this.#hangUps());
    await Promise.all(this.#opening);
    await Promise.resolve(); // lets the code that opened it take it first
    await this.#settleAll(this.#hangUps());
    await this.#settleAll([this.#destroyBridge()]);
  }

  /** If the call has ended meanwhile, `release` waits for this leg and ends it. */
  #takeFar(leg: Leg): void {
    this.#farEnd = { state: 'present', leg };
    if (this.#ledger.isOver) return;
    this.#needs.tape.follow(this.#ledger, leg, this.#deadline.secondsLeft);
    const onGone = (): void => {
      this.#farEnd = { state: 'gone' };
      this.#onFarGone(leg);
    };
    if (leg.state === 'gone') onGone();
    else leg.subscribe((event) => event.kind === 'gone' && onGone());
  }

  /** The call owns every device leg from its dial until it is gone. */
  #takeDevice(deviceId: string, leg: Leg): void {
    if (leg.state === 'gone') return;
    this.#devices.set(leg, deviceId);
    leg.subscribe((event) => event.kind === 'gone' && this.#devices.delete(leg));
  }

  /** Devices that ring or talk are kept; those that were only being dialled are hung up. */
  async #dropUnrung(left: LegsLeft): Promise<void> {
    const unrung = left.devices.filter(({ leg }) => leg.state === 'dialling');
    await Promise.all(unrung.map(({ leg }) => leg.hangUp()));
    const answered = this.answeredDevice;
    if (answered !== undefined) await this.releaseDevices(answered.leg);
  }

  /** Tracks what is being opened, so that the end of the call can wait for it and end it. */
  #open<T>(opening: Promise<T>): Promise<T> {
    const settled = opening.then(
      () => undefined,
      () => undefined,
    );
    this.#opening.add(settled);
    void settled.then(() => this.#opening.delete(settled));
    return opening;
  }

  #hangUps(): Promise<void>[] {
    const far = this.#farEnd.state === 'present' ? [this.#farEnd.leg] : [];
    return [...far, ...this.#devices.keys()].map((leg) => leg.hangUp());
  }

  async #settleAll(endings: Promise<unknown>[]): Promise<void> {
    for (const outcome of await Promise.allSettled(endings))
      if (outcome.status === 'rejected')
        this.#needs.log.warn('a call left something behind', {
          call: this.#ledger.call.id,
          error: describeError(outcome.reason),
        });
  }

  async #destroyBridge(): Promise<void> {
    const bridge = await this.#bridge?.catch(() => undefined);
    await bridge?.destroy();
  }
}
