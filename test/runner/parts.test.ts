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
  const { beside, alone } = partsOf(groups, filesOf);
  const shared = [...beside, ...alone].flatMap(({ group, files = filesOf(group) }) =>
    files.map((file) => `${group}/${file}`),
  );
  const there = groups.flatMap((group) => filesOf(group).map((file) => `${group}/${file}`));
  assert.equal(shared.toSorted(), there.toSorted());
});

test('one group that is asked for is all that is run', () => {
  const { beside, alone } = partsOf(['browser', 'domain'], filesOf);
  assert.equal([...new Set([...beside, ...alone].map(({ group }) => group))], ['browser', 'domain']);
  assert.ok(alone.length > 0 && beside.length > 2);
});

test.run();
