import type { Call, PersonGrade } from '../domain/call.ts';
import type { EndReason } from '../domain/call-status.ts';
import type { EventType, StoredEvent } from '../domain/events.ts';

/**
 * `person`: someone is on the line. `ring`: this browser should ring as a phone. `begun`: a scheduled call is being
 * dialled. `over`: the call ended before the owner was connected. `settled`: an earlier note no longer holds; shown
 * silently.
 */
export type NoteKind = 'person' | 'ring' | 'begun' | 'over' | 'settled';

/** The content of one push message; a newer one of the same call replaces it. */
export interface PushNote {
  kind: NoteKind;
  callId: string;
  title: string;
  text: string;
}

const personTitles: Record<PersonGrade, string> = {
  sure: 'A person is on the line',
  likely: 'Likely a person is on the line',
};

/** Ends caused by the owner, who knows already. */
const endsOfOwn: readonly EndReason[] = ['hangup_owner', 'hangup_api', 'cancelled', 'trial_complete'];

/** Events that may be worth a note. */
const notedTypes = [
  'human_detected',
  'person_likely',
  'hold_resumed',
  'transfer_complete',
  'call_status',
  'call_ended',
  'call_failed',
] as const satisfies readonly EventType[];
export type NotedEvent = Extract<StoredEvent, { type: (typeof notedTypes)[number] }>;

export function isNoted(event: StoredEvent): event is NotedEvent {
  return (notedTypes as readonly EventType[]).includes(event.type);
}

/** The note sent to every browser; undefined: nothing to say. */
export function noteOf(event: NotedEvent, call: Readonly<Call>): PushNote | undefined {
  const name = nameOf(call);
  const of = (kind: NoteKind, title: string, text: string): PushNote => ({
    kind,
    callId: call.id,
    title,
    text,
  });
  switch (event.type) {
    case 'human_detected':
      return of('person', personTitles.sure, name);
    case 'person_likely':
      return of('person', personTitles.likely, name);
    case 'hold_resumed':
      return of('settled', 'Back on hold', `${name}: ${event.data.reason}.`);
    case 'transfer_complete':
      return of('settled', 'Answered', `${name}, on ${call.deviceName ?? 'your phone'}.`);
    case 'call_status':
      if (event.data.from !== 'scheduled' || event.data.to !== 'trying') return undefined;
      return of('begun', `Calling ${name}`, 'The call that you scheduled has begun.');
    case 'call_ended':
    case 'call_failed':
      if (call.connectedAtMs !== null || endsOfOwn.includes(event.data.reason as EndReason)) return undefined;
      return { ...describeEnd(call), kind: 'over', callId: call.id };
  }
}

/** Wakes a sleeping device that should ring. */
export function wakeNote(call: Readonly<Call>): PushNote {
  const base = { callId: call.id, text: nameOf(call) };
  if (call.connectedAtMs !== null) return { ...base, kind: 'ring', title: 'Your call was cut off' };
  if (call.person === null) return { ...base, kind: 'ring', title: 'Your call rings' };
  return { ...base, kind: 'person', title: personTitles[call.person.grade] };
}

function nameOf({ company, number }: Pick<Call, 'company' | 'number'>): string {
  return company === '' ? number : company;
}

/** "Harbour Insurance hung up", "after 18:51 on hold, before you were reached". */
function describeEnd(call: Readonly<Call>): Pick<PushNote, 'title' | 'text'> {
  const { endReason, error, holdSeconds } = call;
  const name = nameOf(call);
  const held = holdSeconds < 1 ? '' : `after ${writeSpan(holdSeconds)} on hold, `;
  if (endReason === 'hangup_remote' || endReason === 'person_gone')
    return { title: `${name} hung up`, text: `${held}before you were reached` };
  return {
    title: `${name}: not connected`,
    text: error === null || error === '' ? (endReason ?? '') : error,
  };
}

/** `18:51`, `1:02:03`. */
function writeSpan(seconds: number): string {
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor) as [
    number,
    number,
    number,
  ];
  const two = (part: number) => String(part).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}
