import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addSippDevice } from '../rig/devices.ts';
import { PageStage } from './stage.ts';

const test = suite('what an owner does');
const stage = await PageStage.open();
const { gateway, world } = stage;

test('a wrong token is refused beside its field, and the right one signs in', async () => {
  const page = await stage.window();
  await page.goto('/');
  const field = page.getByLabel('Token', { exact: true });
  await field.fill(`hf_pat_${'x'.repeat(43)}`);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('This token is unknown, expired or revoked.').waitFor();
  await field.fill(gateway.token);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation').first().waitFor();
  const kept = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie])',
  );
  assert.not.ok(String(kept).includes('hf_pat_'), 'no script can read the token');
});

test('a refused number is explained under its field, and markup stays text', async () => {
  world.owns((await addSippDevice(gateway, 'kitchen', 'answer')).sipp);
  const page = await stage.signedIn('/');
  const form = page.getByRole('form', { name: 'Place a call' });
  await form.locator('input[name="number"]').fill('+1 911');
  await form.getByRole('button', { name: 'Call and wait' }).first().click();
  await form.locator('.err').first().waitFor();
  await form.locator('input[name="number"]').fill('+12025550120');
  await form.locator('input[name="intent"]').fill('<img src=x onerror="window.broken=true">');
  await form.getByRole('button', { name: 'Call and wait' }).first().click();
  await page.getByText('<img src=x').first().waitFor();
  await gateway.waitForEvent(
    (event) => event.type === 'call_status' && event.data['to'] === 'connected',
    'the owner is connected',
    90,
  );
  await page.getByText('Connected').first().waitFor();
  assert.is(await page.evaluate('window.broken'), undefined);
  await page
    .getByRole('button', { name: /Hang up/ })
    .first()
    .click();
  await gateway.waitForEvent((event) => event.type === 'call_ended', 'the end of the call', 15);
});

test('a page whose gateway was away is right again without a reload', async () => {
  const page = await stage.signedIn('/calls');
  await page.evaluate('window.sameDocument = true');
  await gateway.killAndRestart();
  const { call_id: id } = await gateway.client.request<{ call_id: string }>(
    'POST',
    '/api/v1/calls/hold-slayer',
    {
      number: '+12025550108',
      company: 'After the storm',
    },
  );
  await page.getByText('After the storm').first().waitFor({ timeout: 30_000 });
  assert.is(await page.evaluate('window.sameDocument'), true);
  await gateway.client.request('POST', `/api/v1/calls/${id}/hangup`);
});

test('a session that is revoked asks in place', async () => {
  const page = await stage.signedIn('/settings');
  const { sessions } = await gateway.client.request<{ sessions: { id: string }[] }>(
    'GET',
    '/api/v1/sessions',
  );
  for (const { id } of sessions) await gateway.client.request('DELETE', `/api/v1/sessions/${id}`);
  await page.getByRole('dialog').getByLabel('Token', { exact: true }).waitFor({ timeout: 15_000 });
});

test.after(() => stage.close());
test.run();
