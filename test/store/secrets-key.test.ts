import { randomBytes } from 'node:crypto';
import { chmod, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { UnreadableSecret } from '../../src/domain/unreadable-secret.ts';
import { isSealed, openText, sealText } from '../../src/secrets/sealed-text.ts';
import { openSealer, ownKeyFile } from '../../src/secrets/secrets-key.ts';
import { memoryLog, withFolder } from './fixtures.ts';

const test = suite('the key of the secrets');

test('a sealed text opens only with its key, in its place and unchanged', () => {
  const key = randomBytes(32);
  const sealed = sealText('a secret', key, 'here');
  assert.ok(isSealed(sealed) && !sealed.includes('a secret'));
  assert.is(openText(sealed, key, 'here'), 'a secret');
  assert.is.not(sealText('a secret', key, 'here'), sealed);
  assert.throws(() => openText(sealed, key, 'there'), /changed .* or moved/);
  assert.throws(
    () => openText(sealed, randomBytes(32), 'here'),
    /sealed with the key [0-9a-f]{8}, and the key here is/,
  );
  const at = sealed.lastIndexOf(':') + 1;
  for (let index = at; index < sealed.length - 1; index += 1) {
    const changed = sealed.slice(0, index) + (sealed[index] === 'A' ? 'B' : 'A') + sealed.slice(index + 1);
    assert.throws(() => openText(changed, key, 'here'), /changed/, String(index));
  }
  for (const cut of [sealed.slice(0, at + 4), sealed.slice(0, -4)])
    assert.throws(() => openText(cut, key, 'here'), /was changed/);
});

test('the key is made once, readable by this user only, whatever the umask', () =>
  withFolder(async (dataDir) => {
    const settings = { secretsKey: undefined, secretsKeyFile: undefined, dataDir };
    const umask = process.umask(0);
    try {
      const first = await openSealer(settings, memoryLog());
      const sealed = first.seal('a secret', 'here');
      assert.equal(await readdir(dataDir), ['secrets.key']);
      assert.is((await stat(ownKeyFile(dataDir))).mode & 0o777, 0o600);
      await chmod(ownKeyFile(dataDir), 0o644);
      assert.is((await openSealer(settings, memoryLog())).open(sealed, 'here'), 'a secret');
      assert.is((await stat(ownKeyFile(dataDir))).mode & 0o777, 0o600);
      await rm(ownKeyFile(dataDir));
      assert.instance((await openSealer(settings, memoryLog())).open(sealed, 'here'), UnreadableSecret);
    } finally {
      process.umask(umask);
    }
  }));

test('a key from outside is taken from a variable or a file, in either writing, and no file is made', () =>
  withFolder(async (dataDir) => {
    const key = randomBytes(32);
    const file = join(dataDir, 'given');
    await writeFile(file, `${key.toString('base64url')}\n`);
    const given = [
      { secretsKey: key.toString('hex'), secretsKeyFile: undefined },
      { secretsKey: key.toString('base64'), secretsKeyFile: undefined },
      { secretsKey: undefined, secretsKeyFile: file },
    ];
    const sealed = sealText('a secret', key, 'here');
    for (const settings of given)
      assert.is((await openSealer({ ...settings, dataDir }, memoryLog())).open(sealed, 'here'), 'a secret');
    assert.equal(await readdir(dataDir), ['given']);
  }));

for (const [what, text] of [
  ['empty', ''],
  ['cut off', 'AAAA'],
  ['no key at all', 'correct horse battery staple'],
] as const)
  test(`a key file that is ${what} is named with what it must hold, and stops nothing`, () =>
    withFolder(async (dataDir) => {
      await writeFile(ownKeyFile(dataDir), text);
      const log = memoryLog();
      const sealer = await openSealer({ secretsKey: undefined, secretsKeyFile: undefined, dataDir }, log);
      const message = `${ownKeyFile(dataDir)} must hold 32 random bytes as base64 or hexadecimal`;
      assert.ok(sealer.closed?.startsWith(message), sealer.closed);
      assert.ok(JSON.stringify(log.lines).includes(message));
      assert.ok(text === '' || !JSON.stringify(log.lines).includes(text));
    }));

test.run();
