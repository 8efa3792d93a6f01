import { effect } from '@preact/signals';
import { ringHere, talkHere } from '../phone/phone.ts';
import { callWithPerson } from '../state/calls.ts';

/** Keeps the screen on while a person waits, something rings here or the owner talks here. @returns how to stop. */
export function followScreen(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let held: Promise<WakeLockSentinel | undefined> | undefined;
  const hold = () => {
    // Refused to a page that is not seen, or on a battery that is nearly empty.
    held ??= navigator.wakeLock.request('screen').catch(() => undefined);
  };
  const release = () => {
    void held?.then((lock) => lock?.release());
    held = undefined;
  };
  const isWanted = () =>
    callWithPerson.value !== undefined || ringHere.value !== undefined || talkHere.value !== undefined;
  // The browser takes it away from a page that is hidden.
  const onVisible = () => {
    if (document.visibilityState !== 'visible' || !isWanted()) return;
    release();
    hold();
  };
  document.addEventListener('visibilitychange', onVisible);
  const stop = effect(() => (isWanted() ? hold() : release()));
  return () => {
    document.removeEventListener('visibilitychange', onVisible);
    stop();
    release();
  };
}
