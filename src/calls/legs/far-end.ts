import type { EndReason } from '../../domain/call-status.ts';
import type { Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import type { Leg, LegOutcome } from '../telephony.ts';

/**
 * The state of a call's far end, which decides what the call can do now. The absence of a leg would not be enough: it may be about to be
 * dialled, or to be found again after a restart.
 */
export type FarEnd =
  /** Not dialled yet: mode direct rings the owner first. */
  | { state: 'none' }
  /** The INVITE is being sent. */
  | { state: 'dialling' }
  /** An earlier process dialled it; it has not been found in Asterisk yet. */
  | { state: 'adopting' }
  | { state: 'present'; leg: Leg }
  | { state: 'gone' };

/** The end reason of a call whose far leg ends before it was answered. */
const unansweredReasons: Record<LegOutcome['kind'], EndReason> = {
  hangup: 'no_answer',
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
  if (wasAnswered) return endOf('hangup_remote');
  return endOf(unansweredReasons[outcome.kind], outcome.detail);
}
