import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addSippDevice } from '../rig/devices.ts';
import { writePastCalls } from '../rig/past-calls.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('history');
const opening = PageStage.open();
const markup = '<img src=x onerror="window.broken=true">';

const names = async (page: Page) => page.locator('.hrow .hn b').allTextContents();

beside(
  test,
  'calls are found by words and by outcome, and a call’s page shows everything and keeps a note',
  async () => {
    const stage = await opening;
    const { gateway, world } = stage;
    world.owns((await addSippDevice(gateway, 'study', 'answer')).sipp);
    const [busy, talked] = await Promise.all([
      CallStory.place(gateway, {
        number: '+12025550101',
        company: `${markup} Busy Ltd`,
        intent: `${markup} zebra crossing`,
      }),
      CallStory.place(gateway, {
        number: '+12025550113',
        company: 'Talked Ltd',
        intent: 'zebra stripes',
        mode: 'direct',
        device: 'study',
      }),
    ]);
    await busy.untilOver();
    await talked.untilStatus('connected');
    await talked.hangUp();
    await talked.untilOver();

    const page = await stage.signedIn('/calls');
    const search = page.getByLabel('Search the history');
    await search.fill('ZEBRA');
    await page.getByText('2 of 2 calls').waitFor();
    assert.equal((await names(page)).sort(), [`${markup} Busy Ltd`, 'Talked Ltd']);
    await page.getByRole('button', { name: 'Reached you' }).click();
    await page.getByText('1 of 1 call').waitFor();
    assert.equal(await names(page), ['Talked Ltd']);
    await page.getByRole('button', { name: 'Did not' }).click();
    await page.getByText('Busy Ltd').waitFor();
    assert.equal(await names(page), [`${markup} Busy Ltd`]);
    await search.fill('zebra zebu');
    await page.getByText('No call matches this.').waitFor();
    await search.fill('crossing');
    await page.getByRole('link', { name: /Busy Ltd/ }).click();

    await page.getByRole('heading', { name: `${markup} Busy Ltd` }).waitFor();
    assert.is(new URL(page.url()).pathname, `/calls/${busy.id}`);
    await page.goBack();
    await page.getByText('1 of 1 call').waitFor();
    assert.is(await search.inputValue(), 'crossing');
    assert.is(await page.getByRole('button', { name: 'Did not' }).getAttribute('aria-pressed'), 'true');
    await page.getByRole('link', { name: /Busy Ltd/ }).click();
    await page.getByText('The line is busy.').first().waitFor();
    await page.getByRole('link', { name: 'Call again' }).waitFor();
    await page.getByRole('button', { name: 'Write one' }).click();
    await page.getByLabel('Note', { exact: true }).fill(`${markup} my note`);
    await page.getByRole('button', { name: 'Save' }).click();
    await gateway.waitForEvent(
      ({ type, call_id: id }) => id === busy.id && type === 'call_edited',
      'the note, kept',
    );
    await page.getByText(`${markup} my note`).waitFor();
    await page.reload();
    await page.getByText(`${markup} my note`).waitFor();
    const kept = await gateway.client.request<{ note: string }>('GET', `/api/v1/calls/${busy.id}`);
    assert.is(kept.note, `${markup} my note`);
    await page.goto('/calls');
    await page.getByLabel('Search the history').fill('my note');
    await page.getByText('1 of 1 call').waitFor();
    await page.waitForURL('**/calls?q=my+note');
    await page.getByRole('navigation').first().getByRole('link', { name: 'History' }).click();
    await page.waitForURL((url) => url.search === '');
    await page.getByText('Talked Ltd').waitFor();
    assert.is(await search.inputValue(), '');
    await page.goBack();
    await page.getByText('1 of 1 call').waitFor();
    assert.is(await search.inputValue(), 'my note');
    assert.is(await page.evaluate('window.broken'), undefined);
    stage.assertNoComplaints();
  },
);

const noon = new Date(new Date().setHours(12, 0, 0, 0) - 86_400_000).setHours(12, 0, 0, 0);
const past = { number: '+12025550108', heard: [['music', 600]] as const, talkSeconds: 60 };

beside(test, 'a page that stays open over midnight tells days anew', async () => {
  const stage = await opening;
  await writePastCalls(stage.gateway.dataDir, [{ ...past, company: 'Midnight Ltd', startedAtMs: noon }]);
  const page = await stage.window();
  await page.clock.install({ time: noon + 3_600_000 });
  await stage.enter(page, '/calls?q=midnight');
  const day = (name: string) => page.getByRole('heading', { name, level: 2, exact: true });
  await day('Today').waitFor();
  await page.clock.fastForward('12:00:00');
  await day('Yesterday').waitFor();
  assert.is(await day('Today').count(), 0);
});

beside(test, 'a call on paper has its date, and nothing to press', async () => {
  const stage = await opening;
  const [id = ''] = await writePastCalls(stage.gateway.dataDir, [
    { ...past, company: 'Paper Ltd', startedAtMs: noon },
  ]);
  for (const width of [390, 1440]) {
    const page = await stage.signedIn(`/calls/${id}`, { width });
    await page.getByRole('heading', { name: 'Paper Ltd' }).waitFor();
    await page.emulateMedia({ media: 'print' });
    await page
      .getByText(new RegExp(`^\\w+ \\d+ \\w+ ${new Date(noon).getFullYear()}, 12:00 to 12:11$`))
      .waitFor();
    assert.is(
      await page
        .getByText(/^yesterday/)
        .filter({ visible: true })
        .count(),
      0,
    );
    assert.is(await page.getByRole('link', { name: 'History' }).filter({ visible: true }).count(), 0);
    assert.is(await page.getByRole('button').filter({ visible: true }).count(), 0);
  }
  stage.assertNoComplaints();
});

beside(test, 'whoever comes back from a call far down the list finds the list as it was', async () => {
  const stage = await opening;
  await writePastCalls(
    stage.gateway.dataDir,
    Array.from({ length: 70 }, (_, index) => ({
      number: '+12025550101',
      company: `Deep ${index} Ltd`,
      heard: [['music', 60]] as const,
      talkSeconds: 60,
      startedAtMs: Date.now() - (index + 400) * 3_600_000,
    })),
  );
  const page = await stage.signedIn('/calls?q=deep');
  await page.getByText('30 of 70 calls').waitFor();
  await page.getByRole('button', { name: 'Show more' }).focus();
  await page.keyboard.press('Enter');
  await page.getByText('60 of 70 calls').waitFor();
  // The keyboard goes on where the new ones begin.
  await page.locator('.hrow:focus', { hasText: 'Deep 30 Ltd' }).waitFor();
  const row = page.locator('.hrow', { hasText: 'Deep 50 Ltd' });
  await row.click();
  await page.getByRole('heading', { name: 'Deep 50 Ltd' }).waitFor();
  await page.goBack();
  await page.getByText('60 of 70 calls').waitFor();
  const top = (await row.boundingBox())?.y ?? NaN;
  assert.ok(top >= 0 && top < 900, `in view: ${top}`);
  stage.assertNoComplaints();
});

beside(
  test,
  'words that found nothing are deleted, and others typed: all of them go into the field',
  async () => {
    const stage = await opening;
    await writePastCalls(stage.gateway.dataDir, [
      {
        number: '+12025550108',
        company: 'Nowhere Known Ltd',
        startedAtMs: Date.now() - 3_600_000,
        heard: [['music', 60]],
        talkSeconds: 60,
      },
    ]);
    const page = await stage.signedIn('/calls');
    const search = page.getByLabel('Search the history');
    await search.fill('what nobody ever said');
    await page.getByText('No call matches this.').waitFor();
    await search.fill('');
    await page.keyboard.type('Nowhere Known');
    assert.is(await search.count(), 1);
    assert.is(await search.inputValue(), 'Nowhere Known');
    await page.getByText('1 of 1 call').waitFor();
    stage.assertNoComplaints();
  },
);

test.after(async () => (await opening).close());
test.run();
