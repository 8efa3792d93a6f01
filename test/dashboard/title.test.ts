import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addCall, applyCallEvent, dismissCall, runningCalls } from '../../src/dashboard/state/calls/calls.ts';
import { forgetServerTime, nowMs } from '../../src/dashboard/state/gateway/clock.ts';
import { lostAtMs, signedOutAtMs } from '../../src/dashboard/state/gateway/reach.ts';
import { event, viewOf } from './live-calls.ts';

const test = suite('the title of a hidden page');

interface TitleModule {
  followTitle: () => () => void;
}
interface BeatModule {
  startBeat: () => void;
}

const before = new Map<string, PropertyDescriptor | undefined>();
function put(name: string, value: unknown): void {
  before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

const page = {
  title: '',
  visibilityState: 'hidden',
  addEventListener: () => undefined,
  getElementById: () => null,
};
let beat: () => void = () => undefined;
const callId = 'call_title';

test.before(async () => {
  put(
    'BroadcastChannel',
    class {
      postMessage(): void {
        // No other tab is there.
      }
    },
  );
  put('HTMLLinkElement', class {});
  put('document', page);
  put('setInterval', (run: () => void) => (beat = run));
  put('fetch', (address: string) => {
    const view = viewOf({ call_id: callId, company: 'Harbour', status: 'on_hold', hold_time: 60 });
    if (address.includes('/timeline')) return Promise.resolve(Response.json({ segments: [] }));
    if (address.includes('/events')) return Promise.resolve(Response.json({ events: [], next_since: 0 }));
    return Promise.resolve(Response.json({ ...view, queue: null, will_ring: [] }));
  });
  // Other files share the page's state.
  forgetServerTime();
  lostAtMs.value = undefined;
  signedOutAtMs.value = undefined;
  for (const { id } of runningCalls.value) dismissCall(id);
  await addCall(callId);
});
test.after(() => {
  dismissCall(callId);
  for (const [name, descriptor] of before)
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
});

/** By a name that is not known before, because these are written for a browser, and are checked as such. */
const inShell = (name: string): string =>
  new URL(`../../src/dashboard/shell/following/${name}`, import.meta.url).href;

const told = (type: string, data: object): void =>
  applyCallEvent({ ...event(60, type, data), call_id: callId });

test('the wait goes on, and a person is told first, whatever the second', async () => {
  const { followTitle } = (await import(inShell('title.ts'))) as TitleModule;
  const { startBeat } = (await import(inShell('beat.ts'))) as BeatModule;
  const stop = followTitle();
  startBeat();
  nowMs.value -= 2_000;
  const waited = page.title;
  beat();
  assert.match(page.title, / on hold – Harbour$/);
  assert.is.not(page.title, waited);
  const second = Math.floor(nowMs.value / 1000) * 1000;
  for (const beganMs of [second, second + 1000]) {
    nowMs.value = beganMs;
    told('human_detected', { confidence: 0.9, reason: '', transcript_excerpt: '' });
    told('call_status', { from: 'on_hold', to: 'human_detected' });
    assert.is(page.title, '☎ ANSWER – Harbour');
    nowMs.value += 1_000;
    assert.is(page.title, 'Harbour');
    lostAtMs.value = nowMs.value - 301_000;
    assert.is(page.title, '⚠ not connected – Harbour', 'for five minutes nothing was heard of them');
    lostAtMs.value = undefined;
    told('hold_resumed', { reason: '' });
    told('call_status', { from: 'human_detected', to: 'on_hold' });
  }
  stop();
});

test('once the session is over, it tells of no wait and of no person: the page would not hear of their end', async () => {
  const { followTitle } = (await import(inShell('title.ts'))) as TitleModule;
  const stop = followTitle();
  try {
    assert.match(page.title, / on hold – Harbour$/);
    signedOutAtMs.value = nowMs.value;
    assert.is(page.title, '⚠ signed out – Harbour');
    told('human_detected', { confidence: 0.9, reason: '', transcript_excerpt: '' });
    told('call_status', { from: 'on_hold', to: 'human_detected' });
    nowMs.value += 1_000;
    assert.is(page.title, '⚠ signed out – Harbour');
    signedOutAtMs.value = undefined;
    assert.match(page.title, /Harbour$/);
    assert.not.match(page.title, 'signed out');
  } finally {
    signedOutAtMs.value = undefined;
    stop();
  }
});

test.run();
