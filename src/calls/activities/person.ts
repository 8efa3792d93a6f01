import type { DetectorEvent } from '../../detect/types.ts';
import type { EventData } from '../../domain/events.ts';
import type { LiveCall } from '../live-call.ts';

export type PersonHeard = Extract<DetectorEvent, { kind: 'person' }>;

/** Somebody is rung for: a person, or what is likely to be one. */
export function announcePerson(call: LiveCall, { grade, confidence, reason }: PersonHeard): void {
  const type = grade === 'sure' ? 'human_detected' : 'person_likely';
  call.ledger.move('person_heard', { person: { grade, confidence, reason, atMs: Date.now() } }, [
    type,
    told(call, confidence, reason),
  ]);
}

/** The likely person is sure; does nothing for one who was sure before. */
export function confirmPerson(
  call: LiveCall,
  given: { confidence?: number | undefined; reason: string },
): void {
  const { person } = call.ledger.call;
  if (person === null || person.grade === 'sure') return;
  const { reason, confidence = person.confidence } = given;
  call.ledger.note({ person: { ...person, grade: 'sure', confidence, reason } }, [
    'human_detected',
    told(call, confidence, reason),
  ]);
}

function told(call: LiveCall, confidence: number, reason: string): EventData['human_detected'] {
  return { confidence, reason, transcript_excerpt: call.ledger.call.transcriptExcerpt };
}
