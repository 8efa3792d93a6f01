import { test } from 'uvu';

test('nobody reads this', () => undefined);
test.run();
