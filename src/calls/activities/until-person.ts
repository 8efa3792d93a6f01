import type { PersonHeard } from '../hearing.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { announcePerson } from './person.ts';

/**
 * Works in a menu until a person is heard, which comes before anything else.
 * @param target the device that rings then, if the flow names one.
 */
export async function untilPerson(
  call: LiveCall,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Plan>,
  target?: string,
): Promise<Plan> {
  const early = new AbortController();
  let person: PersonHeard | undefined;
  const stopListening = call.hearing.subscribe((event) => {
    if (event.kind !== 'person' || call.ledger.status !== 'navigating') return;
    person = event;
    early.abort();
  });
  try {
    return await work(AbortSignal.any([signal, early.signal]));
  } catch (error) {
    if (signal.aborted || person === undefined) throw error;
    if (target !== undefined) call.ledger.note({ target });
    announcePerson(call, person);
    return { do: 'ring', forPerson: true };
  } finally {
    stopListening();
  }
}
