import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { type GroupResult, TestGroup } from './group.ts';

/** How long the processes sleep that the cases leave running. No other process on the machine sleeps exactly this long. */
const sleep = `sleep 300.${process.pid}`;

/** Has a TMPDIR of its own, so that its processes and files do not count as this group's. */
function run(name: string, yields = false): Promise<GroupResult> {
  const folder = `test/runner/cases/${name}`;
  return new TestGroup({
    folder,
    suffix: '.case.ts',
    yields,
    environment: {
      TEST_SECONDS: '1',
      SLEEP_SECONDS: sleep.replace('sleep ', ''),
      PARENT_NICENESS: String(getPriority()),
    },
    lingerSeconds: 3,
    maxOutputMiB: 1,
  }).result();
}

function sleepers(): string {
  return execFileSync('sh', ['-c', `pgrep -f '^${sleep}$' || true`]).toString();
}

test('a group in which nothing is wrong passes', async () => {
  const { passed, failed, output } = await run('passes');
  assert.equal([passed, failed], [1, 0], output);
});

test('a group that yields leaves the processor to others', async () => {
  const { passed, failed, output } = await run('yields', true);
  assert.equal([passed, failed], [1, 0], output);
});

test('a test that hangs is named, fails, and keeps neither the others nor the end of the group', async () => {
  const { passed, failed, leftovers, output } = await run('hangs');
  assert.is(passed, 2, output);
  assert.match(output, /not over after 1 s: waits for ever/);
  assert.match(output, /FAULT its tests were over, and something kept it from ending for 3 s/);
  assert.is(failed, 3, 'the test, the end, and the signal that it took');
  assert.is(leftovers, 2, 'a file that passes alone explains the end and the signal');
});

test('a file that tests nothing is a failure', async () => {
  const { failed, output } = await run('empty');
  assert.is(failed, 1, output);
  assert.match(output, /FAULT one\.case\.ts: no test ran/);
});

test('files that were not reached are failures, and what a broken one started is ended', async () => {
  const { failed, output } = await run('broken');
  for (const file of ['b-throws', 'c-never-read']) assert.match(output, `FAULT ${file}.case.ts: no test ran`);
  assert.match(output, 'broken at load');
  assert.match(output, `FAULT left running: ${sleep}`);
  assert.ok(failed >= 3);
  assert.is(sleepers(), '');
});

test('a rejection that is awaited late fails its test alone, one that is never awaited fails the group', async () => {
  const { passed, failed, leftovers, output, files } = await run('rejects');
  assert.is(passed, 2, output);
  assert.equal(files.get('a-awaited-late.case.ts')?.failures, ['what it awaits last was rejected before']);
  assert.is(files.get('c-reached.case.ts')?.passed, 1);
  assert.match(output, 'rejected, and never awaited: Error: forgotten by all');
  assert.not.match(output, 'never awaited: Error: refused early');
  assert.match(output, 'FAULT a rejection was never awaited');
  assert.equal([failed, leftovers], [2, 1], output);
});

test('a group that prints for ever is ended, and counted as failed', async () => {
  const { passed, failed, output } = await run('floods');
  assert.is(passed, 1, output.slice(-500));
  assert.match(output.slice(-500), 'FAULT printed more than 1 MiB');
  assert.match(output.slice(-500), 'FAULT two.case.ts: no test ran');
  assert.ok(failed >= 3, String(failed));
});

test('what a test prints is not counted', async () => {
  const { passed, failed, output } = await run('claims');
  assert.equal([passed, failed], [1, 0], output);
});

test('a file whose other tests are left out is a failure', async () => {
  const { failed, output } = await run('alone');
  assert.match(output, 'test.only leaves out every other test of the file: "alone"');
  assert.match(output, 'FAULT one.case.ts: no test ran');
  assert.ok(failed > 0);
});

test('a process and a file that a test leaves behind are failures, and are removed', async () => {
  const before = readdirSync(tmpdir());
  const { passed, failed, output } = await run('leaves');
  assert.equal([passed, failed], [1, 2], output);
  assert.match(output, `FAULT left running: ${sleep}`);
  assert.match(output, 'FAULT left in TMPDIR: forgotten');
  assert.is(sleepers(), '');
  assert.equal(readdirSync(tmpdir()), before);
});

test.run();
