import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { expecting, LanguageModel } from '../../src/transcription/pocketsphinx/language-model.ts';

const menu = path.join(import.meta.dirname, '../../src/transcription/models/menu.lm');
const small =
  '\\data\\\nngram 1=3\nngram 2=1\n\n\\1-grams:\n-99.0 <s> -0.5\n-1.2 press -0.7\n-6.0 lock -0.1\n\n\\2-grams:\n-0.5 press lock\n\n\\end\\\n';

test('expected words become likelier, none less likely, and new ones are added and counted', () => {
  const model = expecting(small, ['lock', 'press', 'mute']);
  assert.match(model, /^ngram 1=4$/m);
  assert.match(model, /^-1\.2000 press -0\.7$/m);
  assert.match(model, /^-2\.5229 lock -0\.1$/m);
  assert.match(model, /^-2\.5229 mute 0\.0000\n\n\\2-grams:$/m);
  assert.is(expecting(small, []), small);
});

test('without words, or where the model cannot be read, the common one is used', async () => {
  const told: string[] = [];
  const expect = (words: string[], common: string): Promise<LanguageModel> =>
    LanguageModel.expecting(words, { common, temporaryFolder: tmpdir() }, (why) => told.push(why));
  assert.is((await expect([], menu)).file, menu);
  assert.equal(told, []);
  const missing = await expect(['lock'], '/nowhere/menu.lm');
  assert.is(missing.file, '/nowhere/menu.lm');
  await missing.remove();
  assert.is(told.length, 1);
  assert.match(told[0]!, /ENOENT.*menu\.lm/);
  const made = await expect(['lock'], menu);
  assert.match(await readFile(made.file, 'utf8'), /^-2\.5229 lock /m);
  await made.remove();
  assert.ok((await readFile(menu, 'utf8')).startsWith('\\data\\'), 'the common one stays');
});

test.run();
