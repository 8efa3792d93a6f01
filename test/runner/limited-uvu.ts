/**
 * uvu with a time limit for every test and every hook: uvu itself waits for ever for one that hangs, and does not say which one it is.
 */
import { setTimeout as wait } from 'node:timers/promises';
import * as uvu from 'uvu';
import type { Callback, Context, Test } from 'uvu';
import { timed } from './timed.ts';

/** The longest test takes 150 s where four of them share two slow cores. */
const limitSeconds = Number(process.env['TEST_SECONDS'] ?? 300);

async function withinLimit<T>(
  name: string,
  act: Callback<T>,
  context: Parameters<Callback<T>>[0],
): Promise<void> {
  const over = new AbortController();
  const late = wait(limitSeconds * 1000, undefined, { signal: over.signal }).then(() => {
    throw new Error(`not over after ${limitSeconds} s: ${name}`);
  });
  try {
    await timed(name, () => Promise.race([act(context), late]));
  } finally {
    over.abort();
    late.catch(() => undefined);
  }
}

function limit<T extends Context>(tests: Test<T>): Test<T> {
  const limited = (name: string, act: Callback<T>): void =>
    tests(name, (context) => withinLimit(name, act, context));
  const hook = (name: string, add: (act: Callback<T>) => void) => (act: Callback<T>) =>
    add((context) => withinLimit(name, act, context));
  return Object.assign(limited, {
    only(name: string) {
      throw new Error(`test.only leaves out every other test of the file: "${name}"`);
    },
    skip: () => tests.skip(),
    before: Object.assign(
      hook('before', (act) => tests.before(act)),
      { each: hook('before.each', (act) => tests.before.each(act)) },
    ),
    after: Object.assign(
      hook('after', (act) => tests.after(act)),
      { each: hook('after.each', (act) => tests.after.each(act)) },
    ),
    run: () => tests.run(),
  });
}

export const test = limit(uvu.test);

export function suite<T extends Context = Context>(name?: string, context?: T): Test<T> {
  return limit(uvu.suite<T>(name, context));
}
