import type { Page, Route } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { beside, PageStage } from './stage.ts';

const test = suite('answers that overtake each other, and reads that fail after a change');
const opening = PageStage.open();
const ownOpening = PageStage.open({});

const isAt =
  (path: string) =>
  (url: URL): boolean =>
    url.pathname === path;

/** The gateway does what it is told, and can then not be read. */
async function failReads(page: Page, path: string): Promise<void> {
  await page.route(isAt(path), (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
}

/** Holds the next request of this method back. @returns a function that lets it go, once it was sent. */
async function holdBack(page: Page, method: string, path: string): Promise<() => Promise<void>> {
  let hold: (route: Route) => void = () => undefined;
  const held = new Promise<Route>((resolve) => (hold = resolve));
  let isHeld = false;
  await page.route(isAt(path), async (route) => {
    if (isHeld || route.request().method() !== method) return await route.fallback();
    isHeld = true;
    hold(route);
  });
  return async () => (await held).continue();
}

beside(
  test,
  'a device shows its account also where the devices cannot be read after it was added',
  async () => {
    const stage = await opening;
    const page = await stage.signedIn('/devices/new');
    await page.getByLabel('Name').fill('Unread hall');
    await failReads(page, '/api/v1/devices');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Waiting for the phone to register').waitFor();
    assert.match((await page.locator('.acct').innerText()) ?? '', /Password\s+\S{8,}/);
    assert.is(await page.locator('main .err').count(), 0);
    stage.assertNoComplaints();
  },
);

for (const { name, adds, fills, makes, reads } of [
  { name: 'Tokens', adds: 'New token', fills: ['What is it for?'], makes: 'Create it', reads: 'tokens' },
  { name: 'Webhooks', adds: 'New webhook', fills: ['Name', 'Address'], makes: 'Add it', reads: 'webhooks' },
] as const)
  beside(
    test,
    `${adds}: its secret is shown also where the list cannot be read after it was made`,
    async () => {
      const stage = await opening;
      const page = await stage.signedIn('/settings');
      const section = page.getByRole('region', { name });
      await section.getByRole('button', { name: adds }).click();
      for (const field of fills) await section.getByLabel(field).fill('http://192.0.2.1/unread');
      await failReads(page, `/api/v1/${reads}`);
      await section.getByRole('button', { name: makes }).click();
      await section.getByRole('group', { name: /shown only once/ }).waitFor();
      stage.assertNoComplaints();
    },
  );

beside(
  test,
  'devices that are moved quickly keep the last order, also where the first change arrives late',
  async () => {
    const stage = await ownOpening;
    const { client } = stage.gateway;
    for (const name of ['First', 'Second', 'Third'])
      await client.request('POST', '/api/v1/devices', {
        name,
        type: 'sip_phone',
        sip_uri: `sip:${name.toLowerCase()}@192.0.2.1`,
        priority: { First: 10, Second: 10, Third: 30 }[name],
      });
    const page = await stage.signedIn('/devices');
    const release = await holdBack(page, 'PUT', '/api/v1/devices/order');
    const answers: string[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/order')) answers.push(response.request().postData() ?? '');
    });
    // They ring together.
    for (const name of ['First', 'Second'])
      await page.getByLabel(`Move ${name}; rings as number 1`).waitFor();
    await page.getByLabel('Move Third; rings as number 2').waitFor();
    await page.getByLabel(/^Move First/).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.getByLabel('Move First; rings as number 3').waitFor();
    await release();
    const shown = async () => await page.locator('.dv b').allTextContents();
    while (answers.length < 2) await page.waitForEvent('response');
    await page.waitForResponse((response) => response.url().endsWith('/api/v1/devices'));
    const { devices } = await client.request<{ devices: { name: string }[] }>('GET', '/api/v1/devices');
    assert.equal(
      devices.map(({ name }) => name),
      ['Second', 'Third', 'First'],
    );
    assert.equal(await shown(), ['Second', 'Third', 'First']);
    stage.assertNoComplaints();
  },
);

beside(test, 'a double press on Keep as favourite keeps it once, and is refused by nobody', async () => {
  const stage = await ownOpening;
  const page = await stage.signedIn('/?new');
  await page.locator('input[name="number"]').fill('+1 202 555 0147');
  const release = await holdBack(page, 'PUT', '/api/v1/favourites');
  let changes = 0;
  page.on('request', (request) => (changes += request.method() === 'PUT' ? 1 : 0));
  await page.getByRole('button', { name: 'Keep as favourite' }).dblclick();
  await release();
  await page.getByRole('button', { name: 'Keep as favourite' }).waitFor({ state: 'detached' });
  await page.locator('.fav').filter({ visible: true }).waitFor();
  assert.is(await page.locator('main .err').count(), 0);
  assert.is(changes, 1);
  const at = '/api/v1/favourites';
  const { favourites } = await stage.gateway.client.request<{ favourites: object[] }>('GET', at);
  assert.is(favourites.length, 1);
  stage.assertNoComplaints();
});

test.after(async () => {
  await (await opening).close();
  await (await ownOpening).close();
});

test.run();
