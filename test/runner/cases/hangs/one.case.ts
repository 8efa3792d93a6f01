import { suite } from 'uvu';

const test = suite('a suite');
test('before', () => undefined);
test('waits for ever', () => new Promise<void>(() => setInterval(() => undefined, 1_000)));
test('after', () => undefined);
test.run();
