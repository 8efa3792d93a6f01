import { readFile } from 'node:fs/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { HealthReport } from '../../src/contract/service.ts';
import type { SystemView } from '../../src/contract/system.ts';
import { eventually } from '../asterisk/stage.ts';
import { Host } from '../mcp/clients.ts';
import { openCarrierService } from './carrier-service.ts';

test('a registration that the trunk refuses is shown, and is made without a restart once it is accepted', async () => {
  await using service = await openCarrierService({ TRUNK_REGISTER: 'yes' });
  const { carrier, gateway } = service;
  /** Asterisk tries again by itself: after a 403 in 5 minutes, after anything else in 30 s. */
  const tryAgain = (): Promise<string> => gateway.cli('pjsip send register trunk-registration');
  const trunk = async (): Promise<SystemView['trunk']> =>
    (await gateway.client.request<SystemView>('GET', '/api/v1/system')).trunk;
  const health = (): Promise<HealthReport> => gateway.client.request<HealthReport>('GET', '/health');
  const toldLast = (): unknown =>
    gateway.events.findLast(({ type }) => type === 'gateway_status')?.data['trunk'];

  carrier.behaviours['REGISTER'] = () => ({ status: '403 Forbidden' });
  await tryAgain();
  await eventually(async () => (await trunk()).registered === false, 'refused');
  await eventually(async () => (await trunk()).reachable === true, 'it answers OPTIONS');
  const { detail } = await trunk();
  assert.match(detail ?? '', /does not accept the registration.*TRUNK_PASSWORD/);
  const [, log = ''] = /(\S+\.log)/.exec(detail ?? '') ?? [];
  assert.match(
    await readFile(log.replace('DATA_DIR', gateway.dataDir), 'utf8'),
    /\b403\b.*registration attempt/,
  );
  await eventually(() => toldLast() === false, 'told');
  const refused = await health();
  assert.equal([refused.status, refused.trunk.ok], ['degraded', false]);
  assert.match(refused.trunk.detail ?? '', 'does not accept the registration');
  const assistant = await Host.connect('streamable', gateway.url, gateway.token);
  const { value } = await assistant.call<HealthReport>('gateway_status');
  assert.equal([value.status, value.trunk], [refused.status, refused.trunk]);
  await assistant.client.close();

  carrier.behaviours['REGISTER'] = () => ({ status: '200 OK', headers: ['Expires: 3600'] });
  await tryAgain();
  await eventually(async () => (await trunk()).registered === true, 'accepted');
  assert.is((await trunk()).detail, null);
  assert.equal([(await health()).status, (await health()).trunk], ['ok', { ok: true }]);
  await eventually(() => toldLast() === true, 'told');
});

test.run();
