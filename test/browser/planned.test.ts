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
    // The scenarios beside this one plan calls to the same number, which has this name then.
    const row = page
      .locator('.planned', { hasText: 'Later Ltd' })
      .filter({ hasText: 'the claim about the car' });
    await row.getByText('the claim about the car').waitFor();
    assert.is(await page.getByRole('region', { name: 'Later Ltd' }).count(), 0);
    await assertLooksRight(page, 'a planned call');

    await row.getByRole('link', { name: 'Later Ltd' }).click();
    await page.getByText(/^I place this call to\w+ at \d\d:\d\d\.\s*$/).waitFor();
    assert.is(await page.getByRole('link', { name: 'Open the live call' }).count(), 0);
    await assertLooksRight(page, 'the page of a planned call');
    await page.getByRole('button', { name: 'Cancel the call to Later Ltd' }).click();
    const question = page.getByRole('dialog', { name: 'Cancel the call to Later Ltd?' });
    await assertLooksRight(page, 'the question before cancelling');
    await question.getByRole('button', { name: 'Cancel the call' }).click();
    assert.is((await call.untilOver()).end_reason, 'cancelled');
    await page.getByText('Cancelled before it was due.').waitFor();
    await page.getByRole('link', { name: 'Call again' }).waitFor();
    await page.goto('/');
    await page.locator('main form, main .live, main .first').first().waitFor();
    assert.is(await row.count(), 0);
    stage.assertNoComplaints();
  },
);

beside(test, 'the form plans a call with the keyboard, and says so', async () => {
  const stage = await opening;
  const page = await stage.signedIn('/?new', { width: 360, height: 740 });
  const form = page.getByRole('form', { name: 'Place a call' });
  await form.locator('[name="number"]').fill('+1 202 555 0108');
  await form.locator('[name="intent"]').fill('the claim of the kitchen');
  assert.is(await form.getByRole('radio', { name: 'Later' }).isVisible(), false, 'it is folded');
  await page.locator('.when > summary').focus();
  await page.keyboard.press('Enter');
  await form.getByRole('radio', { name: 'Now' }).focus();
  await page.keyboard.press('ArrowRight');
  await assertLooksRight(page, 'the form of a planned call');
  for (const target of ['.when > summary', '#at', '#at-time', '.when [role="switch"]']) {
    const { height = 0 } = (await page.locator(target).boundingBox()) ?? {};
    assert.ok(height >= 44, `${target} is ${height} px high`);
  }

  const submit = page.locator('.dock button');
  const yesterday = new Date(Date.now() - 24 * hourMs);
  await form.getByLabel('Day').fill(dayOf(yesterday));
  await submit.click();
  await form.getByText(/^This time is past/).waitFor();
  await page.locator('[name="at"]:focus').waitFor();
  await assertLooksRight(page, 'a time that is past');

  const tomorrow = new Date(new Date(Date.now() + 24 * hourMs).setHours(9, 5, 0, 0));
  await form.getByLabel('Day').fill(dayOf(tomorrow));
  await form.getByLabel('Time', { exact: true }).fill('09:05');
  await form
    .getByRole('switch', { name: /^Call again if it is busy, not answered or closed/ })
    .press('Space');
  await submit.click();
  await page.getByText(/^Planned: I call .* tomorrow at 09:05\. You can close this page\.$/).waitFor();
  await assertLooksRight(page, 'what was planned');
  const row = page.locator('.planned', { hasText: 'the claim of the kitchen' });
  await row.getByText('tomorrow, 09:05').waitFor();
  const { calls } = await stage.gateway.client.request<{ calls: { call_id: string; intent: string }[] }>(
    'GET',
    '/api/v1/calls?state=scheduled',
  );
  const id = calls.find(({ intent }) => intent === 'the claim of the kitchen')?.call_id ?? '';
  const call = await stage.gateway.client.request<{ started_at: string; retry: unknown }>(
    'GET',
    `/api/v1/calls/${id}`,
  );
  assert.is(Date.parse(call.started_at), tomorrow.getTime());
  assert.equal(call.retry, { on: ['busy', 'no_answer', 'closed'], times: 3, minutes: 15 });
  await page.locator('.banner').getByRole('link').click();
  await page
    .getByText('If it is busy, not answered or closed, I call again: 3 times at most, 15 minutes apart.')
    .waitFor();
  await stage.gateway.client.request('POST', `/api/v1/calls/${id}/hangup`);
  stage.assertNoComplaints();
});

const dayOf = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()]
    .map((each) => String(each).padStart(2, '0'))
    .join('-');

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
