import { keep, readKept } from '../state/stored/kept.ts';

/**
 * The call this tab carries, remembered across a reload: only that call is auto-answered when it rings here again. Who was muted in it
 * stays muted.
 */

const key = 'holdfast-talk';
const mutedKey = 'holdfast-talk-muted';

export function keepTalk(callId: string, isMuted: boolean): void {
  keep(key, callId, 'tab');
  keep(mutedKey, isMuted ? 'yes' : undefined, 'tab');
}

export const keptTalk = (): string | undefined => readKept(key, 'tab');
export const wasTalkMuted = (): boolean => readKept(mutedKey, 'tab') === 'yes';

export function forgetTalk(): void {
  keep(key, undefined, 'tab');
  keep(mutedKey, undefined, 'tab');
}
