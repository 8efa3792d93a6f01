import type { Call, CallActivity, SendBackReason } from '../domain/call.ts';
import { callActivities } from '../domain/call.ts';
import type { EndReason } from '../domain/call-status.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { CallDeadline } from './call-deadline.ts';
import { CallLedger } from './call-ledger.ts';
import { CallLegs } from './call-legs.ts';
import type { CallNeeds } from './call-needs.ts';
import { endOfFarLeg } from './far-end.ts';
import { FaultBudget } from './fault-budget.ts';
import { Hearing } from './hearing.ts';
import type { Listener } from './listener.ts';
import { MenuEar } from './menu-ear.ts';
import { CallMenus } from './menu-memory.ts';
import { OwnerEar } from './owner-ear.ts';
import { OwnerKeypad } from './owner-keypad.ts';
import { OwnVoice } from './own-voice.ts';
import { PersonTalk } from './person-talk.ts';
import type { Plan, WayBack } from './plan.ts';
import { endOf, resumePlan, wayBackFrom } from './plan.ts';
import { SaidWords } from './said-words.ts';
import { SoundEar } from './sound-ear.ts';
import type { Leg } from './telephony.ts';
import { delay, untilConnected } from './waiting.ts';
import type { CallWords } from './words.ts';

const sentBackText: Record<SendBackReason, string> = {
  not_a_person: 'the far end is not a person',
  on_hold_again: 'it is on hold again',
};

/** Carries out a plan and returns the next one. Its signal aborts when something else must be done. */
export type Performer = (plan: Plan, call: LiveCall, signal: AbortSignal) => Promise<Plan>;

/** A request by the owner or a device; the call decides what it means in its present state. */
type Intent = { kind: 'transfer'; target: string | null } | { kind: 'keep_holding'; because: SendBackReason };

/**
 * A call that is not over, and the one authority for what it can do now. Its legs, its ear and its deadline end with it, however it
 * ends. One activity runs at a time. Requests made while the far end is being dialled or looked for wait for the outcome.
 */
export class LiveCall {
  readonly ledger: CallLedger;
  readonly hearing: Hearing;
  readonly voice: OwnVoice;
  readonly words: CallWords;
  readonly ownerEar: OwnerEar;
  readonly soundEar: SoundEar;
  readonly keypad = new OwnerKeypad();
  readonly menuEar: MenuEar;
  readonly menus: CallMenus;
  readonly legs: CallLegs;
  readonly deadline: CallDeadline;
  readonly personTalk: PersonTalk;
  readonly needs: CallNeeds;
  /** Resolves once it is `released` and its last words are recorded. */
  readonly finished: Promise<void>;
  readonly #said: SaidWords;
  readonly #faults = new FaultBudget();
  #turn = new AbortController();
  #intent: Intent | undefined;
  #wayBack: WayBack = 'hold';
  #markFinished!: () => void;
  /** Resolves when everything that the call owned is gone; the words of its last sentence may still be on their way. */
  readonly released: Promise<void>;
  #markReleased!: () => void;
  #isFinished = false;
  #isLeft = false;

  /** @param call if `recovering`, an earlier process began it: its legs are looked for in Asterisk. */
  constructor(call: Call, listener: Listener, needs: CallNeeds) {
    this.needs = needs;
    this.ledger = new CallLedger(call, needs.journal, needs.log);
    this.personTalk = new PersonTalk(this.ledger);
    this.hearing = new Hearing(listener, this.ledger, needs.log);
    this.voice = new OwnVoice(this.hearing, needs.speech, needs.log);
    this.ownerEar = new OwnerEar({ callId: call.id, ...needs });
    const { ledger, hearing, ownerEar } = this;
    this.#said = new SaidWords({ ...needs, ledger, hearing, ownerEar });
    this.words = this.#said.far;
    this.soundEar = new SoundEar(this.hearing.audio);
    this.menuEar = new MenuEar(this.words, this.hearing, this.soundEar);
    this.menus = new CallMenus({
      callId: call.id,
      journal: needs.journal,
      log: needs.log,
      isOld: call.recovering,
    });
    this.finished = new Promise((resolve) => (this.#markFinished = resolve));
    this.released = new Promise((resolve) => (this.#markReleased = resolve));
    this.deadline = new CallDeadline(ledger, needs.settings.maxCallSeconds, () => this.end('max_duration'));
    this.legs = new CallLegs({
      ledger,
      needs,
      deadline: this.deadline,
      onFarGone: (leg) => this.#endWithFarLeg(leg),
    });
  }

  /**
   * Where the call goes on when nobody takes a ring, or the owner takes his request back. He may interrupt a menu or the dial; once somebody
   * was heard, only waiting is left.
   */
  get wayBack(): WayBack {
    if (!this.legs.farIsUp) return 'reach_far_end';
    const { status, call } = this.ledger;
    const isPast = call.person !== null || status === 'human_detected' || status === 'connected';
    return isPast ? 'hold' : this.#wayBack;
  }

  get id(): string {
    return this.ledger.call.id;
  }

  /** Whether everything that the call owned is gone. */
  get isFinished(): boolean {
    return this.#isFinished;
  }

  /** The process is ending; what happens from now on is left to the next one. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  /** Rings a device and connects it with the far end, as soon as there is one. @throws AppError `conflict` when it is over. */
  transfer(target: string | null): void {
    if (this.ledger.status === 'scheduled')
      throw new AppError('conflict', `call ${this.id} is scheduled and has not been dialled yet`);
    this.#intend({ kind: 'transfer', target });
  }

  /** Devices that ring or talk are hung up, and the call waits for the next person. @throws AppError `conflict`. */
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
    const { farEnd } = this.legs;
    if (farEnd.state === 'adopting')
      throw new AppError('conflict', `call ${this.id} is being recovered after a restart: try again`);
    if (farEnd.state !== 'present' || (farEnd.leg.state !== 'up' && !farEnd.leg.hasEarlyMedia))
      throw new AppError('conflict', `call ${this.id} has not been answered yet: digits cannot be sent`);
    this.voice.noteDigits();
    this.menuEar.answerGoesOut();
    await this.keypad.press(digits, () => farEnd.leg.sendDtmf(digits));
    if (!this.ledger.isOver) this.ledger.note({}, ['ivr_dtmf_sent', { digits, step_id: '' }]);
  }

  /** Ends the call at once and lets go of everything it owns. The first reason stands. */
  end(reason: EndReason, error?: string): void {
    this.#said.finish();
    if (!this.ledger.end(reason, error)) return;
    this.#turn.abort();
    this.deadline.stop();
    void this.#release();
  }

  /** Carries out one plan after the other until the call is over. Never rejects. */
  async run(perform: Performer): Promise<void> {
    let next: Plan = { do: 'resume' };
    while (!this.ledger.isOver) {
      this.#turn = new AbortController();
      const intent = this.#takeIntent(next);
      if (intent !== undefined) await this.#letOwnerGo();
      if (this.ledger.isOver) break;
      const plan = intent === undefined ? this.#goOn(next) : this.#comply(intent);
      if (plan.do === 'end') this.end(plan.reason, plan.error);
      else next = await this.#carryOut(plan, perform);
    }
    await this.finished;
  }

  /** Lets the process end without ending the call: its legs stay up for the next start to adopt. */
  leave(): void {
    this.#isLeft = true;
    this.deadline.stop();
    void this.#said.stop();
  }

  #requireLive(): void {
    if (this.ledger.isOver) throw new AppError('conflict', `call ${this.id} is over already`);
  }

  #intend(intent: Intent): void {
    this.#requireLive();
    this.#intent = intent;
    this.#turn.abort();
  }

  /** What is asked of the call comes before what its last activity named, once its far end is found. */
  #takeIntent(next: Plan): Intent | undefined {
    const { farEnd } = this.legs;
    if (farEnd.state === 'adopting') return undefined;
    // The call is over, and nobody is called a second time to do as asked.
    if (next.do === 'end' && farEnd.state !== 'present' && this.ledger.call.farInvitedAtMs !== null)
      return undefined;
    const intent = this.#intent;
    this.#intent = undefined;
    return intent;
  }

  #goOn(next: Plan): Exclude<Plan, { do: 'resume' }> {
    if (next.do !== 'resume') return this.#pursue(next);
    return this.#pursue(resumePlan(this.ledger.call, this.legs.farEnd, this.legs.answeredDevice));
  }

  #comply(intent: Intent): Exclude<Plan, { do: 'resume' }> {
    if (intent.kind === 'transfer')
      this.ledger.note({ target: intent.target, ...(intent.target === null ? {} : { willRing: null }) });
    if (this.legs.farEnd.state !== 'present') return this.#goOn({ do: 'resume' });
    if (intent.kind === 'keep_holding') return this.#sendBack(intent.because);
    return this.#pursue({ do: 'ring', forPerson: false }, this.wayBack);
  }

  /** Hangs up the devices that ring or talk, to make room for the request. */
  async #letOwnerGo(): Promise<void> {
    await this.legs
      .releaseDevices()
      .catch((error: unknown) =>
        this.needs.log.warn('a device was not let go', { call: this.id, error: describeError(error) }),
      );
  }

  /** Somebody who puts the owner on hold again is a person: learned as a recording, that voice would be missed the next time. */
  #sendBack(because: SendBackReason): Exclude<Plan, { do: 'resume' }> {
    if (because === 'not_a_person') this.hearing.rejectPerson();
    else this.hearing.personLeft();
    const { wayBack } = this;
    this.ledger.note({ person: null });
    this.ledger.enterHold(`the owner sent the call back: ${sentBackText[because]}`);
    return this.#pursue({ do: wayBack });
  }

  /** Stores what the call is about to do, see `resumePlan`. */
  #pursue<P extends Plan>(plan: P, wayBack = wayBackFrom(plan, this.#wayBack)): P {
    this.#wayBack = wayBack;
    const activity = callActivities.find((name): name is CallActivity => name === plan.do);
    if (activity !== undefined && activity !== this.ledger.call.activity) this.ledger.note({ activity });
    return plan;
  }

  async #carryOut(plan: Plan, perform: Performer): Promise<Plan> {
    const { signal } = this.#turn;
    try {
      return await perform(plan, this, signal);
    } catch (error) {
      if (signal.aborted) return { do: 'resume' }; // by an intent or the end of the call
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
   * is away nothing can be tried and nothing is lost: its calls go on without the app. The pause also gives time to the event that a
   * leg has ended, which an order may have run into first.
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

  /** The end of the far leg is the end of the call. */
  #endWithFarLeg(leg: Leg): void {
    // Asterisk ended it at its limit: this process was away, or too busy to be in time.
    if (this.deadline.secondsLeft === 0) return this.end('max_duration');
    const { answeredAtMs, person } = this.ledger.call;
    const { reason, error } = endOfFarLeg(leg, {
      wasAnswered: answeredAtMs !== null,
      personWaits:
        person !== null &&
        !this.personTalk.hasBegun &&
        ['human_detected', 'transferring'].includes(this.ledger.status),
    });
    this.end(reason, error);
  }

  async #release(): Promise<void> {
    this.menuEar.stop();
    const words = this.#said.finishWords();
    const hearing = this.#stopHearing().catch((error: unknown) =>
      this.needs.log.warn('a call left something behind', { call: this.id, error: describeError(error) }),
    );
    await Promise.all([this.legs.release(), hearing]);
    this.#isFinished = true;
    this.#markReleased();
    await words;
    this.#markFinished();
  }

  async #stopHearing(): Promise<void> {
    const [recordings] = await Promise.all([this.hearing.stop(), this.ownerEar.stop()]);
    if (recordings.length > 0) await this.needs.memory.learn(this.ledger.call.number, recordings, Date.now());
  }
}
