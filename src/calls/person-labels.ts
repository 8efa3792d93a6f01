import { AppError } from '../domain/errors.ts';
import type { EventType, StoredEvent } from '../domain/events.ts';
import { areEventsKept } from './kept-events.ts';
import type { Journal } from './store.ts';
import { storedInTime } from './stored-in-time.ts';

/** Events that declared a person; the owner may label each as right or wrong. */
export const personEvents = ['person_likely', 'human_detected'] as const satisfies readonly EventType[];

/** The owner's labels of a call's events, by event id; the last one counts. */
export function labelsOf(events: readonly StoredEvent[]): Map<number, boolean> {
  const labels = new Map<number, boolean>();
  for (const { type, data } of events) {
    if (type !== 'person_labelled') continue;
    if (data.person === null) labels.delete(data.event_id);
    else labels.set(data.event_id, data.person);
  }
  return labels;
}

/**
 * Stores whether an event's person was a real one, for measuring the detector on the owner's own calls; no call is affected.
 * @param person null: unknown after all. @throws AppError `not_found`, `unavailable`
 */
export async function labelPerson(
  journal: Pick<Journal, 'read' | 'record'>,
  callId: string,
  eventId: number,
  person: boolean | null,
): Promise<void> {
  const [event] = await journal.read(eventId - 1, { callId, types: personEvents }, 1);
  if (event?.id !== eventId)
    throw new AppError(
      'not_found',
      (await areEventsKept(journal, callId))
        ? `the event ${eventId} of call ${callId} did not report a person`
        : `the events of call ${callId} are not kept any more`,
    );
  const data = { event_id: eventId, person };
  await storedInTime(
    journal.record({ events: [{ type: 'person_labelled', callId, atMs: Date.now(), data }] }),
  );
}
