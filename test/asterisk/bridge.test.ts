import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AsteriskBridge } from '../../src/asterisk/asterisk-bridge.ts';

type Needs = ConstructorParameters<typeof AsteriskBridge>;

test('silence that the other side needs while its end is still under way begins after that', async () => {
  const orders: string[] = [];
  let release = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (release = resolve));
  const link = {
    request: async (order: string) => {
      orders.push(order);
      if (order === 'bridges.stopMoh') await stopped;
    },
  } as unknown as Needs[1];
  const watches: Needs[2] = { begin: () => () => Promise.resolve() };
  const bridge = new AsteriskBridge('call_1', link, watches, { add: () => undefined });
  await bridge.fill(true);
  const ending = bridge.fill(false);
  const wanted = bridge.fill(true);
  release();
  await Promise.all([ending, wanted, bridge.fill(true)]);
  assert.equal(orders, ['bridges.startMoh', 'bridges.stopMoh', 'bridges.startMoh']);
});

test.run();
