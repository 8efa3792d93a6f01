import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { testFiles } from './group.ts';
import { partsOf } from './parts.ts';

const testFolder = path.resolve(import.meta.dirname, '..');
const filesOf = (group: string): string[] => testFiles(path.join(testFolder, group));
const groups = readdirSync(testFolder).filter((name) => !name.endsWith('.ts') && filesOf(name).length > 0);

test('every file of every group is in one part, and every part names files that there are', () => {
  const { busy, timed, others, alone } = partsOf(groups, filesOf);
  const shared = [...busy, ...timed, ...others, ...alone].flatMap(({ group, files = filesOf(group) }) =>
    files.map((file) => `${group}/${file}`),
  );
  const there = groups.flatMap((group) => filesOf(group).map((file) => `${group}/${file}`));
  assert.equal(shared.toSorted(), there.toSorted());
});

test('one group that is asked for is all that is run', () => {
  const { busy, timed, others, alone } = partsOf(['browser', 'domain'], filesOf);
  for (const part of [...busy, ...alone]) assert.is(part.group, 'browser');
  assert.equal(timed, []);
  assert.equal(others, [{ group: 'domain' }]);
  assert.ok(alone.length > 0 && busy.length > 1);
});

test('of a group of which some files look at time, the others run beside', () => {
  const { timed, others, alone } = partsOf(['acceptance'], filesOf);
  assert.is(timed.length, 1);
  assert.is(others.length, 1);
  assert.equal(alone, []);
  assert.ok(others[0]?.files?.includes('flows.test.ts'));
});

test.run();
