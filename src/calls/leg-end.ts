import type { EndReason } from '../domain/call-status.ts';
import type { Plan } from './plan.ts';
import { endOf } from './plan.ts';
import type { Leg, LegOutcome } from './telephony.ts';

/** Why a call is over when its far leg ends before it was answered. */
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

export function endOfFarLeg(leg: Leg, wasAnswered: boolean): Plan {
  const outcome = leg.outcome ?? { kind: 'hangup', detail: 'the far end hung up' };
  if (outcome.kind === 'gateway_lost') return endOf('gateway_error', outcome.detail);
  if (wasAnswered) return endOf('hangup_remote');
  return endOf(unansweredReasons[outcome.kind], outcome.detail);
}
