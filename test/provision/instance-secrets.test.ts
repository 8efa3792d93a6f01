import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { openSecrets } from '../../src/embedded/instance-secrets.ts';
import { withFolder } from '../store/fixtures.ts';

const test = suite('passwords between the app and its Asterisk');

test('they are made once, for this user only', () =>
  withFolder(async (folder) => {
    const file = join(folder, 'secrets.json');
    const made = await openSecrets(file);
    assert.is.not(made.ariPassword, made.mediaPassword);
    assert.equal(await openSecrets(file), made);
    assert.is((await stat(file)).mode & 0o777, 0o600);
  }));

test('a damaged file is named, and not replaced: an Asterisk that still runs knows only the old ones', () =>
  withFolder(async (folder) => {
    const file = join(folder, 'secrets.json');
    for (const text of ['', '{"ariPassword":"x', '{"ariPassword":"x"}']) {
      await writeFile(file, text);
      const error = await openSecrets(file).catch((thrown: unknown) => thrown);
      assert.instance(error, AppError);
      assert.match((error as AppError).detail, /secrets\.json is damaged/);
    }
  }));

test.run();
