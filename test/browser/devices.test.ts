import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { addSippDevice } from '../rig/devices.ts';
import { assertLooksRight } from './looks.ts';
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
