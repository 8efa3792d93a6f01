import { keep, readKept } from '../state/kept.ts';

/** The call that this tab carries, kept beyond a reload of the page: only that one is answered by itself when it rings here again. */

const key = 'holdfast-talk';

export const keepTalk = (callId: string): void => keep(key, callId, 'tab');
export const keptTalk = (): string | undefined => readKept(key, 'tab');
export const forgetTalk = (): void => keep(key, undefined, 'tab');
