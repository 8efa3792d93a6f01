import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TrunkCheck, type WatchedTrunk } from '../../src/sip/trunk-check.ts';
import { until } from '../rig/until.ts';
import { memoryLog } from '../store/fixtures.ts';

/** A trunk of which Asterisk gets an answer or none. */
function watched(isReachable?: boolean): WatchedTrunk & { turn(isReachable: boolean): void } {
  let tell = (): void => undefined;
  return {
    isReachable,
    onChange(listener) {
      tell = listener;
      return () => (tell = () => undefined);
    },
    turn(now) {
      Object.assign(this, { isReachable: now });
      tell();
    },
  };
}

test('it looks at the start, when the trunk falls silent, and again until the reason has gone', async () => {
  const reasons = ['its name is unknown', 'its certificate has expired', undefined];
  let found: string | undefined = reasons[0];
  let looks = 0;
  const check = new TrunkCheck({
    find: async () => {
      looks += 1;
      return found;
    },
    log: memoryLog(),
    everyMs: 5,
  });
  const trunk = watched();
  const end = check.follow(trunk);
  const keepWaiting = setInterval(() => undefined, 1_000); // its timer alone keeps no process alive
  await until(() => check.fault === reasons[0]);

  trunk.turn(true);
  assert.is(check.fault, undefined);
  found = reasons[1];
  trunk.turn(false);
  await until(() => check.fault === reasons[1]);
  found = reasons[2];
  await until(() => check.fault === undefined);

  found = reasons[0];
  await until(() => check.fault === reasons[0]); // still silent
  trunk.turn(true);
  end();
  const before = looks;
  trunk.turn(false);
  await new Promise((resolve) => setImmediate(resolve));
  assert.is(looks, before);
  clearInterval(keepWaiting);
});

test('what cannot be looked at is no fault', async () => {
  let asked = false;
  const check = new TrunkCheck({
    async find() {
      asked = true;
      throw new Error('TRUNK_CA_FILE cannot be read');
    },
    log: memoryLog(),
  });
  const end = check.follow(watched(false));
  await until(() => asked);
  end();
  assert.is(check.fault, undefined);
});

test.run();
