import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { createHealthReport } from '../../src/http/routes/health.ts';
import type { Log } from '../../src/log/log.ts';
import { AsteriskAge, watchAsteriskAge } from '../../src/wiring/asterisk/asterisk-age.ts';

const dayMs = 86_400_000;
const daysAgo = (days: number): AsteriskAge => new AsteriskAge(new Date(Date.now() - days * dayMs - 1000));

function watch(age: AsteriskAge): { logged: string[]; said: string[] } {
  const logged: string[] = [];
  const said: string[] = [];
  const nothing = (): void => undefined;
  const log: Log = {
    debug: nothing,
    info: nothing,
    warn: (message) => logged.push(message),
    error: nothing,
  };
  watchAsteriskAge(age, log, (line) => said.push(line))();
  return { logged, said };
}

test('packages of 60 days and more are warned of at start and in the log, with the command', () => {
  const { logged, said } = watch(daysAgo(60));
  assert.is(logged.length, 1);
  assert.match(logged[0] ?? '', /60 days old.*npm run update/);
  assert.equal(said, logged);
  assert.equal(watch(daysAgo(59)), { logged: [], said: [] });
});

test('a clock that was set back makes nothing younger than new', () => {
  assert.is(daysAgo(-3).days(), 0);
  assert.is(daysAgo(7).days(), 7);
});

for (const [what, release, expected] of [
  [
    'one that was unpacked',
    { version: '22.10.1', ageDays: 3 },
    { ok: true, version: '22.10.1', age_days: 3 },
  ],
  ['one installed or elsewhere', { version: '22.10.1' }, { ok: true, version: '22.10.1' }],
  ['one that was never reached', {}, { ok: true }],
] as const)
  test(`/health shows version and age of ${what} as far as they are known`, async () => {
    const report = await createHealthReport({
      version: '0',
      telephonyUnavailable: () => undefined,
      asteriskRelease: () => release,
      journalFaulty: () => undefined,
      pingDatabase: () => Promise.resolve(),
    })();
    assert.equal(report.asterisk, expected);
  });

test.run();
