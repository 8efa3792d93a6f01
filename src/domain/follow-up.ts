import type { Call, RetryReason } from './call.ts';
import { minuteMs } from './durations.ts';

/** How often a person who hung up is called again, at most. */
const maxRedials = 3;

/** A call that follows one that is over. */
export interface FollowUp {
  atMs: number;
  attempt: number;
  redials: number;
  /** For the owner: why it is placed again. */
  reason: RetryReason | 'person_gone';
}

/** Whether a call that is over is placed again, and when; undefined when it is not. Retries and redials are counted apart. */
export function followUpOf(call: Readonly<Call>, nowMs: number): FollowUp | undefined {
  const attempt = call.attempt + 1;
  const { redials } = call;
  if (call.endReason === 'person_gone' && call.redial && redials < maxRedials)
    return { atMs: nowMs, attempt, redials: redials + 1, reason: 'person_gone' };
  const reason = retryReasonOf(call);
  const { retry } = call;
  if (reason === undefined || retry === null || !retry.on.includes(reason)) return undefined;
  const retries = call.attempt - 1 - redials;
  if (retries >= retry.times) return undefined;
  return { atMs: nowMs + retry.minutes * minuteMs, attempt, redials, reason };
}

function retryReasonOf(call: Call): RetryReason | undefined {
  const { endReason, answeredAtMs } = call;
  if (endReason === 'busy' || endReason === 'no_answer') return endReason;
  return endReason === 'hangup_remote' && answeredAtMs !== null && !wasOpen(call) ? 'closed' : undefined;
}

/** The status does not show it: a call without a flow is on hold from the answer on. */
function wasOpen({ connectedAtMs, person, missedPerson, heardHoldMusic, queue }: Call): boolean {
  return connectedAtMs !== null || person !== null || missedPerson || heardHoldMusic || queue !== null;
}
