import { isDeepStrictEqual } from 'node:util';
import type { CallActivity, RingChoice, SendBackReason, WayBack } from '../domain/call.ts';
import { callActivities } from '../domain/call.ts';
import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { CallLedger } from './call-ledger.ts';
import type { CallLegs } from './legs/call-legs.ts';
import type { Hearing } from './hearing/hearing.ts';
import type { Plan } from './plan.ts';
import { resumePlan, wayBackFrom } from './plan.ts';

const sentBackText: Record<SendBackReason, string> = {
  not_a_person: 'the far end is not a person',
  on_hold_again: 'it is on hold again',
};

/** A request by the owner or a device; the call decides what it means in its present state. */
export type Intent =
  { kind: 'transfer'; device: string | null } | { kind: 'keep_holding'; because: SendBackReason };

type NextPlan = Exclude<Plan, { do: 'resume' }>;

export interface CallCourseNeeds {
  ledger: CallLedger;
  hearing: Pick<Hearing, 'rejectPerson' | 'personLeft'>;
  legs: CallLegs;
  log: Log;
}

/** Where a call goes next: the plan that its last activity named, unless a request overrides it. */
export class CallCourse {
  readonly #needs: CallCourseNeeds;
  #intent: Intent | undefined;
  /** The request for which devices are just being hung up. */
  #taken: Intent | undefined;

  constructor(needs: CallCourseNeeds) {
    this.#needs = needs;
  }

  /** The last request counts. It waits until the far end is dialled or found. */
  request(intent: Intent): void {
    this.#intent = intent;
  }

  /**
   * Whether a transfer to it would only repeat one that was requested or is under way, or hang up a talk on that very device and ring it
   * again.
   * @param only the id of the device, if the request can mean only one and that is not a browser.
   */
  isTransferred(device: string | null, only: string | undefined): boolean {
    const asked = this.#intent ?? this.#taken;
    if (asked !== undefined) return asked.kind === 'transfer' && asked.device === device;
    const { ledger, legs } = this.#needs;
    const { status, call } = ledger;
    if (status === 'connected') return only !== undefined && legs.devices.answered?.deviceId === only;
    const isPresent = legs.farEnd.state === 'present';
    if (isPresent ? status !== 'transferring' : !legs.devices.areInUse) return false;
    const under = isPresent ? call.transfer : call.chosen;
    return under !== null && isDeepStrictEqual(under, this.#choiceOf(device));
  }

  /** Whether somebody was found, or a device rings or talks. */
  get canBeSentBack(): boolean {
    return ['human_detected', 'transferring', 'connected'].includes(this.#needs.ledger.status);
  }

  /**
   * Where the call resumes when nobody takes a ring, or the ring is cancelled: in the menu or the dial that it interrupted. If a person is
   * there, or has talked with the owner, the call can only wait.
   */
  get wayBack(): WayBack {
    const { ledger, legs } = this.#needs;
    if (!legs.farIsUp) return 'reach_far_end';
    return ledger.call.person !== null || ledger.status === 'connected' ? 'hold' : ledger.call.wayBack;
  }

  /** Nobody took the ring, or it was cancelled: the call continues as before, and a transfer that was under way is over. */
  turnBack(reason: string): { do: WayBack } {
    const { ledger } = this.#needs;
    if (ledger.call.transfer !== null) ledger.note({ transfer: null });
    const { wayBack } = this;
    if (wayBack === 'reach_far_end') ledger.resumeDialling();
    else ledger.enterHold(reason);
    return { do: wayBack };
  }

  /** The transfer was taken: the next person is meant for the same device, if it named one. */
  keepTransfer(): void {
    const { ledger } = this.#needs;
    const { transfer } = ledger.call;
    if (transfer === null) return;
    const namesNone = 'device' in transfer && transfer.device === null;
    ledger.note(namesNone ? { transfer: null } : { chosen: transfer, transfer: null });
  }

  /** @param next what the last activity named. Stores what the call is about to do, see `resumePlan`. */
  async decide(next: Plan): Promise<NextPlan> {
    const intent = this.#takeIntent(next);
    this.#taken = intent;
    if (intent !== undefined) await this.#releaseDevices();
    this.#taken = undefined;
    return intent === undefined || this.#needs.ledger.isOver ? this.#proceed(next) : this.#apply(intent);
  }

  #takeIntent(next: Plan): Intent | undefined {
    const { farEnd } = this.#needs.legs;
    if (farEnd.state === 'adopting') return undefined;
    // The call is over, and the far end is not dialled a second time for the request.
    if (next.do === 'end' && farEnd.state !== 'present' && this.#needs.ledger.call.farInvitedAtMs !== null)
      return undefined;
    const intent = this.#intent;
    this.#intent = undefined;
    return intent;
  }

  /** Hangs up the devices that ring or talk, to make room for the request. */
  async #releaseDevices(): Promise<void> {
    const { legs, log, ledger } = this.#needs;
    await legs.devices
      .releaseAll()
      .catch((error: unknown) =>
        log.warn('a device was not released', { call: ledger.call.id, error: describeError(error) }),
      );
  }

  #proceed(next: Plan): NextPlan {
    const { ledger, legs } = this.#needs;
    if (next.do !== 'resume') return this.#begin(next);
    const plan = resumePlan(ledger.call, legs.farEnd, legs.devices.answered);
    return this.#begin(
      plan.do === 'turn_back' ? this.turnBack('the phone hung up before it was connected') : plan,
    );
  }

  #apply(intent: Intent): NextPlan {
    const { legs } = this.#needs;
    if (intent.kind === 'transfer') this.#choose(intent.device);
    if (legs.farEnd.state !== 'present') return this.#proceed({ do: 'resume' });
    if (intent.kind === 'keep_holding')
      // An earlier request may have sent it back by now.
      return this.canBeSentBack ? this.#sendBack(intent.because) : this.#proceed({ do: 'resume' });
    return this.#begin({ do: 'ring', forPerson: false }, this.wayBack);
  }

  /** Without a far end a transfer cannot be cancelled. */
  #choose(device: string | null): void {
    const { ledger, legs } = this.#needs;
    const choice = this.#choiceOf(device);
    ledger.note(legs.farEnd.state === 'present' ? { transfer: choice } : { chosen: choice });
  }

  /** A transfer that names no device goes to those that the owner chose, if there are any. */
  #choiceOf(device: string | null): RingChoice {
    const { chosen } = this.#needs.ledger.call;
    return device === null && chosen !== null && 'devices' in chosen ? chosen : { device };
  }

  /** Whoever puts the owner on hold again is a person: learned as a recording, that voice would be missed the next time. */
  #sendBack(because: SendBackReason): NextPlan {
    const { ledger, hearing } = this.#needs;
    if (because === 'not_a_person') {
      hearing.rejectPerson();
      ledger.note({ person: null });
    } else hearing.personLeft();
    return this.#begin(this.turnBack(`the owner sent the call back: ${sentBackText[because]}`));
  }

  #begin<P extends Plan>(plan: P, wayBack = wayBackFrom(plan, this.#needs.ledger.call.wayBack)): P {
    const { ledger } = this.#needs;
    const before = ledger.call;
    const named = callActivities.find((name): name is CallActivity => name === plan.do);
    const activity = named ?? before.activity;
    if (!ledger.isOver && (activity !== before.activity || wayBack !== before.wayBack))
      ledger.note({ activity, wayBack });
    return plan;
  }
}
