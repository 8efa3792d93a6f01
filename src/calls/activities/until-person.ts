import type { Flow } from '../../domain/flow.ts';
import type { PersonHeard } from '../hearing/hearing.ts';
import { targetOfFlow } from '../legs/ring-order.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { announcePerson } from './person.ts';

/**
 * Works in a menu until a person is heard, which comes before anything else.
 * @param flow may name the device that rings then.
 */
export async function untilPerson(
  call: LiveCall,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Plan>,
  flow?: Flow,
): Promise<Plan> {
  const ringFor = (heard: PersonHeard): Plan => {
    if (flow !== undefined) call.ledger.note({ target: targetOfFlow(flow, call.ledger.call) });
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
