import type { Call, WayBack } from '../domain/call.ts';
import type { EndReason } from '../domain/call-status.ts';
import type { Prompt } from '../domain/menu-speech/read-prompt.ts';
import type { FarEnd } from './legs/far-end.ts';
import type { Leg, LegOutcome } from './telephony.ts';

/** Something that plays to the far end until it is stopped. */
export interface Greeting {
  /** Stops it at once. Resolves when nothing is playing any more. */
  stop(): Promise<void>;
  /** Lets the current sentence end, then says no more. */
  finish(): Promise<void>;
}

export interface AnsweredDevice {
  deviceId: string;
  /** Undefined if an earlier process rang it. */
  name?: string;
  leg: Leg;
}

/** `leg` is undefined if an earlier process lost it. */
export type LostDevice = Pick<AnsweredDevice, 'deviceId' | 'name'> & { leg?: Leg };

/** What a call does next. Each kind but `end` and `resume` has its activity, which names the plan that follows. */
export type Plan =
  /** Whatever the state of the call requires, see `resumePlan`. */
  | { do: 'resume' }
  | { do: 'adopt' }
  /** Scheduled for later. */
  | { do: 'await_due' }
  | { do: 'reach_far_end' }
  | { do: 'connect_directly' }
  | { do: 'work_menu' }
  /** `heard`: the prompt to answer, if it is known. */
  | { do: 'explore_menu'; heard?: Prompt }
  | { do: 'hold' }
  /** `forPerson`: somebody was heard, and the ring stops if that turns out to be wrong. */
  | { do: 'ring'; forPerson: boolean }
  | { do: 'talk'; device: AnsweredDevice; greeting?: Greeting }
  /** The device on which the owner was talking has lost its network, or its page, or was hung up as soon as it was connected. */
  | { do: 'retake'; lost: LostDevice }
  | { do: 'end'; reason: EndReason; error?: string };

export function endOf(reason: EndReason, error?: string): Extract<Plan, { do: 'end' }> {
  return error === undefined ? { do: 'end', reason } : { do: 'end', reason, error };
}

/** The end reason of a call whose far leg ends before it was answered. */
const unansweredReasons: Record<Exclude<LegOutcome['kind'], 'hangup'>, EndReason> = {
  busy: 'busy',
  no_answer: 'no_answer',
  rejected: 'rejected',
  invalid_number: 'invalid_number',
  congestion: 'unreachable',
  unreachable: 'unreachable',
  cancelled: 'hangup_api',
  gateway_lost: 'gateway_error',
};

/** @param personWaits a person was heard, with whom the owner has not talked yet. */
export function endOfFarLeg(
  leg: Leg,
  { wasAnswered, personWaits }: { wasAnswered: boolean; personWaits: boolean },
): Extract<Plan, { do: 'end' }> {
  const outcome = leg.outcome ?? { kind: 'hangup', detail: 'the far end hung up' };
  if (outcome.kind === 'gateway_lost') return endOf('gateway_error', outcome.detail);
  if (personWaits) return endOf('person_gone', 'the person hung up before you answered');
  // One that answers and hangs up at once may be gone before the answer was noted.
  if (wasAnswered || outcome.kind === 'hangup') return endOf('hangup_remote', outcome.fault);
  return endOf(unansweredReasons[outcome.kind], outcome.detail);
}

/**
 * What a call does next in its present state, whether it is new, was begun by an earlier process, or has met a passing fault: there is only
 * one way to continue. With `turn_back`, as if nobody had taken a ring.
 */
export function resumePlan(
  call: Readonly<Call>,
  farEnd: FarEnd,
  answered: AnsweredDevice | undefined,
): Exclude<Plan, { do: 'resume' }> | { do: 'turn_back' } {
  if (call.status === 'scheduled') return { do: 'await_due' };
  if (farEnd.state === 'adopting') return { do: 'adopt' };
  if (farEnd.state !== 'present')
    return { do: call.mode === 'hold_slayer' ? 'reach_far_end' : 'connect_directly' };
  if (answered !== undefined) return { do: 'talk', device: answered };
  switch (call.activity) {
    case 'await_due': // there is no far leg in this state
    case 'connect_directly':
      return endOf('hangup_owner');
    case 'talk':
      // A phone that hung up before its owner heard anybody does not end the call.
      if (call.mode === 'hold_slayer' && call.status === 'transferring') return { do: 'turn_back' };
      return endOf('hangup_owner');
    case 'retake':
      return { do: 'retake', lost: deviceOf(call) };
    case 'ring':
      return { do: 'ring', forPerson: call.person !== null && call.transfer === null };
    case 'hold':
      // A far end that has not answered yet cannot hold.
      return { do: farEnd.leg.state === 'up' ? 'hold' : 'reach_far_end' };
    case 'explore_menu':
      return { do: farEnd.leg.state === 'up' ? 'explore_menu' : 'reach_far_end' };
    case 'reach_far_end':
    case 'work_menu':
      return { do: call.activity };
  }
}

function deviceOf({ deviceId, deviceName }: Readonly<Call>): LostDevice {
  return { deviceId: deviceId ?? '', ...(deviceName === null ? {} : { name: deviceName }) };
}

/** Where a call resumes after a ring that interrupts this plan. @param before the way back so far. */
export function wayBackFrom(plan: Plan, before: WayBack): WayBack {
  switch (plan.do) {
    case 'reach_far_end':
    case 'work_menu':
    case 'explore_menu':
      return plan.do;
    case 'adopt':
    case 'ring':
    case 'talk':
    case 'end':
      return before;
    default:
      return 'hold';
  }
}
