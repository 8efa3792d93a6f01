import type { LiveCall } from '../live-call.ts';
import { confirmPerson } from './person.ts';

/** The person turned out to be nobody. */
export interface Retracted {
  /** Why. */
  retracted: string;
}

/**
 * Does something for a person who was heard. Confirms the person once they are certain, and interrupts the work if they turn out to be a
 * recording.
 * @param isForPerson whether the work depends on the person at that moment; if not, it continues without one.
 * @throws what the work throws
 */
export async function whilePerson<T>(
  call: LiveCall,
  signal: AbortSignal,
  isForPerson: () => boolean,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T | Retracted> {
  // Heard since the person was, before anybody listened for it.
  if (call.hearing.retracted !== undefined && isForPerson()) return { retracted: call.hearing.retracted };
  const retraction = new AbortController();
  let retracted: string | undefined;
  const stopListening = call.hearing.subscribe((event) => {
    if (event.kind === 'person_confirmed') confirmPerson(call, event);
    if (event.kind !== 'person_retracted') return;
    if (!isForPerson()) {
      if (call.ledger.call.person !== null) call.ledger.note({ person: null });
      return;
    }
    retracted = event.reason;
    retraction.abort();
  });
  try {
    return await work(AbortSignal.any([signal, retraction.signal]));
  } catch (error) {
    if (signal.aborted || retracted === undefined) throw error;
    return { retracted };
  } finally {
    stopListening();
  }
}

export function noPersonAfterAll({ retracted }: Retracted): string {
  return `no person after all: ${retracted}`;
}
