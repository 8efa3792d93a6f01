import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CallRecording } from '../../src/domain/recording.ts';
import { Recorder } from '../../src/recordings/recorder.ts';
import type { Taping } from '../../src/recordings/taping.ts';
import type { Store } from '../../src/store/open.ts';
import { until } from '../rig/until.ts';
import { memoryLog, withStore } from '../store/fixtures.ts';

const recording: CallRecording = {
  ...{ id: 'rec_1', callId: 'call_1', state: 'recording', format: 'wav', startedAtMs: 1000, endedAtMs: null },
  ...{ seconds: 0, fileBytes: 0, fault: null },
};

/** The start of a service on what an earlier one left. @param goesOn whether Asterisk records. */
async function start(store: Store, folder: string, goesOn: boolean): Promise<void> {
  const never = new Promise<never>(() => undefined);
  let isTakenUp = false;
  const taping: Taping = {
    begin: async () => assert.unreachable() as never,
    resume: async () => (goesOn ? { ended: never, failed: never, stop: async () => {} } : undefined),
    // The last that a start asks for.
    async pieces() {
      isTakenUp = true;
      return [];
    },
    read: async () => assert.unreachable() as never,
    remove: async () => {},
  };
  const recorder = new Recorder({
    ...{ store: store.callRecordings, taping, journal: store.journal, folder, log: memoryLog() },
    ...{ format: 'wav', keepDays: 0, minFreeBytes: 0, notice: undefined, onKept: () => undefined },
    telephony: {
      // Asterisk comes back as the service starts: both take up what was left.
      onConnection(listener) {
        listener({ connected: true, restarted: false });
        return () => undefined;
      },
      upSinceMs: () => 0,
    },
    freeBytes: async () => 1e9,
  });
  await recorder.start();
  await until(() => isTakenUp);
  await recorder.close(1000);
  await store.journal.flush(1000);
}

const told = async (store: Store): Promise<unknown[]> =>
  (await store.journal.read(0, {}, 10)).map(({ type, callId, atMs, data }) => [
    type,
    callId,
    type === 'recording_started' ? atMs : undefined,
    (data as { recording_id: string }).recording_id,
  ]);

test('a recording whose process was killed right after its beginning is told of by the next one, once', () =>
  withStore(async (store, database) => {
    const folder = path.join(path.dirname(database), 'recordings');
    await store.callRecordings.insert(recording);
    for (let restart = 1; restart <= 2; restart++) await start(store, folder, true);
    assert.equal(await told(store), [['recording_started', 'call_1', 1000, 'rec_1']]);
  }));

test('one that never began in Asterisk is told of before its end is', () =>
  withStore(async (store, database) => {
    const folder = path.join(path.dirname(database), 'recordings');
    await store.callRecordings.insert(recording);
    await start(store, folder, false);
    await until(async () => (await store.callRecordings.get('rec_1'))?.state === 'lost');
    assert.equal(await told(store), [
      ['recording_started', 'call_1', 1000, 'rec_1'],
      ['recording_stopped', 'call_1', undefined, 'rec_1'],
    ]);
  }));

test.run();
