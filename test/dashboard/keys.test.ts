import { suite } from 'uvu';
import * as assert from 'uvu/assert';

const test = suite('single keys');

interface KeysModule {
  listenForKeys: (
    needs: Record<'route' | 'mute' | 'keypad' | 'waitAgain', (address?: string) => void>,
  ) => () => void;
  keyList: readonly [keys: string, does: string][];
}

const before = new Map<string, PropertyDescriptor | undefined>();
function put(name: string, value: unknown): void {
  before.set(name, Object.getOwnPropertyDescriptor(globalThis, name));
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
}

let listen: (event: object) => void = () => undefined;
class Field {}

test.before(() => {
  for (const name of ['HTMLInputElement', 'HTMLTextAreaElement', 'HTMLSelectElement', 'HTMLElement'])
    put(name, name === 'HTMLTextAreaElement' ? Field : class {});
  put('document', {
    querySelector: () => null,
    addEventListener: (_type: string, listener: (event: object) => void) => (listen = listener),
    removeEventListener: () => undefined,
  });
});
test.after(() => {
  for (const [name, descriptor] of before)
    if (descriptor === undefined) Reflect.deleteProperty(globalThis, name);
    else Object.defineProperty(globalThis, name, descriptor);
});

test('M mutes, once for as long as it is held; not while somebody types', async () => {
  // By a name that is not known before, because it is written for a browser, and is checked as such.
  const { href } = new URL('../../src/dashboard/shell/following/keys.ts', import.meta.url);
  const { listenForKeys, keyList } = (await import(href)) as KeysModule;
  const done: string[] = [];
  const stop = listenForKeys({
    route: (address = '') => done.push(address),
    mute: () => done.push('mute'),
    keypad: () => done.push('keypad'),
    waitAgain: () => done.push('wait'),
  });
  const press = (key: string, more: object = {}) =>
    listen({ key, target: null, preventDefault: () => undefined, ...more });
  press('m');
  press('m', { repeat: true });
  press('m', { target: new Field() });
  press('n');
  assert.equal(done, ['mute', '/?new']);
  assert.ok(keyList.some(([keys]) => keys === 'M'));
  stop();
});

test.run();
