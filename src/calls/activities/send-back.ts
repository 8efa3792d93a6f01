import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { returnToHold } from './wait-on-hold.ts';

/** The owner says that the far end is no person: what was heard is learned as a recording, and the call waits on. */
export async function sendBack(call: LiveCall): Promise<Plan> {
  call.hearing.detector.rejectPerson();
  call.ledger.note({ person: null });
  returnToHold(call, 'the owner sent the call back: the far end is no person');
  return { do: 'hold', target: call.ledger.call.target };
}
