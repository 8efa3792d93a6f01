import type { Call, ClassifiedSegment, SendBackReason } from '../domain/call.ts';
import type { EndReason } from '../domain/call-status.ts';
import { AppError, DatabaseAway, describeError, findAppError } from '../domain/errors.ts';
import { CallCourse, type Intent } from './call-course.ts';
import { CallDeadline } from './call-deadline.ts';
import { CallFlow } from './call-flow.ts';
import { CallLedger } from './call-ledger.ts';
import { CallLegs } from './legs/call-legs.ts';
import type { CallNeeds } from './call-needs.ts';
import { FaultBudget } from './fault-budget.ts';
import { Hearing } from './hearing/hearing.ts';
import { MenuEar } from './hearing/menu-ear.ts';
import { CallMenus } from './hearing/call-menus.ts';
import { OwnerEar } from './hearing/owner-ear.ts';
import { OwnerKeypad } from './legs/owner-keypad.ts';
import { OwnVoice } from './hearing/own-voice.ts';
import { PersonTalk } from './person-talk.ts';
import type { Plan } from './plan.ts';
import { endOf, endOfFarLeg } from './plan.ts';
import { CallTranscription } from './words/call-transcription.ts';
import { SoundEar } from './hearing/sound-ear.ts';
import { isReached, type Leg } from './telephony.ts';
import { delay, untilConnected } from './waiting.ts';
import type { UtteranceSource } from './words/utterance-source.ts';

/** How often work that needs the database is tried again while the database is away. */
const databaseSeconds = 5;

/** Carries out a plan and returns the next one. Its signal aborts when something else must be done. */
export type Performer = (plan: Plan, call: LiveCall, signal: AbortSignal) => Promise<Plan>;

/**
 * A call that is not over, and the one authority for what it can do now. Its legs, its ear and its deadline end with it, however it
 * ends. One activity runs at a time. Requests made while the far end is being dialled or looked for wait for the outcome.
 */
export class LiveCall {
  readonly ledger: CallLedger;
  readonly flow: CallFlow;
  readonly hearing: Hearing;
  readonly voice: OwnVoice;
  readonly words: UtteranceSource;
  readonly ownerEar: OwnerEar;
  readonly soundEar: SoundEar;
  readonly keypad = new OwnerKeypad();
  readonly menuEar: MenuEar;
  readonly menus: CallMenus;
  readonly legs: CallLegs;
  readonly course: CallCourse;
  readonly deadline: CallDeadline;
  readonly personTalk: PersonTalk;
  readonly needs: CallNeeds;
  /** Resolves once the call is `released` and its last words are recorded. */
  readonly finished: Promise<void>;
  readonly #transcription: CallTranscription;
  readonly #faults = new FaultBudget();
  readonly #leaveLink: () => void;
  #turn = new AbortController();
  #markFinished!: () => void;
  /** Resolves when everything that the call owned is gone; the words of its last sentence may still be on their way. */
  readonly released: Promise<void>;
  #markReleased!: () => void;
  #isReleased = false;
  #isLeft = false;

  /**
   * @param call if `recovering`, an earlier process began it: its legs are looked for in Asterisk.
   * @param heard the segments of an earlier process; null when they are not known.
   */
  constructor(call: Call, needs: CallNeeds, heard: readonly ClassifiedSegment[] | null = []) {
    this.needs = needs;
    this.ledger = new CallLedger(call, needs.journal, needs.log, heard);
    this.flow = new CallFlow(this.ledger, needs.flows);
    this.hearing = new Hearing(() => needs.createListener(call), this.ledger, needs.log);
    this.personTalk = new PersonTalk(this.ledger, () => this.hearing.decision.state === 'person');
    this.voice = new OwnVoice(this.hearing, needs.speech, needs.log);
    this.ownerEar = new OwnerEar({ callId: call.id, ...needs });
    const { ledger, hearing, ownerEar } = this;
    this.#transcription = new CallTranscription({ ...needs, ledger, hearing, ownerEar });
    this.words = this.#transcription.far;
    this.soundEar = new SoundEar(this.hearing);
    this.menuEar = new MenuEar({
      words: this.words,
      hearing,
      sounds: this.soundEar,
      readsTwice: needs.settings.exploresMenus,
      log: needs.log,
    });
    this.menus = new CallMenus({
      callId: call.id,
      journal: needs.journal,
      log: needs.log,
      sentences: needs.sentences,
      isOld: call.recovering,
    });
    this.finished = new Promise((resolve) => (this.#markFinished = resolve));
    this.released = new Promise((resolve) => (this.#markReleased = resolve));
    this.deadline = new CallDeadline(ledger, needs.settings.maxCallSeconds, () => this.end('max_duration'));
    this.legs = new CallLegs({
      ledger,
      needs,
      deadline: this.deadline,
      hearsQueue: () => hearing.hasHeldMusic,
      onFarGone: (leg) => this.#endWithFarLeg(leg),
      onUnanswered: (leg) => this.#giveUp(leg),
    });
    this.#leaveLink = needs.telephony.onConnection(({ connected }) => this.#noteLink(connected));
    this.course = new CallCourse({ ledger, hearing, legs: this.legs, log: needs.log });
  }

  get id(): string {
    return this.ledger.call.id;
  }

  /** Whether everything that the call owned is gone. */
  get isReleased(): boolean {
    return this.#isReleased;
  }

  /** The process is ending; what happens from now on is left to the next one. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  /** Rings a device and connects it with the far end, as soon as there is one. @throws AppError `conflict` when it is over. */
  transfer(device: string | null): void {
    if (this.ledger.status === 'scheduled')
      throw new AppError('conflict', `call ${this.id} is scheduled and has not been dialled yet`);
    this.#intend({ kind: 'transfer', device });
  }

  /** Devices that ring or talk are hung up, and the call waits for the next person. @throws AppError `conflict`. */
  keepHolding(because: SendBackReason): void {
    if (!this.course.canBeSentBack)
      throw new AppError(
        'conflict',
        `call ${this.id} is ${this.ledger.status}: only a call that found a person can be sent back`,
      );
    this.#intend({ kind: 'keep_holding', because });
  }

  /** Sends digits to the far end; resolves when they have gone out. @throws AppError `conflict`. */
  async sendDtmf(digits: string): Promise<void> {
    this.#requireLive();
    const { farEnd } = this.legs;
    if (farEnd.state === 'adopting')
      throw new AppError('conflict', `call ${this.id} is being recovered after a restart: try again`);
    if (farEnd.state !== 'present' || !takesDigits(farEnd.leg))
      throw new AppError('conflict', `call ${this.id} has not been answered yet: digits cannot be sent`);
    this.voice.noteDigits();
    this.menuEar.answerGoesOut();
    await this.keypad.press(digits, async () => {
      await this.voice.stopSpeaking(); // a leg that is playing would send them only afterwards
      await farEnd.leg.sendDtmf(digits);
    });
    if (!this.ledger.isOver) this.ledger.note({}, ['ivr_dtmf_sent', { digits, step_id: '' }]);
  }

  /** Ends the call at once and lets go of everything it owns. The first reason stands. */
  end(reason: EndReason, error?: string): void {
    this.#transcription.finish();
    const wasThere = this.legs.farEnd.state === 'present';
    if (!this.ledger.end(reason, error, wasThere ? 0 : this.deadline.overdueMs)) return;
    this.#turn.abort();
    this.deadline.stop();
    void this.#release();
  }

  /** Carries out one plan after the other until the call is over. Never rejects. */
  async run(perform: Performer): Promise<void> {
    let next: Plan = { do: 'resume' };
    while (!this.ledger.isOver) {
      this.#turn = new AbortController();
      const plan = await this.course.decide(next);
      if (this.ledger.isOver) break;
      if (plan.do === 'end') this.end(plan.reason, plan.error);
      else next = await this.#carryOut(plan, perform);
    }
    await this.finished;
  }

  /** Lets the process end without ending the call: its legs stay up for the next start to adopt. */
  leave(): void {
    this.#isLeft = true;
    this.#leaveLink();
    this.deadline.stop();
    void this.#transcription.stop();
  }

  #requireLive(): void {
    if (this.ledger.isOver) throw new AppError('conflict', `call ${this.id} is over already`);
  }

  #intend(intent: Intent): void {
    this.#requireLive();
    this.course.request(intent);
    this.#turn.abort();
  }

  async #carryOut(plan: Plan, perform: Performer): Promise<Plan> {
    const { signal } = this.#turn;
    try {
      if (plan.do !== 'await_due') await this.hearing.prepare();
      signal.throwIfAborted();
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
   * An Asterisk or a database that does not answer for a moment must not cost a call that has waited for an hour. While either is away,
   * nothing can be tried and nothing is lost: calls go on without the app, and the journal keeps what is to be stored. Any other fault may
   * be permanent, so only a limited number are waited out. The pause also leaves time for the event of a leg's end: a command may fail
   * because of it before the event arrives.
   */
  async #recover(error: unknown, signal: AbortSignal): Promise<Plan> {
    const { telephony } = this.needs;
    if (telephony.upSinceMs() === undefined) await untilConnected(telephony, signal).catch(() => undefined);
    else if (findAppError(error) instanceof DatabaseAway)
      await delay(databaseSeconds, signal).catch(() => undefined);
    else {
      const pauseSeconds = this.#faults.spend(performance.now());
      if (pauseSeconds === undefined) return endOf('gateway_error', describeError(error));
      await delay(pauseSeconds, signal).catch(() => undefined);
    }
    return { do: 'resume' };
  }

  /** While Asterisk is away, the state of the call is unknown. */
  #noteLink(connected: boolean): void {
    if (this.legs.farEnd.state === 'present') this.ledger.note({ recovering: !connected });
  }

  /** The end of the far leg is the end of the call. */
  #endWithFarLeg(leg: Leg): void {
    // Asterisk ended it at its limit: this process was away, or too busy to be in time.
    if (this.deadline.secondsLeft === 0) return this.end('max_duration');
    // Gone before its answer was noted: only a call that was answered is placed again because of `closed`.
    const wasAnswered = leg.outcome?.kind === 'hangup';
    if (wasAnswered && this.ledger.call.answeredAtMs === null && !this.ledger.isOver)
      this.ledger.note({ answeredAtMs: Date.now() });
    const { reason, error } = endOfFarLeg(leg, {
      wasAnswered: this.ledger.call.answeredAtMs !== null,
      personWaits: this.personTalk.isAwaited,
    });
    this.end(reason, error);
  }

  #giveUp(leg: Leg): void {
    if (this.#isLeft) return;
    if (isReached(leg)) this.end('no_answer', 'nobody answered');
    else this.end('unreachable', 'it did not ring, and nobody answered');
  }

  async #release(): Promise<void> {
    this.#leaveLink();
    this.menuEar.stop();
    const words = this.#transcription.finishWords();
    const hearing = this.#stopHearing().catch((error: unknown) =>
      this.needs.log.warn('a call left something behind', { call: this.id, error: describeError(error) }),
    );
    await Promise.all([this.legs.release(), hearing]);
    this.#isReleased = true;
    this.#markReleased();
    await words;
    this.#markFinished();
  }

  async #stopHearing(): Promise<void> {
    const [recordings] = await Promise.all([this.hearing.stop(), this.ownerEar.stop()]);
    if (recordings.length > 0) await this.needs.memory.learn(this.ledger.call.number, recordings, Date.now());
  }
}

/** Before the answer Asterisk sends digits only once a 180 has come (observed: 412 after a 183 alone). */
function takesDigits({ state, hasEarlyMedia }: Leg): boolean {
  return state === 'up' || (state === 'ringing' && hasEarlyMedia);
}
