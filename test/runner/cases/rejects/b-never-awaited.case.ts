import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';

test('forgets a promise', async () => {
  void Promise.reject(new Error('forgotten by all'));
  await wait(50);
});

test.run();
