import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JournalEntry } from '../../src/calls/store.ts';
import { recordPresence } from '../../src/devices/presence.ts';
import { DatabaseAway } from '../../src/domain/errors.ts';
import { until } from '../rig/until.ts';
import { memoryLog } from './fixtures.ts';

const test = suite('presence of devices');

type Touch = (deviceId: string, atMs: number) => Promise<void>;

/** @returns what is recorded of a device that comes online at 1 and goes offline at 2. */
async function comesAndGoes(touchOnline: Touch, failures = 0): Promise<string[]> {
  const recorded: JournalEntry[] = [];
  let change = (_deviceId: string, _isOnline: boolean): void => undefined;
  let nowMs = 0;
  let reads = 0;
  const end = recordPresence({
    store: {
      async get(id) {
        reads += 1;
        if (reads <= failures) throw new DatabaseAway('locked');
        return { device: { id, name: 'hall' } } as never;
      },
      touchOnline,
    },
    lines: {
      onChange: (listener) => {
        change = listener;
        return () => undefined;
      },
    },
    journal: { record: async (entry) => void recorded.push(entry) },
    log: memoryLog(),
    nowMs: () => ++nowMs,
    againMs: 1,
  });
  change('dev_hall', true);
  change('dev_hall', false);
  await until(() => recorded.length >= 2, 5);
  end();
  return recorded.flatMap(({ events }) => events.map(({ type, atMs }) => `${type} ${atMs}`));
}

const comesThenGoes = ['device_online 1', 'device_offline 2'];

test('are recorded while the database takes nothing: the journal keeps them', async () => {
  assert.equal(await comesAndGoes(() => Promise.reject(new DatabaseAway('locked'))), comesThenGoes);
});

test('are recorded once the device can be read: nothing else would report them later', async () => {
  assert.equal(await comesAndGoes(async () => undefined, 3), comesThenGoes);
});

test('are recorded in the order in which they changed, however long one takes to store', async () => {
  const slowFirst: Touch = async (_deviceId, atMs) => {
    if (atMs === 1) await new Promise((resolve) => setImmediate(resolve));
  };
  assert.equal(await comesAndGoes(slowFirst), comesThenGoes);
});

test.run();
