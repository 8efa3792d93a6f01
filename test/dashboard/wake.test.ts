import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { settlesWithin } from '../../src/async/settles-within.ts';

const test = suite('what wakes this browser');

interface WakeModule {
  beWoken: () => Promise<void>;
  wakePhase: { value: string };
  wakeFault: { value: string };
}

const before = new Map<string, PropertyDescriptor | undefined>();
function put(name: string, value: unknown): void {
  if (!before.has(name)) before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

let refusal: Error = new Error('none yet');
test.before(() => {
  put('BroadcastChannel', class {});
  put('Notification', { permission: 'granted', requestPermission: () => Promise.resolve('granted') });
  put('window', { isSecureContext: true, PushManager: class {}, Notification: class {} });
  put('navigator', {
    userAgent: 'Firefox/140',
    serviceWorker: { register: () => Promise.reject(refusal), ready: new Promise(() => undefined) },
  });
});
test.after(() => {
  for (const [name, descriptor] of before)
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
});

for (const [why, error, told] of [
  ['does not trust the certificate', new DOMException('An SSL error', 'SecurityError'), /does not trust/],
  ['cannot load the service worker', new TypeError('Failed to fetch'), /could not be loaded/],
] as const)
  test(`a browser that ${why} says so, instead of asking for ever`, async () => {
    // By a name that is not known before, because it is written for a browser, and is checked as such.
    const { href } = new URL('../../src/dashboard/phone/wake.ts', import.meta.url);
    const { beWoken, wakePhase, wakeFault } = (await import(href)) as WakeModule;
    refusal = error;
    assert.ok(await settlesWithin(beWoken(), 1_000));
    assert.is(wakePhase.value, 'fault');
    assert.match(wakeFault.value, told);
  });

test.run();
