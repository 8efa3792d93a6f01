import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { until } from '../rig/until.ts';
import { assertLooksRight } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('settings');
const opening = PageStage.open();

/** A receiver of webhooks that is broken. */
async function startBrokenReceiver() {
  let asked = 0;
  const waiting: { count: number; done: () => void }[] = [];
  const server = createServer((request, answer) => {
    request.resume();
    answer.writeHead(500).end();
    asked += 1;
    for (const { count, done } of waiting) if (asked >= count) done();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    untilAsked: (count: number) =>
      new Promise<void>((done) => (asked >= count ? done() : waiting.push({ count, done }))),
    stop: () => new Promise((closed) => server.close(closed)),
  };
}

beside(test, 'a webhook is added, fails, and shows which messages did not arrive and why', async () => {
  const stage = await opening;
  const receiver = stage.world.owns(await startBrokenReceiver());
  const page = await stage.signedIn('/settings');
  const section = page.getByRole('region', { name: 'Webhooks' });
  await section.getByRole('button', { name: 'New webhook' }).click();
  await page.locator('#hook-name:focus').waitFor();
  await page.keyboard.type('Kitchen display');
  await section.getByLabel('Address').fill('ftp://example.com');
  await section.getByLabel('the start').check();
  await section.getByRole('button', { name: 'Add it' }).click();
  await section.locator('#hook-url-fault').waitFor();
  assert.is(await section.getByLabel('Address').getAttribute('aria-describedby'), 'hook-url-fault');
  await assertLooksRight(page, 'a refused webhook');
  await section.getByLabel('Address').fill(receiver.url);
  await section.getByRole('button', { name: 'Add it' }).click();
  await section.getByText('The secret that checks the signatures, shown only once.').waitFor();

  const call = await CallStory.place(stage.gateway, { number: '+12025550101', company: 'Hooked Ltd' });
  await call.untilOver();
  await receiver.untilAsked(2); // so the first answer is stored
  const row = section.locator('.it', { hasText: 'Kitchen display' });
  await row.getByText('answered 500').waitFor();
  await row.getByText(/^\d+ (try|tries), the next today, \d\d:\d\d\./).waitFor();
  await row.getByRole('button', { name: 'Deliveries' }).click();
  const dialog = page.getByRole('dialog', { name: 'Deliveries to Kitchen display' });
  await dialog
    .getByText(/^Not delivered: answered 500\. \d+ (try|tries)/)
    .first()
    .waitFor();
  await dialog
    .getByText(/^call started, today, \d\d:\d\d/)
    .first()
    .waitFor();
  await assertLooksRight(page, 'the deliveries of a webhook');
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await row.getByRole('button', { name: 'Test' }).click();
  await row.getByText('Not delivered: answered 500.', { exact: true }).waitFor();

  await row.getByLabel('More for the webhook Kitchen display').click();
  await row.getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete “Kitchen display”?' });
  // Enter deletes nothing.
  await question.getByRole('button', { name: 'Keep it' }).and(page.locator(':focus')).waitFor();
  await question.getByRole('button', { name: 'Delete' }).click();
  await row.waitFor({ state: 'detached' });
  stage.assertNoComplaints();
});

beside(test, 'another browser is signed out after a question, and not by pressing Enter twice', async () => {
  const stage = await opening;
  const { gateway } = stage;
  const firefox = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:150.0) Gecko/20100101 Firefox/150.0';
  const signedIn = await fetch(`${gateway.url}/auth/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: gateway.url, 'user-agent': firefox },
    body: JSON.stringify({ token: gateway.token }),
  });
  assert.is(signedIn.status, 200);
  const page = await stage.signedIn('/settings');
  const section = page.getByRole('region', { name: 'Sessions' });
  const row = section.locator('.it', { hasText: /^Firefox/ });
  await row.getByRole('button', { name: /^Sign it out/ }).focus();
  await page.keyboard.press('Enter');
  const question = page.getByRole('dialog', { name: /^Sign out Firefox/ });
  await question.waitFor();
  await assertLooksRight(page, 'the question before a browser is signed out');
  await page.keyboard.press('Enter');
  await question.waitFor({ state: 'detached' });
  assert.is(await row.count(), 1, 'it is still signed in');
  await row.getByRole('button', { name: /^Sign it out/ }).click();
  await question.getByRole('button', { name: 'Sign it out' }).click();
  await row.waitFor({ state: 'detached' });
  const { sessions } = await gateway.client.request<{ sessions: { user_agent: string }[] }>(
    'GET',
    '/api/v1/sessions',
  );
  assert.is(sessions.filter(({ user_agent: agent }) => agent === firefox).length, 0);
  stage.assertNoComplaints();
});

beside(test, 'a token is made once, however often it is asked for while the network is slow', async () => {
  const stage = await opening;
  const page = await stage.signedIn('/settings');
  const section = page.getByRole('region', { name: 'Tokens' });
  await section.getByRole('button', { name: 'New token' }).click();
  let arrive = (): void => undefined;
  const arrived = new Promise<void>((done) => (arrive = done));
  const asked: string[] = [];
  await page.route('**/api/v1/tokens', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    asked.push(route.request().method());
    await arrived;
    return route.continue();
  });
  const field = section.getByLabel('What is it for?');
  await field.fill('Slow network');
  await field.press('Enter');
  await section.getByRole('button', { name: 'Create it', disabled: true }).waitFor();
  await field.press('Enter');
  await field.press('Enter');
  arrive();
  await section.getByText('Shown only once.').waitFor();
  assert.is(asked.length, 1);
  assert.is(await section.locator('.it', { hasText: 'Slow network' }).count(), 1);
  stage.assertNoComplaints();
});

beside(test, 'a copy that the browser refuses is told as such', async () => {
  const stage = await opening;
  const page = await stage.window();
  await page.addInitScript(`
    window.refuses = true;
    const refusal = () => Promise.reject(new DOMException('refused', 'NotAllowedError'));
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: () => (window.refuses ? refusal() : Promise.resolve()) },
    });
    document.execCommand = () => false;
  `);
  await stage.enter(page, '/settings');
  const section = page.getByRole('region', { name: 'Tokens' });
  await section.getByRole('button', { name: 'New token' }).click();
  await section.getByLabel('What is it for?').fill('Copied by hand');
  await section.getByRole('button', { name: 'Create it' }).click();
  await section.getByRole('button', { name: 'Copy', exact: true }).click();
  await section.getByRole('button', { name: 'Not copied: select it' }).waitFor();
  await page.getByText(/^This browser did not copy the /).waitFor({ state: 'attached' });
  await page.evaluate('window.refuses = false');
  await section.getByRole('button', { name: 'Not copied: select it' }).click();
  await section.getByRole('button', { name: 'Copied', exact: true }).waitFor();
  stage.assertNoComplaints();
});

beside(test, 'nothing moves while the parts of the settings come, however slowly', async () => {
  const stage = await opening;
  for (const width of [390, 1440]) {
    const page = await stage.window({ width });
    await page.addInitScript(`
      window.shifted = 0;
      new PerformanceObserver((list) => {
        for (const { value } of list.getEntries()) window.shifted += value;
      }).observe({ type: 'layout-shift', buffered: true });
    `);
    const frames = () =>
      page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    let before = Promise.resolve<unknown>(undefined);
    // One after the other, and each is drawn before the next one comes.
    await page.route('**/api/v1/**', async (route) => {
      before = before.then(() => route.continue()).then(frames);
      await before;
    });
    await stage.enter(page, '/settings#policy');
    await page.getByRole('region', { name: 'Sessions' }).getByText('this browser').waitFor();
    const policy = page.getByRole('region', { name: 'Calling policy' });
    await policy.getByText('Calls in an hour').waitFor();
    await frames();
    const shifted = Number(await page.evaluate('window.shifted'));
    assert.ok(shifted < 0.05, `${width} px: ${shifted}`);
    const top = (await policy.boundingBox())?.y ?? NaN;
    assert.ok(top >= 0 && top < 450, `the part that the address names is in view: ${top}`);
    await page.unrouteAll({ behavior: 'ignoreErrors' }); // requests that are still held back
    await page.context().close();
  }
  stage.assertNoComplaints();
});

beside(
  test,
  'the state of the gateway in the sidebar leads to its section, from the end of the settings, too',
  async () => {
    const stage = await opening;
    const page = await stage.signedIn('/settings', { height: 500 });
    await page.getByRole('region', { name: 'Sessions' }).scrollIntoViewIfNeeded();
    await page.locator('.health').click();
    const top = `document.getElementById('gateway').getBoundingClientRect().top`;
    await until(async () => (await page.evaluate<number>(top)) >= 0);
    stage.assertNoComplaints();
  },
);

test.after(async () => (await opening).close());
test.run();
