import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { writePastCalls } from '../rig/past-calls.ts';
import { assertLooksRight } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('typed work');
const opening = PageStage.open();

const questionOf = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const nameOf = (page: Page) => page.getByRole('region', { name: 'About the flow' }).getByLabel('Name');
const step = (page: Page, way: 'back' | 'forward') => page.evaluate(`history.${way}()`);
const pathOf = (page: Page): string => new URL(page.url()).pathname;

/** Stays, and finds the page as it was. */
async function stays(page: Page, path: string): Promise<void> {
  await questionOf(page).getByRole('button', { name: 'Stay' }).click();
  await questionOf(page).waitFor({ state: 'detached' });
  assert.is(pathOf(page), path);
}

beside(test, 'Back, Forward and the keys ask before they leave an edited flow, as links do', async () => {
  const stage = await opening;
  const page = await stage.signedIn('/flows');
  await page.getByRole('link', { name: 'New flow' }).first().click();
  await nameOf(page).fill('Harbour claims');
  await step(page, 'back');
  await questionOf(page).getByText('Your changes to this flow will be lost.').waitFor();
  await assertLooksRight(page, 'the question before leaving');
  await stays(page, '/flows/new');
  await nameOf(page).blur();
  await Promise.all(['g', 'd'].map((key) => page.keyboard.press(key))); // a slow machine does not part them
  await questionOf(page).waitFor();
  await stays(page, '/flows/new');
  assert.is(await nameOf(page).inputValue(), 'Harbour claims');

  await step(page, 'back');
  await questionOf(page).getByRole('button', { name: 'Leave' }).click();
  await page.waitForURL((url) => url.pathname === '/flows');
  await page.getByRole('link', { name: 'New flow' }).first().waitFor();

  await step(page, 'forward');
  await nameOf(page).waitFor();
  assert.is(await nameOf(page).inputValue(), '', 'what was left is gone');
  await page.getByRole('navigation').first().getByRole('link', { name: 'History' }).click();
  await page.waitForURL((url) => url.pathname === '/calls');
  await step(page, 'back');
  await nameOf(page).fill('Acme billing');
  await step(page, 'forward');
  await questionOf(page).waitFor();
  await stays(page, '/flows/new');
  await step(page, 'back');
  await questionOf(page).getByRole('button', { name: 'Leave' }).click();
  await questionOf(page).waitFor({ state: 'detached' });
  await page.waitForURL((url) => url.pathname !== '/flows/new');
  stage.assertNoComplaints();
});

beside(
  test,
  'what is typed into other forms is not left, reloaded or closed without a question',
  async () => {
    const stage = await opening;
    const { gateway } = stage;
    const past = { number: '+12025550108', company: 'Harbour Insurance', talkSeconds: 60 };
    const [callId = ''] = await writePastCalls(gateway.dataDir, [
      { ...past, startedAtMs: Date.now() - 3_600_000, heard: [['music', 60]] },
    ]);
    const page = await stage.signedIn('/');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void dialog.dismiss();
    });
    const forms: readonly { at: string; open?: string; type: string; loss: string }[] = [
      { at: '/settings', open: 'New token', type: 'What is it for?', loss: 'is not created yet' },
      { at: '/settings', open: 'New webhook', type: 'Address', loss: 'is not added yet' },
      { at: '/devices/new', type: 'Name', loss: 'is not added yet' },
      { at: `/calls/${callId}`, open: 'Write one', type: 'Note', loss: 'is not saved yet' },
    ];
    for (const { at, open, type, loss } of forms) {
      await page.getByRole('navigation').first().getByRole('link', { name: 'Flows' }).click();
      await page.getByRole('link', { name: 'New flow' }).first().waitFor();
      await page.evaluate(`{
      const link = Object.assign(document.createElement('a'), { href: ${JSON.stringify(at)} });
      document.body.append(link);
      link.click();
      link.remove();
    }`);
      if (open !== undefined) await page.getByRole('button', { name: open }).click();
      const field = page.locator('main').getByLabel(type, { exact: true });
      await field.fill('typed');

      await step(page, 'back');
      await questionOf(page).getByText(loss).waitFor();
      await stays(page, at);
      await page.getByRole('navigation').first().getByRole('link', { name: 'Devices' }).click();
      await questionOf(page).getByText(loss).waitFor();
      await stays(page, at);

      const before = asked.length;
      const dialog = page.waitForEvent('dialog');
      await page.evaluate('location.reload()');
      await dialog;
      assert.equal(asked.slice(before), ['beforeunload'], `${at} is reloaded`);
      assert.is(await field.inputValue(), 'typed');

      // Cancel says it already.
      await page.locator('main').getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('navigation').first().getByRole('link', { name: 'Now' }).click();
      await page.waitForURL((url) => url.pathname === '/');
    }
    stage.assertNoComplaints();
  },
);

beside(test, 'what was cancelled asks no more, however slow the page that follows', async () => {
  const stage = await opening;
  const page = await stage.signedIn('/devices/new');
  await page.locator('main').getByLabel('Name', { exact: true }).fill('typed');
  // The script of the page of devices stays away.
  const asked = page.waitForRequest('**/*.js');
  await page.route('**/*.js', () => undefined);
  await page.locator('main').getByRole('button', { name: 'Cancel' }).click();
  await asked;
  await page.getByRole('navigation').first().getByRole('link', { name: 'Now' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  assert.is(await questionOf(page).count(), 0);
  stage.assertNoComplaints();
});

beside(test, 'a call that is typed and not placed is still there after a visit to another page', async () => {
  const stage = await opening;
  const page = await stage.signedIn('/?new');
  const form = page.getByRole('form', { name: 'Place a call' });
  await form.locator('[name="number"]').fill('+12025550108');
  await form.locator('[name="intent"]').fill('the claim of the kitchen');
  await page.getByRole('navigation').first().getByRole('link', { name: 'Devices' }).click();
  await page.waitForURL((url) => url.pathname === '/devices');
  await step(page, 'back');
  await form.waitFor();
  assert.is(await form.locator('[name="number"]').inputValue(), '+12025550108');
  assert.is(await form.locator('[name="intent"]').inputValue(), 'the claim of the kitchen');
  stage.assertNoComplaints();
});

test.after(async () => (await opening).close());
test.run();
