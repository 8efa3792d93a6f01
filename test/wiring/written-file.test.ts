import { mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { replaceFile } from '../../src/files/written-file.ts';
import { withFolder } from '../store/fixtures.ts';

test('a file that cannot be put in place leaves nothing of itself', () =>
  withFolder(async (folder) => {
    const file = path.join(folder, 'key');
    await mkdir(path.join(file, 'in the way'), { recursive: true });
    const failure = await replaceFile(file, 'text', 0o600).catch((error: Error) => error.message);
    assert.match(String(failure), /EISDIR|ENOTEMPTY|EEXIST/);
    assert.equal(await readdir(folder), ['key']);
  }));

test.run();
