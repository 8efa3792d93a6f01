import { test } from 'uvu';

test('says nothing', () => undefined);
test.run();
