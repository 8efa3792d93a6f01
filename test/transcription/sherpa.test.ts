import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '../../src/config/read-config.ts';
import { Deafness } from '../../src/transcription/sherpa/deafness.ts';
import { AskedVoices } from '../../src/transcription/sherpa/asked-voices.ts';
import { findSherpaModel } from '../../src/transcription/sherpa/sherpa-model.ts';
import { SherpaProcess } from '../../src/transcription/sherpa/sherpa-process.ts';
import {
  SherpaTranscription,
  type SherpaNeeds,
} from '../../src/transcription/sherpa/sherpa-transcription.ts';
import { openTranscriber } from '../../src/wiring/parts/transcription.ts';
import { memoryLog, withFolder } from '../store/fixtures.ts';
import { boot, children, isAlive, root, run } from './children.ts';
import { Line, room, say, tone } from './sounds.ts';
import { patienceSeconds } from '../rig/patience.ts';

// The real library of sherpa-onnx-node. Without it these tests fail; they are not left out.
// The models are toys that know two tones (toy-models/make.py): they show that sound and words find their way, not how well anything is understood.
const models = path.join(import.meta.dirname, 'toy-models');
const ctc = path.join(models, 'ctc');

function engineWith(needs: Partial<SherpaNeeds> = {}): SherpaTranscription {
  return new SherpaTranscription({
    modelFolder: ctc,
    start: (model) => run(process.execPath, boot, './sherpa/sherpa-program.ts', JSON.stringify(model)),
    onBehind: () => assert.unreachable('it is quick enough'),
    ...needs,
  });
}

const [low, high] = [tone(500, 0.6), tone(2000, 0.6)];
const finals = (line: Line): string[] => line.heard.filter(({ isFinal }) => isFinal).map(({ text }) => text);

for (const kind of ['ctc', 'transducer'])
  test(`a streaming ${kind} model hears each stretch anew, tells it as it comes, and ends with the call`, async () => {
    const engine = engineWith({ modelFolder: path.join(models, kind) });
    await engine.check(AbortSignal.timeout(patienceSeconds * 1000));
    assert.not.ok(isAlive(children.at(-1)!), 'what was only tried is let go');
    const line = new Line();
    const recognition = await engine.open(line.options);
    await line.play(recognition, room(20));
    const startMs = line.nowMs;
    await line.play(recognition, low, room(0.3), high, room(2), high, room(2));
    await line.until(() => finals(line).length === 2, 'both stretches');
    assert.equal(
      line.heard.map(({ text, isFinal }) => (isFinal ? `${text}.` : text)),
      ['low', 'low high', 'low high.', 'high', 'high.'],
    );
    const last = line.heard.findLast(({ isFinal }) => isFinal)!;
    const { startedAtMs, endedAtMs } = line.heard[2]!;
    assert.ok(Math.abs(startedAtMs - startMs) < 400, `${startedAtMs - startMs}`);
    assert.ok(Math.abs(endedAtMs - (startMs + 1500)) < 100, `${endedAtMs - startMs}`);
    assert.ok(Math.abs(last.startedAtMs - (startMs + 3500)) < 400, `${last.startedAtMs - startMs}`);
    await recognition.close();
    assert.not.ok(isAlive(children.at(-1)!));
    assert.equal(line.failures, []);
  });

test('its process tells a voice from a tone', async () => {
  const deaf: string[] = [];
  const model = JSON.stringify(await findSherpaModel(ctc));
  const listening = new SherpaProcess(
    run(process.execPath, boot, './sherpa/sherpa-program.ts', model),
    { heard: assert.unreachable, fellBehind: assert.unreachable, ended: assert.unreachable },
    new AskedVoices(new Deafness((why) => deaf.push(why))),
  );
  for (const [sound, isVoice] of [
    [tone(500, 1.6), false],
    [await say('Thank you for waiting, how may I help you?'), true],
  ] as const) {
    const voices: boolean[] = [];
    for (let at = 0; at + 1280 <= sound.length; at += 1280)
      voices.push(...((await listening.hear(sound.subarray(at, at + 1280))) ?? []));
    const share = voices.filter(Boolean).length / voices.length;
    assert.ok(isVoice ? share > 0.6 : share < 0.1, `${share}`);
  }
  await listening.close();
  assert.equal(deaf, []);
});

test('the sentence in which a call ends is still told; one that nobody tells any more is not waited for', async () => {
  const line = new Line();
  const recognition = await engineWith().open(line.options);
  await line.play(recognition, room(1), low);
  await recognition.finish?.();
  assert.equal(finals(line), ['low']);
  await recognition.finish?.(); // nothing is left
  await line.play(recognition, room(1), high);
  children.at(-1)!.kill('SIGSTOP');
  const finishing = recognition.finish?.();
  children.at(-1)!.kill('SIGKILL');
  await finishing;
  await recognition.close();
  await recognition.finish?.();
  assert.equal(finals(line), ['low']);
  assert.equal(line.failures, []);
});

test('a process that dies is replaced once, and the next stretch is understood; without its parent it ends', async () => {
  const line = new Line();
  const recognition = await engineWith().open(line.options);
  await line.play(recognition, room(1), low);
  const before = children.length;
  const died = once(children.at(-1)!, 'close');
  children.at(-1)!.kill('SIGKILL');
  await died;
  assert.is(children.length, before + 1);
  await line.play(recognition, room(1), high, room(2));
  await line.until(() => finals(line).includes('high'), 'the word');
  assert.equal(line.failures, []);
  children.at(-1)!.stdin!.end(); // as when this process is gone
  await line.until(() => line.failures.length > 0, 'the failure');
  assert.equal(line.failures, ['sherpa-onnx ended by itself (exit code 0)']);
  assert.is(children.length, before + 1, 'not a third time');
  await line.play(recognition, low, room(1));
  await recognition.close();
});

test('a process that cannot be run, answers nonsense or hangs is a failure with a sentence', async () => {
  for (const [program, fault] of [
    [['/nowhere/node'], /cannot be run: .*ENOENT/],
    [['sh', '-c', 'exec yes >&3'], /sent an answer that is not a result$/],
    [['sh', '-c', 'exec cat /dev/zero >&3'], /sent a line without an end$/],
    [['sh', '-c', 'echo \'{"text":"a","isFinal":true}\' >&3; exec sleep 9'], /answers what was not asked$/],
  ] as const) {
    const [command, ...args] = program;
    const line = new Line();
    const recognition = await engineWith({ start: () => run(command, ...args) }).open(line.options);
    await line.until(() => line.failures.length > 0, String(fault));
    assert.match(line.failures.join(), fault);
    await recognition.close();
  }
  const line = new Line();
  const start = (): ChildProcess => run('sleep', '60');
  const recognition = await engineWith({ hangMs: 200, start }).open(line.options);
  const sounds = setInterval(() => void line.play(recognition, high, room(1)), 100);
  try {
    await line.until(() => line.failures.length > 0, 'the failure');
  } finally {
    clearInterval(sounds);
  }
  assert.equal(line.failures, ['sherpa-onnx does not answer']);
  await recognition.close();
});

test('what is said to a process that has ended is dropped, however much it is', async () => {
  const ended: string[] = [];
  const process = await new Promise<SherpaProcess>((resolve) => {
    const listening = new SherpaProcess(run('true'), {
      heard: assert.unreachable,
      fellBehind: assert.unreachable,
      ended(why) {
        ended.push(why);
        resolve(listening);
      },
    });
    listening.begin(0);
  });
  for (let seconds = 0; seconds < 40; seconds++) process.sound(room(1));
  await process.finish();
  assert.is(ended.length, 1);
});

test('of what a slow process does not take the oldest is dropped, once said, and the newest is understood', async () => {
  const behind: unknown[] = [];
  const line = new Line();
  const engine = engineWith({ onBehind: ({ callId, speaker }) => behind.push([callId, speaker]) });
  const recognition = await engine.open(line.options);
  const child = children.at(-1)!;
  child.kill('SIGSTOP');
  for (let n = 0; n < 60; n++) await line.play(recognition, low, room(1));
  assert.equal(behind, [['call_1', 'far']]);
  const startMs = line.nowMs;
  await line.play(recognition, high, room(2));
  child.kill('SIGCONT');
  await line.until(() => finals(line).includes('high'), 'the newest');
  const { startedAtMs } = line.heard.at(-1)!;
  assert.ok(Math.abs(startedAtMs - startMs) < 400, `${startedAtMs - startMs}`);
  const lows = finals(line).filter((text) => text === 'low').length;
  assert.ok(lows > 10 && lows < 50, `${lows} of 60`);
  assert.equal(line.failures, []);
  await recognition.close();
});

test('one line at start names STT_MODEL_DIR for a folder that is no model, and for a model that does not load', async () => {
  assert.throws(
    () => readConfig({ STT_ENGINE: 'sherpa' }),
    (error: Error) => /STT_MODEL_DIR/.test(error.message),
  );
  const model = await readFile(path.join(ctc, 'model.onnx'));
  const tokens = await readFile(path.join(ctc, 'tokens.txt'));
  // Its name in the metadata, of the same length.
  const nameless = Buffer.from(model.toString('latin1').replace('encoder_dims', 'encoder_dimz'), 'latin1');
  await withFolder(async (folder) => {
    for (const [files, fault] of [
      [undefined, /^STT_MODEL_DIR \S+ cannot be read: .*ENOENT/],
      [{ 'model.onnx': model }, /^STT_MODEL_DIR \S+ holds no model: tokens.txt is missing$/],
      [{ 'tokens.txt': tokens, 'encoder.onnx': model }, /^STT_MODEL_DIR \S+ holds no streaming model: /],
      [
        { 'tokens.txt': tokens, 'model-a.onnx': model, 'model-b.onnx': model },
        /^STT_MODEL_DIR \S+ holds more than one model: model-a.onnx, model-b.onnx$/,
      ],
      [
        { 'tokens.txt': tokens, 'model.onnx': model.subarray(0, 1000) },
        /cannot load the model of STT_MODEL_DIR .*Protobuf/,
      ],
      [
        { 'tokens.txt': 'no tokens here', 'model.onnx': model },
        /cannot load the model of STT_MODEL_DIR .*no tokens here/,
      ],
      [
        { 'tokens.txt': tokens, 'model.onnx': nameless },
        /cannot load the model of STT_MODEL_DIR .*encoder_dims/,
      ],
    ] as const) {
      const place = path.join(folder, String(fault).replaceAll(/\W/g, ''));
      if (files !== undefined) await mkdir(place);
      for (const [name, content] of Object.entries(files ?? {}))
        await writeFile(path.join(place, name), content);
      const log = memoryLog();
      await openTranscriber(readConfig({ STT_ENGINE: 'sherpa', STT_MODEL_DIR: place }), log).prepare();
      assert.is(log.lines.length, 1, String(fault));
      assert.match(log.lines[0]!.message, /will not be transcribed/);
      assert.match(String(log.lines[0]!.fields['why']), fault);
    }
  });
  const log = memoryLog();
  await openTranscriber(readConfig({ STT_ENGINE: 'sherpa', STT_MODEL_DIR: ctc }), log).prepare();
  assert.equal(log.lines, []);
});

test('without the npm package, or its library for this machine, one line says so', async () => {
  await withFolder(async (folder) => {
    const src = path.join(folder, 'src');
    for (const name of ['audio', 'transcription'])
      await cp(path.join(root, 'src', name), path.join(src, name), { recursive: true });
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    const modules = path.join(folder, 'node_modules');
    await mkdir(modules);
    await symlink(path.join(root, 'node_modules/tsx'), path.join(modules, 'tsx'));
    const engine = engineWith({
      start: (model) =>
        run(
          process.execPath,
          path.join(src, 'transcription/program-boot.mjs'),
          './sherpa/sherpa-program.ts',
          JSON.stringify(model),
        ),
    });
    const why = (): Promise<string> =>
      engine.check(AbortSignal.timeout(patienceSeconds * 1000)).then(
        () => 'it works',
        (error: Error) => error.message,
      );
    assert.match(await why(), /needs the npm package sherpa-onnx-node, which is not installed/);
    const name = 'sherpa-onnx-node';
    await cp(path.join(root, 'node_modules', name), path.join(modules, name), { recursive: true });
    assert.match(
      await why(),
      /needs the npm package sherpa-onnx-node, which has no library for this machine/,
    );
  });
});

test.after(() => {
  const left = children.filter((child) => child.pid !== undefined && !child.killed && isAlive(child));
  for (const child of left) child.kill('SIGKILL'); // of a test that failed
  assert.is(left.length, 0, 'processes are left');
});
test.run();
