import path from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import type { CallRecording } from '../../src/domain/recording.ts';
import { makeFolder } from '../../src/files/folders.ts';
import { type FinishingNeeds, FinishingQueue } from '../../src/recordings/finishing-queue.ts';
import { RecordingDesk } from '../../src/recordings/recording-desk.ts';
import { tapeSides, type TapePiece, type Taping } from '../../src/recordings/taping.ts';
import { lockDatabase } from '../store/database-lock.ts';
import { memoryLog, withStore } from '../store/fixtures.ts';

const recording: CallRecording = {
  ...{ id: 'rec_1', callId: 'call_1', state: 'recording', format: 'wav', startedAtMs: 1000, endedAtMs: 2000 },
  ...{ seconds: 0, fileBytes: 0, fault: null },
};

/** An Asterisk that has a second of each side. */
function aTaping(): Taping {
  let pieces: TapePiece[] = tapeSides.map((side) => ({
    ...{ name: `rec_1.${side}.0`, recordingId: 'rec_1', side, number: 0 },
  }));
  return {
    begin: async () => assert.unreachable() as never,
    resume: async () => undefined,
    pieces: async () => pieces,
    read: async () => Readable.from([Buffer.alloc(8000)]),
    async remove({ name }) {
      pieces = pieces.filter((piece) => piece.name !== name);
    },
  };
}

test('a file that was made right before a kill is announced by the next start', () =>
  withStore(async (store, database) => {
    const folder = path.join(path.dirname(database), 'recordings');
    await makeFolder(folder);
    await store.callRecordings.insert(recording);
    const taping = aTaping();
    const finish = (needs: Pick<FinishingNeeds, 'journal' | 'onKept'>): Promise<void> => {
      const queue = new FinishingQueue({
        ...{ store: store.callRecordings, taping, folder, log: memoryLog() },
        ...needs,
      });
      queue.add(recording);
      return queue.settle(10_000);
    };
    await new Promise<void>((killed) => {
      void finish({
        journal: {
          read: (...asked) => store.journal.read(...asked),
          record(entry) {
            if (entry.events.length === 0) return store.journal.record(entry);
            killed();
            return new Promise(() => undefined);
          },
        },
        onKept: () => assert.unreachable(),
      });
    });
    const left = await store.callRecordings.open();
    assert.equal(
      left.map(({ id, state }) => [id, state]),
      [['rec_1', 'finishing']],
    );
    await finish({ journal: store.journal, onKept: () => undefined });
    const kept = await store.callRecordings.get('rec_1');
    assert.equal([kept?.state, kept?.seconds, kept?.fault], ['kept', 1, null]);
    const events = await store.journal.read(0, {}, 10);
    assert.equal(
      events.map(({ type, callId, data }) => [type, callId, (data as { duration: number }).duration]),
      [['recording_stopped', 'call_1', 1]],
    );
    assert.equal(await taping.pieces(), []);
  }));

test('a recording that is deleted as soon as it is announced leaves nothing in Asterisk', () =>
  withStore(async (store, database) => {
    const folder = path.join(path.dirname(database), 'recordings');
    await makeFolder(folder);
    await store.callRecordings.insert(recording);
    const taping = aTaping();
    const queue = new FinishingQueue({
      ...{ store: store.callRecordings, taping, folder, log: memoryLog(), onKept: () => undefined },
      journal: {
        read: (...asked) => store.journal.read(...asked),
        async record(entry) {
          await store.journal.record(entry);
          if (entry.events.length > 0) await store.journal.record({ events: [], removedRecording: 'rec_1' });
        },
      },
    });
    queue.add(recording);
    await queue.settle(10_000);
    assert.is((await store.journal.read(0, {}, 10)).length, 1);
    assert.equal(await taping.pieces(), []);
  }));

test('a recording that is deleted before Asterisk could be told leaves nothing there either; what is unknown stays', () =>
  withStore(async (store, database) => {
    const folder = path.join(path.dirname(database), 'recordings');
    await makeFolder(folder);
    await store.callRecordings.insert(recording);
    const taping = aTaping();
    const foreign = { name: 'rec_9.far.0', recordingId: 'rec_9', side: 'far', number: 0 } as const;
    let isAway = true;
    const open = () =>
      new FinishingQueue({
        ...{ store: store.callRecordings, journal: store.journal, folder, log: memoryLog() },
        onKept: () => undefined,
        taping: {
          ...taping,
          pieces: async () => [...(await taping.pieces()), foreign],
          async remove(piece) {
            assert.is.not(piece.recordingId, 'rec_9');
            if (isAway) throw new AppError('unavailable', 'Asterisk is not connected');
            await taping.remove(piece);
          },
        },
      });
    const queue = open();
    queue.add(recording);
    await queue.settle(10_000);
    assert.is((await taping.pieces()).length, 2);
    const about = { store: store.callRecordings, journal: store.journal, folder, log: memoryLog() };
    await new RecordingDesk({ ...about, keepDays: 0, maxBytes: 1e9 }).remove('rec_1');
    isAway = false;
    await open().removeDone();
    assert.equal(await taping.pieces(), []);
  }));

test('why a recording ended early, and when, is kept although the database was locked then', () =>
  withStore(async (store, database) => {
    const folder = path.join(path.dirname(database), 'recordings');
    await makeFolder(folder);
    await store.callRecordings.insert({ ...recording, endedAtMs: null });
    const queue = new FinishingQueue({
      ...{ store: store.callRecordings, taping: aTaping(), folder, log: memoryLog() },
      ...{ journal: store.journal, onKept: () => undefined },
    });
    const unlock = await lockDatabase(store);
    queue.add({ ...recording, endedAtMs: 2500, fault: 'the disk was nearly full' });
    await queue.settle(500);
    // Taken up again, as after a failure, by a reader that does not know of the end.
    for (const left of await store.callRecordings.open()) queue.add(left);
    await unlock();
    await queue.settle(10_000);
    const kept = await store.callRecordings.get('rec_1');
    assert.equal([kept?.state, kept?.fault, kept?.endedAtMs], ['kept', 'the disk was nearly full', 2500]);
  }));

test.run();
