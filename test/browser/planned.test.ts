import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { writeEvents, writePastCalls } from '../rig/past-calls.ts';
import { assertLooksRight } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('calls before and after');
const opening = PageStage.open();
const hourMs = 3_600_000;

beside(
  test,
  'a call planned by another program is listed, is none under way, and can be cancelled',
  async () => {
    const stage = await opening;
    const page = await stage.signedIn('/', { width: 360, height: 740 });
    const dueAt = Date.now() + 3 * hourMs;
    const call = await CallStory.place(stage.gateway, {
      number: '+12025550108',
      company: 'Later Ltd',
      intent: 'the claim about the car',
      at: new Date(dueAt).toISOString(),
    });
    const row = page.locator('.planned', { hasText: 'Later Ltd' });
    await row.getByText('the claim about the car').waitFor();
    assert.is(await page.getByRole('region', { name: 'Later Ltd' }).count(), 0);
    await assertLooksRight(page, 'a planned call');

    await row.getByRole('link', { name: 'Later Ltd' }).click();
    await page.getByText(/^I place this call to\w+, \d\d:\d\d\.$/).waitFor();
    assert.is(await page.getByRole('link', { name: 'Open the live call' }).count(), 0);
    await assertLooksRight(page, 'the page of a planned call');
    await page.getByRole('button', { name: 'Cancel the call to Later Ltd' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel the call to Later Ltd?' });
    await assertLooksRight(page, 'the question before cancelling');
    await question.getByRole('button', { name: 'Cancel the call' }).click();
    assert.is((await call.untilOver()).end_reason, 'hangup_api');
    await page.getByRole('link', { name: 'Call again' }).waitFor();
    await page.goto('/');
    await page.locator('main form, main .live, main .first').first().waitFor();
    assert.is(await row.count(), 0);
    stage.assertNoComplaints();
  },
);

beside(
  test,
  'a call of hours shows how its story ended, and is called again while another one waits',
  async () => {
    const stage = await opening;
    const { gateway } = stage;
    const began = Date.now() - 5 * hourMs;
    const reason = 'Why the claim was refused';
    const past = {
      number: '+12025550166',
      company: 'Hours Ltd',
      intent: reason,
      startedAtMs: began,
      heard: [['music', 9_000]] as const,
      talkSeconds: 60,
    };
    const [id = ''] = await writePastCalls(gateway.dataDir, [past]);
    await writeEvents(gateway.dataDir, id, [
      { type: 'call_started', data: { number: past.number, mode: 'hold_slayer', intent: '' }, atMs: began },
      ...Array.from({ length: 399 }, (_, index) => ({
        type: 'ivr_dtmf_sent',
        data: { digits: '12345', step_id: `step_${index}` },
        atMs: began + index * 20_000,
      })),
      ...Array.from({ length: 60 }, (_, index) => ({
        type: 'hold_resumed',
        data: { reason: `the voice of turn ${index} was a recording` },
        atMs: began + 8_000_000 + index * 1_000,
      })),
    ]);
    const waiting = await CallStory.place(gateway, { number: '+12025550108', company: 'Meanwhile Ltd' });
    const page = await stage.signedIn(`/calls/${id}`, { width: 360, height: 740 });
    const lines = page.locator('.story > li');
    await lines.first().waitFor();
    assert.is(await lines.filter({ visible: true }).count(), 30);
    await assertLooksRight(page, 'a call of hours');
    await page.getByRole('button', { name: /^Show all \d+ events$/ }).click();
    assert.is(await lines.filter({ visible: true }).count(), await lines.count());

    await page.getByRole('link', { name: 'Call again' }).click();
    const form = page.getByRole('form', { name: 'Place a call' });
    await form.waitFor();
    assert.is(await form.locator('[name="number"]').inputValue(), past.number);
    assert.is(await form.locator('[name="intent"]').inputValue(), reason);
    await waiting.hangUp();
    stage.assertNoComplaints();
  },
);

test.after(async () => (await opening).close());
test.run();
