import { test } from 'uvu';

test('is left out', () => undefined);
test.only('alone', () => undefined);
test.run();
