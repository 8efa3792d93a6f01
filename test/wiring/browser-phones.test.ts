import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { ArrivingPages } from '../../src/devices/arriving-pages.ts';
import type { RunningDeviceDesk } from '../../src/devices/device-desk.ts';
import type { DeviceStore } from '../../src/devices/store.ts';
import { Shutdown } from '../../src/wiring/process/shutdown.ts';
import { openBrowserPhones } from '../../src/wiring/parts/browser-phones.ts';
import { memoryLog } from '../store/fixtures.ts';

const test = suite('browsers that signed out');

test('a session that ends elsewhere takes its phone and its notifications with it', async () => {
  const log = memoryLog();
  const shutdown = new Shutdown(log);
  const phones = new Map([['dev_lost', 'sess_lost']]);
  const subscriptions = new Set(['sess_lost']);
  const usable = new Set(['sess_lost']);
  let isAway = false;
  let looked = (): void => undefined;
  const nextLook = (): Promise<void> => new Promise((resolve) => (looked = resolve));
  await openBrowserPhones({
    config: { sip: { domain: 'gateway.example' } } as Parameters<typeof openBrowserPhones>[0]['config'],
    store: {
      devices: {
        list: async () => [...phones].map(([id, credentialId]) => ({ device: { id }, credentialId })),
      } as unknown as DeviceStore,
    },
    devices: {
      remove: async (deviceId: string) => void phones.delete(deviceId),
    } as unknown as RunningDeviceDesk,
    identity: {
      async findUsable(ids) {
        if (isAway) throw new Error('the database is locked');
        return new Set(ids.filter((id) => usable.has(id)));
      },
      onEnded: () => () => undefined, // nobody in this process ends it
    },
    pusher: {
      removeOf: () => Promise.resolve(),
      async removeOrphans(findUsable) {
        const found = await findUsable([...subscriptions]);
        for (const id of subscriptions) if (!found.has(id)) subscriptions.delete(id);
        looked();
      },
    },
    pages: new ArrivingPages(),
    shutdown,
    log,
    everyMs: 5,
  });
  try {
    assert.equal([...phones.keys(), ...subscriptions], ['dev_lost', 'sess_lost'], 'it is signed in');
    isAway = true;
    usable.delete('sess_lost');
    while (!log.lines.some((line) => JSON.stringify(line).includes('the database is locked')))
      await new Promise((resolve) => setImmediate(resolve));
    isAway = false;
    await nextLook();
    assert.equal([...phones.keys(), ...subscriptions], [], 'neither rung nor told');
  } finally {
    await shutdown.run('stop');
  }
});

test.run();
