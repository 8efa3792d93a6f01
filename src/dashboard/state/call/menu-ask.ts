import type { StreamEvent } from '../../api/types.ts';
import { isOver, type LiveCall } from './live-call.ts';
import { isQueueMusic, menuTurns } from '../../../domain/menu-ask.ts';

/** A menu asks for something only the owner knows, and waits. */
export interface MenuAsk {
  eventId: number;
  reason: string;
  transcript: string;
  /** The key that ends a number in this menu; '' if it named none. */
  endKey: string;
  /** What it asks for, as a name for a fact: `Policy number`; '' when the menu only wants a choice. */
  wants: string;
}

/** Undefined once digits were sent or the call got past the menu. */
export function menuAskOf(live: LiveCall): MenuAsk | undefined {
  const { status } = live.view.value;
  if (isOver(status) || status === 'connected') return undefined;
  const event = live.story.value.findLast(isTurn);
  if (event?.type !== 'menu_needs_owner') return undefined;
  if (live.segments.value.some((segment) => isQueueMusic(segment, Date.parse(event.timestamp))))
    return undefined;
  const { reason, transcript, end_key: endKey = '' } = event.data;
  return { eventId: event.id, reason, transcript, endKey, wants: wantedIn(reason) };
}

const isTurn = ({ type }: StreamEvent): boolean => menuTurns.includes(type);

function wantedIn(reason: string): string {
  const name = /^(?:the |an? |your )?(.{1,40}?) (?:is|was) (?:asked for|sent)/.exec(reason)?.[1] ?? '';
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The digits to send for a fact, ending with its own end key or the menu's; '' when it contains none, or words between them. */
export function digitsOf(value: string, endKey = ''): string {
  const digits = value.replace(/[^0-9]/g, '');
  // Of "5 January 1980" the digits alone are another date.
  if (digits === '' || (/\p{L}{3}/u.test(value) && /\d\D+\d/.test(value))) return '';
  const end = /[*#](?=\s*$)/.exec(value)?.[0] ?? endKey;
  return `${digits.slice(0, 32 - end.length)}${end}`;
}
