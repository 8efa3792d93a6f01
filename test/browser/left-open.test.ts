import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { writePastCalls } from '../rig/past-calls.ts';
import { Turnstile } from '../rig/turnstile.ts';
import { assertLooksRight } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('a page that is left open');
const opening = PageStage.open({});
const busy = '+12025550101';
/** The first page shows all calls of the gateway that ended. */
const turn = new Turnstile(1);

beside(
  test,
  'shows the last calls that ended, and for half a day',
  async () => {
    const stage = await opening;
    const page = await stage.window();
    await page.clock.install();
    await stage.enter(page, '/');
    await page.getByRole('heading').first().waitFor();
    const companies = [1, 2, 3, 4, 5].map((index) => `Busy ${index} Ltd`);
    const over = (company: string) =>
      page.locator('.over', { has: page.getByRole('heading', { name: company }) });
    for (const company of companies) {
      await (await CallStory.place(stage.gateway, { number: busy, company })).untilOver();
      await over(company).waitFor();
    }
    assert.equal(await page.locator('.over h2').allTextContents(), companies.slice(2).reverse());
    await page.clock.fastForward('11:30:00');
    assert.is(await page.locator('.over').count(), 3);
    await page.clock.fastForward('00:31:00');
    await page.locator('.over').first().waitFor({ state: 'detached' });
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'lists a call that ends above the pages of the history that were read',
  async () => {
    const stage = await opening;
    const past = { number: busy, company: 'Past Ltd', heard: [['music', 60]] as const, talkSeconds: 60 };
    await writePastCalls(
      stage.gateway.dataDir,
      Array.from({ length: 70 }, (_, index) => ({
        ...past,
        startedAtMs: Date.now() - (index + 30) * 3_600_000,
      })),
    );
    const page = await stage.signedIn('/calls?q=past');
    await page.getByText('30 of 70 calls').waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('60 of 70 calls').waitFor();
    const call = await CallStory.place(stage.gateway, { number: busy, company: 'Newly Past Ltd' });
    await call.untilOver();
    await page.getByText('61 of 71 calls').waitFor();
    assert.match((await page.locator('.hrow').first().textContent()) ?? '', /Newly Past Ltd/);

    // Pressed while a call that has ended is being read.
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const isList = (url: URL): boolean => url.pathname === '/api/v1/calls' && url.searchParams.has('q');
    const refreshing = page.waitForRequest((request) => isList(new URL(request.url())));
    await page.route(isList, async (route) => {
      const isFirstPage = !new URL(route.request().url()).searchParams.has('cursor');
      if (isFirstPage) await released;
      await route.continue().catch(() => undefined); // the page may have given it up
    });
    const next = await CallStory.place(stage.gateway, { number: busy, company: 'Lately Past Ltd' });
    await next.untilOver();
    await refreshing;
    await page.getByRole('button', { name: 'Show more' }).click({ timeout: 10_000 });
    await page.getByText('71 of 72 calls').waitFor();
    release();
    await page.getByText('72 of 72 calls').waitFor();
    assert.match((await page.locator('.hrow').first().textContent()) ?? '', /Lately Past Ltd/);
    stage.assertNoComplaints();
  },
  turn,
);

beside(test, 'offers to load the new page when the gateway was updated, and not otherwise', async () => {
  const stage = await opening;
  const page = await stage.window();
  await page.addInitScript(`{
    const Plain = WebSocket;
    window.WebSocket = class extends Plain {
      constructor(address) {
        super(address);
        if (String(address).includes('/ws/events')) window.stream_ = this;
      }
    };
  }`);
  await stage.enter(page, '/settings');
  const offer = page.getByText('Holdfast was updated.');
  const comesBack = async () => {
    await page.evaluate(`new Promise((done) => {
      const look = () => (window.stream_?.readyState === WebSocket.OPEN ? done() : requestAnimationFrame(look));
      look();
    })`);
    const looked = page.waitForResponse(
      (response) => new URL(response.url()).pathname === '/' && response.request().resourceType() === 'fetch',
    );
    await page.evaluate('stream_.close()');
    await (await looked).finished();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  };
  await comesBack();
  assert.is(await offer.count(), 0, 'the gateway was only away for a moment');
  let isUpdated = true;
  await page.route(/\/$/, async (route) => {
    if (!isUpdated || route.request().resourceType() !== 'fetch') return route.continue();
    const answer = await route.fetch();
    await route.fulfill({
      response: answer,
      body: (await answer.text()).replace(/page-[\w-]+\.js/, 'page-newer.js'),
    });
  });
  await comesBack();
  await offer.waitFor();
  await assertLooksRight(page, 'a page from before an update');
  isUpdated = false;
  await page.getByRole('button', { name: 'Load the new one' }).click();
  await offer.waitFor({ state: 'detached' });
  assert.is(new URL(page.url()).pathname, '/settings');
  stage.assertNoComplaints();
});

test.after(async () => (await opening).close());
test.run();
