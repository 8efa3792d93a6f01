import { setTimeout as delay } from 'node:timers/promises';
import type { Page, WebSocket } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startFlakyProxy } from '../asterisk/flaky-proxy.ts';
import { CallStory } from '../rig/call-story.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { MuteWire } from '../rig/mute-wire.ts';
import { writePastCalls } from '../rig/past-calls.ts';
import { Turnstile } from '../rig/turnstile.ts';
import { until } from '../rig/until.ts';
import { assertLooksRight, follow } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('the connection to the gateway');

/** The page reaches its gateway over a network that can fail; the test itself directly. */
const opening = (async () => {
  const port = await findFreePorts();
  const stage = await PageStage.open({ PUBLIC_URL: `http://127.0.0.1:${port}` });
  const network = await startFlakyProxy(port, Number(stage.gateway.environment['PORT']));
  stage.world.owns({ stop: () => Promise.resolve(network.stop()) });
  return { stage, network };
})();
const turn = new Turnstile(1);

/** What comes over the event streams of a page, in the order in which it came. */
function overhear(page: Page): { streams: WebSocket[]; ids: number[] } {
  const heard = { streams: [] as WebSocket[], ids: [] as number[] };
  page.on('websocket', (socket) => {
    heard.streams.push(socket);
    socket.on('framereceived', ({ payload }) => {
      const { id } = JSON.parse(String(payload)) as { id?: number };
      if (id !== undefined) heard.ids.push(id);
    });
  });
  return heard;
}

/** Each event of the gateway from the first that the page was told to the last, once. */
function assertComplete(ids: readonly number[], stage: PageStage): void {
  const [first = 0, last = 0] = [ids[0], ids.at(-1)];
  const told = stage.gateway.events.map(({ id }) => id).filter((id) => id >= first && id <= last);
  assert.ok(told.length > 3, 'enough happened');
  assert.equal(ids, told);
}

const pressed = (page: Page, digits: string) =>
  page.getByRole('list', { name: /What happened/ }).getByText(new RegExp(`^Sent .*${digits}`));

/** A call that outlived its gateway is taken up in a moment; until then it answers 409, "try again". */
async function whenRecovered<T>(act: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (tries === 100 || !String(error).includes('is being recovered')) throw error;
      await delay(100);
    }
  }
}

beside(
  test,
  'two tabs show the same, each with one stream',
  async () => {
    const { stage } = await opening;
    const first = await stage.signedIn('/');
    await first.goto('about:blank'); // its stream may open only now, and be counted
    const heard = overhear(first);
    await first.goto('/');
    const second = await first.context().newPage();
    const heardBeside = overhear(second);
    await second.goto('/');
    const call = await CallStory.place(stage.gateway, { number: '+12025550108', company: 'Two Tabs Ltd' });
    const card = (page: Page) => page.getByRole('region', { name: 'Two Tabs Ltd' });
    for (const page of [first, second])
      await card(page).getByText('waited for you', { exact: true }).waitFor({ timeout: 60_000 });
    await card(first).getByRole('button', { name: 'Keypad' }).click();
    await call.act('dtmf', { digits: '47' });
    for (const page of [first, second]) await pressed(page, '47').waitFor();
    await card(second).getByRole('button', { name: 'Hang up' }).click();
    await call.untilOver();
    for (const page of [first, second])
      await card(page).getByRole('link', { name: 'Open the call' }).waitFor();
    for (const { streams, ids } of [heard, heardBeside]) {
      assert.is(streams.length, 1);
      assertComplete(ids, stage);
    }
    assert.is(await card(first).count(), 1);
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'a page that lost its network is right again without a reload: nothing missed, nothing doubled',
  async () => {
    const { stage, network } = await opening;
    await writePastCalls(
      stage.gateway.dataDir,
      [10, 20, 40].map((minutes) => ({
        number: '+12025550108',
        company: 'Far Away Ltd',
        startedAtMs: Date.now() - minutes * 7_200_000,
        heard: [['music', minutes * 60]] as const,
        talkSeconds: 60,
      })),
    );
    const page = await stage.window();
    await page.clock.install();
    const heard = overhear(page);
    await stage.enter(page, '/devices'); // which is at hand then when the network is not
    await page.getByRole('heading', { name: 'Devices' }).first().waitFor();
    await follow(page, '/');
    await page.evaluate('window.sameDocument = true');
    const call = await CallStory.place(stage.gateway, { number: '+12025550108', company: 'Far Away Ltd' });
    const card = page.getByRole('region', { name: 'Far Away Ltd' });
    await card.getByText('waited for you', { exact: true }).waitFor({ timeout: 60_000 });
    const figures = page.locator('.figs');
    await follow(page, `/calls/${call.id}`);
    await figures.waitFor();
    await follow(page, '/');
    const outlook = card.locator('.eta .lead');
    await outlook.waitFor();

    network.refuse(true);
    network.cut();
    await page.getByText(/This page lost the gateway at/).waitFor();
    await card.getByText(/as of/).waitFor();
    // What is told of the call is as of then, too.
    const told = await outlook.textContent();
    await page.clock.fastForward('45:00');
    assert.is(await outlook.textContent(), told);
    await follow(page, `/calls/${call.id}`);
    const spent = await figures.textContent();
    await page.clock.fastForward('05:00');
    assert.is(await figures.textContent(), spent);
    await follow(page, '/');
    await card.getByText(/as of/).waitFor();
    assert.ok(await card.getByRole('button', { name: 'Hang up' }).isDisabled());
    await page
      .getByTitle(/lost the gateway/)
      .and(card.getByRole('button', { name: 'Hang up' }))
      .waitFor();
    await assertLooksRight(page, 'without a connection');
    const refusedRead = page.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/v1/devices'),
    );
    await follow(page, '/devices');
    await refusedRead;
    await page.locator('main .dv, main .empty').first().waitFor();
    assert.is(await page.locator('main .banner').count(), 1, 'one banner says that the gateway is away');
    await follow(page, '/');
    await card.getByText(/as of/).waitFor();
    await call.act('dtmf', { digits: '58' });
    const other = await CallStory.place(stage.gateway, { number: '+12025550108', company: 'While Away Ltd' });
    network.refuse(false);
    await page.getByRole('region', { name: 'While Away Ltd' }).waitFor();
    await page.getByText(/This page lost the gateway at/).waitFor({ state: 'detached' });
    await pressed(page, '58').waitFor();
    assert.is(await pressed(page, '58').count(), 1);
    await other.hangUp();

    // A connection that carries nothing any more and does not say so.
    network.stall();
    await call.act('dtmf', { digits: '92' });
    await page.clock.fastForward('00:50');
    await pressed(page, '92').waitFor();
    await call.hangUp();
    await card.getByRole('link', { name: 'Open the call' }).waitFor();
    assertComplete(heard.ids, stage);
    assert.is(await page.evaluate('window.sameDocument'), true);
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'a page whose gateway was killed continues with the call that survived it',
  async () => {
    const { stage } = await opening;
    const page = await stage.window();
    const heard = overhear(page);
    await stage.enter(page, '/');
    await page.evaluate('window.sameDocument = true');
    const call = await CallStory.place(stage.gateway, { number: '+12025550108', company: 'Stormy Ltd' });
    const card = page.getByRole('region', { name: 'Stormy Ltd' });
    await card.getByText('waited for you', { exact: true }).waitFor({ timeout: 60_000 });
    await stage.gateway.killAndRestart();
    await whenRecovered(() => call.act('dtmf', { digits: '31' }));
    await pressed(page, '31').waitFor();
    await card.getByRole('button', { name: 'Hang up' }).click();
    await call.untilOver();
    await card.getByRole('link', { name: 'Open the call' }).waitFor();
    assertComplete(heard.ids, stage);
    assert.is(await page.evaluate('window.sameDocument'), true);
  },
  turn,
);

beside(
  test,
  'it can be installed, opens without the gateway, says so, and continues when the gateway is back',
  async () => {
    const { stage, network } = await opening;
    const page = await stage.window({ worker: true });
    await stage.enter(page, '/devices');
    const tools = await page.context().newCDPSession(page);
    const { errors, url } = await tools.send('Page.getAppManifest');
    assert.equal([errors, new URL(url).pathname], [[], '/manifest.webmanifest']);
    const { installabilityErrors } = await tools.send('Page.getInstallabilityErrors');
    assert.equal(
      installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito'), // a window of a test is one
      [],
    );
    await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    await tools.send('Network.clearBrowserCache'); // a phone that is short of room does that at any time
    network.refuse(true);
    network.cut();
    await page.goto('/');
    await page.getByText(/I cannot reach the gateway/).waitFor();
    await page.getByRole('navigation').first().waitFor();
    await assertLooksRight(page, 'opened without the gateway');
    // None of them was opened before.
    for (const [address, name] of [
      ['/settings', 'Settings'],
      ['/calls/holds', 'Hold times'],
      ['/flows/new', 'New flow'],
      ['/calls', 'History'],
    ] as const) {
      await page.goto(address);
      await page.getByText(/I cannot reach the gateway/).waitFor();
      await page.getByRole('heading', { name, level: 1 }).filter({ visible: true }).waitFor();
      assert.is(await page.locator('main .banner').count(), 1, 'one banner says that the gateway is away');
    }
    network.refuse(false);
    const list = page.getByText('No calls yet').or(page.locator('.hrow').first());
    await list.waitFor();

    // A network that takes requests and answers nothing.
    const taken = network.muffle('GET /calls ');
    await Promise.all([taken, page.goto('/calls')]);
    await page.getByText(/I cannot reach the gateway/).waitFor();
    network.cut();
    await list.waitFor();
    await page.goto('/');
    await page.getByText(/I cannot reach the gateway/).waitFor({ state: 'detached' });
    await page.locator('.first, form[aria-label="Place a call"], .live').first().waitFor();
  },
  turn,
);

beside(
  test,
  'a note is sent in one piece at a time, and once more when the network is back',
  async () => {
    const { stage, network } = await opening;
    const page = await stage.window();
    await page.clock.install();
    await stage.enter(page, '/');
    const call = await CallStory.place(stage.gateway, { number: '+12025550108', company: 'Noted Ltd' });
    await page.getByRole('region', { name: 'Noted Ltd' }).waitFor();
    const field = page.getByLabel('Note', { exact: true });
    const notes: string[] = [];
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((done) => (arrive = done));
    let ask = (): void => undefined;
    const asked = new Promise<void>((done) => (ask = done));
    await page.route(`**/api/v1/calls/${call.id}`, async (route) => {
      if (route.request().method() !== 'PATCH') return route.continue();
      const { note } = route.request().postDataJSON() as { note: string };
      if (notes.at(-1) !== note) notes.push(note); // a piece that is not answered for 4 s is sent again
      ask();
      await arrived;
      return route.continue();
    });
    await field.fill('Ms Harbour');
    await page.clock.runFor(1_000);
    await asked;
    await field.fill('Ms Harbour, extension 4');
    await page.clock.runFor(1_000);
    await field.fill('Ms Harbour, extension 47');
    await page.clock.runFor(1_000);
    assert.equal(notes, ['Ms Harbour'], 'the second could overtake it');
    arrive();
    const noted = () => stage.gateway.client.request<{ note: string }>('GET', `/api/v1/calls/${call.id}`);
    const saved = page.getByText('saved', { exact: true });
    await saved.waitFor();
    assert.is((await noted()).note, 'Ms Harbour, extension 47');
    assert.equal(notes, ['Ms Harbour', 'Ms Harbour, extension 47']);

    network.refuse(true);
    network.cut();
    await field.fill('Ms Harbour, extension 48');
    await page.clock.runFor(1_000);
    await page
      .locator('section', { has: field })
      .getByText(/lost the gateway/)
      .waitFor();
    network.refuse(false);
    await saved.waitFor();
    assert.is((await noted()).note, 'Ms Harbour, extension 48');
    await call.hangUp();
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'a page whose script did not arrive says so, and loads once the gateway is back',
  async () => {
    const { stage, network } = await opening;
    const page = await stage.signedIn('/');
    await page.route('**/assets/history-page-*.js', (route) => route.abort());
    await follow(page, '/calls');
    await page.getByRole('heading', { name: 'This page did not load' }).waitFor();
    await assertLooksRight(page, 'a page that did not load');
    await page.unroute('**/assets/history-page-*.js');
    network.cut();
    await page.getByText('No calls yet').or(page.locator('.hrow').first()).waitFor();
  },
  turn,
);

beside(
  test,
  'a network that goes silent during a call: within seconds the page says that it shows the past, and goes on when it is back',
  async () => {
    const { stage } = await opening;
    const wire = stage.world.owns(await MuteWire.to(Number(stage.gateway.environment['PORT'])));
    const call = await CallStory.place(stage.gateway, { number: '+12025550108', company: 'Silent Ltd' });
    await call.untilStatus('on_hold');
    const page = await stage.signedIn('/', { at: `http://127.0.0.1:${wire.port}` });
    const card = page.getByRole('region', { name: 'Silent Ltd' });
    await card.locator('.vu').waitFor();
    const hangUp = card.getByRole('button', { name: 'Hang up' });
    assert.ok(await hangUp.isEnabled());
    wire.silence();
    const silentAtMs = Date.now();
    const banner = page.getByText(/^This page lost the gateway at/);
    await banner.waitFor();
    const noticedMs = Date.now() - silentAtMs;
    assert.ok(noticedMs < 25_000, `it took ${noticedMs} ms`);
    assert.ok(await hangUp.isDisabled());
    wire.restore();
    await banner.waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Hang up', disabled: false }).waitFor();
    await call.hangUp();
    await card.getByRole('link', { name: 'Open the call' }).waitFor();
  },
  turn,
);

beside(
  test,
  'a page without a call, whose connection died without a sign, shows the next call all the same',
  async () => {
    const { stage } = await opening;
    const wire = stage.world.owns(await MuteWire.to(Number(stage.gateway.environment['PORT'])));
    const page = await stage.window({ at: `http://127.0.0.1:${wire.port}` });
    const heard = overhear(page);
    await stage.enter(page, '/settings');
    await page.getByText('Gateway ready').waitFor();
    await until(() => heard.streams.length === 1);
    // Others than the stream's are closed when they are not used; many that are dead would be a sign.
    await until(() => wire.open <= 3);
    wire.silence();
    wire.restore();
    const call = await CallStory.place(stage.gateway, { number: '+12025550108', company: 'Unheard Ltd' });
    await page.locator('.livebar', { hasText: 'Unheard Ltd' }).waitFor();
    await call.hangUp();
    await page.locator('.livebar').waitFor({ state: 'detached' });
  },
  turn,
);

beside(
  test,
  'a hang-up that was pressed as the network went silent arrives over the next one, without a second press',
  async () => {
    const { stage } = await opening;
    const wire = stage.world.owns(await MuteWire.to(Number(stage.gateway.environment['PORT'])));
    const call = await CallStory.place(stage.gateway, { number: '+12025550108', company: 'Deaf Ltd' });
    await call.untilStatus('on_hold');
    const page = await stage.signedIn('/', { at: `http://127.0.0.1:${wire.port}` });
    const card = page.getByRole('region', { name: 'Deaf Ltd' });
    await card.locator('.vu').waitFor();
    wire.silence();
    const sent = page.waitForRequest((request) => request.url().endsWith('/hangup'));
    await card.getByRole('button', { name: 'Hang up' }).click();
    await sent;
    wire.restore(); // for new connections: the first press is lost
    const pressedAtMs = Date.now();
    await call.untilOver();
    const tookMs = Date.now() - pressedAtMs;
    assert.ok(tookMs < 45_000, `it took ${tookMs} ms`);
    await card.getByRole('link', { name: 'Open the call' }).waitFor();
    assert.is(await card.getByRole('alert').count(), 0);
  },
  turn,
);

test.after(async () => (await opening).stage.close());
test.run();
