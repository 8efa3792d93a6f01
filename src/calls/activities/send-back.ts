import type { Activity } from '../live-call.ts';
import { holdThenRing, returnToHold } from './wait-on-hold.ts';

/** The owner says that the far end is no person: what was heard is learned as a recording, and the call waits on. */
export const sendBack: Activity = async (call) => {
  call.hearing.detector.rejectPerson();
  call.ledger.note({ person: null });
  returnToHold(call, 'the owner sent the call back: the far end is no person');
  return holdThenRing(call.ledger.call.target);
};
