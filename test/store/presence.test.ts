import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JournalEntry } from '../../src/calls/store.ts';
import { recordPresence } from '../../src/devices/presence.ts';
import { DatabaseAway } from '../../src/domain/errors.ts';
import { memoryLog } from './fixtures.ts';

const test = suite('presence of devices');

type Touch = (deviceId: string, atMs: number) => Promise<void>;

/** @returns what is recorded of a device that comes online at 1 and goes offline at 2. */
async function comesAndGoes(touchOnline: Touch): Promise<string[]> {
  const recorded: JournalEntry[] = [];
  let change = (_deviceId: string, _isOnline: boolean): void => undefined;
  let nowMs = 0;
  const end = recordPresence({
    store: {
      get: async (id) => ({ device: { id, name: 'hall' } }) as never,
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
  });
  change('dev_hall', true);
  change('dev_hall', false);
  for (let round = 0; round < 5; round++) await new Promise((resolve) => setImmediate(resolve));
  end();
  return recorded.flatMap(({ events }) => events.map(({ type, atMs }) => `${type} ${atMs}`));
}

const comesThenGoes = ['device_online 1', 'device_offline 2'];

test('are recorded while the database takes nothing: the journal keeps them', async () => {
  assert.equal(await comesAndGoes(() => Promise.reject(new DatabaseAway('locked'))), comesThenGoes);
});

test('are recorded in the order in which they changed, however long one takes to store', async () => {
  const slowFirst: Touch = async (_deviceId, atMs) => {
    if (atMs === 1) await new Promise((resolve) => setImmediate(resolve));
  };
  assert.equal(await comesAndGoes(slowFirst), comesThenGoes);
});

test.run();
