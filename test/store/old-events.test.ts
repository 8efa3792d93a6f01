import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Call } from '../../src/domain/call.ts';
import type { NewEvent } from '../../src/domain/events.ts';
import type { Store } from '../../src/store/open.ts';
import { aCall, started, withStore } from './fixtures.ts';

const test = suite('old events');

const dayMs = 86_400_000;
const nowMs = Date.UTC(2026, 5, 1);
const beforeMs = nowMs - 100 * dayMs;
const daysAgo = (days: number): number => nowMs - days * dayMs;

async function keepCall(
  store: Store,
  id: string,
  startedDaysAgo: number,
  ended: Partial<Call>,
  said: readonly string[] = [],
): Promise<void> {
  const startedAtMs = daysAgo(startedDaysAgo);
  const call = aCall({ id, startedAtMs });
  const events = said.map((text, index): NewEvent => ({
    type: 'transcript_chunk',
    callId: id,
    atMs: startedAtMs + index,
    data: { text, speaker: 'far', start: index, end: index + 1, kind: 'person', is_final: true },
  }));
  await store.calls.insert(call, [started(call)]);
  await store.journal.record({ events, call: { ...call, ...ended } });
}

const over = (days: number): Partial<Call> => ({
  status: 'ended',
  endReason: 'hangup_owner',
  endedAtMs: daysAgo(days),
  connectedAtMs: daysAgo(days),
  holdSeconds: 60,
});

async function removeAll(store: Store): Promise<number> {
  let removed = 0;
  for (let count = 1; count > 0; removed += count) count = await store.oldEvents.remove(beforeMs, nowMs);
  return removed;
}

const search = async (store: Store, word: string): Promise<string[]> =>
  (await store.calls.page({ state: 'all', limit: 10, search: word })).calls.map(({ id }) => id);

test('the events of calls long over are removed with their words; calls and what is counted of them stay', () =>
  withStore(async (store) => {
    const words = Array.from({ length: 450 }, (_, n) => (n === 0 ? 'mississippi' : 'and so on'));
    await keepCall(store, 'call_old', 300, over(300), words);
    await keepCall(store, 'call_new', 50, over(50), ['missouri']);
    const statistics = async () => [
      await store.holds.between(0, nowMs),
      await store.calls.page({ state: 'ended', limit: 10 }),
      await store.calls.segments('call_old'),
    ];
    const before = await statistics();
    assert.equal(await search(store, 'mississippi'), ['call_old']);
    assert.is(await store.oldEvents.remove(beforeMs, nowMs), 200, 'in small batches');
    assert.equal((await store.journal.range()).oldest, 201);
    await removeAll(store);
    assert.equal(await store.journal.range(), { oldest: 452, newest: 453 });
    assert.equal(await store.journal.read(0, { callId: 'call_old' }, 10), []);
    assert.is((await store.journal.read(0, { callId: 'call_new' }, 10)).length, 2);
    assert.equal(await search(store, 'mississippi'), []);
    assert.equal(await search(store, 'missouri'), ['call_new']);
    assert.equal(await statistics(), before);
  }));

test('nothing behind an event that stays is removed, so that no id in between is missing', () =>
  withStore(async (store) => {
    await keepCall(store, 'call_first', 300, over(300));
    await keepCall(store, 'call_long', 250, {});
    await keepCall(store, 'call_behind', 200, over(200));
    assert.is(await removeAll(store), 1);
    assert.equal(await store.journal.range(), { oldest: 2, newest: 3 });
    await store.prisma.call.update({
      where: { id: 'call_long' },
      data: { status: 'ended', endedAt: new Date(daysAgo(99)) },
    });
    assert.is(await removeAll(store), 0, 'it was over only lately');
    await store.prisma.call.update({ where: { id: 'call_long' }, data: { endedAt: new Date(daysAgo(101)) } });
    assert.is(await removeAll(store), 2);
  }));

test('events without a call go by their own age, and a new event of an old call stays; no id is used again', () =>
  withStore(async (store) => {
    await keepCall(store, 'call_old', 300, over(300));
    const device = { device: 'dev_x', name: 'x' };
    const deleted = { recording_id: 'rec_x', reason: 'its time was over' };
    await store.journal.record({
      events: [
        { type: 'device_online', callId: '', atMs: daysAgo(101), data: device },
        { type: 'recording_deleted', callId: 'call_old', atMs: daysAgo(99), data: deleted },
      ],
    });
    assert.is(await removeAll(store), 2);
    assert.equal(
      (await store.journal.read(0, {}, 10)).map(({ id, type }) => [id, type]),
      [[3, 'recording_deleted']],
    );
    assert.is(await store.oldEvents.remove(nowMs, nowMs), 1);
    assert.equal(await store.journal.range(), { oldest: 4, newest: 3 });
    await store.journal.record({
      events: [{ type: 'device_online', callId: '', atMs: nowMs, data: device }],
    });
    assert.equal(await store.journal.range(), { oldest: 4, newest: 4 });
    assert.is(await store.oldEvents.remove(beforeMs, nowMs), 0);
  }));

test('events from while the clock was years ahead are removed with those before the next one, and not sooner', () =>
  withStore(async (store) => {
    const future = -3650;
    await keepCall(store, 'call_old', 300, over(300));
    await keepCall(store, 'call_ahead', future, over(future));
    await keepCall(store, 'call_next', 101, over(101));
    await keepCall(store, 'call_ahead_again', future, over(future));
    await keepCall(store, 'call_new', 50, over(50));
    await keepCall(store, 'call_ahead_lately', future, over(future));
    const kept = async (): Promise<string[]> =>
      (await store.journal.read(0, {}, 10)).map(({ callId }) => callId);
    const beforeAll = daysAgo(1000);
    assert.is(
      await store.oldEvents.remove(beforeAll - 100 * dayMs, beforeAll),
      0,
      'a clock that is years behind',
    );
    assert.is(await removeAll(store), 3);
    assert.equal(await kept(), ['call_ahead_again', 'call_new', 'call_ahead_lately']);
    assert.is(await store.oldEvents.remove(daysAgo(40), nowMs), 2);
    assert.equal(await kept(), ['call_ahead_lately'], 'nothing tells yet how old it is');
  }));

test.run();
