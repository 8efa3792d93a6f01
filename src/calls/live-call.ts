import type { Call, CallActivity, SendBackReason } from '../domain/call.ts';
import { callActivities } from '../domain/call.ts';
import type { EndReason } from '../domain/call-status.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { CallLedger } from './call-ledger.ts';
import type { CallNeeds } from './call-needs.ts';
import type { FarEnd } from './far-end.ts';
import { endOfFarLeg } from './far-end.ts';
import { FaultBudget } from './fault-budget.ts';
import { Hearing } from './hearing.ts';
import type { Listener } from './listener.ts';
import { OwnVoice } from './own-voice.ts';
import type { AnsweredDevice, Plan } from './plan.ts';
import { endOf, resumePlan } from './plan.ts';
import type { Bridge, DeviceTarget, Leg, LegsLeft } from './telephony.ts';
import type { Permit } from './trunk-dials.ts';
import { delay, Interrupted, untilConnected } from './waiting.ts';

/** The INVITE waits this long at most for the database to know of it. */
const storeSeconds = 2;

const sentBackText: Record<SendBackReason, string> = {
  not_a_person: 'the far end is no person',
  on_hold_again: 'it is on hold again',
};

/** Carries a plan out and says what comes next. Interrupted by its signal when something else must be done. */
export type Performer = (plan: Plan, call: LiveCall, signal: AbortSignal) => Promise<Plan>;

/** What somebody wants of a call; the call decides what that means in the state that it is in. */
type Intent = { kind: 'transfer'; target: string | null } | { kind: 'keep_holding'; because: SendBackReason };

/**
 * A call that is not over, and the one authority for what it can do now. It owns the legs, the bridge, the ear and the deadline,
 * and ends them all, however it ends. One activity runs at a time. What is asked of it while its far end is being dialled or
 * looked for waits until that is settled.
 */
export class LiveCall {
  readonly ledger: CallLedger;
  readonly hearing: Hearing;
  readonly voice: OwnVoice;
  readonly needs: CallNeeds;
  /** Resolves when everything that the call owned is gone. */
  readonly finished: Promise<void>;
  #farEnd: FarEnd;
  /** Dials and adoptions under way: what they bring is the call's to end. */
  readonly #opening = new Set<Promise<unknown>>();
  #bridge: Promise<Bridge> | undefined;
  readonly #devices = new Map<Leg, string>();
  readonly #deadline: NodeJS.Timeout;
  readonly #faults = new FaultBudget();
  #turn = new AbortController();
  #intent: Intent | undefined;
  #markFinished!: () => void;
  #isFinished = false;

  /** @param call one that is `recovering` was begun by an earlier process: its legs are looked for in Asterisk. */
  constructor(call: Call, listener: Listener, needs: CallNeeds) {
    this.needs = needs;
    this.ledger = new CallLedger(call, needs.journal, needs.log);
    this.hearing = new Hearing(listener, this.ledger, needs.log);
    this.voice = new OwnVoice(this.hearing, needs.speech, needs.log);
    this.finished = new Promise((resolve) => (this.#markFinished = resolve));
    this.#farEnd = { state: call.recovering ? 'adopting' : 'none' };
    // A timer of more than 24 days would fire at once; calls are scheduled for less (contract/calls.ts).
    this.#deadline = setTimeout(() => this.end('max_duration'), this.secondsLeft * 1000);
  }

  /** Until the call's maximum duration is over. */
  get secondsLeft(): number {
    const endsAtMs = this.ledger.call.startedAtMs + this.needs.settings.maxCallSeconds * 1000;
    return Math.max(0, endsAtMs - Date.now()) / 1000;
  }

  get id(): string {
    return this.ledger.call.id;
  }

  /** Whether everything that the call owned is gone. */
  get isFinished(): boolean {
    return this.#isFinished;
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
      throw new AppError('internal', `call ${this.id} has no far leg (${this.#farEnd.state})`);
    return this.#farEnd.leg;
  }

  /** Rings a device and connects it with the far end, as soon as there is one. @throws AppError `conflict` when it is over. */
  transfer(target: string | null): void {
    if (this.ledger.status === 'scheduled')
      throw new AppError('conflict', `call ${this.id} is scheduled and has not been dialled yet`);
    this.#intend({ kind: 'transfer', target });
  }

  /** Whatever rings or talks is let go, and the call waits for the next person. @throws AppError `conflict`. */
  keepHolding(because: SendBackReason): void {
    const { status } = this.ledger;
    if (!['human_detected', 'transferring', 'connected'].includes(status))
      throw new AppError(
        'conflict',
        `call ${this.id} is ${status}: only a call that found a person can be sent back`,
      );
    this.#intend({ kind: 'keep_holding', because });
  }

  /** Sends digits to the far end; resolves when they have gone out. @throws AppError `conflict`. */
  async sendDtmf(digits: string): Promise<void> {
    this.#requireLive();
    const farEnd = this.#farEnd;
    if (farEnd.state === 'adopting')
      throw new AppError('conflict', `call ${this.id} is being recovered after a restart: try again`);
    if (farEnd.state !== 'present' || (farEnd.leg.state !== 'up' && !farEnd.leg.hasEarlyMedia))
      throw new AppError('conflict', `call ${this.id} has not been answered yet: digits cannot be sent`);
    this.voice.noteDigits();
    await farEnd.leg.sendDtmf(digits);
    if (!this.ledger.isOver) this.ledger.note({}, ['ivr_dtmf_sent', { digits, step_id: '' }]);
  }

  /** Ends the call at once and lets go of everything it owns. The first reason stands. */
  end(reason: EndReason, error?: string): void {
    if (!this.ledger.end(reason, error)) return;
    this.#turn.abort();
    clearTimeout(this.#deadline);
    void this.#release();
  }

  /** Carries out one plan after the other until the call is over. Never rejects. */
  async run(perform: Performer): Promise<void> {
    let next: Plan = { do: 'resume' };
    while (!this.ledger.isOver) {
      this.#turn = new AbortController();
      const plan = await this.#decide(next);
      if (plan.do === 'end') this.end(plan.reason, plan.error);
      else next = await this.#carryOut(plan, perform);
    }
    await this.finished;
  }

  /**
   * Dials the far end, once: that the INVITE goes out is stored before it does. Not interrupted by what is asked of the call
   * meanwhile, which would not know what there is. @throws AppError `refused`, `conflict` (the policy), `unavailable`
   */
  async dialFar(options: { denoise?: boolean; bridge?: Bridge } = {}): Promise<void> {
    const { telephony, trunk, settings } = this.needs;
    const { number } = this.ledger.call;
    this.#farEnd = { state: 'dialling' };
    let permit: Permit | undefined;
    try {
      permit = await this.#open(trunk.permit({ callId: this.id, number, purpose: 'far' }));
      if (this.ledger.isOver) throw new Interrupted();
      const leg = await this.#open(
        telephony.dialFar(this.id, permit.number, {
          timeoutSeconds: settings.answerSeconds,
          maxSeconds: this.secondsLeft,
          beforeInvite: async () => {
            this.ledger.note({ farInvitedAtMs: Date.now() });
            await this.ledger.storedWithin(storeSeconds);
          },
          ...options,
        }),
      );
      permit.follow(leg);
      this.#takeFar(leg);
    } catch (error) {
      permit?.end();
      this.#farEnd = { state: 'none' };
      throw error;
    }
  }

  /** @throws AppError `unavailable` when Asterisk does not take the dial. */
  async dialDevice(deviceId: string, target: DeviceTarget): Promise<Leg> {
    const { telephony, settings } = this.needs;
    const leg = await this.#open(
      telephony.dialDevice(this.id, target, {
        timeoutSeconds: settings.deviceRingSeconds,
        maxSeconds: this.secondsLeft,
        showNumber: this.ledger.call.number,
      }),
    );
    this.#takeDevice(deviceId, leg);
    return leg;
  }

  /** Finds what Asterisk has of a call that an earlier process began. @throws AppError `unavailable` */
  async findLegs(): Promise<void> {
    const left = await this.#open(this.needs.telephony.adopt(this.id));
    this.needs.trunk.adopt(this.id, left);
    if (left.bridge !== undefined) this.#bridge = Promise.resolve(left.bridge);
    for (const { deviceId, leg } of left.devices) this.#takeDevice(deviceId, leg);
    await this.#dropUnrung(left);
    this.ledger.note({ recovering: false });
    if (left.far === undefined) this.#farEnd = { state: 'none' };
    // A channel that was made and never dialled: dialled anew, since nobody can have answered it.
    else if (this.ledger.call.farInvitedAtMs === null) {
      await left.far.hangUp();
      this.#farEnd = { state: 'none' };
    } else this.#takeFar(left.far);
  }

  /** A leg of this device that rings or is up already. */
  legOf(deviceId: string): Leg | undefined {
    for (const [leg, id] of this.#devices) if (id === deviceId) return leg;
    return undefined;
  }

  get answeredDevice(): AnsweredDevice | undefined {
    for (const [leg, deviceId] of this.#devices) if (leg.state === 'up') return { deviceId, leg };
    return undefined;
  }

  /** Lets go of all device legs but `kept`. */
  async releaseDevices(kept?: Leg): Promise<void> {
    const others = [...this.#devices.keys()].filter((leg) => leg !== kept);
    await Promise.all(others.map((leg) => leg.hangUp(kept === undefined ? 'normal' : 'answered_elsewhere')));
  }

  /**
   * The bridge of the call, made on first use. Whoever asks while it is being made waits for the same one: a device often
   * answers sooner than Asterisk has made it, and a second of its name would be refused.
   */
  openBridge(): Promise<Bridge> {
    if (this.#bridge !== undefined) return this.#bridge;
    const making = this.#open(this.needs.telephony.createBridge(this.id));
    this.#bridge = making;
    making.catch(() => {
      if (this.#bridge === making) this.#bridge = undefined; // the next one who asks has it tried again
    });
    return making;
  }

  /** Takes a leg out of the bridge, if there is one. */
  async leaveBridge(leg: Leg): Promise<void> {
    const bridge = await this.#bridge?.catch(() => undefined);
    await bridge?.remove(leg);
  }

  /** Lets the process end without the call: legs stay up for the next start to adopt. */
  leave(): void {
    clearTimeout(this.#deadline);
  }

  #requireLive(): void {
    if (this.ledger.isOver) throw new AppError('conflict', `call ${this.id} is over already`);
  }

  #intend(intent: Intent): void {
    this.#requireLive();
    this.#intent = intent;
    this.#turn.abort();
  }

  /** The next plan; an intent comes before what the last activity named. The far end is settled here. */
  async #decide(next: Plan): Promise<Exclude<Plan, { do: 'resume' }>> {
    const intent = this.#intent;
    // What is asked of a call that is not found yet waits for that.
    if (intent !== undefined && this.#farEnd.state !== 'adopting') {
      this.#intent = undefined;
      await this.#letOwnerGo();
      if (intent.kind === 'transfer')
        this.ledger.note({ target: intent.target, ...(intent.target === null ? {} : { willRing: null }) });
      if (intent.kind === 'keep_holding' && this.#farEnd.state === 'present')
        return this.#sendBack(intent.because);
      if (this.#farEnd.state === 'present') return this.#pursue({ do: 'ring', forPerson: false });
      next = { do: 'resume' };
    }
    if (next.do !== 'resume') return this.#pursue(next);
    return this.#pursue(resumePlan(this.ledger.call, this.#farEnd, this.answeredDevice));
  }

  /** Whoever rings or talks makes room for what the owner asked for. */
  async #letOwnerGo(): Promise<void> {
    await this.releaseDevices().catch((error: unknown) =>
      this.needs.log.warn('a device was not let go', { call: this.id, error: describeError(error) }),
    );
  }

  /** Who put the owner on hold again is a person: learned as a recording, they would not be heard the next time. */
  #sendBack(because: SendBackReason): Exclude<Plan, { do: 'resume' }> {
    if (because === 'not_a_person') this.hearing.rejectPerson();
    else this.hearing.personLeft();
    this.ledger.note({ person: null });
    this.ledger.enterHold(`the owner sent the call back: ${sentBackText[because]}`);
    return this.#pursue({ do: 'hold' });
  }

  /** What the call does is stored with it, see `resumePlan`. */
  #pursue<P extends Plan>(plan: P): P {
    const activity = callActivities.find((name): name is CallActivity => name === plan.do);
    if (activity !== undefined && activity !== this.ledger.call.activity) this.ledger.note({ activity });
    return plan;
  }

  async #carryOut(plan: Plan, perform: Performer): Promise<Plan> {
    const { signal } = this.#turn;
    try {
      return await perform(plan, this, signal);
    } catch (error) {
      if (signal.aborted) return { do: 'resume' }; // an intent or the end of the call takes its place
      this.needs.log.error('a step of a call failed', {
        call: this.id,
        step: plan.do,
        error: describeError(error),
      });
      return this.#recover(error, signal);
    }
  }

  /**
   * An Asterisk or a database that does not answer for a moment must not cost a call that waited for an hour. While Asterisk
   * is away nothing can be tried and nothing is lost: its calls go on without the app. The pause also lets the event arrive that
   * a leg has ended, which an order to it met first.
   */
  async #recover(error: unknown, signal: AbortSignal): Promise<Plan> {
    const { telephony } = this.needs;
    if (telephony.upSinceMs() === undefined) await untilConnected(telephony, signal).catch(() => undefined);
    else {
      const pauseSeconds = this.#faults.spend(Date.now());
      if (pauseSeconds === undefined) return endOf('gateway_error', describeError(error));
      await delay(pauseSeconds, signal).catch(() => undefined);
    }
    return { do: 'resume' };
  }

  /** Gives the call its far leg. The end of that leg is the end of the call. */
  #takeFar(leg: Leg): void {
    this.#farEnd = { state: 'present', leg };
    if (this.ledger.isOver) return; // `#release` waits for it
    this.needs.tape.follow(this.ledger, leg, this.secondsLeft);
    const onGone = (): void => {
      this.#farEnd = { state: 'gone' };
      // Asterisk ended it in this process's place: this one was away, or too busy to be in time.
      if (this.secondsLeft === 0) return this.end('max_duration');
      const { answeredAtMs, connectedAtMs, person } = this.ledger.call;
      const { reason, error } = endOfFarLeg(leg, {
        wasAnswered: answeredAtMs !== null,
        personWaits:
          person !== null &&
          connectedAtMs === null &&
          ['human_detected', 'transferring'].includes(this.ledger.status),
      });
      this.end(reason, error);
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

  /** Of the devices that were being dialled only those are kept that ring or talk. */
  async #dropUnrung(left: LegsLeft): Promise<void> {
    const unrung = left.devices.filter(({ leg }) => leg.state === 'dialling');
    await Promise.all(unrung.map(({ leg }) => leg.hangUp()));
    const answered = this.answeredDevice;
    if (answered !== undefined) await this.releaseDevices(answered.leg);
  }

  /** What is being opened when the call ends is waited for, and ended. */
  #open<T>(opening: Promise<T>): Promise<T> {
    const settled = opening.then(
      () => undefined,
      () => undefined,
    );
    this.#opening.add(settled);
    void settled.then(() => this.#opening.delete(settled));
    return opening;
  }

  /** Ends what there is at once, and what was still being opened once it is there. */
  async #release(): Promise<void> {
    await this.#settleAll([...this.#hangUps(), this.#stopHearing()]);
    await Promise.all(this.#opening);
    await Promise.resolve(); // whoever opened it takes it first
    await this.#settleAll(this.#hangUps());
    await this.#settleAll([this.#destroyBridge()]);
    this.#isFinished = true;
    this.#markFinished();
  }

  #hangUps(): Promise<void>[] {
    const far = this.#farEnd.state === 'present' ? [this.#farEnd.leg] : [];
    return [...far, ...this.#devices.keys()].map((leg) => leg.hangUp());
  }

  async #settleAll(endings: Promise<unknown>[]): Promise<void> {
    for (const outcome of await Promise.allSettled(endings))
      if (outcome.status === 'rejected')
        this.needs.log.warn('a call left something behind', {
          call: this.id,
          error: describeError(outcome.reason),
        });
  }

  async #destroyBridge(): Promise<void> {
    const bridge = await this.#bridge?.catch(() => undefined);
    await bridge?.destroy();
  }

  async #stopHearing(): Promise<void> {
    const recordings = await this.hearing.stop();
    if (recordings.length > 0) await this.needs.memory.learn(this.ledger.call.number, recordings, Date.now());
  }
}
