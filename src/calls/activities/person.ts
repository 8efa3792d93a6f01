import type { EventData } from '../../domain/events.ts';
import type { EventDraft } from '../call-ledger.ts';
import type { PersonHeard } from '../hearing/hearing.ts';
import type { LiveCall } from '../live-call.ts';
import { transitions } from '../../domain/call-status.ts';
import { proposeFlow } from './propose-flow.ts';

/** Announces the person, certain or likely, for whom the owner's devices will ring or already do. */
export function announcePerson(call: LiveCall, { grade, confidence, reason }: PersonHeard): void {
  call.hearing.takePerson();
  call.menuEar.stop(); // a person does not read out a menu
  const type = grade === 'sure' ? 'human_detected' : 'person_likely';
  // Assumed to be another person than the one before.
  const patch = {
    person: { grade, confidence, reason, atMs: Date.now() },
    talkSecondsBefore: call.ledger.talkSeconds,
  };
  const event: EventDraft = [type, evidenceOf(call, confidence, reason)];
  if (transitions[call.ledger.status].person_heard === undefined) call.ledger.note(patch, event);
  else call.ledger.move('person_heard', patch, event);
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
