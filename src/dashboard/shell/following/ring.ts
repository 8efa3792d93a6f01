import { effect, signal } from '@preact/signals';
import { ringHere } from '../../phone/phone.ts';
import { callWithPerson } from '../../state/calls/calls.ts';
import { isStale, signedOutAtMs } from '../../state/gateway/reach.ts';
import { RingTurn } from './ring-turn.ts';

/**
 * The ring: two rising notes every three seconds, growing louder over nine. The only other sound is a low note for a
 * failure.
 */

/** A ring would be silent: browsers allow no sound until someone pressed something on the page. */
export const isSoundBlocked = signal(false);

let context: AudioContext | undefined;

function open(): AudioContext {
  if (context !== undefined) return context;
  const opened = new AudioContext();
  // It may begin late on a busy machine. What is not needed takes no power.
  opened.addEventListener('statechange', () => {
    if (opened.state !== 'running') return;
    isSoundBlocked.value = false;
    if (!isNeeded) void opened.suspend().catch(() => undefined);
  });
  return (context = opened);
}

/** A browser that allows no sound answers nothing; one that was asked is not asked to stop before it began. */
const patienceMs = 500;

/** Something is about to sound, and from then on may at any time. */
let isNeeded = false;

/** Must be called from a user gesture: the one that places a call, or *Turn on sound*. */
export async function unlockSound(): Promise<void> {
  isNeeded = true;
  await resume();
}

/** Finds out whether a ring would be heard. */
async function resume(): Promise<void> {
  const begins = async (): Promise<boolean> => {
    await open().resume();
    return true;
  };
  const isLate = new Promise<boolean>((resolve) => setTimeout(resolve, patienceMs, false));
  // No sound here: the page and the phones still alert the owner.
  isSoundBlocked.value = !(await Promise.race([begins(), isLate]).catch(() => false));
}

/** Two notes, for *Try it*. */
export async function tryRing(): Promise<void> {
  await unlockSound();
  ringOnce(0.5);
}

const everyMs = 3_000;
const growRings = 3;

/** @returns whether it sounds. */
function ringOnce(volume: number): boolean {
  if (context === undefined || context.state !== 'running') return false;
  note(587.33, 0, 0.34, volume);
  note(880, 0.36, 0.6, volume);
  return true;
}

/** One low note: an action failed. */
export function soundFailure(): void {
  if (context === undefined || context.state !== 'running') return;
  note(196, 0, 0.5, 0.4);
}

function note(frequency: number, afterSeconds: number, seconds: number, volume: number): void {
  if (context === undefined) return;
  const begin = context.currentTime + afterSeconds;
  const tone = context.createOscillator();
  const level = context.createGain();
  tone.type = 'triangle';
  tone.frequency.value = frequency;
  level.gain.setValueAtTime(0, begin);
  level.gain.linearRampToValueAtTime(volume, begin + 0.02);
  level.gain.exponentialRampToValueAtTime(0.001, begin + seconds);
  tone.connect(level).connect(context.destination);
  tone.start(begin);
  tone.stop(begin + seconds + 0.05);
}

/**
 * Rings while a person waits or something else rings here, and checks before that it can: whatever is pressed allows it. @returns a function
 * that stops it.
 */
export function followRing(): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let rings = 0;
  const turn = new RingTurn();
  const ring = () => {
    rings += 1;
    if (!turn.isElsewhere() && ringOnce(Math.min(1, rings / growRings) * 0.7)) turn.take();
    if ('vibrate' in navigator) navigator.vibrate([300, 120, 300]);
  };
  const onPress = () => {
    if (isSoundBlocked.peek()) void resume();
  };
  void resume();
  document.addEventListener('click', onPress, true);
  document.addEventListener('keydown', onPress, true);
  const stopEffect = effect(() => {
    // Nothing would tell it to stop.
    const isTold = signedOutAtMs.value === undefined && !isStale.value;
    const waits = (callWithPerson.value !== undefined && isTold) || ringHere.value !== undefined;
    if (waits && timer === undefined) {
      rings = 0;
      const started = setInterval(ring, everyMs);
      timer = started;
      // To find out about the sound takes half a second, in which the person may have gone.
      void unlockSound().then(() => {
        if (timer === started) ring();
      });
    }
    if (!waits && timer !== undefined) {
      clearInterval(timer);
      timer = undefined;
      if ('vibrate' in navigator) navigator.vibrate(0);
    }
  });
  return () => {
    stopEffect();
    document.removeEventListener('click', onPress, true);
    document.removeEventListener('keydown', onPress, true);
    clearInterval(timer);
    turn.close();
  };
}
