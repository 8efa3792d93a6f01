import { batch, effect, signal } from '@preact/signals';
import { call } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import type { StreamEvent } from '../api/types.ts';
import {
  applyCallEvent,
  readCalls,
  rereadRunningCalls,
  runningCalls,
  takePartial,
  takePulse,
} from '../state/calls/calls.ts';
import { forgetServerTime } from '../state/gateway/clock.ts';
import { applyDeviceEvent, devicesFault, rereadDevices } from '../state/stored/devices.ts';
import { readHasCalled } from '../state/calls/first-call.ts';
import { readHealth } from '../state/gateway/gateway.ts';
import { openingFault } from '../state/gateway/opening.ts';
import { answeredRefusals, lostAtMs, type StreamState, takeStreamState } from '../state/gateway/reach.ts';
import { checkSession, endSession, sessionPhase } from '../state/gateway/session.ts';
import { EventStream } from './stream.ts';

/** This tab's event stream, tied to the state and to the browser's network and sleep events. */

const streamState = signal<StreamState>('idle');

const followers = new Set<(event: StreamEvent) => void>();
/** For pages that show more than the running calls. @returns a function that stops it. */
export function onStreamEvent(follow: (event: StreamEvent) => void): () => void {
  followers.add(follow);
  return () => followers.delete(follow);
}
const reconnectFollowers = new Set<() => void>();
/** For pages with lists of their own: missed events are replayed, but lists without ids must be read again. */
export function onReconnect(follow: () => void): () => void {
  reconnectFollowers.add(follow);
  return () => reconnectFollowers.delete(follow);
}

/** A call that is listened to sends something every second: after a longer silence the connection is dead. */
const silenceMs = 10_000;
const sleepMs = 30_000;
const checkMs = 2_000;
const lookMs = 15_000;
let heardAtMs = performance.now();
/** Pulses have come over this connection. */
let isPulsing = false;

const stream = new EventStream({
  address: (since) => {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    return `${scheme}://${location.host}/ws/events?since=${since}&pulse=1&partials=1`;
  },
  readState: async () => {
    const [newestId] = await Promise.all([
      readCalls(),
      readHasCalled(),
      // A call is followed all the same.
      rereadDevices(),
      readHealth().catch(() => undefined),
    ]);
    return newestId;
  },
  onEvent: (event) => {
    heardAtMs = performance.now();
    batch(() => {
      applyCallEvent(event);
      if (applyDeviceEvent(event)) void rereadDevices();
      // Others may ring in place of one that is gone, and no longer once it is back.
      if (event.type === 'device_online' || event.type === 'device_offline') rereadRunningCalls();
      if (event.type === 'gateway_status') void readHealth().catch(() => undefined);
      for (const follow of followers) follow(event);
    });
  },
  onPulse: (pulse) => {
    heardAtMs = performance.now();
    isPulsing = true;
    takePulse(pulse);
  },
  onPartial: (partial) => {
    heardAtMs = performance.now();
    takePartial(partial);
  },
  onSignedOut: endSession,
  onRefused: () => {
    checkSession().then(
      () => (answeredRefusals.value += 1),
      () => (answeredRefusals.value = 0),
    );
  },
  onState: (state) => {
    streamState.value = state;
    takeStreamState(state);
    if (state !== 'open' && state !== 'idle') return;
    heardAtMs = performance.now();
    isPulsing = false;
  },
  onReconnect: () => {
    forgetServerTime();
    rereadRunningCalls();
    void rereadDevices();
    void readHealth().catch(() => undefined);
    for (const follow of reconnectFollowers) follow();
  },
});

export function followSession(): void {
  let couldNotOpen = false;
  effect(() => {
    if (openingFault.value !== undefined) couldNotOpen = true;
  });
  effect(() => {
    if (sessionPhase.value !== 'signed-in') return stream.stop();
    stream.start(couldNotOpen);
    couldNotOpen = false;
  });
  window.addEventListener('online', () => stream.hurry());
  let hiddenAtMs = Infinity;
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') hiddenAtMs = Date.now();
    else if (Date.now() - hiddenAtMs > sleepMs) stream.revive();
    stream.hurry();
  });
  setInterval(() => {
    if (streamState.peek() !== 'open') return;
    // A hidden page has to ring, too.
    void lookForMissed().catch(doubtConnection);
    if (document.visibilityState !== 'visible') return;
    // Of the database no event tells.
    void readHealth().catch(doubtConnection);
    if (devicesFault.peek() !== undefined) void rereadDevices();
  }, lookMs);
  let checkedAtMs = Date.now();
  setInterval(() => {
    const sinceMs = Date.now() - checkedAtMs;
    checkedAtMs = Date.now();
    if (streamState.peek() !== 'open') return;
    // Frozen, or asleep with the machine, in plain sight; of hidden pages browsers slow the timers down.
    if (sinceMs > sleepMs && document.visibilityState === 'visible') stream.revive();
    else if (isPulsing && runningCalls.peek().length > 0 && performance.now() - heardAtMs > silenceMs)
      reviveSilent();
  }, checkMs);
}

/** The newest event that the gateway had stored at the last look. */
let storedId = 0;

/**
 * While no call runs nothing need come over the stream for hours, and a connection that is dead without a sign looks the same. What was
 * stored at the last look has come by now, or it is dead.
 */
async function lookForMissed(): Promise<void> {
  const { event_id: newestId } = await call('get', '/api/v1/calls', { query: { state: 'active', limit: 1 } });
  // A long replay is on its way for longer.
  const isSilent = performance.now() - heardAtMs > lookMs / 2;
  if (isSilent && streamState.peek() === 'open' && stream.lacks(storedId)) reviveSilent();
  storedId = newestId;
}

/** What a network that went silent does not say: nothing closes, and the stream seems open for minutes. */
function reviveSilent(): void {
  lostAtMs.value ??= performance.now();
  stream.revive();
}

function doubtConnection(error: unknown): void {
  if (error instanceof ApiError && error.status === 0 && streamState.peek() === 'open') reviveSilent();
}
