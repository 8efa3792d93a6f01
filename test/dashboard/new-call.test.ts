import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { call } from '../../src/dashboard/api/client.ts';
import { ApiError, explain } from '../../src/dashboard/api/errors.ts';
import type { StreamEvent } from '../../src/dashboard/api/types.ts';
import {
  addCall,
  applyCallEvent,
  findCall,
  foremostCall,
  readEvents,
} from '../../src/dashboard/state/calls/calls.ts';
import { DialKey, placeCall, type WantedCall } from '../../src/dashboard/state/calls/place-call.ts';
import { nowMs } from '../../src/dashboard/state/gateway/clock.ts';
import { isForgotten } from '../../src/dashboard/state/call/live-call.ts';
import { lostAtMs } from '../../src/dashboard/state/gateway/reach.ts';
import { tellStory } from '../../src/dashboard/state/call/story.ts';
import { tellOpening } from '../../src/dashboard/text/opening.ts';
import { event, viewOf } from './live-calls.ts';

const view = viewOf({ event_id: 2, queue: null, will_ring: [] });
const happened = (id: number, type: string, data: object): StreamEvent => event(0, type, data, id);

test('what happens to a call while it is first read is shown once it is there, and nothing twice', async () => {
  const answers: (() => void)[] = [];
  const asked: string[] = [];
  const before = globalThis.fetch;
  globalThis.fetch = (address) => {
    const path = typeof address === 'string' ? address : '';
    asked.push(path);
    const body = path.includes('/timeline')
      ? { segments: [] }
      : path.includes('/events')
        ? { events: [happened(1, 'call_started', { number: '+12025550100' })], next_since: 1 }
        : view;
    return new Promise((resolve) => answers.push(() => resolve(Response.json(body))));
  };
  try {
    applyCallEvent(happened(1, 'call_status', { from: '', to: 'trying' }));
    const read = addCall('call_1');
    assert.is(asked.length, 1, 'one reading serves both');
    applyCallEvent(happened(3, 'call_status', { from: 'trying', to: 'ringing' }));
    applyCallEvent(happened(4, 'ivr_dtmf_sent', { digits: '7', step_id: 'a' }));
    while (findCall('call_1') === undefined) {
      answers.splice(0).forEach((answer) => answer());
      await new Promise((resolve) => setImmediate(resolve));
    }
    await read;
    const live = findCall('call_1');
    assert.is(live?.status, 'ringing');
    assert.equal(
      live?.story.value.map(({ id }) => id),
      [1, 3, 4],
    );
  } finally {
    globalThis.fetch = before;
  }
});

test('a button dials once for a double press, and for one that is repeated; and anew for another call', () => {
  const wanted: WantedCall = {
    number: '+12025550100',
    mode: 'hold_slayer',
    intent: '',
    flowId: undefined,
    device: undefined,
    services: { recording: false, transcription: false },
  };
  const key = new DialKey();
  const first = key.of(wanted, 0);
  assert.is(key.of(wanted, 60_000), first, 'it got no answer');
  key.placed(60_100);
  assert.is(key.of(wanted, 60_300), first, 'the second half of a double press');
  const second = key.of(wanted, 65_000);
  assert.is.not(second, first);
  assert.is.not(key.of({ ...wanted, intent: 'another reason' }, 65_100), second);
});

test('of a call with more events than the page takes, it reads the newest, and none of what was heard', async () => {
  const before = globalThis.fetch;
  const all = Array.from({ length: 9000 }, (_, n) =>
    happened(n + 1, n % 3 === 0 ? 'audio_classified' : 'transcript_chunk', { text: `${n}`, is_final: true }),
  );
  globalThis.fetch = (address) => {
    const { searchParams: asked } = new URL(typeof address === 'string' ? address : '', 'http://127.0.0.1');
    const types = asked.get('types')?.split(',') ?? all.map(({ type }) => type);
    const fitting = all.filter(({ type }) => types.includes(type));
    const [since, limit] = [Number(asked.get('since') ?? 0), Number(asked.get('limit') ?? 200)];
    const events = asked.has('before')
      ? fitting.filter(({ id }) => id < Number(asked.get('before'))).slice(-limit)
      : fitting.filter(({ id }) => id > since).slice(0, limit);
    return Promise.resolve(Response.json({ events, next_since: events.at(-1)?.id ?? since }));
  };
  try {
    const read = await readEvents('call_1');
    const told = all.filter(({ type }) => type !== 'audio_classified');
    assert.equal(read, told.slice(-5000));
  } finally {
    globalThis.fetch = before;
  }
});

test('the talk comes before a call that was placed earlier, on every page and in the title', async () => {
  const before = globalThis.fetch;
  globalThis.fetch = (address) => {
    const path = typeof address === 'string' ? address : '';
    const body = path.includes('/timeline')
      ? { segments: [] }
      : path.includes('/events')
        ? { events: [], next_since: 0 }
        : { ...view, call_id: 'call_2', status: 'connected' };
    return Promise.resolve(Response.json(body));
  };
  try {
    assert.is(foremostCall.value?.id, 'call_1');
    await addCall('call_2');
    assert.is(foremostCall.value?.id, 'call_2');
  } finally {
    globalThis.fetch = before;
  }
});

test('a change is refused while the gateway is away: nothing of it is sent later', async () => {
  const before = globalThis.fetch;
  const asked: string[] = [];
  globalThis.fetch = (_address, init) => {
    asked.push(init?.method ?? '');
    return Promise.resolve(Response.json({ ok: true }));
  };
  const hangUp = () => call('post', '/api/v1/calls/{call_id}/hangup', { path: { call_id: 'call_1' } });
  try {
    lostAtMs.value = nowMs.value - 4_000;
    await hangUp().then(
      () => assert.unreachable(),
      (error: unknown) => assert.match(explain(error), 'lost the gateway'),
    );
    await call('get', '/health');
    lostAtMs.value = undefined;
    await hangUp();
    assert.equal(asked, ['GET', 'POST'], 'it is asked for what it knows, and told again once it is back');
  } finally {
    lostAtMs.value = undefined;
    globalThis.fetch = before;
  }
});

test('a call that was placed is not refused because it could not be read: pressed again, it would be placed again', async () => {
  const before = globalThis.fetch;
  globalThis.fetch = (_address, init) =>
    init?.method === 'POST'
      ? Promise.resolve(Response.json({ ...view, call_id: 'call_3' }, { status: 201 }))
      : Promise.reject(new TypeError('network'));
  try {
    const wanted = { number: '+12025550100', mode: 'hold_slayer', intent: '' } as const;
    const services = { recording: false, transcription: false };
    const id = await placeCall({ ...wanted, flowId: undefined, device: undefined, services }, 'page-1');
    assert.is(id, 'call_3');
  } finally {
    globalThis.fetch = before;
  }
});

test('of a call whose events were removed a label that was given since says nothing', () => {
  const label = happened(9, 'person_labelled', { event_id: 3, person: true });
  assert.ok(isForgotten([]));
  assert.ok(isForgotten([label]));
  assert.not.ok(isForgotten([happened(1, 'call_started', { number: '+12025550100' }), label]));
});

test('the story says who ended the call', () => {
  const told = (reason: string) =>
    tellStory([happened(1, 'call_ended', { number: '+12025550100', duration: 9, reason })])[0]?.head;
  assert.equal(['hangup_owner', 'hangup_remote', 'shutdown'].map(told), [
    'You hung up',
    'They hung up',
    'Call over',
  ]);
});

test('too many requests: the message says how long to wait', () => {
  const text = explain(new ApiError(429, 'too many requests to /auth/session', { retryAfter: 60 }));
  assert.is(text, 'Too many tries. Try again in 1 min.');
  assert.is(explain(new ApiError(429, '')), 'Too many tries. Wait a minute.');
});

test('a page that cannot open yet says why: a gateway that answers is not called unreachable', () => {
  const againAtMs = new Date(2026, 2, 1, 14, 2, 18).getTime();
  const told = (error: ApiError | undefined) => tellOpening({ error, againAtMs }).title;
  assert.is(told(new ApiError(0, '')), 'I cannot reach the gateway. I keep trying.');
  assert.is(
    told(new ApiError(429, 'too many requests to /auth/me', { retryAfter: 60 })),
    'The gateway was asked too often. I ask again at 14:02:18.',
  );
  assert.is(
    told(new ApiError(503, 'the database does not answer')),
    'I cannot do this now: the database does not answer. I keep trying.',
  );
});

test.run();
