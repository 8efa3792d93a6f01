import type { Page, WebSocketRoute } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { assertLooksRight, follow } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('what could not be read');
const opening = PageStage.open();

const told = 'Something broke in the gateway. Its log says more.';
/** What an empty list says of itself. */
const emptyStates = /No devices? yet|No flows yet|No calls yet|No hold times yet|None yet|Without a flow/;

/** The gateway answers everything but this. */
async function breakRead(page: Page, path: string): Promise<() => Promise<void>> {
  const isIt = (url: URL): boolean => url.pathname === path;
  await page.route(isIt, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  );
  return () => page.unroute(isIt);
}

const pressAgain = `
  [...document.querySelectorAll('main button')].find(({ innerText }) => innerText === 'Try again')?.click()`;

const pages = [
  { at: '/devices', reads: '/api/v1/devices', shows: 'main .dv, main .empty' },
  { at: '/flows', reads: '/api/v1/call-flows', shows: 'main .fl, main .empty' },
  { at: '/flows/none', reads: '/api/v1/call-flows/none', shows: undefined },
  { at: '/calls', reads: '/api/v1/calls', shows: 'main .hrow, main .empty' },
  { at: '/calls/holds', reads: '/api/v1/stats/holds', shows: 'main .charts, main .empty' },
  { at: '/calls/none', reads: '/api/v1/calls/none', shows: undefined },
  { at: '/settings', reads: '/api/v1/webhooks', shows: '#webhooks .list :first-child' },
  { at: '/settings', reads: '/api/v1/tokens', shows: '#tokens .it' },
  { at: '/settings', reads: '/api/v1/recordings', shows: '#recordings .it' },
  { at: '/settings', reads: '/api/v1/spending', shows: '#policy dl' },
  { at: '/settings', reads: '/api/v1/system', shows: '#gateway .part:nth-child(4)' },
  { at: '/settings', reads: '/api/v1/sessions', shows: '#sessions .it' },
] as const;

for (const { at, reads, shows } of pages)
  beside(test, `${at} says that ${reads} failed, claims nothing of it, and reads it again`, async () => {
    const stage = await opening;
    const page = await stage.window();
    // What every page reads is known before, unless it is broken from the start.
    const isReadAtOnce = reads === '/api/v1/devices';
    const broken = isReadAtOnce ? await breakRead(page, reads) : undefined;
    await stage.enter(page, '/nowhere');
    const mend = broken ?? (await breakRead(page, reads));
    await follow(page, at);
    const fault = page.locator('main').getByRole('alert').filter({ hasText: told }).first();
    await fault.waitFor();
    const area = reads.startsWith('/api/v1/call') || at !== '/settings' ? 'main' : 'main section:has(.err)';
    assert.not.match(await page.locator(area).first().innerText(), emptyStates);
    assert.is(await page.locator('main [aria-busy="true"]').count(), 0, 'nothing is on its way any more');
    await assertLooksRight(page, `${at} without ${reads}`);
    const again = page.locator('main').getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await mend();
    if (shows === undefined) return;
    // Unless a call of another test that ended meanwhile had it read already.
    await page.evaluate(pressAgain);
    await page.locator(shows).first().waitFor();
    await fault.waitFor({ state: 'detached' });
    stage.assertNoComplaints();
  });

beside(
  test,
  'while the devices cannot be read, nothing says that there are none, and calls go on',
  async () => {
    const stage = await opening;
    const page = await stage.window();
    const mend = await breakRead(page, '/api/v1/devices');
    await stage.enter(page, '/?new');
    await page.getByRole('form', { name: 'Place a call' }).waitFor();
    await page.locator('.health').getByText('Devices could not be read').waitFor();
    await page.getByText('Your devices could not be read').waitFor();
    assert.not.match(await page.locator('body').innerText(), /No devices? yet/);
    assert.is(await page.getByText('This page lost the gateway').count(), 0);
    await mend();
    await page.getByRole('navigation').first().getByRole('link', { name: 'Devices' }).click();
    await page
      .locator('.health')
      .getByText(/devices online|No devices yet/)
      .waitFor();
    stage.assertNoComplaints();
  },
);

beside(test, 'a trunk that takes no calls is reported on every page, as in the settings', async () => {
  const stage = await opening;
  const page = await stage.window();
  const detail = 'the trunk refuses the registration (403)';
  await page.route(
    ({ pathname }) => pathname === '/health',
    async (route) => {
      const response = await route.fetch();
      const report = (await response.json()) as object;
      await route.fulfill({ response, json: { ...report, trunk: { ok: false, detail } } });
    },
  );
  await stage.enter(page, '/nowhere');
  const line = page.locator('.health');
  await line.getByText('Cannot place calls').waitFor();
  await line.getByText(detail).waitFor();
  await assertLooksRight(page, 'a trunk that takes no calls');
  stage.assertNoComplaints();
});

/** The gateway is gone for this page: its stream ends, and nothing is answered. */
class Absence {
  readonly #page: Page;
  readonly #streams: WebSocketRoute[] = [];
  #isAway = false;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Before the page opens. */
  async prepare(): Promise<void> {
    await this.#page.routeWebSocket(/\/ws\/events/, async (socket) => {
      if (this.#isAway) return await socket.close({ code: 1001 });
      socket.connectToServer();
      this.#streams.push(socket);
    });
    await this.#page.route(
      ({ pathname }) => /^\/(api\/v1|auth|health)/.test(pathname),
      (route) => (this.#isAway ? route.abort() : route.continue()),
    );
  }

  async begin(): Promise<void> {
    this.#isAway = true;
    for (const stream of this.#streams.splice(0)) await stream.close({ code: 1001 });
  }

  end(): void {
    this.#isAway = false;
  }
}

beside(
  test,
  'a page that is opened while the gateway is away waits for it, and shows no empty list',
  async () => {
    const stage = await opening;
    const page = await stage.window();
    const absence = new Absence(page);
    await absence.prepare();
    await stage.enter(page, '/nowhere');
    await page.locator('.health').getByText('Gateway ready').waitFor();
    await absence.begin();
    await page.getByText(/This page lost the gateway at/).waitFor();
    for (const [at, title] of [
      ['/calls', 'History'],
      ['/calls/holds', 'Hold times'],
      ['/flows', 'Flows'],
      ['/settings', 'Settings'],
    ] as const) {
      await follow(page, at);
      await page.locator('main').getByRole('heading', { name: title, level: 1 }).waitFor();
      assert.not.match(await page.locator('main').innerText(), emptyStates, at);
    }
    absence.end();
    await page.getByText(/This page lost the gateway at/).waitFor({ state: 'detached' });
    await page.locator('#tokens .it').first().waitFor();
    stage.assertNoComplaints();
  },
);

test.after(async () => (await opening).close());
test.run();
