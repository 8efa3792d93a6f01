import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { assertLooksRight } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('hanging up');
const opening = PageStage.open();

/** The one thing that is not as it is: the gateway's answers tell of two minutes more than anybody waited here. */
async function tellOfLongWaits(page: Page): Promise<void> {
  await page.route('**/api/v1/calls/call_*', async (route) => {
    const answer = await route.fetch({ maxRetries: 2 });
    const view = (await answer.json()) as { hold_time: number };
    await route.fulfill({ response: answer, json: { ...view, hold_time: view.hold_time + 120 } });
  });
}

beside(test, 'asks once a place in the queue is worth something', async () => {
  const stage = await opening;
  const page = await stage.window();
  await tellOfLongWaits(page);
  await stage.enter(page, '/');
  const call = await CallStory.place(stage.gateway, { number: '+12025550108', company: 'Queue Ltd' });
  await call.untilStatus('on_hold');
  const card = page.getByRole('region', { name: 'Queue Ltd' });
  const hangUp = card.getByRole('button', { name: 'Hang up' });
  await hangUp.waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog');
  await keys.waitFor();
  await assertLooksRight(page, 'the list of keys');
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });

  await hangUp.click();
  const question = page.getByRole('dialog', { name: 'Give up your place in the queue?' });
  await question.waitFor();
  await assertLooksRight(page, 'the question before hanging up');
  await question.getByRole('button', { name: 'Keep waiting' }).click();
  await question.waitFor({ state: 'detached' });
  await hangUp.and(page.locator(':focus')).waitFor(); // the focus is back where it was
  assert.is((await call.view()).status, 'on_hold');
  await hangUp.click();
  await question.getByRole('button', { name: 'Hang up' }).click();
  assert.is((await call.untilOver()).end_reason, 'hangup_owner');
  await card.getByText('You hung up.').waitFor();
  await card.getByRole('link', { name: 'Open the call' }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  stage.assertNoComplaints();
});

beside(test, 'gives the focus back to its button when the call moved to the top meanwhile', async () => {
  const stage = await PageStage.open({});
  try {
    const first = await CallStory.place(stage.gateway, { number: '+12025550108', company: 'First Ltd' });
    const other = await CallStory.place(stage.gateway, { number: '+12025550108', company: 'Other Ltd' });
    await Promise.all([first, other].map((call) => call.untilStatus('on_hold')));
    const page = await stage.window();
    await tellOfLongWaits(page);
    await stage.enter(page, '/');
    const card = page.getByRole('region', { name: 'Other Ltd' });
    await card.and(page.locator('.compact')).getByRole('button', { name: 'Hang up' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Give up your place in the queue?' });
    await question.waitFor();
    await first.hangUp();
    await card.and(page.locator(':not(.compact)')).waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Hang up' }).and(page.locator(':focus')).waitFor();
    await other.hangUp();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    stage.assertNoComplaints();
  } finally {
    await stage.close();
  }
});

test.after(async () => (await opening).close());
test.run();
