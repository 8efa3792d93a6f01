import { test } from 'uvu';

test('nothing is wrong', () => undefined);
test.run();
