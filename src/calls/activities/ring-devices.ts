import type { LiveCall } from '../live-call.ts';
import type { AnsweredDevice, Plan } from '../plan.ts';
import { greetFarEnd } from './greeting.ts';
import { huntDevices } from './hunt-devices.ts';
import { confirmPerson } from './person.ts';

/**
 * Rings the owner while the far end stays up and is listened to. When nobody takes the call it goes back on hold; so it does, at
 * once, when what was taken for a person turns out to be a recording.
 * @param forPerson false when the owner asked for the ring, which then goes on whatever is heard.
 */
export async function ringDevices(call: LiveCall, forPerson: boolean, signal: AbortSignal): Promise<Plan> {
  const greeting = greetFarEnd(call, signal);
  const retraction = new AbortController();
  let retracted: string | undefined;
  const stopListening = call.hearing.subscribe((event) => {
    if (event.kind === 'person_confirmed') confirmPerson(call, event);
    if (event.kind !== 'person_retracted' || !forPerson) return;
    retracted = event.reason;
    retraction.abort();
  });
  let device: AnsweredDevice | undefined;
  try {
    device = await huntDevices(call, AbortSignal.any([signal, retraction.signal]));
  } catch (error) {
    if (signal.aborted || retracted === undefined) {
      await greeting.stop();
      throw error;
    }
  } finally {
    stopListening();
  }
  if (device !== undefined) return { do: 'talk', device, greeting };
  await greeting.stop();
  call.ledger.enterHold(retracted === undefined ? 'no device answered' : `no person after all: ${retracted}`);
  return { do: call.legs.farIsUp ? 'hold' : 'reach_far_end' };
}
