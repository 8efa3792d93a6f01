import path from 'node:path';
import { Readable } from 'node:stream';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { tapeName } from '../../src/asterisk/legs/leg-names.ts';
import { AsteriskTapes } from '../../src/asterisk/tapes.ts';
import type { CallRecording } from '../../src/domain/recording.ts';
import { Recorder } from '../../src/recordings/recorder.ts';
import { tapeSides } from '../../src/recordings/taping.ts';
import { ScriptedLink } from '../asterisk/scripted-link.ts';
import { memoryLog, withStore } from '../store/fixtures.ts';

const seconds = 60;
const awaySeconds = 240;
const id = 'rec_1';
const callId = 'call_1';

/** An Asterisk with a minute of a recording, whose files it hands out. */
class RecordingLink extends ScriptedLink {
  async download(): Promise<Readable> {
    return Readable.from([Buffer.alloc(seconds * 8000)]);
  }
}

test('a call that ended while Asterisk was away is recorded to its end, and nothing of it is missing', () =>
  withStore(async (store, database) => {
    let running = tapeSides.map((side) => ({ id: tapeName(callId, id, side) }));
    const link = new RecordingLink({
      'channels.list': () => running as never,
      'recordings.listStored': () => tapeSides.map((side) => ({ name: `${id}.${side}.0` })) as never,
    });
    const startedAtMs = Date.now() - (seconds + awaySeconds) * 1000;
    const recording: CallRecording = {
      ...{ id, callId, state: 'recording', format: 'wav', startedAtMs, endedAtMs: null },
      ...{ seconds: 0, fileBytes: 0, fault: null },
    };
    await store.callRecordings.insert(recording);
    const log = memoryLog();
    let onKept = (): void => undefined;
    const kept = new Promise<void>((resolve) => (onKept = resolve));
    const recorder = new Recorder({
      store: store.callRecordings,
      taping: new AsteriskTapes({ link, application: 'hf', log }),
      telephony: { onConnection: () => () => undefined, upSinceMs: () => 0 },
      journal: store.journal,
      folder: path.join(path.dirname(database), 'recordings'),
      ...{ format: 'wav', keepDays: 0, minFreeBytes: 0, notice: undefined, onKept, log },
      freeBytes: async () => 1e9,
    });
    await recorder.start();
    // The last that the start asks for.
    while (!link.orders.includes('recordings.listStored'))
      await new Promise((resolve) => setImmediate(resolve));
    link.lose();
    running = [];
    await link.connect();
    await kept;
    await recorder.close(1000);
    const over = await store.callRecordings.get(id);
    assert.equal(
      [over?.state, over?.fault, over?.seconds, over?.endedAtMs],
      ['kept', null, seconds, startedAtMs + seconds * 1000],
    );
  }));

test.run();
