import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '../../src/config/read-config.ts';
import { openTranscriber } from '../../src/wiring/parts/transcription.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { memoryLog } from '../store/fixtures.ts';
import { faultOf } from '../rig/engine-services.ts';
import { Line } from './sounds.ts';

test('the configuration names an engine, and one line at start says when it cannot work', async () => {
  const read = (given: Record<string, string>) => readConfig(given);
  assert.is(read({}).transcription.engine, 'moonshine');
  for (const [given, fault] of [
    [{ STT_ENGINE: 'openai' }, /STT_URL/],
    [{ STT_ENGINE: 'vosk', STT_URL: 'http://x' }, /STT_URL/],
    [{ STT_ENGINE: 'wyoming', STT_URL: 'tcp://x' }, /STT_URL must be tcp:\/\/host:port/],
    [{ STT_ENGINE: 'magic' }, /STT_ENGINE/],
    [{ STT_LANGUAGE: 'english please' }, /STT_LANGUAGE/],
  ] as const)
    assert.throws(
      () => read(given),
      (error: Error) => fault.test(error.message),
      JSON.stringify(given),
    );
  const port = await findFreePorts();
  for (const given of [
    { STT_ENGINE: 'openai', STT_URL: `http://127.0.0.1:${port}` },
    { STT_ENGINE: 'vosk', STT_URL: `ws://127.0.0.1:${port}` },
    { STT_ENGINE: 'wyoming', STT_URL: `tcp://127.0.0.1:${port}` },
  ]) {
    const log = memoryLog();
    const transcriber = openTranscriber(read(given), log);
    await transcriber.prepare();
    assert.is(log.lines.length, 1, given.STT_ENGINE);
    assert.match(log.lines[0]!.message, /will not be transcribed/);
    assert.is(
      transcriber.runsForEveryCall,
      false,
      'it gets the sound of calls that need words, and of no others',
    );
  }
  const log = memoryLog();
  const none = openTranscriber(read({ STT_ENGINE: 'none' }), log);
  await none.prepare();
  assert.is(none.engine, undefined);
  assert.match(await faultOf(none.open(new Line().options)), /STT_ENGINE is none/);
  const delivered = openTranscriber(read({}), log);
  assert.is(delivered.runsForEveryCall, true);
  await delivered.prepare();
  assert.equal(log.lines, []);
});

test.run();
