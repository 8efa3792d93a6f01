import { setImmediate } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import type { StoredEvent } from '../../src/domain/events.ts';
import { databaseUrl, openStore } from '../../src/store/open.ts';
import { lockDatabase, untilFaulty } from './database-lock.ts';
import { aCall, heard, memoryLog, started, withStore } from './fixtures.ts';

const test = suite('journal');

function errorOf(thrown: unknown): AppError {
  assert.instance(thrown, AppError);
  return thrown as AppError;
}

test('events are published after they were stored, in order, with increasing ids', () =>
  withStore(async (store) => {
    const call = aCall();
    const seen: StoredEvent[] = [];
    store.journal.subscribe((event) => seen.push(event));
    await store.calls.insert(call, [started(call)]);
    await Promise.all(
      Array.from({ length: 300 }, (_, n) => store.journal.record({ events: [heard(call.id, n)] })),
    );
    assert.is(seen.length, 301);
    assert.equal(
      seen.map(({ id }) => id),
      Array.from({ length: 301 }, (_, n) => n + 1),
    );
    assert.equal(
      seen.slice(1).map((event) => (event.type === 'audio_classified' ? event.data.features['n'] : -1)),
      Array.from({ length: 300 }, (_, n) => n),
    );
    assert.equal(await store.journal.read(0, {}, 1_000), seen);
    assert.equal(await store.journal.range(), { oldest: 1, newest: 301 });
  }));

test('changes of what is heard are stored together, but keep nothing else waiting', () =>
  withStore(async (store) => {
    const call = aCall();
    await store.calls.insert(call, []);
    let transactions = 0;
    const { writer } = store.journal;
    const transact = writer.$transaction.bind(writer);
    writer.$transaction = ((steps: Parameters<typeof transact>[0]) => {
      transactions += 1;
      return transact(steps);
    }) as typeof writer.$transaction;
    const changes: Promise<void>[] = [];
    for (let n = 0; n < 10; n++) {
      changes.push(store.journal.record({ events: [heard(call.id, n)] }));
      await setImmediate();
    }
    await Promise.all(changes);
    assert.is(transactions, 1);
    const waitsMs: number[] = [];
    for (let n = 0; n < 5; n++) {
      const beganAtMs = performance.now();
      const change = store.journal.record({ events: [heard(call.id, n)] });
      await setImmediate();
      await store.journal.record({ events: [], call });
      await change;
      waitsMs.push(performance.now() - beganAtMs);
    }
    assert.ok(Math.min(...waitsMs) < 100, `an urgent entry waited ${Math.min(...waitsMs)} ms`);
  }));

test('an entry keeps the values of its moment, whatever the caller changes later', () =>
  withStore(async (store) => {
    const call = aCall();
    await store.calls.insert(call, []);
    const ringing = store.journal.record({ events: [], call: { ...call, status: 'ringing' } });
    const mutable = { ...call, status: 'on_hold' as const, intent: 'first' };
    const recorded = store.journal.record({ events: [], call: mutable });
    mutable.intent = 'later';
    await Promise.all([ringing, recorded]);
    const stored = await store.calls.get(call.id);
    assert.is(stored?.status, 'on_hold');
    assert.is(stored?.intent, 'first');
  }));

test('a segment ends where the next one starts', () =>
  withStore(async (store) => {
    const call = aCall();
    await store.calls.insert(call, []);
    const segment = { fromMs: call.startedAtMs, endSeconds: null, confidence: 0.8 };
    await store.journal.record({
      events: [],
      segment: {
        callId: call.id,
        endSeconds: 0,
        next: { ...segment, startSeconds: 0, audioClass: 'ringing' },
      },
    });
    await store.journal.record({
      events: [],
      segment: { callId: call.id, endSeconds: 4, next: { ...segment, startSeconds: 4, audioClass: 'music' } },
    });
    await store.journal.record({ events: [], segment: { callId: call.id, endSeconds: 9.5, next: null } });
    assert.equal(
      (await store.calls.segments(call.id)).map((each) => [
        each.audioClass,
        each.startSeconds,
        each.endSeconds,
      ]),
      [
        ['ringing', 0, 4],
        ['music', 4, 9.5],
      ],
    );
  }));

test('reading is filtered by call and by type, and pages', () =>
  withStore(async (store) => {
    const [one, two] = [aCall(), aCall()];
    await store.calls.insert(one, [started(one)]);
    await store.calls.insert(two, [started(two)]);
    await store.journal.record({ events: [heard(one.id, 1), heard(two.id, 2), heard(one.id, 3)] });
    const ids = async (...args: Parameters<typeof store.journal.read>) =>
      (await store.journal.read(...args)).map(({ id }) => id);
    assert.equal(await ids(0, { callId: one.id }, 10), [1, 3, 5]);
    assert.equal(await ids(0, { types: ['call_started'] }, 10), [1, 2]);
    assert.equal(await ids(2, {}, 2), [3, 4]);
    assert.equal(await ids(4, { callId: one.id, types: ['audio_classified'] }, 10), [5]);
  }));

test('while another process holds the lock entries wait, the event loop runs, and nothing is lost or reordered', () =>
  withStore(async (store) => {
    const call = aCall();
    await store.calls.insert(call, [started(call)]);
    const unlock = await lockDatabase(store);
    let longestTurnMs = 0;
    let last = performance.now();
    const heartbeat = setInterval(() => {
      longestTurnMs = Math.max(longestTurnMs, performance.now() - last);
      last = performance.now();
    }, 5);
    const recorded = Array.from({ length: 20 }, (_, n) =>
      store.journal.record({ events: [heard(call.id, n)] }),
    );
    await untilFaulty(store);
    assert.match(store.journal.faulty ?? '', /locked by another process; 20 entries wait/);
    assert.is((await store.calls.get(call.id))?.id, call.id, 'readers are not held up');
    await unlock();
    await Promise.all(recorded);
    clearInterval(heartbeat);
    assert.is(store.journal.faulty, undefined);
    // A busy timeout of SQLite's own would have stopped it for seconds; on a busy machine a turn takes a while by itself.
    assert.ok(longestTurnMs < 2_000, `a turn of the event loop took ${longestTurnMs} ms`);
    assert.equal(
      (await store.journal.read(1, {}, 100)).map((e) =>
        e.type === 'audio_classified' ? e.data.features['n'] : -1,
      ),
      Array.from({ length: 20 }, (_, n) => n),
    );
  }));

async function isRefusedLater(): Promise<void> {
  await withStore(async (store) => {
    const unlock = await lockDatabase(store);
    const call = aCall();
    const refusal = await store.calls.insert(call, [started(call)]).catch((error: unknown) => error);
    assert.is(errorOf(refusal).code, 'unavailable');
    await unlock();
    await store.journal.record({ events: [heard('', 1)] });
    assert.is(await store.calls.get(call.id), undefined);
  });
}

async function isStoredAfter(seconds: number): Promise<void> {
  await withStore(async (store) => {
    const unlock = await lockDatabase(store);
    const call = aCall();
    const storing = store.calls.insert(call, [started(call)]);
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    await unlock();
    await storing;
    assert.is((await store.calls.get(call.id))?.id, call.id);
  });
}

test('a new call waits for a database that is busy for a moment; else it is refused, and not stored later', () =>
  Promise.all([isStoredAfter(2), isRefusedLater()]).then(() => undefined));

test('a full disk is reported, and when there is room again everything is stored', () =>
  withStore(async (store) => {
    const call = aCall();
    await store.calls.insert(call, []);
    await store.journal.writer.$executeRawUnsafe('PRAGMA max_page_count = 1');
    const big = { ...call, transcriptExcerpt: 'x'.repeat(400_000) };
    const recorded = store.journal.record({ events: [heard(call.id, 1)], call: big });
    await untilFaulty(store);
    assert.match(store.journal.faulty ?? '', /disk is full/);
    await store.journal.writer.$executeRawUnsafe('PRAGMA max_page_count = 4294967294');
    await recorded;
    assert.is((await store.calls.get(call.id))?.transcriptExcerpt.length, 400_000);
  }));

test('an entry that can never be stored does not keep the others waiting', () =>
  withStore(async (store) => {
    const call = aCall();
    await store.calls.insert(call, []);
    const segment = {
      fromMs: 1,
      startSeconds: 0,
      endSeconds: null,
      audioClass: 'music' as const,
      confidence: 1,
    };
    const results = await Promise.allSettled([
      store.journal.record({ events: [heard(call.id, 1)] }),
      store.journal.record({ events: [], segment: { callId: 'call_none', endSeconds: 0, next: segment } }),
      store.journal.record({ events: [heard(call.id, 2)] }),
    ]);
    assert.equal(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    );
    assert.is((await store.journal.read(0, {}, 10)).length, 2);
  }));

test('entries with wrong fields keep nobody waiting, and are logged without the rest of their row', () =>
  withStore(async (store, path) => {
    const call = aCall({ note: 'a note of the owner' });
    await store.calls.insert(call, []);
    const log = memoryLog();
    const again = await openStore({ url: databaseUrl(path), log, rehearses: false });
    const results = await Promise.allSettled([
      again.journal.record({ events: [heard(call.id, 1)] }),
      again.journal.record({ events: [], call: { ...call, intent: null as unknown as string } }),
      again.journal.record({ events: [{ ...heard(call.id, 2), atMs: NaN }] }),
      again.journal.record({ events: [heard(call.id, 3)] }),
    ]);
    await again.close();
    assert.equal(
      results.map(({ status }) => status),
      ['fulfilled', 'rejected', 'rejected', 'fulfilled'],
    );
    assert.equal(
      log.lines.map(({ level, message }) => `${level} ${message}`),
      Array.from({ length: 2 }, () => 'error an entry of the journal cannot be stored'),
    );
    assert.match(String(log.lines[0]?.fields['why']), /intent/);
    assert.not.match(JSON.stringify(log.lines), /a note of the owner/);
  }));

test('a listener that fails breaks neither the journal nor the others', () =>
  withStore(async (store) => {
    const seen: number[] = [];
    store.journal.subscribe(() => {
      throw new Error('listener');
    });
    store.journal.subscribe(({ id }) => seen.push(id));
    await store.journal.record({ events: [heard('', 1), heard('', 2)] });
    assert.equal(seen, [1, 2]);
  }));

test('ids go on after a restart, also when old events were deleted', () =>
  withStore(async (store, path) => {
    await store.journal.record({ events: [heard('', 1), heard('', 2)] });
    await store.prisma.event.deleteMany();
    assert.equal(await store.journal.range(), { oldest: 3, newest: 2 });
    const again = await openStore({ url: databaseUrl(path), log: memoryLog() });
    await again.journal.record({ events: [heard('', 3)] });
    assert.equal(
      (await again.journal.read(0, {}, 10)).map(({ id }) => id),
      [3],
    );
    await again.close();
  }));

test('an entry recorded in the very turn in which the queue empties is stored too', () =>
  withStore(async (store) => {
    await Promise.all(Array.from({ length: 50 }, (_, n) => store.journal.record({ events: [heard('', n)] })));
    assert.is((await store.journal.range()).newest, 50);
  }));

test('a rehearsal leaves nothing behind and uses no id up', () =>
  withStore(async (store, path) => {
    await store.journal.record({ events: [heard('', 1)] });
    await store.close();
    const log = memoryLog();
    const rehearsed = await openStore({ url: databaseUrl(path), log });
    assert.equal(log.lines, []);
    assert.is((await rehearsed.calls.page({ state: 'all', limit: 1 })).total, 0);
    assert.is(await rehearsed.calls.findByIdempotencyKey('rehearsal', 0), undefined);
    await rehearsed.journal.record({ events: [heard('', 2)] });
    assert.equal(
      (await rehearsed.journal.read(0, {}, 10)).map(({ id }) => id),
      [1, 2],
    );
    await rehearsed.close();
  }));

test('closing stores what waits; later entries are refused', () =>
  withStore(async (store, path) => {
    const recorded = store.journal.record({ events: [heard('', 1)] });
    await store.close();
    await recorded;
    const late = await store.journal.record({ events: [heard('', 2)] }).catch((error: unknown) => error);
    assert.is(errorOf(late).code, 'unavailable');
    const again = await openStore({ url: databaseUrl(path), log: memoryLog() });
    assert.is((await again.journal.range()).newest, 1);
    await again.close();
  }));

test.run();
