import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { writePastCalls } from '../rig/past-calls.ts';
import { Turnstile } from '../rig/turnstile.ts';
import { Keyboard } from './keyboard.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('an owner without a mouse');
/** A gateway of its own: the favourites are written as a whole. */
const opening = PageStage.open({});
const number = '+12025550108';
/** Each page of a gateway hears of its calls. */
const turn = new Turnstile(1);

const focused = (page: Page) => page.locator(':focus');

beside(
  test,
  'a list is put in order, and rows are removed: the focus stays where the work is, and screen readers hear of it',
  async () => {
    const stage = await opening;
    const favourites = ['First', 'Second', 'Third'].map((label) => ({
      label,
      number,
      intent: '',
      call_flow_id: null,
      mode: 'hold_slayer',
    }));
    await stage.gateway.client.request('PUT', '/api/v1/favourites', { favourites });
    const page = await stage.signedIn('/?new');
    const keys = new Keyboard(page);
    await page.getByRole('button', { name: 'Edit' }).filter({ visible: true }).click();
    const list = page.getByRole('dialog', { name: 'Favourites' });
    await list.waitFor();
    await keys.tabTo('Move Third up');
    await keys.press('Enter');
    await list
      .locator('[aria-live="polite"]', { hasText: 'Third is now 2 of 3.' })
      .waitFor({ state: 'attached' });
    assert.is(await focused(page).getAttribute('aria-label'), 'Move Third up');
    await keys.press('Enter');
    await list.locator('li').first().getByRole('button', { name: 'Remove Third' }).waitFor();
    // The first one cannot move further: its name is what the keyboard goes on from.
    assert.is(await focused(page).inputValue(), 'Third');
    await keys.tabTo('Remove Third');
    await keys.press('Enter');
    await list.getByRole('button', { name: 'Remove Third' }).waitFor({ state: 'detached' });
    assert.is(await focused(page).getAttribute('aria-label'), 'Remove First');
    await keys.press('Enter');
    await keys.press('Enter');
    await list.getByRole('textbox').first().waitFor({ state: 'detached' });
    assert.is(await focused(page).textContent(), 'Save');
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'what only the gateway can do is refused, and its button has the focus again',
  async () => {
    const stage = await opening;
    const page = await stage.signedIn('/?new');
    const keys = new Keyboard(page);
    const detail = 'max_calls_per_hour: 20 calls were placed in the last hour';
    await page.route('**/api/v1/calls/hold-slayer', async (route) => {
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      await route.fulfill({ status: 400, json: { detail } });
    });
    await page.locator('[name="number"]').fill(number);
    await keys.tabTo('Call and wait');
    await keys.press('Enter');
    await page.locator('#form-fault').waitFor();
    await page
      .getByRole('button', { name: 'Call and wait', disabled: false })
      .filter({ visible: true })
      .waitFor();
    assert.match((await focused(page).textContent()) ?? '', /Call and wait/);
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'a note that was saved leaves the focus where it is edited again',
  async () => {
    const stage = await opening;
    const [callId = ''] = await writePastCalls(stage.gateway.dataDir, [
      {
        number,
        company: 'Noted Ltd',
        talkSeconds: 60,
        startedAtMs: Date.now() - 3_600_000,
        heard: [['music', 60]],
      },
    ]);
    const page = await stage.signedIn(`/calls/${callId}`);
    const keys = new Keyboard(page);
    const write = page.getByRole('button', { name: 'Write one' });
    await write.focus();
    const heard = '[aria-live="polite"] span:not([data-heard])';
    for (const [name, text] of [
      ['Write one', 'New time 10:40'],
      ['Edit', 'New time 11:40'],
    ] as const) {
      await keys.tabTo(name);
      await keys.press('Enter');
      await page.locator('#call-note:focus').fill(text);
      await keys.tabTo('Save');
      await keys.press('Enter');
      await page.locator('.call-note', { hasText: text }).waitFor();
      assert.is((await focused(page).textContent())?.trim(), 'Edit');
      // Each time anew, although the words are the same.
      await page.locator(heard, { hasText: 'Saved.' }).waitFor({ state: 'attached' });
      await page.evaluate(`document.querySelector('[aria-live="polite"] span').dataset.heard = ''`);
    }
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'a session that ended asks until somebody signs in, however often Esc is pressed',
  async () => {
    const stage = await opening;
    const page = await stage.window();
    await page.goto('/');
    await page.getByLabel('Token', { exact: true }).fill(stage.gateway.token);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').first().waitFor();
    const { client } = stage.gateway;
    const own = (await page.evaluate(`fetch('/api/v1/sessions').then((answer) => answer.json())`)) as {
      sessions: { id: string; is_current: boolean }[];
    };
    const session = own.sessions.find((each) => each.is_current)?.id ?? '';
    await client.request('DELETE', `/api/v1/sessions/${session}`);
    const dialog = page.getByRole('dialog', { name: 'Sign in again' });
    await dialog.waitFor();
    for (let times = 0; times < 3; times += 1) await page.keyboard.press('Escape');
    await page.evaluate('new Promise((done) => setTimeout(() => requestAnimationFrame(done)))');
    assert.ok(await dialog.isVisible(), 'it is still there');
    await dialog.getByLabel('Token', { exact: true }).fill(stage.gateway.token);
    await dialog.getByRole('button', { name: 'Sign in', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  },
  turn,
);

beside(
  test,
  'screen readers hear why a call failed, not only that it did',
  async () => {
    const stage = await opening;
    const page = await stage.window();
    // A call that is over before the page has read which calls there are is none of the page's.
    const read = page.waitForResponse(/\/api\/v1\/calls\?state=active/);
    await stage.enter(page, '/settings');
    await read;
    const call = await CallStory.place(stage.gateway, { number: '+12025550101', company: 'Busy Ltd' });
    await call.untilOver();
    await page
      .locator('[aria-live="polite"]', { hasText: 'The line is busy.' })
      .waitFor({ state: 'attached' });
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'screen readers hear of a call that ends while the page opens',
  async () => {
    const stage = await opening;
    const call = await CallStory.place(stage.gateway, { number, company: 'Brief Ltd' });
    await call.untilStatus('on_hold');
    const page = await stage.window();
    const over = call.untilOver();
    const asked = page.waitForRequest(/\/api\/v1\/calls\/call_[^/?]+$/);
    await page.route(/\/api\/v1\/calls\/call_[^/?]+$/, async (route) => {
      await over;
      await route.continue();
    });
    await stage.enter(page, '/settings');
    await asked;
    await stage.gateway.client.request('POST', `/api/v1/calls/${call.id}/hangup`);
    await page.locator('[aria-live="polite"]', { hasText: 'Call over.' }).waitFor({ state: 'attached' });
    stage.assertNoComplaints();
  },
  turn,
);

test.after(async () => (await opening).close());
test.run();
