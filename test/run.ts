/**
 * `npm test`: every group of tests in processes of its own: one that looks at time, and beside it, with what that leaves of the processor,
 * one that does not, or two once the browsers are over.
 * Arguments name groups to run instead of all; TEST_TIMES=1 adds when each test began and ended. Ends with one line that counts them all.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type GroupResult, TestGroup, testFiles } from './runner/group.ts';
import { type Part, partsOf } from './runner/parts.ts';
import { bringPrograms } from './runner/programs.ts';
import { type Outcome, runAgain } from './runner/second-run.ts';

const testFolder = import.meta.dirname;

let ended = false;
const running = new Set<TestGroup>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    ended = true;
    process.exitCode = 1;
    for (const group of running) void group.end(); // the lanes end when their groups have
  });

const filesOf = (group: string): string[] => testFiles(path.join(testFolder, group));
const all = readdirSync(testFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && filesOf(entry.name).length > 0)
  .map((entry) => entry.name);
const asked = process.argv.slice(2);
const unknown = asked.filter((group) => !all.includes(group));
if (unknown.length > 0) {
  console.error(`no such group of tests: ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(2);
}
const { busy, timed, others, alone } = partsOf(asked.length > 0 ? asked : all, filesOf);
if (asked.length === 0) await bringPrograms(console.log);
const outcomes: (Outcome & { seconds: number })[] = [];
const yielding = (lane: number): Promise<void> => runAll(others, lane, { yields: true });
const afterBusy = async (): Promise<void> => {
  await Promise.all([runAll(timed, 0).then(() => yielding(0)), yielding(2)]);
};
await Promise.all([runAll(busy, 0).then(afterBusy), yielding(1)]);
await runAll(alone, 0);
const secondRuns = ended
  ? []
  : await runAgain(outcomes, (group, file) =>
      run({ group, files: [file] }, 0, `second run: ${group}/${file}`),
    );

for (const group of all) {
  const parts = outcomes.filter((outcome) => outcome.group === group);
  if (parts.length === 0) continue;
  const seconds = parts.map((part) => part.seconds.toFixed(0)).join(' + ');
  console.log(
    `${group.padEnd(14)} ${sum(parts, 'passed')} passed, ${sum(parts, 'failed')} failed (${seconds} s)`,
  );
}
if (secondRuns.length > 0) console.log(`\n${secondRuns.join('\n')}`);
const [passed, failed] = [sum(outcomes, 'passed'), sum(outcomes, 'failed')];
console.log(`\n${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0) process.exitCode = 1;

async function runAll(queue: Part[], lane: number, options: { yields?: boolean } = {}): Promise<void> {
  for (let part = queue.shift(); part !== undefined && !ended; part = queue.shift()) {
    const began = performance.now();
    const result = await run(part, lane, part.group, options);
    outcomes.push({ group: part.group, result, seconds: (performance.now() - began) / 1000 });
  }
}

async function run(
  { group, files }: Part,
  lane: number,
  title: string,
  options: { yields?: boolean } = {},
): Promise<GroupResult> {
  const tests = new TestGroup({
    ...options,
    folder: `test/${group}`,
    ...(files === undefined ? {} : { files }),
    environment: { TEST_LANE: String(lane) }, // its ports: test/rig/free-ports.ts
  });
  running.add(tests);
  const result = await tests.result();
  running.delete(tests);
  process.stdout.write(`\n== ${title}\n${result.output}\n`);
  return result;
}

function sum(some: readonly Outcome[], count: 'passed' | 'failed'): number {
  return some.reduce((total, { result }) => total + result[count], 0);
}
