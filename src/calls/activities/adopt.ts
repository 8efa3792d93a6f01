import type { CallStatus } from '../../domain/call-status.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import { untilConnected } from '../waiting.ts';
import { keepFarWaiting } from './reach-far-end.ts';

/**
 * After a restart, a call that was requested longer ago and has not been dialled is not dialled any more. Such a call may have waited up to
 * 36 s for a busy database to record it; if the owner hung up in that time and the service was killed before the hang-up was stored, the
 * restart knows nothing of the hang-up.
 */
const longestAgoSeconds = 120;

/** Finds a call that an earlier process of this service began, and continues what it was doing. */
export async function adopt(call: LiveCall, signal: AbortSignal): Promise<Plan> {
  const { telephony } = call.needs;
  await untilConnected(telephony, signal);
  await call.legs.findLegs();
  if (call.legs.farEnd.state === 'none') return withoutFarEnd(call);
  // The far leg has just ended, or the call has.
  if (call.legs.farEnd.state !== 'present' || call.ledger.isOver) return { do: 'resume' };
  const { far } = call.legs;
  if (far.state === 'up') {
    if (call.ledger.call.answeredAtMs === null) call.ledger.note({ answeredAtMs: Date.now() });
    void call.hearing.open(telephony, far);
  }
  noteDevices(call);
  if (call.legs.devices.answered === undefined) await keepFarWaiting(call);
  return { do: 'resume' };
}

/** Decided by what the devices are doing now: the last notes of the earlier process may not have been stored. */
function noteDevices(call: LiveCall): void {
  const { ledger, legs } = call;
  const { answered, ringing } = legs.devices;
  if (answered !== undefined) {
    if (answeredLater.includes(ledger.status)) ledger.move('device_dialled', { deviceId: answered.deviceId });
  } else if (ringing !== undefined) {
    const activity = ledger.call.activity === 'retake' ? 'retake' : 'ring';
    if (ledger.status === 'transferring') ledger.note({ activity });
    else ledger.move('device_dialled', { deviceId: ringing.deviceId, activity });
  }
}

const answeredLater: readonly CallStatus[] = ['navigating', 'on_hold', 'human_detected'];

function withoutFarEnd(call: LiveCall): Plan {
  const { farInvitedAtMs, answeredAtMs } = call.ledger.call;
  if (farInvitedAtMs === null) return whenUndialled(call);
  if (call.deadline.secondsLeft === 0) return endOf('max_duration');
  if ((call.needs.telephony.upSinceMs() ?? 0) > farInvitedAtMs)
    return endOf('gateway_error', 'Asterisk was restarted and lost the call');
  if (call.personTalk.isAwaited)
    return endOf('person_gone', 'the person hung up before you answered, while the service was away');
  // With this reason the call is placed again, if its owner wants that when nobody answers.
  if (answeredAtMs === null)
    return endOf('no_answer', 'it ended while the service was away, and nobody had answered before');
  // Which side left the talk first is unknown, because Asterisk has hung up the other one too.
  const ended = call.ledger.status === 'connected' ? 'the talk ended' : 'the far end hung up';
  return endOf('hangup_remote', `${ended} while the service was away`);
}

/** Nobody has been called yet, except perhaps the owner's phone. */
function whenUndialled({ legs, ledger }: LiveCall): Plan {
  const { answered, ringing } = legs.devices;
  const askedAtMs = ledger.call.startedAtMs;
  const isRecent = Date.now() - askedAtMs <= longestAgoSeconds * 1000;
  if (isRecent || (answered ?? ringing) !== undefined) return { do: 'resume' };
  const asked = new Date(askedAtMs).toISOString();
  const within = `not dialled within ${longestAgoSeconds / 60} min`;
  return endOf('too_late', `asked for at ${asked} and ${within}: the service was not running`);
}
