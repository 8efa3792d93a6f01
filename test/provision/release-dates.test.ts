import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openDebianTree } from '../../src/provision/debian-tree.ts';
import { dateOptions, readDateSettings, readSourceOptions } from '../../src/provision/release-validity.ts';
import { expectRefusal } from './expect-refusal.ts';
import { type LocalRepository, inHours, toolSpecification, withRepository } from './local-repository.ts';

const tool = { name: 'tool', version: '1', content: 'echo one' };
const quiet = (): void => undefined;
/** A mirror that stands still: the file says itself that it should have been renewed an hour ago. */
const expired = { date: inHours(-24 * 8), validUntil: inHours(-1) };

const today = (): string => new Date().toISOString().slice(0, 10);
const daysOld = (date: Date): number => Math.round((Date.now() - date.getTime()) / 86_400_000);

test('an expired release file is refused, in one line with both causes and the remedies', () =>
  withRepository(async (repository) => {
    await repository.publish([tool], expired);
    const before = today();
    const refusal = await expectRefusal(
      openDebianTree(toolSpecification, quiet),
      'has expired',
      'the mirror is stale',
      'HOLDFAST_ALLOW_STALE_RELEASE=yes',
    );
    const [, said] = /clock says (\d{4}-\d\d-\d\d)/.exec(refusal) ?? [];
    assert.ok(said === before || said === today(), refusal); // it may be midnight meanwhile
    assert.not.match(refusal, /\n/);
  }));

test('a release file from the future is refused', () =>
  withRepository(async (repository) => {
    await repository.publish([tool], { date: inHours(5) });
    await expectRefusal(openDebianTree(toolSpecification, quiet), 'from the future', 'set the clock');
  }));

for (const [where, allow] of [
  ['in its configuration', (one: LocalRepository) => one.setApt(['Acquire::Check-Valid-Until "false";'])],
  ["in the mirror's entry", (one: LocalRepository) => one.setApt([], ['check-valid-until=no'])],
] as const)
  test(`an expired one is taken when this machine's apt allows it ${where}; its age counts from its date`, () =>
    withRepository(async (repository) => {
      await repository.publish([tool], expired);
      await allow(repository);
      const { currentAsOf } = await openDebianTree(toolSpecification, quiet);
      assert.is(daysOld(currentAsOf), 8);
    }));

test('an expired one is taken for one run when the variable says so, and with "yes" only', () =>
  withRepository(async (repository) => {
    await repository.publish([tool], expired);
    await repository.setApt([], ['check-valid-until=yes']);
    try {
      process.env['HOLDFAST_ALLOW_STALE_RELEASE'] = '1';
      await expectRefusal(openDebianTree(toolSpecification, quiet), 'has expired');
      process.env['HOLDFAST_ALLOW_STALE_RELEASE'] = 'yes';
      assert.is(daysOld((await openDebianTree(toolSpecification, quiet)).currentAsOf), 8);
    } finally {
      delete process.env['HOLDFAST_ALLOW_STALE_RELEASE'];
    }
  }));

test('an unpacked Asterisk keeps working, whatever the mirror does afterwards', () =>
  withRepository(async (repository) => {
    await repository.publish([tool], { validUntil: inHours(1) });
    const { root, currentAsOf } = await openDebianTree(toolSpecification, quiet);
    assert.is(daysOld(currentAsOf), 0);
    await repository.publish([tool], expired);
    assert.is((await openDebianTree(toolSpecification, quiet)).root, root);
  }));

test("only apt's settings about dates are taken over", () => {
  const dump = [
    'Acquire::Check-Valid-Until "false";',
    'Acquire::Max-ValidTime::Debian "86400";',
    'Acquire::AllowInsecureRepositories "true";',
    'APT::Get::AllowUnauthenticated "true";',
    'Acquire::Check-Date "false";',
  ].join('\n');
  assert.equal(readDateSettings(dump), [
    'Acquire::Check-Valid-Until "false";',
    'Acquire::Max-ValidTime::Debian "86400";',
    'Acquire::Check-Date "false";',
  ]);
});

test("the options are those of the mirror's own entry, in both formats of apt's sources", () => {
  const uri = 'https://mirror.example/debian/';
  const stanzas = [
    'Types: deb\nURIs: https://third.example/debian\nSuites: bookworm\nCheck-Valid-Until: no',
    '# a comment\nTypes: deb deb-src\nURIs: https://mirror.example/debian\nSuites: bookworm bookworm-updates\n' +
      'Valid-Until-Max: 86400\nTrusted: yes',
  ].join('\n\n');
  const lines = [
    'deb [check-valid-until=no] https://mirror.example/debian bookworm-security main',
    'deb [trusted=yes valid-until-max=86400 arch=amd64] https://mirror.example/debian bookworm main',
  ].join('\n');
  for (const [file, text] of [
    ['/etc/apt/sources.list.d/debian.sources', stanzas],
    ['/etc/apt/sources.list', lines],
  ] as const)
    assert.equal(dateOptions(readSourceOptions(file, text, uri, 'bookworm')), ['valid-until-max=86400']);
  assert.equal(dateOptions(readSourceOptions('/etc/apt/sources.list', lines, uri, 'trixie')), []);
});

test.run();
