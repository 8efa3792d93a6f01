import { computed, type ReadonlySignal, signal } from '@preact/signals';

/**
 * Time as the pages show it, based on the monotonic clock, which clock changes do not affect. Each snapshot corrects
 * for a sleep.
 */

/** Milliseconds of `performance.now()`, updated four times a second while anyone is looking. */
export const nowMs = signal(performance.now());

/** A span that was `seconds` long at the monotonic time `atMs` and, if running, has grown since. */
export interface Span {
  seconds: number;
  atMs: number;
  runs: boolean;
}

export function secondsOf(span: Span, atMs: number): number {
  return span.runs ? Math.max(0, span.seconds + (atMs - span.atMs) / 1000) : span.seconds;
}

/** A span in whole seconds, following the clock or one that stops; subscribers are notified only when the number changes. */
export function tickingSeconds(
  span: () => Span,
  clock: ReadonlySignal<number> = nowMs,
): ReadonlySignal<number> {
  return computed(() => Math.floor(secondsOf(span(), clock.value)));
}

const serverAheadMs = signal<number | undefined>(undefined);

/**
 * Notes the gateway's clock from a message. A message's delay only makes that clock look further behind, so the
 * fastest message counts; after a sleep, during which the page's clock stood still, the next one does.
 */
export function noteServerTime(serverMs: number): void {
  const aheadMs = serverMs - performance.now();
  if (serverAheadMs.peek() === undefined || aheadMs > (serverAheadMs.peek() ?? 0))
    serverAheadMs.value = aheadMs;
}

/** Another gateway, or one whose clock was set: start over with its next message. */
export function forgetServerTime(): void {
  serverAheadMs.value = undefined;
}

/** Converts a time of the gateway's clock to `performance.now()`. */
export function monotonicAt(serverMs: number): number {
  const nowMs = performance.now();
  return serverAheadMs.peek() === undefined ? nowMs : Math.min(nowMs, serverMs - (serverAheadMs.peek() ?? 0));
}

/** The gateway's time now, in epoch milliseconds; this machine's until the gateway's is known. */
export function serverNowMs(): number {
  return serverAheadMs.value === undefined ? Date.now() : nowMs.value + serverAheadMs.value;
}

/** The same outside of rendering: does not wait for the next tick. */
export function serverTimeAt(): number {
  const ahead = serverAheadMs.peek();
  return ahead === undefined ? Date.now() : performance.now() + ahead;
}
