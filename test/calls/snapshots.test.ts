import { setImmediate } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallLedger } from '../../src/calls/call-ledger.ts';
import { Snapshots } from '../../src/calls/snapshots.ts';
import { beginCall } from '../../src/domain/call.ts';
import type { StoredEvent } from '../../src/domain/events.ts';
import { aCall, memoryLog, withStore } from '../store/fixtures.ts';

const test = suite('snapshots of a call');

/** A call that is not under way, in a store where something happens during each of the first readings. */
function rig(happens: (reading: number) => string | undefined): {
  snapshots: Snapshots;
  readings: () => number;
  listeners: () => number;
} {
  const call = beginCall({
    id: 'call_read',
    number: '+12025550100',
    mode: 'hold_slayer',
    intent: '',
    company: '',
    flowId: null,
    services: { recording: false, transcription: false },
    startedAtMs: 0,
  });
  const listeners = new Set<(event: StoredEvent) => void>();
  const journal = {
    newestId: 10,
    faulty: undefined,
    hurry: () => undefined,
    subscribe(listener: (event: StoredEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  let readings = 0;
  const store = {
    page: () => Promise.reject(new Error('not asked for')),
    strips: () => Promise.reject(new Error('not asked for')),
    segments: () => {
      readings += 1;
      const callId = happens(readings);
      if (callId !== undefined) {
        journal.newestId += 1;
        for (const listener of listeners) listener({ id: journal.newestId, callId } as StoredEvent);
      }
      return Promise.resolve([]);
    },
  };
  const snapshots = new Snapshots(
    {
      store,
      journal,
      flows: { find: () => Promise.resolve(undefined) },
      tape: { keptOf: () => Promise.resolve(undefined), recorded: () => Promise.resolve(new Set()) },
      devices: () => Promise.resolve([]),
    },
    { ledger: () => undefined, ledgers: () => [], get: () => Promise.resolve(call) },
  );
  return { snapshots, readings: () => readings, listeners: () => listeners.size };
}

test('events of other calls in the meantime do not cause another read', async () => {
  const { snapshots, readings, listeners } = rig(() => 'call_other');
  const { eventId } = await snapshots.of('call_read');
  assert.equal([readings(), eventId, listeners()], [1, 10, 0]);
});

test("its own events, or a device's, do: until there are none, or four times", async () => {
  for (const callId of ['call_read', '']) {
    const { snapshots, readings } = rig((reading) => (reading === 1 ? callId : undefined));
    const { eventId } = await snapshots.of('call_read');
    assert.equal([readings(), eventId], [2, 11]);
  }
  const storm = rig(() => 'call_read');
  assert.is((await storm.snapshots.of('call_read')).eventId, 13);
  assert.equal([storm.readings(), storm.listeners()], [4, 0]);
});

test('who asks right after a change of what is heard does not wait until more of them are gathered', () =>
  withStore(async ({ journal, calls }) => {
    const call = aCall();
    await calls.insert(call, []);
    const ledger = new CallLedger(call, journal, memoryLog());
    const snapshots = new Snapshots(
      {
        store: calls,
        journal,
        flows: { find: () => Promise.resolve(undefined) },
        tape: { keptOf: () => Promise.resolve(undefined), recorded: () => Promise.resolve(new Set()) },
        devices: () => Promise.resolve([]),
      },
      { ledger: () => ledger, ledgers: () => [ledger], get: () => Promise.resolve(ledger.call) },
    );
    const waitsMs: number[] = [];
    for (let second = 0; second < 5; second++) {
      ledger.classify({ at: second, audioClass: 'music', confidence: 0.9, features: {} }, second);
      await setImmediate();
      const askedAtMs = performance.now();
      const { eventId } = await snapshots.of(call.id);
      waitsMs.push(performance.now() - askedAtMs);
      assert.equal([eventId, ledger.isStored], [journal.newestId, true]);
    }
    assert.ok(Math.min(...waitsMs) < 100, `each answer came after ${Math.min(...waitsMs)} ms or more`);
  }));

test.run();
