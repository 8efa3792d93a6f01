import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { until } from '../rig/until.ts';
import type { SystemView } from '../../src/contract/system.ts';
import { headerOf } from '../rig/sip-message.ts';
import { openCarrierService } from './carrier-service.ts';

test('a trunk that answers again after a silence is registered with anew: it may see this machine elsewhere', async () => {
  await using service = await openCarrierService({ TRUNK_REGISTER: 'yes' });
  const { carrier, gateway } = service;
  const isReachable = async (): Promise<boolean | null> =>
    (await gateway.client.request<SystemView>('GET', '/api/v1/system')).trunk.reachable;
  const registered = (): number =>
    carrier.received.filter((each) => each.method === 'REGISTER' && headerOf(each, 'expires') !== '0').length;
  const turn = async (answers: boolean): Promise<void> => {
    carrier.behaviours['OPTIONS'] = () => (answers ? { status: '200 OK' } : undefined);
    await gateway.cli('pjsip qualify trunk'); // otherwise at some moment of the next 25 s
    await until(async () => (await isReachable()) === answers);
  };
  carrier.behaviours['REGISTER'] = () => ({ status: '200 OK', headers: ['Expires: 3600'] });
  await gateway.cli('pjsip send register trunk-registration');
  await turn(true);
  await until(
    async () => (await gateway.client.request<SystemView>('GET', '/api/v1/system')).trunk.registered === true,
  );

  const before = registered();
  await turn(false);
  assert.is(registered(), before);
  await turn(true);
  await until(() => registered() === before + 1);
});

test.run();
