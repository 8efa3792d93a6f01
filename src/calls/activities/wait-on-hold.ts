import type { DetectorEvent } from '../../detect/types.ts';
import { transitions } from '../../domain/call-status.ts';
import { defaultTimeoutSeconds } from '../../domain/flow.ts';
import type { LiveCall } from '../live-call.ts';
import type { Plan } from '../plan.ts';
import { endOf } from '../plan.ts';
import { waitFor } from '../waiting.ts';

export type PersonHeard = Extract<DetectorEvent, { kind: 'person' }>;

/** A person who is still speaking this long after nobody took the call is worth another try. */
const tryAgainSeconds = 15;

/** Waits in the queue until a person is heard, then rings the owner. */
export async function holdThenRing(
  call: LiveCall,
  target: string | null,
  signal: AbortSignal,
): Promise<Plan> {
  const seconds = defaultTimeoutSeconds.HOLD;
  const person = await hold(call, seconds, signal);
  if (person === 'timeout') return endOf('hold_timeout', `nobody answered within ${seconds} s`);
  announcePerson(call, person);
  return { do: 'ring', target };
}

/** Puts the call on hold, if it is not, until a person is heard. */
export function hold(
  call: LiveCall,
  timeoutSeconds: number,
  signal: AbortSignal,
): Promise<PersonHeard | 'timeout'> {
  returnToHold(call);
  call.hearing.setPhase('holding');
  const heldMs = Date.now() - (call.ledger.call.holdSinceMs ?? Date.now());
  return personHeard(call, Math.max(1, timeoutSeconds - heldMs / 1000), signal);
}

/** Every way back to the queue, by the first that the table knows from where the call is. */
export function returnToHold(call: LiveCall, reason?: string): void {
  const { status } = call.ledger;
  const resumed: ['hold_resumed', { reason: string }][] =
    reason === undefined ? [] : [['hold_resumed', { reason }]];
  if (status === 'on_hold') {
    if (reason !== undefined) call.ledger.note({}, ...resumed);
    return;
  }
  const ways = ['nobody_answers', 'sent_back', 'hold_begins'] as const;
  const way = ways.find((trigger) => transitions[status][trigger] !== undefined) ?? 'hold_begins';
  call.ledger.move(way, { deviceId: null }, ...resumed);
}

/** The next person; also one who was there before this hold began and is there still. */
function personHeard(call: LiveCall, seconds: number, signal: AbortSignal): Promise<PersonHeard | 'timeout'> {
  const { detector } = call.hearing;
  const beganAt = detector.seconds;
  return waitFor<PersonHeard>(signal, seconds, (heard) => {
    const unsubscribe = call.hearing.subscribe((event) => event.kind === 'person' && heard(event));
    const recheck = setInterval(() => {
      const { state, confidence } = detector.decision;
      const at = detector.seconds;
      if (state === 'person' && at - beganAt > tryAgainSeconds)
        heard({
          kind: 'person',
          at,
          firstWordAt: at,
          confidence,
          reason: 'the person heard before is still there',
          grade: 'likely',
        });
    }, 1000);
    return () => {
      clearInterval(recheck);
      unsubscribe();
    };
  });
}

export function announcePerson(call: LiveCall, person: PersonHeard): void {
  const { confidence, reason } = person;
  call.ledger.move('person_heard', { person: { confidence, reason } }, [
    'human_detected',
    { confidence, reason, transcript_excerpt: call.ledger.call.transcriptExcerpt },
  ]);
}
