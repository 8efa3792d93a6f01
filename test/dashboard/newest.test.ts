import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { newestOf } from '../../src/dashboard/api/newest.ts';
import { health, readHealth } from '../../src/dashboard/state/gateway/gateway.ts';

const test = suite('answers that overtake each other');

function later<T>() {
  let resolve: (answer: T) => void = () => undefined;
  let reject: (error: Error) => void = () => undefined;
  const promise = new Promise<T>((...settle) => ([resolve, reject] = settle));
  return { promise, resolve, reject };
}

test('what was asked for before is old, and so is its failure', async () => {
  const taken: string[] = [];
  const { ask: take } = newestOf((answer: string) => taken.push(answer));
  const [first, failing] = [later<string>(), later<string>()];
  const late = [take(first.promise), take(failing.promise)];
  await take(Promise.resolve('newest'));
  first.resolve('oldest');
  failing.reject(new Error('away'));
  await Promise.all(late);
  assert.equal(taken, ['newest']);
});

test('until a newer one has come, an answer is news, and a failure is told', async () => {
  const taken: string[] = [];
  const { ask: take } = newestOf((answer: string) => taken.push(answer));
  const pending = later<string>();
  const late = take(pending.promise);
  const failure = await take(Promise.reject(new Error('away'))).catch((error: unknown) => error);
  assert.instance(failure, Error);
  pending.resolve('all the same');
  await late;
  await take(Promise.resolve('next'));
  assert.equal(taken, ['all the same', 'next']);
});

test('the gateway that was away is not away again by an older answer', async () => {
  const fetched = globalThis.fetch;
  const away = later<Response>();
  const answers = [away.promise, Promise.resolve(Response.json({ asterisk: { ok: true } }))];
  globalThis.fetch = () => answers.shift() ?? Promise.reject(new Error('asked too often'));
  try {
    const first = readHealth();
    await readHealth();
    away.resolve(Response.json({ asterisk: { ok: false } }));
    await first;
    assert.is(health.value?.asterisk.ok, true);
  } finally {
    globalThis.fetch = fetched;
    health.value = undefined; // other files share the page's state
  }
});

test.run();
