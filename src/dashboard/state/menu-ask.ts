import type { StreamEvent } from '../api/types.ts';
import { isOver, type LiveCall } from './live-call.ts';

/** A menu asks for what only the owner knows, and waits. */
export interface MenuAsk {
  eventId: number;
  reason: string;
  transcript: string;
  /** What is asked for, as a fact could be called: `Policy number`; '' where the menu only wants a choice. */
  wants: string;
}

/** Undefined once digits went out, or the call got past the menu; its status says nothing of that: who asked waits on hold. */
export function menuAskOf(live: LiveCall): MenuAsk | undefined {
  const { status, audio_type: heard } = live.view.value;
  if (isOver(status) || status === 'connected' || heard === 'music') return undefined;
  const event = live.story.value.findLast(isTurn);
  if (event?.type !== 'menu_needs_owner') return undefined;
  const { reason, transcript } = event.data;
  return { eventId: event.id, reason, transcript, wants: wantedIn(reason) };
}

/** What begins or ends the asking. */
const turns: readonly StreamEvent['type'][] = [
  'menu_needs_owner',
  'menu_option_chosen',
  'ivr_dtmf_sent',
  'queue_position',
  'person_likely',
  'human_detected',
];
const isTurn = ({ type }: StreamEvent): boolean => turns.includes(type);

function wantedIn(reason: string): string {
  const name = /^(?:the |an? |your )?(.{1,40}?) (?:is|was) (?:asked for|sent)/.exec(reason)?.[1] ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** What can be sent of a fact; '' for one without digits. */
export const digitsOf = (value: string): string => value.replace(/[^0-9]/g, '').slice(0, 32);
