import path from 'node:path';
import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallLedger } from '../../src/calls/call-ledger.ts';
import type { StoredEvent } from '../../src/domain/events.ts';
import { AppError, DatabaseAway } from '../../src/domain/errors.ts';
import { Recorder } from '../../src/recordings/recorder.ts';
import type { Tape } from '../../src/recordings/taping.ts';
import { ScriptedLeg } from '../rig/scripted-telephony.ts';
import { until } from '../rig/until.ts';
import { aCall, memoryLog, withStore } from '../store/fixtures.ts';
import type { Store } from '../../src/store/open.ts';

const never = new Promise<never>(() => undefined);
const tape: Tape = { ended: never, failed: never, stop: async () => {} };

interface Rig {
  store: Store;
  recorder: Recorder;
  far: ScriptedLeg;
  /** What Asterisk does at each order to record, in turn; then it records. */
  answers: (() => void)[];
  /** The ids with which it was asked. */
  asked: string[];
  connect(isConnected: boolean): void;
  freeBytes: number;
  told(): Promise<StoredEvent[]>;
}

/** A call that wants to be recorded and has just been answered. Pauses between tries are cut short. */
function withAnsweredCall(
  act: (rig: Rig) => Promise<void>,
  prepare = (_rig: Rig): void => {},
): Promise<void> {
  return withStore(async (store, database) => {
    mock.timers.enable({ apis: ['setTimeout'] });
    const log = memoryLog();
    const connections = new Set<(state: { connected: boolean; restarted: boolean }) => void>();
    let isUp = true;
    const rig: Rig = {
      ...{ store, far: new ScriptedLeg('far', 'call_1', 'far'), answers: [], asked: [], freeBytes: 1e9 },
      recorder: new Recorder({
        ...{ store: store.callRecordings, journal: store.journal, log, onKept: () => undefined },
        ...{ format: 'wav', keepDays: 0, minFreeBytes: 1e6, notice: 'sound:recorded' },
        folder: path.join(path.dirname(database), 'recordings'),
        freeBytes: async () => rig.freeBytes,
        telephony: {
          onConnection(listener) {
            connections.add(listener);
            return () => connections.delete(listener);
          },
          upSinceMs: () => (isUp ? 0 : undefined),
        },
        taping: {
          async begin(_leg, recordingId) {
            rig.asked.push(recordingId);
            rig.answers.shift()?.();
            return tape;
          },
          resume: async () => undefined,
          pieces: async () => [],
          read: async () => assert.unreachable() as never,
          remove: async () => {},
        },
      }),
      connect(isConnected) {
        isUp = isConnected;
        for (const listener of [...connections]) listener({ connected: isConnected, restarted: false });
      },
      async told() {
        const types = ['recording_started', 'service_unavailable'] as const;
        return store.journal.read(0, { callId: 'call_1', types: [...types] }, 10);
      },
    };
    try {
      prepare(rig);
      await rig.recorder.start();
      const call = aCall({ id: 'call_1', services: { recording: true, transcription: false } });
      rig.recorder.follow(new CallLedger(call, store.journal, log), rig.far, 3600);
      rig.far.answer();
      await act(rig);
      await rig.recorder.close(0);
    } finally {
      mock.timers.reset();
    }
  });
}

const busy = (): never => {
  throw new AppError('unavailable', 'Asterisk does not record: it did not answer within 5 s');
};
/** Passes the pause before the next try. */
const passUntil = (isTrue: () => boolean | Promise<boolean>): Promise<void> =>
  until(async () => {
    mock.timers.tick(1000);
    return isTrue();
  });

test('an Asterisk that is busy for a moment is asked again, and records the rest of the call', () =>
  withAnsweredCall(
    async (rig) => {
      await passUntil(async () => (await rig.told()).length === 1);
      assert.is(rig.asked.length, 3);
      assert.is(new Set(rig.asked).size, 3, 'files that it may have begun have names of their own');
      const [told] = await rig.told();
      assert.equal(
        [told!.type, (told!.data as { recording_id: string }).recording_id],
        ['recording_started', rig.asked[2]],
      );
      assert.is(await rig.recorder.notice('call_1'), 'sound:recorded');
      const states = await Promise.all(rig.asked.map((id) => rig.store.callRecordings.get(id)));
      assert.equal(
        states.map((stored) => stored?.state),
        ['lost', 'lost', 'recording'],
      );
    },
    ({ answers }) => answers.push(busy, busy),
  ));

test('one that is away is waited for, however long', () =>
  withAnsweredCall(
    async (rig) => {
      await until(() => rig.asked.length === 1);
      for (let minutes = 0; minutes < 10; minutes++) mock.timers.tick(60_000);
      assert.is(rig.asked.length, 1);
      rig.connect(true);
      await until(async () => (await rig.told()).length === 1);
      assert.is((await rig.told())[0]?.type, 'recording_started');
    },
    (rig) =>
      rig.answers.push(() => {
        rig.connect(false);
        busy();
      }),
  ));

test('a database that is busy for a moment is asked again', () =>
  withAnsweredCall(
    async (rig) => {
      await passUntil(async () => (await rig.told()).length === 1);
      assert.is((await rig.told())[0]?.type, 'recording_started');
    },
    ({ store }) => {
      const insert = store.callRecordings.insert.bind(store.callRecordings);
      store.callRecordings.insert = async () => {
        store.callRecordings.insert = insert;
        throw new DatabaseAway('it is locked');
      };
    },
  ));

test('what Asterisk refuses again and again is given up, and told of once', () =>
  withAnsweredCall(
    async (rig) => {
      await passUntil(async () => (await rig.told()).length === 1);
      const [told] = await rig.told();
      assert.is(told!.type, 'service_unavailable');
      assert.match((told!.data as { reason: string }).reason, /^Asterisk does not record/);
      assert.is(await rig.recorder.notice('call_1'), undefined);
      assert.is(rig.asked.length, 7);
    },
    ({ answers }) => answers.push(...Array.from({ length: 20 }, () => busy)),
  ));

test('a call that ends before it could be recorded says so', () =>
  withAnsweredCall(
    async (rig) => {
      await until(() => rig.asked.length === 1);
      rig.far.end();
      await until(async () => (await rig.told()).length === 1);
      assert.is((await rig.told())[0]?.type, 'service_unavailable');
    },
    ({ answers }) => answers.push(busy),
  ));

test('a full disk is not asked again', () =>
  withAnsweredCall(
    async (rig) => {
      await until(async () => (await rig.told()).length === 1);
      assert.is(((await rig.told())[0]!.data as { reason: string }).reason, 'the disk is nearly full');
      assert.is(rig.asked.length, 0);
    },
    (rig) => (rig.freeBytes = 0),
  ));

test.run();
