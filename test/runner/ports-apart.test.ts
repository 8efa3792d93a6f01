import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

/** A process of tests in the same lane as every other that is begun here. */
async function begin(): Promise<{ ports: number[]; end: () => Promise<unknown> }> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'test/runner/given-ports.mts'], {
    env: { ...process.env, TEST_LANE: '1' },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    ports: JSON.parse(line) as number[],
    end: () => {
      child.stdin.end();
      return ended;
    },
  };
}

test('two runs of tests on one machine have no port in common, and who begins later has those that were given back', async () => {
  const runs = await Promise.all([begin(), begin()]);
  for (const { end } of runs) await end();
  const [one = [], other = []] = runs.map(({ ports }) => ports);
  assert.is(new Set([...one, ...other]).size, one.length + other.length);
  const again = await begin();
  await again.end();
  assert.ok([...one, ...other].includes(again.ports[0] ?? 0));
});

test.run();
