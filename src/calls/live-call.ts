import type { CallDetector } from '../detect/types.ts';
import type { Call } from '../domain/call.ts';
import type { EndReason } from '../domain/call-status.ts';
import type { DeviceWithState } from '../domain/device.ts';
import { describeError } from '../domain/errors.ts';
import type { FlowShelf } from '../flows/desk.ts';
import type { Log } from '../log/log.ts';
import { CallLedger } from './call-ledger.ts';
import { Hearing } from './hearing.ts';
import { endOfFarLeg } from './leg-end.ts';
import type { Plan } from './plan.ts';
import { endOf } from './plan.ts';
import type { Journal, RecordingMemory } from './store.ts';
import type { Bridge, Leg, Telephony } from './telephony.ts';
import type { TrunkDials } from './trunk-dials.ts';
import { delay } from './waiting.ts';

/** A step that fails more often than this is not a passing fault. */
const mostFailures = 5;
const recoverySeconds = 1;

export interface CallSettings {
  /** How long the far end may ring. */
  answerSeconds: number;
  /** How long one device rings before the next one. */
  deviceRingSeconds: number;
  maxCallSeconds: number;
  /** Played to the person until the owner is there (`sound:name`). */
  greeting: string;
}

/** What the calls stand on. */
export interface CallSurroundings {
  telephony: Telephony;
  journal: Journal;
  memory: RecordingMemory;
  flows: FlowShelf;
  devices(): Promise<DeviceWithState[]>;
  /** The one way to the trunk. */
  trunk: TrunkDials;
  /** Whether a device that has an address of its own may be called there now. @throws AppError `refused` */
  permitAddress(deviceId: string): Promise<void>;
  settings: CallSettings;
  log: Log;
}

/** Carries a plan out and says what comes next. Interrupted by its signal when something else must be done. */
export type Performer = (plan: Plan, call: LiveCall, signal: AbortSignal) => Promise<Plan>;

/**
 * A call that is not over: it owns the legs, the bridge, the ear and the deadline, and ends them all, however it ends.
 * One activity runs at a time.
 */
export class LiveCall {
  readonly ledger: CallLedger;
  readonly hearing: Hearing;
  readonly surroundings: CallSurroundings;
  /** Resolves when everything that the call owned is gone. */
  readonly finished: Promise<void>;
  far: Leg | undefined;
  #bridge: Promise<Bridge> | undefined;
  readonly #deviceLegs = new Set<Leg>();
  readonly #deadline: NodeJS.Timeout;
  #turn = new AbortController();
  #redirect: Plan | undefined;
  #markFinished!: () => void;
  #isFinished = false;
  #failures = 0;

  constructor(call: Call, detector: CallDetector, surroundings: CallSurroundings) {
    this.surroundings = surroundings;
    this.ledger = new CallLedger(call, surroundings.journal, surroundings.log);
    this.hearing = new Hearing(detector, this.ledger, surroundings.log);
    this.finished = new Promise((resolve) => (this.#markFinished = resolve));
    const leftMs = call.startedAtMs + surroundings.settings.maxCallSeconds * 1000 - Date.now();
    this.#deadline = setTimeout(() => this.end('max_duration'), Math.max(0, leftMs));
  }

  get id(): string {
    return this.ledger.call.id;
  }

  /** Whether everything that the call owned is gone. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  get farIsUp(): boolean {
    return this.far?.state === 'up';
  }

  /** Carries out one plan after the other until the call is over. Never rejects. */
  async run(first: Plan, perform: Performer): Promise<void> {
    let plan = first;
    while (!this.ledger.isOver) {
      this.#turn = new AbortController();
      const next = await this.#carryOut(plan, perform);
      plan = this.#redirect ?? next;
      this.#redirect = undefined;
      if (plan.do === 'end') this.end(plan.reason, plan.error);
    }
    await this.finished;
  }

  /** Interrupts what the call does and goes on with `plan`. */
  redirect(plan: Plan): void {
    if (this.ledger.isOver) return;
    this.#redirect = plan;
    this.#turn.abort();
  }

  /** Ends the call at once and lets go of everything it owns. The first reason stands. */
  end(reason: EndReason, error?: string): void {
    if (!this.ledger.end(reason, error)) return;
    this.#turn.abort();
    clearTimeout(this.#deadline);
    void this.#release();
  }

  /** Gives the call its far leg. The end of that leg is the end of the call. */
  attachFar(leg: Leg): void {
    this.far = leg;
    if (this.ledger.isOver) {
      void leg.hangUp();
      return;
    }
    const onGone = (): void => {
      const end = endOfFarLeg(leg, this.ledger.call.answeredAtMs !== null);
      if (end.do === 'end') this.end(end.reason, end.error);
    };
    if (leg.state === 'gone') onGone();
    else leg.subscribe((event) => event.kind === 'gone' && onGone());
  }

  /** The call owns every device leg from its dial until it is gone. */
  attachDevice(leg: Leg): void {
    if (this.ledger.isOver) {
      void leg.hangUp();
      return;
    }
    this.#deviceLegs.add(leg);
    leg.subscribe((event) => event.kind === 'gone' && this.#deviceLegs.delete(leg));
  }

  /**
   * The bridge of the call, made on first use. Whoever asks while it is being made waits for the same one: a device often
   * answers sooner than Asterisk has made it, and a second of its name would be refused.
   */
  openBridge(): Promise<Bridge> {
    if (this.#bridge !== undefined) return this.#bridge;
    const making = this.#makeBridge();
    this.#bridge = making;
    making.catch(() => {
      if (this.#bridge === making) this.#bridge = undefined; // the next one who asks has it tried again
    });
    return making;
  }

  async #makeBridge(): Promise<Bridge> {
    const bridge = await this.surroundings.telephony.createBridge(this.id);
    if (this.ledger.isOver) await bridge.destroy();
    return bridge;
  }

  /** Takes over the bridge that an earlier process made. */
  adoptBridge(bridge: Bridge): void {
    this.#bridge = Promise.resolve(bridge);
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

  async #carryOut(plan: Plan, perform: Performer): Promise<Plan> {
    const { signal } = this.#turn;
    try {
      return await perform(plan, this, signal);
    } catch (error) {
      if (signal.aborted) return plan; // a redirect or the end of the call takes its place
      this.surroundings.log.error('a step of a call failed', {
        call: this.id,
        step: plan.do,
        error: describeError(error),
      });
      return this.#recover(plan, error, signal);
    }
  }

  /**
   * An Asterisk or a database that does not answer for a moment must not cost a call that waited for an hour: what was
   * to be taken over is tried again, and so is the bridging of an owner who has answered, who would be rung a second time
   * otherwise; a far end that is there is held again. The pause also lets the news arrive that a leg has ended, which an
   * order to it met first.
   */
  async #recover(plan: Plan, error: unknown, signal: AbortSignal): Promise<Plan> {
    this.#failures += 1;
    await delay(recoverySeconds, signal).catch(() => undefined);
    if (this.#failures > mostFailures) return endOf('gateway_error', describeError(error));
    if (plan.do === 'adopt' || plan.do === 'talk') return plan;
    if (this.farIsUp) return { do: 'hold', target: this.ledger.call.target };
    return endOf('gateway_error', describeError(error));
  }

  async #release(): Promise<void> {
    const legs = [this.far, ...this.#deviceLegs].filter((leg) => leg !== undefined);
    const outcomes = await Promise.allSettled([
      ...legs.map((leg) => leg.hangUp()),
      this.hearing.stop(),
      this.#learn(),
    ]);
    outcomes.push(...(await Promise.allSettled([this.#destroyBridge()])));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        this.surroundings.log.warn('a call left something behind', {
          call: this.id,
          error: describeError(outcome.reason),
        });
    this.#isFinished = true;
    this.#markFinished();
  }

  /** Also one that is still being made. */
  async #destroyBridge(): Promise<void> {
    const bridge = await this.#bridge?.catch(() => undefined);
    await bridge?.destroy();
  }

  async #learn(): Promise<void> {
    const recordings = this.hearing.detector.learned();
    if (recordings.length > 0)
      await this.surroundings.memory.learn(this.ledger.call.number, recordings, Date.now());
  }
}
