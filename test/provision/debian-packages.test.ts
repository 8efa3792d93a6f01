import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isRecentEnough, readPackageList } from '../../src/provision/asterisk-program.ts';
import { findMirror } from '../../src/provision/debian-mirror.ts';
import { parsePrintedUris } from '../../src/provision/private-apt.ts';
import { isChosen } from '../../src/provision/tree-specification.ts';

const paragraph = (fields: Record<string, string>): string =>
  Object.entries({
    MetaKey: 'main/binary-amd64/Packages',
    'Created-By': 'Packages',
    Component: 'main',
    ...fields,
  })
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

test("the mirror is the one of the machine's own suite, not a third party's", () => {
  const targets = [
    paragraph({ Release: 'nodistro', 'Repo-URI': 'https://third.example/', Origin: 'Somebody' }),
    paragraph({ Release: 'bookworm', 'Repo-URI': 'https://other.example/', Origin: 'Somebody' }),
    paragraph({ Release: 'bookworm-security', 'Repo-URI': 'https://security.example/', Origin: 'Debian' }),
    paragraph({ Release: 'bookworm', 'Repo-URI': 'https://mirror.example/debian/', Origin: 'Debian' }),
  ].join('\n\n');
  assert.is(findMirror(targets, 'bookworm')?.uri, 'https://mirror.example/debian/');
});

test('a machine whose package lists were removed still has a mirror', () => {
  const targets = paragraph({ Release: 'bookworm', 'Repo-URI': 'https://mirror.example/debian/' });
  assert.is(findMirror(targets, 'bookworm')?.uri, 'https://mirror.example/debian/');
  assert.is(findMirror(targets, 'trixie'), undefined);
  assert.is(findMirror('', 'bookworm'), undefined);
});

test("apt's printed URIs are read with epochs and sizes", () => {
  const line = `'https://mirror.example/a_1%3a2.0-1_amd64.deb' asterisk_1%3a2.0+x~y-1_amd64.deb 1234 SHA256:${'0a'.repeat(32)}`;
  assert.equal(parsePrintedUris(`${line}\nnoise\n`), [
    {
      packageName: 'asterisk',
      version: '1:2.0+x~y-1',
      architecture: 'amd64',
      fileName: 'asterisk_1%3a2.0+x~y-1_amd64.deb',
      sizeBytes: 1234,
      sha256: '0a'.repeat(32),
    },
  ]);
});

test('a package that the index gives no SHA-256 of is refused', () => {
  const line = "'https://mirror.example/a_1_amd64.deb' a_1_amd64.deb 1234 MD5Sum:00";
  assert.throws(() => parsePrintedUris(line), /has no SHA-256/);
});

test('a tree holds the named packages and chosen libraries, without what the machine has', () => {
  const specification = {
    name: 'x',
    suite: 'machine',
    packages: ['x'],
    machineHas: ['libc6', '*perl*'],
  } as const;
  const closure = ['x', 'libc6', 'libperl5.36', 'libnss3'];
  const chosen = (more = {}) => closure.filter((name) => isChosen(name, { ...specification, ...more }));
  assert.equal(chosen(), ['x', 'libnss3']);
  assert.equal(chosen({ libraries: ['libc*'] }), ['x']);
});

test('an installed Asterisk serves from 22.6 on', () => {
  const versions = ['20.19.0', '22.5.2', '22.6.0~rc1', '22.10.1~dfsg', '23.0.0'];
  assert.equal(versions.filter(isRecentEnough), ['22.6.0~rc1', '22.10.1~dfsg', '23.0.0']);
});

test('the list of packages names Asterisk and its sounds', async () => {
  assert.ok((await readPackageList()).includes('asterisk'));
  assert.ok((await readPackageList()).includes('asterisk-core-sounds-en-wav'));
});

test.run();
