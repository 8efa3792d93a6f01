import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startHeadlessPhone } from '../../rig/headless-phone.ts';
import { startFlakyProxy } from '../asterisk/flaky-proxy.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { assertLooksRight } from './looks.ts';
import { beside, networkName, PageStage } from './stage.ts';

const test = suite('the first run');
/** Under a name of the network and without https, as in most homes; Chromium knows where that name is. */
const opening = (async () => {
  const port = await findFreePorts();
  const stage = await PageStage.open({ PUBLIC_URL: `http://${networkName}:${port}` });
  const network = await startFlakyProxy(port, Number(stage.gateway.environment['PORT']));
  stage.world.owns({ stop: () => Promise.resolve(network.stop()) });
  return stage;
})();

/** Chromium keeps no body that a page reads in parts, so a test that wants it needs a copy. */
const keepOffer = `{
  const { fetch } = window;
  window.fetch = async (...request) => {
    const response = await fetch(...request);
    if (response.url.endsWith('/provisioning')) window.offer = response.clone().text();
    return response;
  };
}`;

/** A softphone into which somebody types what the page shows. */
async function startPhone(account: { server: string; user: string; password: string }) {
  const rtpPortStart = await findFreePorts(20);
  return await startHeadlessPhone({
    username: account.user,
    registrar: account.server,
    password: account.password,
    sipPort: await findFreePorts(2),
    controlPort: await findFreePorts(),
    rtpPortStart,
    rtpPortEnd: rtpPortStart + 19,
    says: 'nothing',
    answer: { afterMs: 500 },
  });
}

/** What a softphone that scanned the code gets: the account, and that once. */
async function assertProvisions(url: string, account: { server: string; user: string; password: string }) {
  assert.is((await fetch(url, { method: 'HEAD' })).status, 405, 'a look at the head takes nothing');
  const answer = await fetch(url);
  const config = await answer.text();
  assert.equal([answer.status, answer.headers.get('cache-control')], [200, 'no-store']);
  for (const entry of [
    `<entry name="username" overwrite="true">${account.user}</entry>`,
    `<entry name="passwd" overwrite="true">${account.password}</entry>`,
    `&lt;sip:${account.server};transport=udp&gt;`,
    'Küchentelefon &lt;b&gt;',
  ])
    assert.ok(config.includes(entry), `${entry} is in ${config}`);
  assert.is((await fetch(url)).status, 404, 'the second time it is gone');
}

const accountRow = async (page: Page, label: string): Promise<string> =>
  (await page.locator('.acct div', { hasText: label }).locator('dd').first().textContent()) ?? '';

beside(
  test,
  'the page leads from nothing through the trunk and a phone that registers to the first call',
  async () => {
    const stage = await opening;
    const { gateway, world } = stage;
    await gateway.client.request('POST', '/api/v1/call-flows', {
      id: 'acme',
      name: 'Acme billing',
      company: 'Acme Telecom',
      phone_number: '+12025550122',
      steps: [
        { id: 'greeting', type: 'LISTEN', timeout: 30 },
        { id: 'key', type: 'DTMF', dtmf: '2' },
        { id: 'queue', type: 'HOLD', timeout: 7200 },
        { id: 'owner', type: 'TRANSFER' },
      ],
    });
    const page = await stage.signedIn('/');
    const steps = page.locator('.todo li');
    await steps.nth(0).getByText('answers').waitFor();
    await steps.nth(0).getByText(', done').waitFor({ state: 'attached' });
    await page.getByText('Two things are missing.').waitFor();
    await assertLooksRight(page, 'the first run');

    await steps.nth(1).getByRole('link', { name: 'A phone' }).click();
    const wizard = page.locator('.wiz');
    await wizard.getByLabel('Name').fill('Küchentelefon <b>');
    await page.evaluate(keepOffer);
    await wizard.getByRole('button', { name: 'Continue' }).click();
    await wizard.getByText('Waiting for the phone to register').waitFor();
    await assertLooksRight(page, 'the account in the wizard');
    const account = {
      server: await accountRow(page, 'Server'),
      user: await accountRow(page, 'User'),
      password: await accountRow(page, 'Password'),
    };
    assert.is(account.server, `127.0.0.1:${gateway.sipPort}`);
    const phone = world.owns(await startPhone(account));
    await page.getByRole('img', { name: 'The account as a code to scan' }).waitFor();
    const { url } = JSON.parse(await page.evaluate<string>('window.offer')) as { url: string };
    await assertProvisions(url.replace(new URL(url).origin, gateway.url), account);
    await wizard.getByText('The phone is registered.').waitFor();
    await wizard.getByRole('button', { name: 'Continue' }).click();
    const rings = phone.next('CALL_INCOMING');
    await wizard.getByRole('button', { name: 'Test ring' }).click();
    await rings;
    await wizard.getByText(/Answered after \d+ s/).waitFor();
    await assertLooksRight(page, 'the test ring in the wizard');
    await wizard.getByRole('link', { name: 'Done' }).click();

    await page.getByText('One thing is missing.').waitFor();
    await steps.nth(2).getByRole('link', { name: 'Call Acme Telecom' }).click();
    const form = page.getByRole('form', { name: 'Place a call' });
    assert.is(await form.locator('[name="number"]').inputValue(), '+12025550122');
    await form.getByRole('button', { name: 'Call and wait' }).first().click();
    const card = page.getByRole('region', { name: 'Acme Telecom' });
    await card.getByText('on Küchentelefon <b>').waitFor({ timeout: 90_000 });
    await card.getByRole('button', { name: 'Hang up' }).click();
    await card.getByRole('link', { name: 'Open the call' }).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await form.waitFor();

    // Another page of the owner's notices that the phone goes.
    await page.goto('/devices');
    const row = page.locator('.dv', { hasText: 'Küchentelefon <b>' });
    await row.getByText('online', { exact: true }).waitFor();
    await phone.stop();
    await row.getByText('offline').waitFor();
    assert.ok(await row.getByRole('button', { name: 'Test ring' }).isDisabled());
    await row
      .getByLabel(/^More for/)
      .first()
      .click();
    await row.getByRole('button', { name: 'Rename' }).click();
    const question = page.getByRole('dialog', { name: /^Rename/ });
    await assertLooksRight(page, 'the question for a name');
    await question.getByLabel('Name').fill('Kitchen');
    await question.getByRole('button', { name: 'Rename' }).click();
    await page.locator('.dv', { hasText: 'Kitchen' }).waitFor();

    await page.goto('/devices/new');
    await page.getByText('Called through the trunk').click();
    await page.locator('#device-name').fill('Mobile');
    await page.locator('#device-address').fill('+1 202 555 0142');
    assert.ok(await page.getByLabel(/must press 1/).isChecked());
    await assertLooksRight(page, 'a phone number in the wizard');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Mobile is ready').waitFor();
    await page.goto('/devices');
    const mobile = page.locator('.dv', { hasText: 'Mobile' });
    await mobile.getByText('asks to press 1').waitFor();
    await mobile
      .getByLabel(/^More for/)
      .first()
      .click();
    await mobile.getByRole('button', { name: 'Connect without a key' }).click();
    await mobile.getByText('asks to press 1').waitFor({ state: 'detached' });
    stage.assertNoComplaints();
  },
);

beside(test, 'on a secure page the browser itself becomes the first device, with one press', async () => {
  const stage = await PageStage.open({ STT_ENGINE: 'none' });
  try {
    const page = await stage.signedIn('/', { width: 360, height: 740 });
    const step = page.locator('.todo li').nth(1);
    await step.getByRole('button', { name: 'This browser' }).waitFor();
    await assertLooksRight(page, 'the first run on a secure page');
    await step.getByRole('button', { name: 'This browser' }).click();
    await step.getByText(', done').waitFor({ state: 'attached' });
    const { devices } = await stage.gateway.client.request<{ devices: { type: string }[] }>(
      'GET',
      '/api/v1/devices',
    );
    assert.equal(
      devices.map(({ type }) => type),
      ['webrtc'],
    );
    stage.assertNoComplaints();
  } finally {
    await stage.close();
  }
});

test.after(async () => (await opening).close());
test.run();
