import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallLedger } from '../../src/calls/call-ledger.ts';
import { Recorder } from '../../src/recordings/recorder.ts';
import type { Tape } from '../../src/recordings/taping.ts';
import type { Store } from '../../src/store/open.ts';
import { ScriptedLeg } from '../rig/scripted-telephony.ts';
import { until } from '../rig/until.ts';
import { aCall, heard, memoryLog, withStore } from '../store/fixtures.ts';

const never = new Promise<never>(() => undefined);
const tape: Tape = { ended: never, failed: never, stop: async () => {} };

interface Rig {
  store: Store;
  recorder: Recorder;
  /** By call: what Asterisk answers to the order to record. */
  begins: Map<string, (tape: Tape | Error) => void>;
  /** The far end answers. */
  answer: (callId: string, isRecorded?: boolean) => ScriptedLeg;
}

function withRecorder(act: (rig: Rig) => Promise<void>): Promise<void> {
  return withStore(async (store, database) => {
    const folder = path.join(path.dirname(database), 'recordings');
    const log = memoryLog();
    const begins: Rig['begins'] = new Map();
    const recorder = new Recorder({
      ...{ store: store.callRecordings, journal: store.journal, folder, log, onKept: () => undefined },
      ...{ format: 'wav', keepDays: 0, minFreeBytes: 0, notice: 'sound:recorded' },
      freeBytes: async () => 1e9,
      telephony: { onConnection: () => () => undefined, upSinceMs: () => undefined },
      taping: {
        begin: ({ callId }) =>
          new Promise((resolve, reject) =>
            begins.set(callId, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer))),
          ),
        resume: async () => undefined,
        pieces: async () => [],
        read: async () => assert.unreachable() as never,
        remove: async () => {},
      },
    });
    await recorder.start();
    const answer = (id: string, isRecorded = true): ScriptedLeg => {
      const call = aCall({ id, services: { ...aCall().services, recording: isRecorded } });
      const far = new ScriptedLeg(`far_${id}`, id, 'far');
      recorder.follow(new CallLedger(call, store.journal, log), far, 3600);
      far.answer();
      return far;
    };
    await act({ store, recorder, begins, answer });
    await recorder.close(1000);
  });
}

test('whether both sides are to be told of a recording is known once it has begun, and not before', () =>
  withRecorder(async ({ recorder, begins, answer }) => {
    answer('call_1');
    const far = answer('call_2');
    answer('call_3', false);
    // Both sides meet at once.
    const [told, failed] = [recorder.notice('call_1'), recorder.notice('call_2')];
    assert.is(await recorder.notice('call_3'), undefined);
    await until(() => begins.size === 2);
    begins.get('call_1')!(tape);
    begins.get('call_2')!(new Error('Asterisk does not record'));
    far.end(); // until then it is tried again
    assert.equal(await Promise.all([told, failed]), ['sound:recorded', undefined]);
  }));

test('what was heard while Asterisk prepared a recording came before it, also by the clock', () =>
  withRecorder(async ({ store, begins, answer }) => {
    answer('call_1');
    await until(() => begins.has('call_1'));
    const preparedAtMs = Date.now();
    await until(() => Date.now() > preparedAtMs);
    await store.journal.record({ events: [heard('call_1', 1)] });
    begins.get('call_1')!(tape);
    await until(async () => (await store.journal.read(0, {}, 10)).length === 2);
    const [before, begun] = await store.journal.read(0, {}, 10);
    assert.equal([before?.type, begun?.type], ['audio_classified', 'recording_started']);
    assert.ok(begun!.atMs >= before!.atMs, `${begun!.atMs - before!.atMs} ms`);
  }));

test.run();
