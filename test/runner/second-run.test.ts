import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type GroupResult, TestGroup } from './group.ts';
import { runAgain } from './second-run.ts';

const folder = 'test/runner/cases/loaded';

/** In its group, one file is late at its first run, and one is wrong at every run. */
async function runLoaded(): Promise<{ first: GroupResult; lines: string[] }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'hf-again-'));
  const run = (files?: string[]): Promise<GroupResult> =>
    new TestGroup({
      folder,
      suffix: '.case.ts',
      ...(files === undefined ? {} : { files }),
      environment: { CALM_MARK: path.join(dir, 'calm') },
    }).result();
  try {
    const first = await run();
    assert.equal([first.passed, first.failed], [1, 2], first.output);
    const lines = await runAgain([{ group: 'loaded', result: first }], (_group, file) => run([file]));
    return { first, lines };
  } finally {
    await rm(dir, { recursive: true });
  }
}

test('what was late passes alone and is counted once; what is wrong stays wrong; both are said', async () => {
  const { first, lines } = await runLoaded();
  assert.equal(lines, [
    'second run: loaded/late.case.ts passed (first failure: is late on a loaded machine)',
    'second run: loaded/wrong.case.ts failed (first failure: is wrong each time)',
  ]);
  assert.equal([first.passed, first.failed], [2, 1]);
  assert.match(first.output, '2.49 s');
});

/** A group in which each of these files has one test, which failed. */
function failing(...files: string[]): GroupResult {
  const failed = { passed: 0, total: 1, failures: ['late'] };
  return {
    passed: 0,
    failed: files.length,
    output: '',
    files: new Map(files.map((file) => [file, { ...failed }])),
  };
}
const passing: GroupResult = { passed: 1, failed: 0, output: '', files: new Map() };

test('seven files that fail, in whichever groups, are no chance: none has a second run', async () => {
  const outcomes = [
    { group: 'one', result: failing('a.test.ts', 'b.test.ts') },
    { group: 'other', result: failing('c.test.ts', 'd.test.ts', 'e.test.ts', 'f.test.ts', 'g.test.ts') },
  ];
  const lines = await runAgain(outcomes, () => Promise.reject(new Error('it was run')));
  assert.equal(lines, ['no second run: 7 files failed, and chance explains 6 at most']);
  assert.equal(
    outcomes.map(({ result }) => result.failed),
    [2, 5],
  );
});

test('what is wrong beside the tests stays wrong, and a second run that tests less saves nothing', async () => {
  const left = { group: 'left', result: { ...failing('a.test.ts'), failed: 2 } }; // one of them is a process that was left running
  await runAgain([left], () => Promise.resolve(passing));
  assert.equal([left.result.passed, left.result.failed], [1, 1]);
  for (const second of [
    { ...passing, passed: 0 },
    { ...passing, failed: 1 },
  ]) {
    const outcome = { group: 'less', result: failing('a.test.ts') };
    const [line = ''] = await runAgain([outcome], () => Promise.resolve(second));
    assert.match(line, /failed \(first failure: late\)/);
    assert.is(outcome.result.failed, 1);
  }
});

test('what a test that was cut short has left counts no more if its file passes alone, leaving nothing', async () => {
  const cut = (...files: string[]) => ({
    group: 'cut',
    result: { ...failing(...files), failed: files.length + 1, leftovers: 1 },
  });
  const alone = cut('a.test.ts');
  await runAgain([alone], () => Promise.resolve(passing));
  assert.equal([alone.result.passed, alone.result.failed], [1, 0]);
  const leaving = cut('a.test.ts');
  await runAgain([leaving], () => Promise.resolve({ ...passing, failed: 1, leftovers: 1 }));
  assert.equal([leaving.result.passed, leaving.result.failed], [0, 2]);
  const both = cut('a.test.ts', 'b.test.ts');
  await runAgain([both], (_group, file) =>
    Promise.resolve(file === 'a.test.ts' ? passing : { ...passing, passed: 0, failed: 1 }),
  );
  assert.equal([both.result.passed, both.result.failed], [1, 2]);
  const clean = { group: 'clean', result: { ...passing, failed: 1, leftovers: 1 } };
  await runAgain([clean], () => Promise.reject(new Error('it was run')));
  assert.is(clean.result.failed, 1);
});

test.run();
