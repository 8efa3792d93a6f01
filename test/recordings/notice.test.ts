import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallLedger } from '../../src/calls/call-ledger.ts';
import { Recorder } from '../../src/recordings/recorder.ts';
import type { Tape } from '../../src/recordings/taping.ts';
import { ScriptedLeg } from '../rig/scripted-telephony.ts';
import { aCall, memoryLog, withStore } from '../store/fixtures.ts';

const never = new Promise<never>(() => undefined);

test('whether both sides are to be told of a recording is known once it has begun, and not before', () =>
  withStore(async (store, database) => {
    const folder = path.join(path.dirname(database), 'recordings');
    const log = memoryLog();
    const begins = new Map<string, (tape: Tape | Error) => void>();
    const recorder = new Recorder({
      ...{ store: store.callRecordings, journal: store.journal, folder, log, onKept: () => undefined },
      ...{ format: 'wav', keepDays: 0, minFreeBytes: 0, notice: 'sound:recorded' },
      freeBytes: async () => 1e9,
      telephony: { onConnection: () => () => undefined, upSinceMs: () => undefined },
      taping: {
        begin: ({ callId }) =>
          new Promise((resolve, reject) =>
            begins.set(callId, (tape) => (tape instanceof Error ? reject(tape) : resolve(tape))),
          ),
        resume: async () => undefined,
        pieces: async () => [],
        read: async () => assert.unreachable() as never,
        remove: async () => {},
      },
    });
    await recorder.start();
    const legs = new Map<string, ScriptedLeg>();
    /** The far end answers, and both sides meet at once. */
    const answered = (id: string, isRecorded = true): Promise<string | undefined> => {
      const call = aCall({ id, services: { ...aCall().services, recording: isRecorded } });
      const far = new ScriptedLeg(`far_${id}`, id, 'far');
      recorder.follow(new CallLedger(call, store.journal, log), far, 3600);
      legs.set(id, far);
      far.answer();
      return recorder.notice(id);
    };
    const [told, failed] = [answered('call_1'), answered('call_2')];
    assert.is(await answered('call_3', false), undefined);
    while (begins.size < 2) await new Promise((resolve) => setImmediate(resolve));
    begins.get('call_1')!({ ended: never, failed: never, stop: async () => {} });
    begins.get('call_2')!(new Error('Asterisk does not record'));
    legs.get('call_2')!.end(); // until then it is tried again
    assert.equal(await Promise.all([told, failed]), ['sound:recorded', undefined]);
    await recorder.close(1000);
  }));

test.run();
