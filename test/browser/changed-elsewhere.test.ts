import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { writePastCalls } from '../rig/past-calls.ts';
import { Turnstile } from '../rig/turnstile.ts';
import { until } from '../rig/until.ts';
import { assertLooksRight } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('what is changed in two places');
/** A gateway of its own: calls of other files would take the flow, and their favourites would be replaced. */
const opening = PageStage.open({});
const number = '+12025550108';
/** What is written during a call is written for the first of those that run. */
const turn = new Turnstile(1);

beside(test, 'a flow that was changed elsewhere is neither lost nor overwritten by Save', async () => {
  const stage = await opening;
  const { client } = stage.gateway;
  const steps = [
    { id: 'key', type: 'DTMF', dtmf: '1' },
    { id: 'me', type: 'TRANSFER' },
  ];
  const { id } = await client.request<{ id: string }>('POST', '/api/v1/call-flows', {
    name: 'Harbour claims',
    phone_number: number,
    steps,
  });
  const at = `/api/v1/call-flows/${id}`;
  const stored = () =>
    client.request<{ name: string; company: string; steps: { dtmf?: string }[] }>('GET', at);
  const page = await stage.signedIn(`/flows/${id}`);
  const digits = page.getByLabel('Digits to press').first();
  const save = page.getByRole('button', { name: 'Save' }).first();
  const question = page.getByRole('dialog', { name: 'This flow was changed elsewhere' });
  const changeElsewhere = (dtmf: string, company: string) =>
    client.request('PUT', at, { company, steps: [{ ...steps[0], dtmf }, steps[1]] });

  await digits.fill('5');
  await changeElsewhere('7', 'Harbour');
  await save.click();
  await question.waitFor();
  await assertLooksRight(page, 'the question about a flow that was changed elsewhere');
  assert.is((await stored()).steps[0]?.dtmf, '7');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  assert.is(await digits.inputValue(), '5');

  await save.click();
  await question.getByRole('button', { name: 'Overwrite it with mine' }).click();
  await page.getByText('version 3').waitFor();
  const mine = await stored();
  assert.equal([mine.steps[0]?.dtmf, mine.company], ['5', 'Harbour'], 'only what was changed here');

  await digits.fill('6');
  await changeElsewhere('8', 'Harbour Insurance');
  await save.click();
  await question.getByRole('button', { name: 'Load it, and drop my changes' }).click();
  await page.getByText('version 4').waitFor();
  assert.is(await digits.inputValue(), '8');
  await digits.fill('9');
  await save.click();
  await page.getByText('version 5').waitFor();
  assert.is((await stored()).steps[0]?.dtmf, '9');
  stage.assertNoComplaints();
});

beside(
  test,
  'favourites that were kept elsewhere are not removed by a list that was opened before',
  async () => {
    const stage = await opening;
    const { client } = stage.gateway;
    const at = '/api/v1/favourites';
    const favourite = (label: string) => ({ label, number, intent: '', mode: 'hold_slayer' });
    const labels = async () =>
      (await client.request<{ favourites: { label: string }[] }>('GET', at)).favourites.map(
        ({ label }) => label,
      );
    await client.request('PUT', at, { favourites: [favourite('Harbour')] });
    const page = await stage.signedIn('/?new');
    await page.getByRole('button', { name: 'Edit' }).filter({ visible: true }).click();
    const list = page.getByRole('dialog', { name: 'Favourites' });
    await list.getByRole('textbox').fill('Harbour claims');
    await client.request('PUT', at, { favourites: [favourite('Harbour'), favourite('Acme')] });
    await list.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'The list was changed elsewhere' });
    await question.waitFor();
    assert.equal(await labels(), ['Harbour', 'Acme']);
    await question.getByRole('button', { name: 'Load it, and drop my changes' }).click();
    await list.getByRole('textbox').nth(1).waitFor();
    await list.getByRole('textbox').nth(0).fill('Harbour claims');
    await list.getByRole('button', { name: 'Save' }).click();
    await list.waitFor({ state: 'detached' });
    assert.equal(await labels(), ['Harbour claims', 'Acme']);
    stage.assertNoComplaints();
  },
);

beside(
  test,
  'a note that was written elsewhere is not overwritten by the one that is being typed',
  async () => {
    const stage = await opening;
    const { client, dataDir } = stage.gateway;
    const [callId = ''] = await writePastCalls(dataDir, [
      {
        number,
        company: 'Harbour',
        talkSeconds: 60,
        startedAtMs: Date.now() - 3_600_000,
        heard: [['music', 60]],
      },
    ]);
    const at = `/api/v1/calls/${callId}`;
    const stored = async () => (await client.request<{ note: string }>('GET', at)).note;
    const page = await stage.signedIn(`/calls/${callId}`);
    await page.getByRole('button', { name: 'Write one' }).click();
    await page.getByLabel('Note').fill('first');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('first', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Note').fill('mine');
    await client.request('PATCH', at, { note: 'theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'This note was changed elsewhere' });
    await question.waitFor();
    assert.is(await stored(), 'theirs');
    await question.getByRole('button', { name: 'Overwrite it with mine' }).click();
    await page.getByRole('button', { name: 'Edit' }).waitFor();
    assert.is(await stored(), 'mine');
    stage.assertNoComplaints();
  },
);

beside(
  test,
  'a note taken during a call and one written elsewhere at the same time are both kept',
  async () => {
    const stage = await opening;
    const { client } = stage.gateway;
    const page = await stage.signedIn('/');
    const call = await CallStory.place(stage.gateway, { number, company: 'Harbour' });
    await page.getByRole('region', { name: 'Harbour' }).waitFor();
    const at = `/api/v1/calls/${call.id}`;
    const stored = async () => (await client.request<{ note: string }>('GET', at)).note;
    const field = page.getByLabel('Note', { exact: true });
    const holds = (text: string) => until(async () => (await field.inputValue()) === text);
    await field.fill('Ms Harbour');
    await page.getByText('saved', { exact: true }).waitFor();
    await client.request('PATCH', at, { note: 'Ms Harbour\nclaim A-1234' });
    await holds('Ms Harbour\nclaim A-1234'); // nothing was unsaved here
    // An assistant's note arrives while somebody types, and the event about it after the text.
    let typed = false;
    await page.route(`**${at}`, async (route) => {
      if (!typed) {
        typed = true;
        await client.request('PATCH', at, { note: 'Ms Harbour\nclaim A-1234\ncalls back on Monday' });
      }
      return route.continue();
    });
    await page.evaluate(`document.activeElement.setSelectionRange(10, 10)`);
    await field.pressSequentially(', ext');
    await holds('Ms Harbour, ext\nclaim A-1234\ncalls back on Monday');
    await field.pressSequentially('ension 47');
    await holds('Ms Harbour, extension 47\nclaim A-1234\ncalls back on Monday');
    await page.getByText('saved', { exact: true }).waitFor();
    assert.is(await stored(), 'Ms Harbour, extension 47\nclaim A-1234\ncalls back on Monday');
    await call.hangUp();
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'facts that were added elsewhere are not removed by a form that was opened before',
  async () => {
    const stage = await opening;
    const { client } = stage.gateway;
    const call = await CallStory.place(stage.gateway, { number, company: 'Facts Ltd' });
    await call.untilStatus('on_hold');
    const at = `/api/v1/calls/${call.id}`;
    const stored = async () =>
      (await client.request<{ facts: { label: string }[] }>('GET', at)).facts.map(({ label }) => label);
    const page = await stage.signedIn(`/`);
    await page.getByRole('region', { name: 'Facts Ltd' }).waitFor();
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByLabel('Name of fact 1').fill('Claim');
    await client.request('PATCH', at, { facts: [{ label: 'Policy', value: '77' }] });
    await page.getByRole('button', { name: 'Save' }).click();
    const question = page.getByRole('dialog', { name: 'What is at hand was changed elsewhere' });
    await question.waitFor();
    assert.equal(await stored(), ['Policy']);
    await question.getByRole('button', { name: 'Load it, and drop my changes' }).click();
    await page.getByLabel('Name of fact 2').fill('Claim');
    await page.getByLabel('Fact 2', { exact: true }).fill('88-1042');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('.hand').getByText('Claim').waitFor();
    assert.equal(await stored(), ['Policy', 'Claim']);
    await call.hangUp();
    stage.assertNoComplaints();
  },
  turn,
);

test.after(async () => (await opening).close());
test.run();
