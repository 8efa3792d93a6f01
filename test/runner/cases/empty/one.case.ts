import { test } from 'uvu';

test('is never run, because the file does not say so', () => undefined);
