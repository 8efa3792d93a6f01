import type { EndReason } from '../domain/call-status.ts';
import type { CallEnd } from './live-call.ts';
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

export function endOfFarLeg(leg: Leg, wasAnswered: boolean): CallEnd {
  const outcome = leg.outcome ?? { kind: 'hangup', detail: 'the far end hung up' };
  if (outcome.kind === 'gateway_lost') return { end: 'gateway_error', error: outcome.detail };
  if (wasAnswered) return { end: 'hangup_remote' };
  return { end: unansweredReasons[outcome.kind], error: outcome.detail };
}
