import { signal } from '@preact/signals';
import { call } from '../../api/client.ts';
import type { StreamEvent } from '../../api/types.ts';

/** Labels given on this page, by event: they override the stream, which does not report on finished calls. */
const said = signal<ReadonlyMap<number, boolean | null>>(new Map());

/** The owner's label for an event that reported a person; null: none yet. */
export function labelOf(story: readonly StreamEvent[], eventId: number): boolean | null {
  const here = said.value.get(eventId);
  if (here !== undefined) return here;
  let label: boolean | null = null;
  for (const event of story)
    if (event.type === 'person_labelled' && event.data.event_id === eventId) label = event.data.person;
  return label;
}

/** @throws ApiError */
export async function labelPerson(callId: string, eventId: number, person: boolean | null): Promise<void> {
  await call('put', '/api/v1/calls/{call_id}/persons/{event_id}', {
    path: { call_id: callId, event_id: String(eventId) },
    body: { person },
  });
  said.value = new Map(said.peek()).set(eventId, person);
}

/** One event per person: a likely one who became certain is asked about once. */
export function personsOf(story: readonly StreamEvent[]): ReadonlySet<number> {
  const persons = new Set<number>();
  let likely: number | undefined;
  for (const { id, type } of story) {
    if (type === 'human_detected' && likely !== undefined) persons.delete(likely);
    if (type === 'human_detected' || type === 'person_likely') persons.add(id);
    if (type === 'person_likely') likely = id;
    if (type === 'human_detected' || type === 'hold_resumed') likely = undefined;
  }
  return persons;
}
