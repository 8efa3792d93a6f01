import { test } from 'uvu';

test('comes after both', () => undefined);

test.run();
