import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { assertLooksRight } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('hanging up');
const opening = PageStage.open();

beside(test, 'asks once a place in the queue is worth something', async () => {
  const stage = await opening;
  const page = await stage.window();
  await page.clock.install();
  await stage.enter(page, '/');
  const call = await CallStory.place(stage.gateway, { number: '+12025550108', company: 'Queue Ltd' });
  await call.untilStatus('on_hold', 90);
  const card = page.getByRole('region', { name: 'Queue Ltd' });
  const hangUp = card.getByRole('button', { name: 'Hang up' });
  await hangUp.waitFor();
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog');
  await keys.waitFor();
  await assertLooksRight(page, 'the list of keys');
  await page.keyboard.press('Escape');
  await keys.waitFor({ state: 'detached' });

  // Only the page's clock is ahead; what it reads of the gateway sets it right again, hence with a new document for each press.
  const pressAfterTwoMinutes = async () => {
    await page.reload();
    await hangUp.waitFor();
    await page.clock.fastForward('02:05');
    await hangUp.click();
  };
  await pressAfterTwoMinutes();
  const question = page.getByRole('dialog', { name: 'Give up your place in the queue?' });
  await question.waitFor();
  await assertLooksRight(page, 'the question before hanging up');
  await question.getByRole('button', { name: 'Keep waiting' }).click();
  await question.waitFor({ state: 'detached' });
  assert.is((await call.view()).status, 'on_hold');
  await pressAfterTwoMinutes();
  await question.getByRole('button', { name: 'Hang up' }).click();
  assert.is((await call.untilOver()).end_reason, 'hangup_api');
  await card.getByRole('link', { name: 'Open the call' }).waitFor();
  stage.assertNoComplaints();
});

test.after(async () => (await opening).close());
test.run();
