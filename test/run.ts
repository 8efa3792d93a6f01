/**
 * `npm test`: every group of tests in a process of its own, the ones that need no telephone first, two at a time.
 * Arguments name groups to run instead of all. Ends with one line that counts them all.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';

interface GroupResult {
  group: string;
  passed: number;
  failed: number;
  seconds: number;
}

const testFolder = import.meta.dirname;
/** Longest first, so that the two lanes end together. */
const telephoneGroups = ['acceptance', 'integration', 'asterisk', 'provision'];
const maxMinutes = 15;
const patienceMs = 30_000;

const running = new Set<ChildProcess>();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    queue.length = 0;
    void Promise.all([...running].map(end)).then(() => process.exit(1));
  });

const all = readdirSync(testFolder, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && hasTests(path.join(testFolder, entry.name)))
  .map((entry) => entry.name);
const asked = process.argv.slice(2);
const unknown = asked.filter((group) => !all.includes(group));
if (unknown.length > 0) {
  console.error(`no such group of tests: ${unknown.join(', ')}; there are ${all.join(', ')}`);
  process.exit(2);
}
const queue = (asked.length > 0 ? asked : all).sort((a, b) => rank(a) - rank(b));
const results: GroupResult[] = [];
await Promise.all([lane(0), lane(1)]);

for (const { group, passed, failed, seconds } of results)
  console.log(`${group.padEnd(14)} ${passed} passed, ${failed} failed (${seconds.toFixed(0)} s)`);
const passed = results.reduce((sum, result) => sum + result.passed, 0);
const failed = results.reduce((sum, result) => sum + result.failed, 0);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;

function rank(group: string): number {
  const at = telephoneGroups.indexOf(group);
  return at < 0 ? telephoneGroups.length : at;
}

async function lane(number: number): Promise<void> {
  for (let group = queue.shift(); group !== undefined; group = queue.shift())
    results.push(await runGroup(group, number));
}

/**
 * A group that is told to end closes what it opened. What it was just opening is not known to it yet: that is in its process
 * group, and a gateway that is told to end there ends its Asterisk as well.
 */
async function end(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), patienceMs);
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  clearTimeout(timer);
  try {
    process.kill(-(child.pid ?? 0), 'SIGTERM');
  } catch {
    // Nothing was left.
  }
}

function runGroup(group: string, laneNumber: number): Promise<GroupResult> {
  const began = performance.now();
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', 'node_modules/uvu/bin.js', '--no-color', `test/${group}`, '\\.test\\.ts$'],
    {
      cwd: path.dirname(testFolder),
      env: { ...process.env, TEST_LANE: String(laneNumber) }, // its ports: test/rig/free-ports.ts
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true, // a process group of its own, see `end`
    },
  );
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  running.add(child);
  const deadline = setTimeout(() => void end(child), maxMinutes * 60_000);
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      clearTimeout(deadline);
      running.delete(child);
      const { passed, failed } = count(output);
      const broken = code !== 0 || signal !== null || passed + failed === 0;
      const result = {
        group,
        passed,
        failed: failed === 0 && broken ? 1 : failed,
        seconds: (performance.now() - began) / 1000,
      };
      process.stdout.write(`\n== ${group}\n${output.trimEnd()}\n`);
      if (signal !== null) process.stdout.write(`ended by ${signal}\n`);
      resolve(result);
    });
  });
}

/**
 * uvu writes `(passed / total)` behind the dots of each file; a throw in `before` leaves `(0 / 6)` and exit code 0, so
 * the difference is counted, not the exit code alone.
 */
function count(output: string): { passed: number; failed: number } {
  let passed = 0;
  let total = 0;
  for (const match of output.matchAll(/\((\d+) \/ (\d+)\)/g)) {
    passed += Number(match[1]);
    total += Number(match[2]);
  }
  return { passed, failed: total - passed };
}

function hasTests(folder: string): boolean {
  return existsSync(folder) && readdirSync(folder).some((file) => file.endsWith('.test.ts'));
}
