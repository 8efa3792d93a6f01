import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallEdits } from '../../src/calls/call-edits.ts';
import type { JournalEntry } from '../../src/calls/store.ts';
import { beginCall, type Call } from '../../src/domain/call.ts';
import { AppError } from '../../src/domain/errors.ts';
import { holding, kitchen, number, pass, settle, withDesk } from './desk-rig.ts';

const facts = [{ label: 'claim', value: 'A-1' }];

async function codeOf(act: Promise<unknown>): Promise<string> {
  const failed = await act.catch((error: unknown) => error);
  return failed instanceof AppError ? failed.code : 'done';
}

test('two changes of a call that is over, made while the database is locked, are both stored once it can', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.desk.hangUp(id);
    await settle();
    const record = rig.store.record.bind(rig.store);
    const waiting: (() => void)[] = [];
    rig.store.record = (entry) =>
      new Promise((resolve) => waiting.push(() => void record(entry).then(resolve)));
    const noted = codeOf(rig.desk.edit(id, { note: 'call back' }));
    await pass(4);
    const kept = codeOf(rig.desk.edit(id, { facts }));
    await pass(4);
    assert.equal([await noted, await kept], ['unavailable', 'unavailable']);
    for (const store of waiting) store();
    await settle();
    const { note, facts: stored } = await rig.desk.get(id);
    assert.equal([note, stored], ['call back', facts]);
  }));

test('a change made while a call waits to be stored is kept until it is stored, too', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    const record = rig.store.record.bind(rig.store);
    const waiting: (() => void)[] = [];
    rig.store.record = (entry) =>
      new Promise((resolve) => waiting.push(() => void record(entry).then(resolve)));
    await rig.desk.hangUp(id);
    await settle();
    const untilOver = waiting.splice(0);
    assert.ok(untilOver.length > 0);
    const noted = codeOf(rig.desk.edit(id, { note: 'call back' }));
    await settle();
    for (const store of untilOver) store();
    await settle();
    assert.is((await rig.desk.get(id)).note, 'call back');
    for (const store of waiting) store();
    assert.is(await noted, 'done');
    assert.is((await rig.desk.get(id)).note, 'call back');
  }));

test('a call that ends while the devices for it are looked up stays over', async () => {
  const call = beginCall({ id: 'call_1', number, mode: 'hold_slayer', startedAtMs: 0, status: 'on_hold' });
  const over: Call = { ...call, status: 'ended', endReason: 'hangup_remote', endedAtMs: 1 };
  const recorded: JournalEntry[] = [];
  let end = (): void => undefined;
  const read = new Promise<void>((resolve) => (end = resolve));
  let now = call;
  const edits = new CallEdits(
    {
      journal: { record: async (entry) => void recorded.push(entry) },
      async devices() {
        await read;
        return [kitchen];
      },
    },
    { ledger: () => undefined, ledgers: () => [], get: async () => now },
  );
  const editing = codeOf(edits.edit('call_1', { willRing: [kitchen.id] }));
  await settle();
  now = over;
  end();
  assert.is(await editing, 'conflict');
  assert.equal(recorded, []);
});

test.run();
