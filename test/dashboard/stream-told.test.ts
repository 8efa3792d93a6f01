import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('what the stream tells the page');

/** The browser's half of a connection. */
class Socket {
  static readonly all: Socket[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((message: { data: string }) => void) | null = null;
  constructor() {
    Socket.all.push(this);
  }
  close(): void {
    // Nothing is on its way.
  }
  say(id: number, type: string, data: object): void {
    const timestamp = new Date().toISOString();
    this.onmessage?.({ data: JSON.stringify({ id, type, call_id: '', timestamp, data }) });
  }
}

interface ConnectionModule {
  followSession: () => void;
}
interface SessionModule {
  sessionPhase: { value: 'unknown' | 'signed-in' };
}
interface DevicesModule {
  followDevices: (tell: (text: string) => void) => () => void;
}
interface PhoneModule {
  phoneDeviceId: { value: string | undefined };
}

const before = new Map<string, PropertyDescriptor | undefined>();
function put(name: string, value: unknown): void {
  before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
const asked: string[] = [];
const listener = { addEventListener: () => undefined, removeEventListener: () => undefined };

test.before(() => {
  put('BroadcastChannel', class {});
  put('WebSocket', Socket);
  put('location', { protocol: 'https:', host: 'gateway.example' });
  put('window', listener);
  put('document', { ...listener, visibilityState: 'visible' });
  put('setInterval', () => 0);
  put('fetch', (address: string) => {
    asked.push(address);
    // Those of other files, which share the page's state.
    if (address.includes('/calls/')) return Promise.resolve(Response.json({ detail: '' }, { status: 404 }));
    const body = address === '/health' ? {} : { calls: [], devices: [], event_id: 7, total: 1 };
    return Promise.resolve(Response.json(body));
  });
});
test.after(() => {
  for (const [name, descriptor] of before)
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
});

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};
/** By a name that is not known before, because these are written for a browser, and are checked as such. */
const inPages = (name: string): string => new URL(`../../src/dashboard/${name}`, import.meta.url).href;

test('Asterisk that goes is looked at at once; screen readers hear of phones that go, and not of this browser', async () => {
  const { followSession } = (await import(inPages('stream/connection.ts'))) as ConnectionModule;
  const { sessionPhase } = (await import(inPages('state/gateway/session.ts'))) as SessionModule;
  const { followDevices } = (await import(inPages('shell/following/follow-devices.ts'))) as DevicesModule;
  const { phoneDeviceId } = (await import(inPages('phone/phone.ts'))) as PhoneModule;
  const told: string[] = [];
  const stop = followDevices((text) => told.push(text));
  phoneDeviceId.value = 'dev_here';
  followSession();
  sessionPhase.value = 'signed-in';
  await settle();
  const socket = Socket.all.at(-1);
  socket?.onopen?.();
  const looks = () => asked.filter((address) => address === '/health').length;
  const looksBefore = looks();
  socket?.say(8, 'gateway_status', { asterisk: false, trunk: null });
  assert.is(looks(), looksBefore + 1);
  socket?.say(9, 'device_offline', { device: 'dev_2', name: 'Kitchen' });
  socket?.say(10, 'device_online', { device: 'dev_here', name: 'Firefox on Linux' });
  assert.equal(told, ['Kitchen is offline.']);
  stop();
  phoneDeviceId.value = undefined;
  sessionPhase.value = 'unknown';
  await settle();
});

test.run();
