import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addCall, applyCallEvent, dismissCall, runningCalls } from '../../src/dashboard/state/calls/calls.ts';
import { forgetServerTime, nowMs } from '../../src/dashboard/state/gateway/clock.ts';
import { event, viewOf } from './live-calls.ts';

const test = suite('what screen readers hear of a wait');

interface FollowModule {
  followWaits: (tell: (text: string) => void) => () => void;
}

const callId = 'call_told';
const before = new Map<string, PropertyDescriptor | undefined>();
function put(name: string, value: unknown): void {
  before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
test.before(() => {
  // Other files share the page's state.
  forgetServerTime();
  for (const { id } of runningCalls.value) dismissCall(id);
  put('BroadcastChannel', class {});
  put('fetch', (address: string) => {
    const view = viewOf({ call_id: callId, company: 'Harbour', status: 'on_hold', hold_time: 290 });
    if (address.includes('/timeline')) return Promise.resolve(Response.json({ segments: [] }));
    if (address.includes('/events')) return Promise.resolve(Response.json({ events: [], next_since: 0 }));
    return Promise.resolve(Response.json({ ...view, queue: null, will_ring: [] }));
  });
});
test.after(() => {
  dismissCall(callId);
  nowMs.value = performance.now();
  for (const [name, descriptor] of before)
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
});

test('every five minutes how long it has been, and nothing between', async () => {
  // By a name that is not known before, because it is written for a browser, and is checked as such.
  const { href } = new URL('../../src/dashboard/shell/following/follow-calls.ts', import.meta.url);
  const { followWaits } = (await import(href)) as FollowModule;
  const told: string[] = [];
  const stop = followWaits((text) => told.push(text));
  await addCall(callId);
  nowMs.value = performance.now();
  assert.equal(told, []);
  for (let minute = 0; minute < 11; minute += 1) nowMs.value += 60_000;
  assert.equal(told, [
    'On hold with Harbour for 5 minutes.',
    'On hold with Harbour for 10 minutes.',
    'On hold with Harbour for 15 minutes.',
  ]);
  applyCallEvent({ ...event(60, 'call_status', { from: 'on_hold', to: 'human_detected' }), call_id: callId });
  for (let minute = 0; minute < 6; minute += 1) nowMs.value += 60_000;
  assert.is(told.length, 3);
  stop();
  nowMs.value = performance.now();
});

test.run();
