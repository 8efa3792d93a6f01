import type { DetectorEvent } from '../../detect/types.ts';
import type { EventData } from '../../domain/events.ts';
import type { LiveCall } from '../live-call.ts';
import { proposeFlow } from './propose-flow.ts';

export type PersonHeard = Extract<DetectorEvent, { kind: 'person' }>;

/** Announces the person, certain or likely, for whom the owner will be rung. */
export function announcePerson(call: LiveCall, { grade, confidence, reason }: PersonHeard): void {
  call.menuEar.stop(); // a person does not read out a menu
  const type = grade === 'sure' ? 'human_detected' : 'person_likely';
  call.ledger.move('person_heard', { person: { grade, confidence, reason, atMs: Date.now() } }, [
    type,
    evidenceOf(call, confidence, reason),
  ]);
  if (grade === 'sure') void proposeFlow(call);
}

/** Makes a likely person a certain one; does nothing if already certain. */
export function confirmPerson(
  call: LiveCall,
  given: { confidence?: number | undefined; reason: string },
): void {
  const { person } = call.ledger.call;
  if (person === null || person.grade === 'sure') return;
  const { reason, confidence = person.confidence } = given;
  call.ledger.note({ person: { ...person, grade: 'sure', confidence, reason } }, [
    'human_detected',
    evidenceOf(call, confidence, reason),
  ]);
  void proposeFlow(call);
}

function evidenceOf(call: LiveCall, confidence: number, reason: string): EventData['human_detected'] {
  return { confidence, reason, transcript_excerpt: call.ledger.call.transcriptExcerpt };
}
