import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { composeVariables, readEnvFile } from '../../src/config/env-file.ts';
import { variables } from '../../src/config/schema.ts';

const projectFolder = process.cwd();
let folder = '';
test.before.each(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'hf-env-'));
  process.chdir(folder);
});
test.after.each(async () => {
  process.chdir(projectFolder);
  await rm(folder, { recursive: true });
});

test('without a file nothing is added, and that is no fault', () => {
  assert.equal(readEnvFile(), { unknown: [], tooLate: [] });
});

test('a file that cannot be read is a fault: the service would start without its trunk and its limits', async () => {
  await mkdir('.env'); // as Docker makes of a mount whose file is missing
  assert.throws(() => readEnvFile(), /^\.env cannot be read: EISDIR/);
});

test('a name that nobody reads is told, so that no mistyped limit is believed to be in force', async () => {
  await writeFile(
    '.env',
    'MAX_CALL_PER_DAY=5\nLOG_LEVEL=info\nTZ=Europe/Berlin\nHTTPS_PROXY=http://proxy\nPIPER_TAG=1\n',
  );
  assert.equal(readEnvFile(), { unknown: ['MAX_CALL_PER_DAY'], tooLate: [] });
});

test('a name that Node reads when it starts is told, unless the environment has it', async () => {
  await writeFile('.env', 'NODE_EXTRA_CA_CERTS=/home/me/ca.pem\nTRUNK_HOST=sip.example.net\n');
  delete process.env['NODE_EXTRA_CA_CERTS'];
  assert.equal(readEnvFile().tooLate, ['NODE_EXTRA_CA_CERTS']);
  process.env['NODE_EXTRA_CA_CERTS'] = '/home/me/ca.pem';
  assert.equal(readEnvFile().tooLate, []);
});

test('what compose.yaml reads from the file is known', async () => {
  const compose = await readFile(path.join(projectFolder, 'compose.yaml'), 'utf8');
  const read = new Set([...compose.matchAll(/\$\{([A-Z_]+)/g)].map(([, name = '']) => name));
  const settings = new Set<string>([...variables, 'NODE_EXTRA_CA_CERTS', 'TZ']);
  assert.equal([...read].filter((name) => !settings.has(name)).toSorted(), composeVariables.toSorted());
});

test.run();
