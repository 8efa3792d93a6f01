import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';

const tests = path.resolve(import.meta.dirname, '..');
/** The programs that `npm test` and `npm run fuzz` start. They are in folders that uvu never gets without a pattern. */
const entries = ['run.ts', 'attack/fuzz/fuzz.ts'];

test('what a test starts as a program ends in .mts: uvu without a pattern imports every .ts of a folder', () => {
  const helpers = readdirSync(tests, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !/\.(test|case|d)\.ts$/.test(file) && !entries.includes(file),
  );
  assert.ok(helpers.length > 50, 'they were found');
  // A program exports nothing. If it were imported, it would wait for ever, or take uvu's arguments for its own.
  const programs = helpers.filter((file) => !/^export /m.test(readFileSync(path.join(tests, file), 'utf8')));
  assert.equal(programs, []);
});

test.run();
