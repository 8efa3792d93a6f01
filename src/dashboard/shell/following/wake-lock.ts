import { effect } from '@preact/signals';
import { ringHere, talkHere } from '../../phone/phone.ts';
import { callWithPerson } from '../../state/calls/calls.ts';

/**
 * Keeps the screen on while a person waits, something rings here or the owner talks here. @returns a function that
 * stops it.
 */
export function followScreen(): () => void {
  if (!('wakeLock' in navigator)) return () => undefined;
  let held: Promise<WakeLockSentinel | undefined> | undefined;
  const hold = () => {
    // Refused for a hidden page or a nearly empty battery.
    held ??= navigator.wakeLock.request('screen').catch(() => undefined);
  };
  const release = () => {
    void held?.then((lock) => lock?.release());
    held = undefined;
  };
  const isWanted = () =>
    callWithPerson.value !== undefined || ringHere.value !== undefined || talkHere.value !== undefined;
  // Browsers release it when the page is hidden.
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
