import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ArrivingPages } from '../../src/devices/arriving-pages.ts';
import { BrowserPhones } from '../../src/devices/browser-phones.ts';
import type { DeviceWithState } from '../../src/domain/device.ts';
import { AppError } from '../../src/domain/errors.ts';
import { memoryLog } from './fixtures.ts';

const test = suite('phones of browsers');

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Browsers whose devices take a moment to be made and to be removed. */
function rig() {
  const owned = new Map<string, string>();
  const usable = new Set<string>();
  let end = (_credentialId: string): void => undefined;
  const phones = new BrowserPhones({
    desk: {
      async create(_draft, credentialId = '') {
        await turn();
        owned.set(`dev_${credentialId}`, credentialId);
        return { device: { id: `dev_${credentialId}` } as DeviceWithState, sipPassword: 'Sesame' };
      },
      async remove(deviceId) {
        await turn();
        if (!owned.delete(deviceId)) throw new AppError('not_found', `there is no device "${deviceId}"`);
      },
      update: () => Promise.reject(new Error('not asked for')),
      renewPassword: () => Promise.reject(new Error('not asked for')),
    },
    store: {
      list: async () => [...owned].map(([id, credentialId]) => ({ device: { id }, credentialId }) as never),
    },
    pages: new ArrivingPages(),
    ownHost: 'gateway.example',
    findUsable: async (ids) => new Set(ids.filter((id) => usable.has(id))),
    onEnded: (listener) => {
      end = listener;
      return () => undefined;
    },
    log: memoryLog(),
  });
  return {
    phones,
    owned,
    usable,
    signOut: (credentialId: string): void => {
      usable.delete(credentialId);
      end(credentialId);
    },
  };
}

test('a browser that signs out while its device is being made leaves none behind', async () => {
  const { phones, owned, usable, signOut } = rig();
  usable.add('one');
  const claiming = phones.claim('one', 'Chrome');
  signOut('one');
  await claiming;
  for (let round = 0; round < 5; round++) await turn();
  assert.equal([...owned.keys()], []);
});

test('a browser that signs out does not keep another from becoming a phone at that moment', async () => {
  const { phones, usable, signOut } = rig();
  usable.add('one').add('two');
  await phones.claim('one', 'Chrome');
  signOut('one');
  assert.is((await phones.claim('two', 'Firefox')).device.id, 'dev_two');
});

test.run();
