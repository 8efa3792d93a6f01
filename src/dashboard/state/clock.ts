import { computed, type ReadonlySignal, signal } from '@preact/signals';

/** Time as the pages show it, of the monotonic clock, which setting a clock does not disturb. What a sleep does to it every snapshot corrects. */

/** Milliseconds of `performance.now()`, moved on four times a second while anybody looks. */
export const nowMs = signal(performance.now());

/** A span that was `seconds` long at the monotonic time `atMs`, and goes on since then if it runs. */
export interface Span {
  seconds: number;
  atMs: number;
  runs: boolean;
}

export function secondsOf(span: Span, atMs: number): number {
  return span.runs ? Math.max(0, span.seconds + (atMs - span.atMs) / 1000) : span.seconds;
}

/** Whole seconds of a span, moving with the clock; tells its readers only when the number changes. */
export function tickingSeconds(span: () => Span): ReadonlySignal<number> {
  return computed(() => Math.floor(secondsOf(span(), nowMs.value)));
}

/** What the gateway's clock is ahead of `performance.now()`. */
const serverAheadMs = signal<number | undefined>(undefined);

/**
 * The gateway said or did something at this moment of its clock. The way here only ever makes that look earlier than it is, so the
 * quickest answer counts; after a sleep, in which the page's own clock stood, the next answer does.
 */
export function noteServerTime(serverMs: number): void {
  const aheadMs = serverMs - performance.now();
  if (serverAheadMs.peek() === undefined || aheadMs > (serverAheadMs.peek() ?? 0))
    serverAheadMs.value = aheadMs;
}

/** Another gateway, or one whose clock was set: what it says next counts alone. */
export function forgetServerTime(): void {
  serverAheadMs.value = undefined;
}

/** When the gateway's clock showed this, as `performance.now()` tells it. */
export function monotonicAt(serverMs: number): number {
  const nowMs = performance.now();
  return serverAheadMs.peek() === undefined ? nowMs : Math.min(nowMs, serverMs - (serverAheadMs.peek() ?? 0));
}

/** The gateway's time now, in epoch milliseconds; this machine's until the gateway told its own. */
export function serverNowMs(): number {
  return serverAheadMs.value === undefined ? Date.now() : nowMs.value + serverAheadMs.value;
}

/** The same for a moment that is no render: does not wait for the next beat. */
export function serverTimeAt(): number {
  const ahead = serverAheadMs.peek();
  return ahead === undefined ? Date.now() : performance.now() + ahead;
}
