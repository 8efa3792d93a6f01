import type { AudioClass } from './audio-class.ts';
import type { EventType } from './events.ts';

/**
 * Events that begin or end what a menu asks of the owner: it waits while the newest of these is `menu_needs_owner` and no queue's music has
 * followed. The status does not show it, since such a call is on hold; neither does `hold_detected`, which the menu's own silence causes.
 */
export const menuTurns: readonly EventType[] = [
  'menu_needs_owner',
  'menu_option_chosen',
  'ivr_dtmf_sent',
  'queue_position',
  'person_likely',
  'human_detected',
];

/** A jingle between two rounds of a menu is shorter. */
const minMusicMs = 5_000;

/**
 * Whether a stretch is the music of a queue behind the menu: announcements between it and more music ask for nothing.
 * @param stretch epoch milliseconds; `endMs` is undefined while it goes on.
 */
export function isQueueMusic(
  { type, fromMs, endMs }: { type: AudioClass; fromMs: number; endMs: number | undefined },
  askedAtMs: number,
): boolean {
  return type === 'music' && fromMs > askedAtMs && (endMs === undefined || endMs - fromMs >= minMusicMs);
}
