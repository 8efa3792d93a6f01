import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('the session of a browser');

interface SessionModule {
  sessionPhase: { value: 'unknown' | 'signed-in' | 'signed-out' | 'over' };
}

/** Between the tabs of this browser. */
class Channel {
  static readonly all: Channel[] = [];
  onmessage: (() => void) | null = null;
  constructor() {
    Channel.all.push(this);
  }
  postMessage(): void {
    // No other tab is there.
  }
}

const before = new Map<string, PropertyDescriptor | undefined>();
function put(name: string, value: unknown): void {
  before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}
test.before(() => {
  put('BroadcastChannel', Channel);
  put('fetch', () => Promise.resolve(Response.json({ authenticated: true, owner: true, sign_in: [] })));
});
test.after(() => {
  for (const [name, descriptor] of before)
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
});

for (const phase of ['over', 'signed-out'] as const)
  test(`a tab whose session is ${phase} goes on when another tab signs in`, async () => {
    // By a name that is not known before, because it is written for a browser, and is checked as such. Read anew, for a channel of its own.
    const { href } = new URL(`../../src/dashboard/state/gateway/session.ts?${phase}`, import.meta.url);
    const { sessionPhase } = (await import(href)) as SessionModule;
    sessionPhase.value = phase;
    Channel.all.at(-1)?.onmessage?.();
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.is(sessionPhase.value, 'signed-in');
  });

test.run();
