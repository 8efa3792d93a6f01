import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import type { NewEvent } from '../../src/domain/events.ts';
import { beginFlow, type Flow } from '../../src/domain/flow.ts';
import type { Store } from '../../src/store/open.ts';
import { lockDatabase } from './database-lock.ts';
import { withStore } from './fixtures.ts';

const flow = beginFlow(
  { id: 'flow_1', name: 'Bills', phoneNumber: '+12025550100', steps: [{ id: 'queue', type: 'HOLD' }] },
  1,
);
const next: Flow = { ...flow, name: 'Bills, repaired', version: 2, successCount: 9 };

function learned({ name }: Flow): NewEvent {
  return { type: 'flow_learned', callId: 'call_1', atMs: 2, data: { flow_id: flow.id, name } };
}

/** The names in the events. */
const told = async (store: Store): Promise<string[]> =>
  (await store.journal.read(0, { types: ['flow_learned'] }, 10)).map(
    ({ data }) => (data as { name: string }).name,
  );

test('a flow is stored with the event that tells of it; an id that exists stores neither', () =>
  withStore(async (store) => {
    await store.flows.insert(flow, learned(flow));
    const refused = await store.flows.insert(next, learned(next)).catch((error: unknown) => error);
    assert.ok(refused instanceof AppError && refused.code === 'conflict', String(refused));
    assert.equal(await store.flows.get(flow.id), flow);
    assert.equal(await told(store), ['Bills']);
  }));

test('a flow is replaced with its event and keeps its counters; one that was changed meanwhile stores neither', () =>
  withStore(async (store) => {
    await store.flows.insert(flow);
    assert.equal(await store.flows.find(flow.id), flow);
    assert.is(await store.flows.replace(next, 1, learned(next)), true);
    assert.is(await store.flows.replace({ ...next, name: 'Late' }, 1, learned(flow)), false);
    assert.equal(await store.flows.find(flow.id), { ...next, successCount: 0 }, 'and is read again');
    assert.equal(await told(store), ['Bills, repaired']);
  }));

test('while the database is locked neither is stored, nor later', () =>
  withStore(async (store) => {
    const unlock = await lockDatabase(store);
    const refused = await store.flows.insert(flow, learned(flow)).catch((error: unknown) => error);
    await unlock();
    assert.ok(refused instanceof Error);
    await store.journal.record({ events: [learned(next)] });
    assert.is(await store.flows.get(flow.id), undefined);
    assert.equal(await told(store), ['Bills, repaired']);
  }));

test.run();
