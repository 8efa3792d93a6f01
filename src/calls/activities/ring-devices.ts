import type { LiveCall } from '../live-call.ts';
import type { AnsweredDevice, Plan } from '../plan.ts';
import { mayRing } from './called-devices.ts';
import { greetFarEnd } from './greeting.ts';
import { huntDevices } from './hunt-devices.ts';
import { followFarEnd } from './reach-far-end.ts';
import { noPersonAfterAll, type Retracted, whilePerson } from './while-person.ts';

/**
 * Rings the owner while the far end stays up and is listened to. If nobody takes the call, it goes back to what it was doing; if the
 * person turns out to be a recording, it goes back on hold at once.
 * @param plan `forPerson` is false if the owner asked for the ring, which then goes on whatever is heard.
 */
export async function ringDevices(
  call: LiveCall,
  plan: Extract<Plan, { do: 'ring' }>,
  signal: AbortSignal,
): Promise<Plan> {
  const { forPerson } = plan;
  const greeting = greetFarEnd(call, signal);
  const stopFollowing = followFarEnd(call, signal);
  let taken: AnsweredDevice | Retracted | undefined;
  try {
    taken = await whilePerson(
      call,
      signal,
      () => forPerson,
      (either) =>
        huntDevices(call, either, {
          isForPerson: forPerson,
          waitsForArrival: call.ledger.call.person !== null,
        }),
    );
  } catch (error) {
    await greeting.stop();
    throw error;
  } finally {
    stopFollowing();
  }
  if (taken !== undefined && 'leg' in taken) return { do: 'talk', device: taken, greeting };
  const arrived = taken === undefined && (await arrivesUntil(call, greeting.finish()));
  await greeting.stop();
  signal.throwIfAborted();
  if (arrived) return plan;
  if (taken !== undefined) call.ledger.note({ person: null });
  return call.course.turnBack(taken === undefined ? 'no device answered' : noPersonAfterAll(taken));
}

/** @returns whether a device that may ring came online before `ending` was over, while the person was still there. */
async function arrivesUntil(call: LiveCall, ending: Promise<void>): Promise<boolean> {
  const arrived: Promise<boolean>[] = [];
  const leave = call.needs.onDeviceChange((id, isOnline) => {
    if (isOnline) arrived.push(mayRing(call, id));
  });
  await ending.finally(leave);
  return call.hearing.decision.state === 'person' && (await Promise.all(arrived)).includes(true);
}
