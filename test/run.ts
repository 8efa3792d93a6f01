/**
 * `npm test`: every group of tests in a process of its own, two at a time.
 * Arguments name groups to run instead of all; TEST_TIMES=1 adds when each test began and ended. Ends with one line that counts them all.
 */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { TestGroup, testFiles } from './runner/group.ts';

interface Outcome {
  group: string;
  passed: number;
  failed: number;
  seconds: number;
}

const testFolder = import.meta.dirname;
/**
 * One after the other: each runs many tests at a time, of which some start services or a browser, which takes all of two cores, and
 * some look at milliseconds. Beside them run the other groups, which do little.
 */
const busyGroups = ['acceptance', 'integration', 'asterisk', 'sound', 'starting', 'browser', 'attack'];

const running = new Set<TestGroup>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    for (const queue of queues) queue.length = 0;
    process.exitCode = 1;
    for (const group of running) void group.end(); // the lanes end when their groups have
  });

const all = readdirSync(testFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && testFiles(path.join(testFolder, entry.name)).length > 0)
  .map((entry) => entry.name);
const asked = process.argv.slice(2);
const unknown = asked.filter((group) => !all.includes(group));
if (unknown.length > 0) {
  console.error(`no such group of tests: ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(2);
}
const wanted = asked.length > 0 ? asked : all;
const queues = [
  busyGroups.filter((group) => wanted.includes(group)),
  wanted.filter((group) => !busyGroups.includes(group)),
];
const outcomes: Outcome[] = [];
await Promise.all(queues.map((queue, lane) => runAll(queue, lane)));

for (const { group, passed, failed, seconds } of outcomes)
  console.log(`${group.padEnd(14)} ${passed} passed, ${failed} failed (${seconds.toFixed(0)} s)`);
const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
if (failed > 0 || passed === 0) process.exitCode = 1;

async function runAll(queue: string[], lane: number): Promise<void> {
  for (let group = queue.shift(); group !== undefined; group = queue.shift())
    outcomes.push(await run(group, lane));
}

async function run(group: string, lane: number): Promise<Outcome> {
  const began = performance.now();
  const tests = new TestGroup({
    folder: `test/${group}`,
    environment: { TEST_LANE: String(lane) }, // its ports: test/rig/free-ports.ts
  });
  running.add(tests);
  const { passed, failed, output } = await tests.result();
  running.delete(tests);
  process.stdout.write(`\n== ${group}\n${output}\n`);
  return { group, passed, failed, seconds: (performance.now() - began) / 1000 };
}
