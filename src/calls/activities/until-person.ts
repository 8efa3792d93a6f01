import type { PersonHeard } from '../hearing/hearing.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { announcePerson } from './person.ts';

/** Works in a menu until a person is heard. A person comes before anything else. */
export async function untilPerson(
  call: LiveCall,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Plan>,
): Promise<Plan> {
  const ringFor = (heard: PersonHeard): Plan => {
    announcePerson(call, heard);
    return { do: 'ring', forPerson: true };
  };
  // A fault of the last step may just have been waited out.
  const waiting = call.ledger.status === 'navigating' ? call.hearing.takePerson() : undefined;
  if (waiting !== undefined) return ringFor(waiting);
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
    return ringFor(person);
  } finally {
    stopListening();
  }
}
