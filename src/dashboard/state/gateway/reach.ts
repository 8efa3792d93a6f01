import { computed, signal } from '@preact/signals';
import { nowMs } from './clock.ts';

/** When the page was last up to date; undefined while it is. */
export const lostAtMs = signal<number | undefined>(undefined);
const patienceMs = 3_000;
/** Away for longer than a moment: the page shows "as of", and nothing that needs the gateway can be pressed. */
export const isOffline = computed(
  () => lostAtMs.value !== undefined && nowMs.value - lostAtMs.value > patienceMs,
);
