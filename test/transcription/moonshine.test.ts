import type { ChildProcess } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { cp, mkdir, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readConfig } from '../../src/config/read-config.ts';
import { Moonshine, type MoonshineNeeds } from '../../src/transcription/sherpa/moonshine.ts';
import { openCacheFolder } from '../../src/provision/cache-folder.ts';
import { StretchProcess } from '../../src/transcription/sherpa/stretch-process.ts';
import { openTranscriber } from '../../src/wiring/parts/transcription.ts';
import { faultOf } from '../rig/engine-services.ts';
import { memoryLog, withFolder } from '../store/fixtures.ts';
import { officeNoise } from '../sound/office.ts';
import { boot, children, isAlive, root, run } from './children.ts';
import { Line, room, say } from './sounds.ts';
import { patienceSeconds } from '../rig/patience.ts';

// The real model and library. Without them these tests fail; they are not left out.

function engineWith(needs: Partial<MoonshineNeeds> = {}): Moonshine {
  return new Moonshine({
    openCache: openCacheFolder,
    start: (folder) => run(process.execPath, boot, './sherpa/moonshine-program.ts', folder),
    lingerMs: 0,
    ...needs,
  });
}

/** Keeps this process running when nobody but the engine, which lets it end, has something to do. */
const running = setInterval(() => undefined, 60_000);
const cacheFolder = await openCacheFolder();
const menu = await say('For billing, press one. To speak to an agent, press zero.');
const person = await say('Thank you for waiting, this is Linda speaking. How may I help you?', 'slt');

test('menus and people are understood over a telephone, in one process for all calls, which ends when no call needs it', async () => {
  const engine = engineWith();
  const [first, second] = [new Line(), new Line()];
  const recognitions = [await engine.open(first.options), await engine.open(second.options)] as const;
  const before = children.length;
  await Promise.all([
    first.play(recognitions[0], room(2), menu, room(2)),
    second.play(recognitions[1], room(2), person, room(2)),
  ]);
  await first.until(() => /zero/i.test(first.text), 'the menu');
  await second.until(() => /help/i.test(second.text), 'the person');
  assert.match(first.text, /billing,? press (?:one|1)\b.*agent,? press (?:zero|0)\b/i);
  assert.match(second.text, /thank you for waiting\W+this is linda speaking/i);
  assert.ok(first.heard.every(({ isFinal, text }) => isFinal && text === text.trim()));
  assert.is(children.length, before, 'one process');
  await recognitions[0].close();
  await recognitions[0].close();
  assert.ok(isAlive(children.at(-1)!), 'the other call needs it');
  const exited = once(children.at(-1)!, 'exit');
  await recognitions[1].close();
  await exited;
  assert.equal([...first.failures, ...second.failures], []);
});

test('where it is wanted, each sentence is read a second time, which errs in other words', async () => {
  const line = new Line();
  const recognition = await engineWith().open({ ...line.options, wantsRereading: () => true });
  const sentences = [
    'To skip a payment, press four.',
    'For gift cards, press six.',
    'To make a payment, press two.',
  ];
  for (const sentence of sentences) {
    await line.play(recognition, room(1), await say(sentence), room(1));
    await recognition.finish?.();
  }
  assert.is(line.heard.length, sentences.length);
  const others = line.heard.flatMap(({ reread }) => (reread === undefined ? [] : [reread]));
  assert.ok(others.length > 0, line.text);
  for (const text of others) assert.match(text, /press/i);
  await recognition.close();
});

test('a voice in a noisy office is understood, and noise without a voice is not', async () => {
  const line = new Line();
  const recognition = await engineWith().open(line.options);
  const office = Int16Array.from(officeNoise(10, 10 ** (-30 / 20)), (sample) => sample * 32_767);
  const lead = 1.5 * 8000;
  const voice = office.slice(0, menu.length + 2 * lead);
  for (const [n, sample] of menu.entries()) voice[lead + n]! += sample;
  await line.play(recognition, room(1), voice, room(1));
  await line.until(() => line.heard.length > 0, 'the menu');
  assert.match(line.text, /press.*agent/i);
  await line.play(recognition, office, room(1));
  await recognition.finish?.();
  assert.is(line.heard.length, 1, line.text);
  await recognition.close();
});

test('in a louder office two sentences are two, each told in the pause after it', async () => {
  const line = new Line();
  const recognition = await engineWith({ onDeaf: assert.unreachable }).open(line.options);
  const [lead, gap] = [8000, 1.5 * 8000];
  const second = lead + menu.length + gap;
  const office = officeNoise((second + menu.length + gap) / 8000, 10 ** (-26 / 20));
  const sound = Int16Array.from(office, (sample) => sample * 32_767);
  for (const [n, sample] of menu.entries()) for (const at of [lead, second]) sound[at + n]! += sample;
  const toldAt: number[] = [];
  const beganAtMs = line.nowMs;
  for (let at = 0; at + 160 <= sound.length; at += 160) {
    await line.play(recognition, sound.subarray(at, at + 160));
    await recognition.settle?.();
    if (line.heard.length > toldAt.length) toldAt.push((line.nowMs - beganAtMs) * 8);
  }
  assert.is(line.heard.length, 2, line.text);
  for (const { text } of line.heard) assert.match(text, /press (?:one|1)\b.*press (?:zero|0)\b/i);
  assert.ok(toldAt[0]! < second, 'before the next one is spoken');
  await recognition.close();
});

test('the sentence in which a call ends is still told; what a call that is over wanted is not waited for', async () => {
  const engine = engineWith();
  const [over, line] = [new Line(), new Line()];
  const [given, recognition] = [await engine.open(over.options), await engine.open(line.options)];
  await over.play(given, room(1), person, room(1));
  await given.close();
  await line.play(recognition, room(1), menu);
  await recognition.finish?.();
  assert.match(line.text, /press/i);
  assert.equal(over.heard, []);
  await recognition.close();
});

test('a process that dies is replaced, and the next stretch is understood; without its parent it ends', async () => {
  const line = new Line();
  const recognition = await engineWith().open(line.options);
  await line.play(recognition, room(1), menu, room(1));
  await line.until(() => line.heard.length > 0, 'the menu');
  const died = once(children.at(-1)!, 'close');
  children.at(-1)!.kill('SIGKILL');
  await died;
  await line.play(recognition, room(1), person, room(1));
  await line.until(() => /linda/i.test(line.text), 'the person');
  const ended = once(children.at(-1)!, 'close');
  children.at(-1)!.stdin!.end(); // as when this process is gone
  assert.equal(await ended, [0, null]);
  await recognition.close();
  assert.equal(line.failures, []);
});

test('a process that cannot be run, answers nonsense or hangs is a failure with a sentence', async () => {
  for (const [program, fault] of [
    [['/nowhere/node'], /^unavailable: moonshine cannot be run: .*ENOENT/],
    [['sh', '-c', 'echo no >&2; exit 3'], /moonshine ended by itself \(exit code 3\): no$/],
    [['sh', '-c', 'exec yes >&3'], /sent an answer that is not a result$/],
    [['sh', '-c', 'exec cat /dev/zero >&3'], /sent a line without an end$/],
    [['sh', '-c', 'exec sleep 60'], /moonshine does not answer$/],
  ] as const) {
    const [command, ...args] = program;
    const engine = engineWith({ hangMs: 2000, start: () => run(command, ...args) });
    assert.match(await faultOf(engine.check(AbortSignal.timeout(patienceSeconds * 1000))), fault);
  }
  let starts = 0;
  const engineOnce = engineWith({
    start(folder) {
      if (starts++ === 0) throw new Error('spawn ENOMEM');
      return run(process.execPath, boot, './sherpa/moonshine-program.ts', folder);
    },
  });
  assert.match(await faultOf(engineOnce.check(AbortSignal.timeout(patienceSeconds * 1000))), /ENOMEM/);
  await engineOnce.check(AbortSignal.timeout(patienceSeconds * 1000));
  const line = new Line();
  const engine = engineWith({ start: () => run('sh', '-c', 'exit 3') });
  const recognition = await engine.open(line.options);
  await line.play(recognition, room(1), menu, room(1), menu, room(1));
  await line.until(() => line.failures.length > 0, 'the failure');
  assert.match(line.failures.join(), /^moonshine ended by itself/);
  await recognition.close();
});

test('what was asked for is not kept once it is answered', async () => {
  const engine = new StretchProcess({
    name: 'moonshine',
    start: () =>
      run('sh', '-c', `while head -c 10 > /dev/null; do echo '{"text":"a","isFinal":true}' >&3; done`),
    hangMs: 5000,
  });
  const { signal } = new AbortController();
  assert.is(await engine.recognise(new Int16Array(0), signal), 'a');
  assert.equal(getEventListeners(signal, 'abort'), []);
  await engine.end();
});

test('what thirty calls hear at the same time is read once', async () => {
  const engine = new StretchProcess({
    name: 'moonshine',
    start: () => run(process.execPath, boot, './sherpa/moonshine-program.ts', cacheFolder),
    hangMs: 30_000,
  });
  const recognise = (samples: Int16Array): Promise<string> =>
    engine.recognise(samples, new AbortController().signal);
  const msOf = async (...stretches: Int16Array[]): Promise<number> => {
    const begin = performance.now();
    const texts = await Promise.all(stretches.map(recognise));
    for (const text of texts) assert.match(text, /linda speaking/i);
    return performance.now() - begin;
  };
  await recognise(room(1)); // loads the model
  const oneMs = await msOf(person);
  const calls = Array.from({ length: 30 }, (_none, n) => person.subarray(n * 20));
  const allMs = await msOf(...calls);
  assert.ok(allMs < 10 * oneMs, `${allMs} ms, one takes ${oneMs} ms`);
  await engine.end();
});

test('it is what is configured unless STT_ENGINE says otherwise, and works as it is installed', async () => {
  const log = memoryLog();
  const chosen = openTranscriber(readConfig({ STT_ENGINE: 'moonshine' }), log);
  await chosen.prepare();
  assert.equal(log.lines, []);
  const transcriber = openTranscriber(readConfig({}), log);
  assert.equal([transcriber.engine, transcriber.recognises], ['moonshine', 'speech']);
});

test('a table of tokens that a power cut left incomplete is made again', () =>
  withFolder(async (folder) => {
    const table = path.join(folder, 'moonshine-tokens.txt');
    const engine = engineWith({ openCache: async () => folder });
    for (const left of ['', 'PHVuaz4= 0\nPHM+ 1\n']) {
      await writeFile(table, left);
      await engine.check(AbortSignal.timeout(patienceSeconds * 1000));
      assert.ok((await stat(table)).size > 400_000);
    }
  }));

test('without one of the npm packages one line says so', async () => {
  await withFolder(async (folder) => {
    const src = path.join(folder, 'src');
    for (const name of ['audio', 'detect', 'domain', 'files', 'transcription'])
      await cp(path.join(root, 'src', name), path.join(src, name), { recursive: true });
    await writeFile(path.join(folder, 'package.json'), '{"type":"module"}');
    const modules = path.join(folder, 'node_modules');
    await mkdir(path.join(modules, '@moonshine-ai'), { recursive: true });
    const bring = (name: string): Promise<void> =>
      symlink(path.join(root, 'node_modules', name), path.join(modules, name));
    await bring('tsx');
    const start = (): ChildProcess =>
      run(
        process.execPath,
        path.join(src, 'transcription/program-boot.mjs'),
        './sherpa/moonshine-program.ts',
        folder,
      );
    for (const name of ['sherpa-onnx-node', '@moonshine-ai/moonshine-js', 'llama-tokenizer-js']) {
      const fault = await faultOf(engineWith({ start }).check(AbortSignal.timeout(patienceSeconds * 1000)));
      assert.ok(
        fault.includes(`STT_ENGINE=moonshine needs the npm package ${name}, which is not installed`),
        fault,
      );
      await bring(name);
    }
    const deaf: string[] = [];
    const engine = engineWith({ start, onDeaf: (why) => deaf.push(why) });
    await engine.check(AbortSignal.timeout(patienceSeconds * 1000));
    const line = new Line();
    for (const said of [menu, person]) {
      const recognition = await engine.open(line.options);
      await line.play(recognition, room(1), said, room(1));
      await recognition.settle?.();
      await recognition.close();
    }
    assert.match(line.text, /press.*linda/i);
    assert.equal(deaf, ['the npm package @ricky0123/vad-web is not installed']);
  });
});

test('where the process ends whenever it is asked for voices, it is no longer asked', async () => {
  const deaf: string[] = [];
  const engine = new StretchProcess({
    name: 'moonshine',
    start: () => run('sh', '-c', 'head -c 1 > /dev/null; exit 3'),
    hangMs: 20_000,
    onDeaf: (why) => deaf.push(why),
  });
  const ear = engine.openEar();
  assert.is(await ear.hear(new Int16Array(1280)), undefined, 'nothing runs');
  const before = children.length;
  for (let times = 0; times < 3; times++) {
    engine.start();
    assert.is(await ear.hear(new Int16Array(1280)), undefined);
  }
  assert.equal(deaf, ['its process ended by itself (exit code 3)']);
  assert.is(children.length, before + 3);
  await engine.end();
});

test.after(async () => {
  const left = children.filter((child) => child.pid !== undefined && isAlive(child));
  const exits = left.map((child) => once(child, 'exit'));
  for (const child of left.filter(({ killed }) => !killed)) child.kill('SIGKILL'); // of a test that failed
  await Promise.all(exits);
  clearInterval(running);
});
test.run();
