import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addSippDevice } from '../rig/devices.ts';
import { assertLooksRight, follow } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('devices');
const opening = PageStage.open();

beside(
  test,
  'a number is added and renamed, and is offered no test ring, which would be a call',
  async () => {
    const stage = await opening;
    const page = await stage.signedIn('/devices/new');
    await page.getByText('A phone number').click();
    await page.getByLabel('Name').fill('My mobile');
    await page.getByRole('textbox', { name: 'Number' }).fill('+1 202 555 0142');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('I call it through the trunk when a person answers.').waitFor();
    assert.is(await page.locator('main').getByRole('button', { name: 'Test ring' }).count(), 0);
    await assertLooksRight(page, 'a number was added');
    await page.getByRole('navigation').first().getByRole('link', { name: 'Devices' }).click();

    const row = page.locator('.dv', { hasText: 'My mobile' });
    await row.getByText('always').waitFor();
    assert.is(await row.getByRole('button', { name: 'Test ring' }).count(), 0);
    await row.getByLabel('More for My mobile').click();
    await row.getByRole('button', { name: 'Rename' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rename My mobile' });
    await page.locator('dialog input:focus').fill('My own mobile');
    await assertLooksRight(page, 'a device is renamed');
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
    await page.locator('.dv', { hasText: 'My own mobile' }).waitFor();
    stage.assertNoComplaints();
  },
);

beside(
  test,
  'what had the focus is gone, with its row or its page: the content has it, by the name of the page',
  async () => {
    const stage = await opening;
    await stage.gateway.client.request('POST', '/api/v1/devices', {
      name: 'Old mobile',
      type: 'external',
      sip_uri: 'tel:+12025550143',
    });
    const page = await stage.signedIn('/devices');
    const row = page.locator('.dv', { hasText: 'Old mobile' });
    const focused = (name: string) => page.locator(`main[aria-label="${name}"]:focus`).waitFor();
    await row.getByLabel('More for Old mobile').press('Enter');
    await row.getByRole('button', { name: 'Remove' }).press('Enter');
    const question = page.getByRole('dialog', { name: 'Remove Old mobile?' });
    await question.getByRole('button', { name: 'Remove' }).press('Enter');
    await row.waitFor({ state: 'detached' });
    await focused('Devices');
    await page.locator('main').getByRole('link', { name: 'Add a device' }).first().press('Enter');
    await focused('Add a device');
    await assertLooksRight(page, 'the content has the focus');

    await follow(page, '/settings');
    await page.getByRole('button', { name: 'New token' }).press('Enter');
    await page.locator('#token-name:focus').fill('Kitchen display');
    await page.keyboard.press('Enter');
    await page.locator('[aria-label="The token, shown only once"]:focus').waitFor();
    stage.assertNoComplaints();
  },
);

beside(test, 'a phone that nobody answers says so under its row', async () => {
  const stage = await opening;
  stage.world.owns((await addSippDevice(stage.gateway, 'unanswered', 'ring')).sipp);
  const page = await stage.signedIn('/devices');
  const row = page.locator('.dv', { hasText: 'unanswered' });
  await row.getByRole('button', { name: 'Test ring of unanswered' }).click();
  await row.getByRole('button', { name: 'Rings of unanswered' }).waitFor();
  await row.getByText(/^It rang for \d+ s, and nobody answered\.$/).waitFor();
  await assertLooksRight(page, 'a test ring that nobody answered');
  stage.assertNoComplaints();
});

test.after(async () => (await opening).close());
test.run();
