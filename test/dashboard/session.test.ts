import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { lostAtMs, signedOutAtMs, takeStreamState } from '../../src/dashboard/state/gateway/reach.ts';

const test = suite('the session of a browser');

interface SessionModule {
  readSession: () => Promise<void>;
  endSession: () => void;
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

/** By a name that is not known before, because it is written for a browser, and is checked as such. Read anew, for a channel of its own. */
async function openTab(name: string): Promise<SessionModule> {
  const { href } = new URL(`../../src/dashboard/state/gateway/session.ts?${name}`, import.meta.url);
  return (await import(href)) as SessionModule;
}

for (const phase of ['over', 'signed-out'] as const)
  test(`a tab whose session is ${phase} goes on when another tab signs in`, async () => {
    const { sessionPhase } = await openTab(phase);
    sessionPhase.value = phase;
    Channel.all.at(-1)?.onmessage?.();
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    assert.is(sessionPhase.value, 'signed-in');
  });

test('another session knows nothing of the waits of the first until its stream is open, or is lost as of then', async () => {
  const { readSession, endSession } = await openTab('again');
  await readSession();
  for (const [state, lostMs] of [
    ['open', () => undefined],
    ['away', (endedMs: number | undefined) => endedMs],
  ] as const) {
    takeStreamState('open');
    endSession();
    takeStreamState('idle');
    const endedMs = signedOutAtMs.value;
    assert.type(endedMs, 'number');
    await readSession();
    takeStreamState('connecting');
    assert.is(signedOutAtMs.value, endedMs, 'calls are being read');
    takeStreamState(state);
    assert.equal([signedOutAtMs.value, lostAtMs.value], [undefined, lostMs(endedMs)]);
  }
  takeStreamState('idle');
});

test.run();
