import { keep, readKept } from '../state/stored/kept.ts';

/**
 * The call this tab carries, remembered across a reload: only that call is auto-answered when it rings here again.
 */

const key = 'holdfast-talk';

export const keepTalk = (callId: string): void => keep(key, callId, 'tab');
export const keptTalk = (): string | undefined => readKept(key, 'tab');
export const forgetTalk = (): void => keep(key, undefined, 'tab');
