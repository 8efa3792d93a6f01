import { setTimeout as wait } from 'node:timers/promises';
import { test } from 'uvu';

test('what it awaits last was rejected before', async () => {
  const refused = Promise.reject(new Error('refused early'));
  await wait(50);
  await refused;
});

test.run();
