import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createHealthReport } from '../../src/http/routes/health.ts';

const test = suite('the time since the start');

test('a clock that is set back after the start makes it no less', async () => {
  const { now } = Date;
  let backMs = 0;
  Date.now = () => now() - backMs;
  try {
    const report = createHealthReport({
      version: '0',
      telephonyUnavailable: () => undefined,
      journalFaulty: () => undefined,
      pingDatabase: () => Promise.resolve(),
    });
    backMs = 7_200_000;
    const { uptime } = await report();
    assert.ok(uptime >= 0 && uptime < 60, String(uptime));
  } finally {
    Date.now = now;
  }
});

test.run();
