import type { CallStatus, EndReason } from '../api/types.ts';
import type { IconName } from '../icons/names.ts';

/** A call's outcome in one to three words; the full sentence is on the call's page. */
export interface Outcome {
  /** `neutral`: it was to reach nobody, or nobody any more. */
  tone: 'reached' | 'missed' | 'running' | 'neutral';
  icon: IconName;
  text: string;
}

type EndForNobody = 'cancelled' | 'trial_complete';
const neutral: Record<EndForNobody, [IconName, string]> = {
  cancelled: ['x', 'Cancelled'],
  trial_complete: ['route', 'Trial'],
};
const missed: Record<Exclude<EndReason, EndForNobody>, [IconName, string]> = {
  hangup_owner: ['phone-off', 'You hung up'],
  hangup_remote: ['phone-missed', 'They hung up'],
  hangup_api: ['phone-off', 'Ended'],
  max_duration: ['timer', 'Too long'],
  shutdown: ['unplug', 'Shut down'],
  busy: ['phone-off', 'Busy'],
  no_answer: ['phone-missed', 'No answer'],
  rejected: ['phone-off', 'Refused there'],
  unreachable: ['unplug', 'Unreachable'],
  invalid_number: ['circle-alert', 'No such number'],
  hold_timeout: ['timer', 'Nobody came'],
  device_unavailable: ['bell-off', 'You did not answer'],
  person_gone: ['phone-missed', 'The person left'],
  refused: ['circle-alert', 'Not permitted'],
  too_late: ['calendar-clock', 'Too late'],
  flow_failed: ['route', 'Stuck in the menu'],
  gateway_error: ['triangle-alert', 'Gateway failed'],
};

export function outcomeOf(call: {
  status: CallStatus;
  end_reason: EndReason | null;
  connected_at: string | null;
}): Outcome {
  if (call.status !== 'ended' && call.status !== 'failed')
    return call.status === 'scheduled'
      ? { tone: 'running', icon: 'calendar-clock', text: 'Planned' }
      : { tone: 'running', icon: 'phone-call', text: 'Under way' };
  if (call.connected_at !== null) return { tone: 'reached', icon: 'check', text: 'You talked' };
  const { end_reason: reason } = call;
  if (reason === 'cancelled' || reason === 'trial_complete') {
    const [icon, text] = neutral[reason];
    return { tone: 'neutral', icon, text };
  }
  const [icon, text] = reason === null ? (['check', 'Over'] as const) : missed[reason];
  return { tone: 'missed', icon, text };
}
