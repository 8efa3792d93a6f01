import { computed, effect, signal } from '@preact/signals';
import { nowMs } from './clock.ts';
import { openingFault } from './opening.ts';

/** Of the event stream: `away` for longer than a moment deserves a banner. */
export type StreamState = 'idle' | 'connecting' | 'open' | 'away';

/** When the page was last up to date; undefined while it is. */
export const lostAtMs = signal<number | undefined>(undefined);
const patienceMs = 3_000;
/** As long as one phone may ring (DEVICE_RING_SECONDS): few people wait longer. */
const staleMs = 300_000;
/** Calls back whenever the page loses the gateway, from now on. @returns a function that stops it. */
export function whenLost(tell: () => void): () => void {
  const before = lostAtMs.peek();
  return effect(() => {
    if (lostAtMs.value !== undefined && lostAtMs.value !== before) tell();
  });
}
/** Never reached since the page was opened: there is nothing to show yet. */
const isUnreached = computed(() => {
  const fault = openingFault.value;
  return fault !== undefined && (fault.error === undefined || fault.error.status === 0);
});
/** Away for longer than a moment: the page shows "as of", and nothing that needs the gateway can be pressed. */
export const isOffline = computed(
  () => isUnreached.value || (lostAtMs.value !== undefined && nowMs.value - lostAtMs.value > patienceMs),
);
/** A person who waited when the gateway was lost may be gone. */
export const isStale = computed(() => lostAtMs.value !== undefined && nowMs.value - lostAtMs.value > staleMs);
/** When the session ended while the page was in use: from then on it is told nothing, until calls are read again in another session. */
export const signedOutAtMs = signal<number | undefined>(undefined);
/**
 * The moment of which the page knows: now or, without the gateway or a session, when it lost it. No figure of a call runs on beyond it.
 */
export const knownMs = computed(
  () => signedOutAtMs.value ?? (isOffline.value ? (lostAtMs.value ?? nowMs.value) : nowMs.value),
);

/** How often in a row the event stream was refused although the gateway answered a request right after. */
export const answeredRefusals = signal(0);
/** Once can be a restart. A proxy that passes no WebSockets on, as nginx by default, refuses each time. */
export const isStreamBarred = computed(() => answeredRefusals.value > 1);

/** Calls are read before the stream opens: until then, what waited when a session ended may be over. */
export function takeStreamState(state: StreamState): void {
  if (state === 'open' || state === 'idle') {
    lostAtMs.value = undefined;
    answeredRefusals.value = 0;
  } else if (state === 'away') lostAtMs.value ??= signedOutAtMs.peek() ?? performance.now();
  if (state === 'open' || state === 'away') signedOutAtMs.value = undefined;
}
