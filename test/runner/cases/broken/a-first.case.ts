import { test } from 'uvu';

test('this file was read before', () => undefined);
test.run();
