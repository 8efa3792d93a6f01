import { test } from 'uvu';

test('prints for ever', async () => {
  for (;;)
    await new Promise<void>((resolve) => process.stdout.write(`${'x'.repeat(65_000)}\n`, () => resolve()));
});
test.run();
