import { computed, effect, signal } from '@preact/signals';
import { hangUp } from './actions.ts';
import { runningCalls } from './calls.ts';
import { nowMs, secondsOf } from '../gateway/clock.ts';
import type { LiveCall } from '../call/live-call.ts';

/** After this long, losing the place in the queue deserves a question. */
const costlyHoldSeconds = 120;

const askedAbout = signal<string | undefined>(undefined);

/**
 * The call that the owner is asked about before it is hung up. Not kept with its card, which is mounted again when
 * another call moves to the top of the page.
 */
export const callToHangUp = computed(() =>
  runningCalls.value.find(({ id, status }) => id === askedAbout.value && status !== 'connected'),
);

// A call that comes back on hold later is not asked about again.
effect(() => {
  if (askedAbout.value !== undefined && callToHangUp.value === undefined) askedAbout.value = undefined;
});

/** *Hang up* asks when a place in a queue would be lost. */
export function pressHangUp(live: LiveCall): void {
  const held = secondsOf(live.hold.peek(), nowMs.peek());
  if (live.view.peek().status === 'on_hold' && held >= costlyHoldSeconds) askedAbout.value = live.id;
  else void hangUp(live.id);
}

export function closeHangUpQuestion(): void {
  askedAbout.value = undefined;
}
