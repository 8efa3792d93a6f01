import { existsSync } from 'node:fs';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CallRecording, faultOfLength } from '../../src/domain/recording.ts';
import { AppError } from '../../src/domain/errors.ts';
import { RecordingDesk } from '../../src/recordings/recording-desk.ts';
import type { Store } from '../../src/store/open.ts';
import { openRemovalClock } from '../../src/wiring/process/removal-clock.ts';
import { memoryLog, withStore } from '../store/fixtures.ts';

const dayMs = 86_400_000;

function recordingOf(id: string, changes: Partial<CallRecording> = {}): CallRecording {
  return {
    id,
    callId: `call_${id}`,
    state: 'kept',
    format: 'wav',
    startedAtMs: Date.now(),
    endedAtMs: Date.now(),
    seconds: 1,
    fileBytes: 100,
    fault: null,
    ...changes,
  };
}

interface Shelf {
  store: Store;
  folder: string;
  file: (id: string) => string;
  put: (id: string, changes?: Partial<CallRecording>) => Promise<void>;
  desk: (limits?: { keepDays?: number; maxBytes?: number; now?: () => number }) => RecordingDesk;
}

function withShelf(act: (shelf: Shelf) => Promise<void>): Promise<void> {
  return withStore(async (store, database) => {
    const folder = path.join(path.dirname(database), 'recordings');
    await mkdir(folder);
    const file = (id: string): string => path.join(folder, `${id}.wav`);
    await act({
      store,
      folder,
      file,
      async put(id, changes) {
        await store.callRecordings.insert(recordingOf(id, changes));
        await writeFile(file(id), Buffer.alloc(100));
        await writeFile(path.join(folder, `${id}.peaks`), Uint8Array.of(0, 255, 51, 0));
      },
      desk: ({ keepDays = 90, maxBytes = 1e9, now = Date.now } = {}) =>
        new RecordingDesk({
          ...{ store: store.callRecordings, journal: store.journal, folder, keepDays, maxBytes, now },
          log: memoryLog(),
        }),
    });
  });
}

async function codeOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return 'no fault';
  } catch (error) {
    return error instanceof AppError ? error.code : String(error);
  }
}

test('expired recordings are removed, then the oldest while the total is too large', () =>
  withShelf(async ({ store, put, file, desk, folder }) => {
    await put('rec_old', { startedAtMs: Date.now() - 31 * dayMs });
    await put('rec_first', { startedAtMs: Date.now() - 3 * dayMs });
    await put('rec_second', { startedAtMs: Date.now() - 2 * dayMs });
    await put('rec_third', { startedAtMs: Date.now() - dayMs });
    await put('rec_now', { state: 'recording', startedAtMs: Date.now() - 40 * dayMs });
    await writeFile(path.join(folder, 'note.txt'), 'not ours');
    const keeper = desk({ keepDays: 30, maxBytes: 250 });
    keeper.sweep();
    await keeper.close();
    assert.equal(
      ['rec_old', 'rec_first', 'rec_second', 'rec_third', 'rec_now'].map((id) => existsSync(file(id))),
      [false, false, true, true, true],
    );
    assert.ok(existsSync(path.join(folder, 'note.txt')));
    const told = await store.journal.read(0, { types: ['recording_deleted'] }, 10);
    assert.equal(
      told.map(({ data }) => data),
      [
        { recording_id: 'rec_old', reason: 'its time was over' },
        { recording_id: 'rec_first', reason: 'recordings took too much room' },
      ],
    );
  }));

test('a recording of which nothing could be saved is not removed for room', () =>
  withShelf(async ({ store, put, desk }) => {
    await put('rec_lost', { state: 'lost', fileBytes: 0, startedAtMs: Date.now() - 3 * dayMs });
    await put('rec_first', { startedAtMs: Date.now() - 2 * dayMs });
    await put('rec_second', { startedAtMs: Date.now() - dayMs });
    const keeper = desk({ keepDays: 30, maxBytes: 150 });
    keeper.sweep();
    await keeper.close();
    assert.equal(
      (await store.callRecordings.over()).map(({ id }) => id),
      ['rec_lost', 'rec_second'],
    );
  }));

test('a recording that cannot be removed or read is said so, and the later ones go', () =>
  withShelf(async ({ store, put, file, desk }) => {
    await put('rec_stuck', { startedAtMs: Date.now() - 9 * dayMs });
    await put('rec_next', { startedAtMs: Date.now() - 8 * dayMs });
    await rm(file('rec_stuck'));
    await mkdir(file('rec_stuck')); // where a file is expected
    const keeper = desk({ maxBytes: 50 });
    keeper.sweep();
    await keeper.close();
    assert.not.ok(existsSync(file('rec_next')));
    assert.is(await store.callRecordings.get('rec_next'), undefined);
    assert.ok(await store.callRecordings.get('rec_stuck'), 'tried again by the next sweep');
    await rm(file('rec_stuck'), { recursive: true });
    await symlink(file('rec_stuck'), file('rec_stuck')); // ELOOP, for whoever runs this
    assert.is(await codeOf(keeper.open('rec_stuck')), 'unavailable');
  }));

test('a removal that a kill cut short is made, and told of, by the next process', () =>
  withShelf(async ({ store, put, folder, desk }) => {
    await put('rec_1');
    await new Promise<void>((killed) => {
      const before = new RecordingDesk({
        ...{ store: store.callRecordings, folder, keepDays: 0, maxBytes: 1e9, log: memoryLog() },
        journal: {
          record() {
            killed();
            return new Promise(() => undefined);
          },
        },
      });
      before.remove('rec_1').catch(() => undefined);
    });
    await desk().remove('rec_1');
    assert.is(await store.callRecordings.get('rec_1'), undefined);
    assert.is((await store.journal.read(0, { types: ['recording_deleted'] }, 10)).length, 1);
  }));

test('of two requests at once, and a sweep, only one is told of', () =>
  withShelf(async ({ store, put, desk }) => {
    await put('rec_1', { startedAtMs: Date.now() - 31 * dayMs });
    const keeper = desk({ keepDays: 30 });
    keeper.sweep();
    await Promise.all([keeper.remove('rec_1'), keeper.remove('rec_1')]);
    await keeper.close();
    assert.is((await store.journal.read(0, { types: ['recording_deleted'] }, 10)).length, 1);
  }));

test('a start with a clock that is years ahead removes nothing for its age', () =>
  withShelf(async ({ store, put, file, desk }) => {
    await put('rec_new');
    await store.journal.record({
      events: [{ type: 'hold_resumed', callId: 'call_rec_new', atMs: Date.now(), data: { reason: '' } }],
    });
    const realNow = Date.now;
    Date.now = () => realNow() + 3650 * dayMs;
    try {
      const keeper = desk({ keepDays: 30, now: await openRemovalClock(store.journal) });
      keeper.sweep();
      await keeper.close();
    } finally {
      Date.now = realNow;
    }
    assert.ok(existsSync(file('rec_new')));
  }));

test('with RECORDING_KEEP_DAYS=0 nothing is too old', () =>
  withShelf(async ({ put, file, desk }) => {
    await put('rec_old', { startedAtMs: 0 });
    const keeper = desk({ keepDays: 0 });
    keeper.sweep();
    await keeper.close();
    assert.ok(existsSync(file('rec_old')));
    assert.is((await keeper.list({ limit: 5 })).recordings[0]?.expiresAtMs, null);
  }));

test('lists come in pages, newest first; an unknown recording is not_found', () =>
  withShelf(async ({ put, desk, store }) => {
    for (const n of [1, 2, 3]) await put(`rec_${n}`, { startedAtMs: n * dayMs, callId: `call_${n % 2}` });
    const all = desk();
    const first = await all.list({ limit: 2 });
    assert.equal(
      [first.recordings.map(({ id }) => id), first.total, first.totalBytes],
      [['rec_3', 'rec_2'], 3, 300],
    );
    const cursor = first.nextCursor ?? '';
    const next = await all.list({ limit: 2, cursor });
    assert.equal([next.recordings.map(({ id }) => id), next.nextCursor], [['rec_1'], null]);
    assert.is((await all.list({ limit: 9, callId: 'call_1' })).total, 2);
    for (const none of ['rec_none', Buffer.from('1.call_x').toString('base64url')])
      assert.is(await codeOf(all.list({ limit: 9, cursor: none })), 'invalid');
    await all.remove('rec_2');
    assert.equal(
      (await all.list({ limit: 2, cursor })).recordings.map(({ id }) => id),
      ['rec_1'],
      'who deletes what a page shows still finds the next',
    );
    assert.is(await codeOf(all.open('rec_none')), 'not_found');
    assert.is(await codeOf(all.remove('rec_none')), 'not_found');
    await store.callRecordings.insert(recordingOf('rec_lost', { state: 'lost', fault: 'gone' }));
    await store.callRecordings.insert(recordingOf('rec_now', { state: 'finishing' }));
    await store.callRecordings.insert(recordingOf('rec_without_file'));
    assert.equal(
      await Promise.all(['rec_lost', 'rec_now', 'rec_without_file'].map((id) => codeOf(all.open(id)))),
      ['not_found', 'conflict', 'not_found'],
    );
    assert.is(await codeOf(all.remove('rec_now')), 'conflict');
    assert.is(await codeOf(all.remove('rec_lost')), 'no fault');
    assert.is(await codeOf(all.remove('rec_without_file')), 'no fault');
  }));

test('the waveform has as many stretches as were asked for, at most', () =>
  withShelf(async ({ put, desk }) => {
    await put('rec_1');
    assert.equal(await desk().peaks('rec_1', 1000), { seconds: 0.2, owner: [0, 0.2], far: [1, 0] });
    assert.equal(await desk().peaks('rec_1', 1), { seconds: 0.2, owner: [0.2], far: [1] });
    assert.is(await codeOf(desk().peaks('rec_2', 10)), 'not_found');
  }));

test('a recording that is much shorter than the call says so', () => {
  const hour = { startedAtMs: 0, endedAtMs: 3_600_000 };
  assert.is(faultOfLength(hour, 3590), null);
  assert.is(faultOfLength(hour, 3300), null, 'an overloaded machine');
  assert.is(faultOfLength(hour, 600), 'only 600 s of 3600 s could be written');
  assert.is(faultOfLength({ startedAtMs: 0, endedAtMs: 2000 }, 0.5), null);
  assert.is(faultOfLength({ startedAtMs: 0, endedAtMs: null }, 1), null, 'nobody knows when it ended');
});

test.run();
