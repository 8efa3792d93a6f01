import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { openPocketSphinx } from '../../src/provision/transcription-program.ts';
import { PocketSphinx, type PocketSphinxNeeds } from '../../src/transcription/pocketsphinx/pocketsphinx.ts';
import { Line, room, say, tone } from './sounds.ts';
import { patienceSeconds } from '../rig/patience.ts';

const models = path.join(import.meta.dirname, '../../src/transcription/models');
const children: ChildProcessWithoutNullStreams[] = [];
/** Of the newest process. */
let languageModel = '';

function engineWith(needs: Partial<PocketSphinxNeeds> = {}): PocketSphinx {
  return new PocketSphinx({
    open: () => openPocketSphinx(() => undefined),
    start(command, args) {
      languageModel = args[args.indexOf('-lm') + 1] ?? '';
      const child = spawn(command, args, { stdio: 'pipe' });
      children.push(child);
      return child;
    },
    languageModel: path.join(models, 'menu.lm'),
    temporaryFolder: tmpdir(),
    transform: path.join(models, 'telephone.mllr'),
    ...needs,
  });
}

const menu = await say('For billing press one. For technical support press two.');

test('a menu is understood, with the times at which it was said', async () => {
  const line = new Line();
  const recognition = await engineWith().open(line.options);
  await line.play(recognition, room(30));
  const startMs = line.nowMs;
  await line.play(recognition, menu, room(2));
  await line.until(() => line.text.includes('two'), 'the menu');
  await recognition.close();
  assert.match(line.text, /for billing press one/);
  assert.match(line.text, /support press two/);
  const [first, last] = [line.heard[0]!, line.heard.at(-1)!];
  assert.ok(Math.abs(first.startedAtMs - startMs) < 300, `${first.startedAtMs - startMs}`);
  assert.ok(Math.abs(last.endedAtMs - (startMs + menu.length / 8)) < 400, `${last.endedAtMs - startMs}`);
  assert.ok(line.heard.every(({ isFinal }) => isFinal));
  assert.equal(line.failures, []);
});

test('a word that is expected is heard where a commoner one sounds like it, and the copy of the language model goes with the call', async () => {
  const line = new Line();
  const recognition = await engineWith().open({
    ...line.options,
    expectedWords: () => ['sails', 'zwischen'],
  });
  const copy = languageModel;
  assert.not.equal(copy, path.join(models, 'menu.lm'));
  await line.play(recognition, room(1), await say('Press two for sails and masts.'), room(2));
  await line.until(() => line.text.includes('two'), 'the menu');
  assert.match(line.text, /press two for sails/);
  assert.ok(existsSync(copy));
  await recognition.close();
  assert.not.ok(existsSync(path.dirname(copy)));
  assert.equal(line.failures, []);
});

test('what was being said at the end is told, and the process is gone', async () => {
  const line = new Line();
  const recognition = await engineWith().open(line.options);
  await line.play(recognition, room(1), menu.subarray(0, Math.round(menu.length * 0.45)));
  assert.equal(line.heard, []);
  await recognition.finish?.();
  assert.match(line.text, /billing press one/);
  assert.equal(line.failures, []);
  assert.is(children.at(-1)!.exitCode, 0);
  await recognition.close();
});

test('silence and music reach no recogniser', async () => {
  const line = new Line();
  const recognition = await engineWith().open({ ...line.options, audioType: () => 'music' });
  const child = children.at(-1)!;
  await line.play(recognition, room(60), tone(440, 60));
  assert.is((child.stdin as Socket).bytesWritten + child.stdin.writableLength, 0);
  await recognition.close();
  assert.ok(child.killed);
});

test('a process that dies is replaced once, and the next menu is understood', async () => {
  const line = new Line();
  const recognition = await engineWith().open(line.options);
  const before = children.length;
  const died = new Promise((resolve) => children.at(-1)!.once('exit', resolve));
  children.at(-1)!.kill('SIGKILL');
  await died;
  assert.is(children.length, before + 1);
  await line.play(recognition, room(1), menu, room(2));
  await line.until(() => line.text.includes('two'), 'the menu');
  assert.equal(line.failures, []);
  children.at(-1)!.kill('SIGKILL');
  await line.until(() => line.failures.length > 0, 'the failure');
  assert.equal(line.failures, ['pocketsphinx ended by itself (SIGKILL)']);
  assert.is(children.length, before + 1, 'not a third time');
  await line.play(recognition, menu);
  await recognition.close();
});

test('a program that is away, ends, talks nonsense or takes nothing is a failure with a sentence', async () => {
  const missing = engineWith({
    open: async () => {
      throw new AppError('unavailable', 'there is no such package');
    },
  });
  const faultOf = (error: unknown): boolean =>
    error instanceof AppError && error.detail === 'there is no such package';
  await missing.check().then(
    () => assert.unreachable(),
    (error: unknown) => assert.ok(faultOf(error)),
  );
  await missing.open(new Line().options).then(
    () => assert.unreachable(),
    (error: unknown) => assert.ok(faultOf(error)),
  );
  for (const [program, fault] of [
    [['/nowhere/pocketsphinx'], /^pocketsphinx cannot be run: .*ENOENT/],
    [['false'], /^pocketsphinx ended by itself \(exit code 1\)/],
    [['yes'], /^pocketsphinx sent an answer that is not an utterance/],
    [['cat', '/dev/zero'], /^pocketsphinx sent a line without an end/],
  ] as const) {
    const line = new Line();
    const [command, ...args] = program;
    const engine = engineWith({
      start: () => {
        const child = spawn(command, args, { stdio: 'pipe' });
        children.push(child);
        return child;
      },
    });
    const recognition = await engine.open(line.options);
    await line.until(() => line.failures.length > 0, command);
    assert.match(line.failures.join(), fault);
    await recognition.close();
  }
});

test('a process that hangs is given up', async () => {
  const line = new Line();
  const recognition = await engineWith({ hangMs: 300 }).open(line.options);
  const stop = (): void => void children.at(-1)!.kill('SIGSTOP');
  stop();
  const again = await say('Thank you for calling. Please listen carefully as our menu options have changed.');
  await line.play(recognition, room(1), again, room(1), again, room(1));
  const ticks = setInterval(() => {
    if (children.at(-1)!.exitCode === null) stop();
    void line.play(recognition, again);
  }, 100);
  try {
    await line.until(() => line.failures.length > 0, 'the failure');
  } finally {
    clearInterval(ticks);
  }
  assert.equal(line.failures, ['pocketsphinx stopped taking audio']);
  await recognition.close();
});

test('a burst of sound that takes longer than a hang may last is no hang, as long as it is taken', async () => {
  const line = new Line();
  const start = (): ChildProcessWithoutNullStreams => {
    // A second of sound each fifth of a second.
    const child = spawn('sh', ['-c', 'while head -c 32000 >/dev/null; do sleep 0.2; done'], {
      stdio: 'pipe',
    });
    children.push(child);
    return child;
  };
  const recognition = await engineWith({ hangMs: 2000, start }).open(line.options);
  await line.play(recognition, ...Array.from({ length: 4 }, () => [menu, room(1)]).flat());
  const { stdin } = children.at(-1)!;
  const begunAt = performance.now();
  while (stdin.writableLength > 0 && performance.now() - begunAt < patienceSeconds * 1000) {
    await line.play(recognition, room(0.1));
    await delay(50);
  }
  assert.equal([line.failures, stdin.writableLength], [[], 0]);
  assert.ok(performance.now() - begunAt > 2200, 'it took longer than that');
  await recognition.close();
});

test.after(() => {
  for (const child of children) assert.ok(child.killed || child.exitCode !== null || child.pid === undefined);
});
test.run();
