import { test } from 'uvu';

test('is wrong each time', () => {
  throw new Error('1 is not 2');
});
test.run();
