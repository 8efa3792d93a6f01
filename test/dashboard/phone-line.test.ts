import { signal } from '@preact/signals';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addCall, dismissCall } from '../../src/dashboard/state/calls/calls.ts';
import { nowMs } from '../../src/dashboard/state/gateway/clock.ts';
import { lostAtMs } from '../../src/dashboard/state/gateway/reach.ts';
import { viewOf } from './live-calls.ts';

const test = suite('this browser as a phone');

/** What a browser has, as far as the phone looks. */
class FakeSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly all: FakeSocket[] = [];
  readyState = FakeSocket.CONNECTING;
  onclose: ((event: { wasClean: boolean; code: number; reason: string }) => void) | null = null;
  readonly url: string;
  constructor(url: string) {
    this.url = url;
    FakeSocket.all.push(this);
  }
  close(): void {
    this.readyState = 3;
    this.onclose?.({ wasClean: true, code: 1000, reason: '' });
  }
}

/** By a name that is not known before, because these are written for a browser, and are checked as such. */
const inPages = (name: string): string => new URL(`../../src/dashboard/${name}`, import.meta.url).href;
interface PhoneModule {
  followPhone: () => () => void;
  answerHere: () => Promise<boolean>;
  ringHere: { value: object | undefined };
  talkHere: { value: object | undefined };
  isPhoneWished: { value: boolean };
  phoneDeviceId: { value: string | undefined };
  phonePhase: { value: 'off' | 'elsewhere' | 'connecting' | 'ready' | 'fault' };
  phoneFault: { value: string };
  stopBeingPhone: () => Promise<void>;
}
interface NoticesModule {
  followNotices: (route: (path: string) => void) => () => void;
}
interface TakeBackModule {
  followTalk: () => () => void;
}
interface SessionModule {
  sessionPhase: { value: 'unknown' | 'signed-in' };
}

const listeners = new Map<string, () => void>();
const fromWorker: ((event: object) => void)[] = [];
const answers: (() => void)[] = [];
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};
const account = {
  device: { id: 'dev_1' },
  sip: { uri: 'sip:browser-1@gateway.example', user: 'browser-1', password: 'x', socket: '/ws/phone' },
  ice_servers: [],
};

/** What this process has of these names, for the tests of other files. */
const before = new Map<string, PropertyDescriptor | undefined>();

function put(name: string, value: unknown): void {
  if (!before.has(name)) before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

test.before(() => {
  put('WebSocket', FakeSocket);
  put('BroadcastChannel', class {});
  put('localStorage', { getItem: () => 'on', setItem: () => undefined, removeItem: () => undefined });
  put('window', {
    location: { host: 'gateway.example', protocol: 'https:' },
    isSecureContext: true,
    RTCPeerConnection: class {},
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  put('document', {
    visibilityState: 'visible',
    addEventListener: (type: string, listener: () => void) => listeners.set(type, listener),
    removeEventListener: () => undefined,
  });
  put('location', { search: '' });
  put('navigator', {
    userAgent: 'Firefox/140',
    mediaDevices: {},
    serviceWorker: {
      addEventListener: (_type: string, listener: (event: object) => void) => fromWorker.push(listener),
      removeEventListener: () => undefined,
    },
    locks: { request: (_name: string, _options: object, work: () => Promise<void>) => work() },
  });
  put(
    'fetch',
    (_address: string, { method }: RequestInit) =>
      new Promise((resolve) => {
        if (method === 'POST') answers.push(() => resolve(Response.json(account)));
        else resolve(Response.json({ devices: [] }));
      }),
  );
});

test.after(() => {
  for (const [name, descriptor] of before)
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
});

test('a page that becomes visible while it connects has one line, and none once it is no phone', async () => {
  const { followPhone, isPhoneWished } = (await import(inPages('phone/phone.ts'))) as PhoneModule;
  const { sessionPhase } = (await import(inPages('state/gateway/session.ts'))) as SessionModule;
  await import(inPages('phone/sip-line.ts'));
  const open = () => FakeSocket.all.filter(({ readyState }) => readyState !== 3).length;
  isPhoneWished.value = true;
  const stop = followPhone();
  sessionPhase.value = 'signed-in';
  while (answers.length === 0) await settle();
  listeners.get('visibilitychange')?.();
  assert.is(answers.length, 2, 'the first answer is slow, and is asked for again');
  for (const answer of answers) answer();
  while (open() === 0) await settle();
  await settle();
  assert.is(open(), 1);
  stop();
  await settle();
  assert.is(open(), 0);
  sessionPhase.value = 'unknown';
});

test('a page that becomes visible in mid-talk keeps the talk while its line is away: a new line would hang it up', async () => {
  const { followPhone, isPhoneWished, talkHere } = (await import(inPages('phone/phone.ts'))) as PhoneModule;
  const { sessionPhase } = (await import(inPages('state/gateway/session.ts'))) as SessionModule;
  const open = () => FakeSocket.all.filter(({ readyState }) => readyState !== 3).length;
  answers.splice(0);
  isPhoneWished.value = true;
  const stop = followPhone();
  sessionPhase.value = 'signed-in';
  while (answers.length === 0) await settle();
  answers[0]?.();
  while (open() === 0) await settle();
  const isLost = signal(false);
  talkHere.value = { isLost };
  listeners.get('visibilitychange')?.();
  await settle();
  assert.is(answers.length, 1, 'no other line is asked for');
  assert.is(open(), 1);
  isLost.value = true;
  listeners.get('visibilitychange')?.();
  await settle();
  assert.is(answers.length, 2, 'once nothing is heard any more');
  talkHere.value = undefined;
  stop();
  answers[1]?.(); // a request without an answer would wait for it
  await settle();
  sessionPhase.value = 'unknown';
});

test('a page tells the service worker whether it is this browser’s phone', async () => {
  const { phonePhase } = (await import(inPages('phone/phone.ts'))) as PhoneModule;
  const { followNotices } = (await import(inPages('phone/notices.ts'))) as NoticesModule;
  const stop = followNotices(() => undefined);
  const told: boolean[] = [];
  for (const phase of ['elsewhere', 'ready', 'off'] as const) {
    phonePhase.value = phase;
    const ports = [{ postMessage: (isPhone: boolean) => told.push(isPhone) }];
    for (const hear of fromWorker) hear({ data: { asks: 'isPhone' }, ports });
  }
  assert.equal(told, [false, true, false]);
  stop();
});

test('who was muted in a talk that was lost is muted when the page takes it back', async () => {
  const { phoneDeviceId, ringHere, talkHere } = (await import(inPages('phone/phone.ts'))) as PhoneModule;
  const { followTalk } = (await import(inPages('phone/take-back.ts'))) as TakeBackModule;
  const aTalk = () => {
    const isMuted = signal(false);
    const mute = (wanted: boolean): void => void (isMuted.value = wanted);
    return { isMuted, isLost: signal(false), mute, playThrough: () => Promise.resolve() };
  };
  const kept = new Map<string, string>();
  put('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  let status: 'connected' | 'transferring' = 'connected';
  put('fetch', (address: string) => {
    const view = viewOf({ call_id: 'call_muted', status, device: 'dev_1', queue: null, will_ring: [] });
    if (address.includes('/timeline')) return Promise.resolve(Response.json({ segments: [] }));
    if (address.includes('/events')) return Promise.resolve(Response.json({ events: [], next_since: 0 }));
    return Promise.resolve(Response.json(view));
  });
  phoneDeviceId.value = 'dev_1';
  await addCall('call_muted');
  const stop = followTalk();
  const first = aTalk();
  talkHere.value = first;
  first.mute(true);
  talkHere.value = undefined;
  status = 'transferring';
  const second = aTalk();
  ringHere.value = { answer: () => Promise.resolve(second) };
  while (talkHere.value === undefined) await settle();
  assert.is(talkHere.value, second);
  assert.ok(second.isMuted.value);
  stop();
  talkHere.value = undefined;
  phoneDeviceId.value = undefined;
  dismissCall('call_muted');
});

test('a talk whose sound is lost is rung anew as soon as the line is back, before the stream of events is', async () => {
  const { phoneDeviceId, phonePhase, talkHere } = (await import(inPages('phone/phone.ts'))) as PhoneModule;
  const { followTalk } = (await import(inPages('phone/take-back.ts'))) as TakeBackModule;
  put('sessionStorage', {
    getItem: () => 'call_lost',
    setItem: () => undefined,
    removeItem: () => undefined,
  });
  const rung: string[] = [];
  put('fetch', (address: string, { method }: RequestInit) => {
    if (method === 'POST') rung.push(address);
    return Promise.resolve(
      Response.json(viewOf({ call_id: 'call_lost', status: 'connected', device: 'dev_1' })),
    );
  });
  phoneDeviceId.value = 'dev_1';
  phonePhase.value = 'connecting';
  lostAtMs.value = nowMs.value - 5_000;
  talkHere.value = { isLost: signal(true), isMuted: signal(false) };
  const stop = followTalk();
  phonePhase.value = 'ready';
  while (rung.length === 0) await settle();
  assert.equal(rung, ['/api/v1/calls/call_lost/transfer']);
  stop();
  lostAtMs.value = undefined;
  talkHere.value = undefined;
  phoneDeviceId.value = undefined;
  phonePhase.value = 'off';
});

test('a browser that is turned off as a phone and cannot be removed says so', async () => {
  const { phoneDeviceId, phonePhase, phoneFault, stopBeingPhone } = (await import(
    inPages('phone/phone.ts')
  )) as PhoneModule;
  put('fetch', () => Promise.resolve(Response.json({ detail: 'a call is for it' }, { status: 409 })));
  phoneDeviceId.value = 'dev_1';
  await stopBeingPhone();
  assert.is(phonePhase.value, 'fault');
  assert.is(phoneFault.value, 'It is off, and still listed. A call is for it.');
  phonePhase.value = 'off';
});

test('a ring that is answered by hand and by the page at once opens one microphone; one that failed can be answered again', async () => {
  const { answerHere, ringHere, talkHere } = (await import(inPages('phone/phone.ts'))) as PhoneModule;
  const microphones: { open: () => void; refuse: () => void }[] = [];
  const talk = { playThrough: () => Promise.resolve() };
  ringHere.value = {
    answer: () =>
      new Promise((resolve, reject) =>
        microphones.push({ open: () => resolve(talk), refuse: () => reject(new Error('not allowed')) }),
      ),
  };
  const refused = [answerHere(), answerHere()];
  assert.is(microphones.length, 1);
  microphones[0]?.refuse();
  assert.equal(await Promise.all(refused), [false, false]);
  const answered = [answerHere(), answerHere()];
  assert.is(microphones.length, 2);
  microphones[1]?.open();
  assert.equal(await Promise.all(answered), [true, true]);
  assert.is(talkHere.value, talk);
  talkHere.value = undefined;
});

test.run();
