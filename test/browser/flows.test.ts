import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { beside, PageStage } from './stage.ts';

const test = suite('flows');
const opening = PageStage.open();
const markup = '<img src=x onerror="window.broken=true"><b>&amp;';

beside(
  test,
  'a flow is written, checked beside its steps, tried, saved and read again, with markup in every field',
  async () => {
    const stage = await opening;
    const { client } = stage.gateway;
    const page = await stage.signedIn('/flows/new');
    const about = page.getByRole('region', { name: 'About the flow' });
    const steps = page.getByRole('list', { name: 'Steps of the flow, in order' });
    const save = page.getByRole('button', { name: 'Save' }).first();
    await about.getByLabel('Name').fill(`${markup} name`);
    await about.getByLabel('Company').fill(`${markup} company`);
    await about.getByLabel('Number').fill('12');
    await about.getByRole('button', { name: 'Tag' }).click();
    await about.getByLabel('New tag').fill(markup);
    await page.keyboard.press('Enter');
    for (const field of await steps.getByLabel(/^Description of step/).all()) await field.fill(markup);
    await steps.getByRole('button', { name: 'Choose by what it says' }).first().click();
    await steps.getByLabel('Words 1', { exact: true }).fill(markup);
    await steps.getByLabel('Digits at words 1').fill('3');

    // The server's faults stand beside their step, and keep from saving and trying.
    const digits = steps.getByLabel('Digits to press').first();
    await digits.fill('9x');
    await steps.locator('.st.press.fault .err').waitFor();
    assert.is(await digits.getAttribute('aria-invalid'), 'true');
    assert.ok(await save.isDisabled());
    await digits.fill('2');
    await steps.locator('.st.fault').first().waitFor({ state: 'detached' });

    // A refusal stands under its field.
    await save.click();
    await about.locator('#flow-number-fault').waitFor();
    assert.is(await about.getByLabel('Number').getAttribute('aria-invalid'), 'true');
    await about.getByLabel('Number').fill('+12025550122');

    const began = stage.gateway.waitForEvent(
      ({ type, data }) => type === 'call_started' && data['number'] === '+12025550122',
      'the call that tries the flow',
    );
    await page.getByRole('button', { name: 'Try it now' }).click();
    const { call_id: tried } = await began;
    await page.getByRole('region', { name: 'Trying it' }).waitFor();
    await steps.locator('.st.run').first().waitFor();
    await stage.gateway.waitForEvent(
      ({ type, call_id: id }) => id === tried && type === 'call_ended',
      'the end of the trial',
    );
    await page.getByText(/^The trial is over: the flow got through the menu\. It took /).waitFor();
    assert.ok((await steps.locator('.st.ok').count()) > 0, 'its steps are ticked off');
    const { events } = await client.request<{ events: { type: string; data: { digits?: string } }[] }>(
      'GET',
      `/api/v1/calls/${tried}/events?limit=1000`,
    );
    assert.ok(events.some(({ type, data }) => type === 'ivr_dtmf_sent' && data.digits === '2'));

    await save.click();
    await page.getByText('version 1').waitFor();
    const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const stored = await client.request<{ name: string; steps: { description?: string; dtmf?: string }[] }>(
      'GET',
      `/api/v1/call-flows/${id}`,
    );
    assert.is(stored.name, `${markup} name`);
    assert.ok(stored.steps.some(({ dtmf }) => dtmf === '2'));

    // Leaving with changes asks.
    await about.getByLabel('Company').fill('changed');
    await page.getByRole('navigation').first().getByRole('link', { name: 'Flows' }).click();
    const question = page.getByRole('dialog', { name: 'Leave without saving?' });
    await question.getByRole('button', { name: 'Stay' }).click();
    await page.getByRole('button', { name: 'Discard changes' }).click();
    await page.getByRole('button', { name: 'Discard them' }).click();
    await page.getByRole('navigation').first().getByRole('link', { name: 'Flows' }).click();
    await page.getByText(`${markup} name`).first().waitFor();
    await page.getByLabel('Search the flows').fill('no such flow');
    await page.getByText('No flow matches this.').waitFor();
    assert.is(await page.evaluate('window.broken'), undefined);
    stage.assertNoComplaints();
  },
);

beside(test, 'a trial is still under way for whoever comes back from its call', async () => {
  const stage = await opening;
  const flow = await stage.gateway.client.request<{ id: string }>('POST', '/api/v1/call-flows', {
    name: 'Slow menu',
    company: 'Slow Ltd',
    phone_number: '+12025550128',
    steps: [
      { id: 'wait', type: 'WAIT', timeout: 60 },
      { id: 'hold', type: 'HOLD' },
    ],
  });
  const page = await stage.signedIn(`/flows/${flow.id}`);
  await page.getByRole('button', { name: 'Try it now' }).click();
  const trial = page.getByRole('region', { name: 'Trying it' });
  await trial.getByRole('link', { name: 'Open the call' }).click();
  await page.waitForURL('/');
  const renamed = { name: 'Slower menu' };
  await stage.gateway.client.request('PUT', `/api/v1/call-flows/${flow.id}`, renamed);
  await page.goBack();
  await page.getByRole('heading', { name: 'Slower menu' }).first().waitFor();
  await trial.waitFor();
  await page.locator('.st.run').waitFor();
  await trial.getByRole('button', { name: 'Stop' }).click();
  await page.getByText('You hung up.').waitFor();
  stage.assertNoComplaints();
});

beside(
  test,
  'steps are added and deleted with keys alone, and the focus stays where the work is',
  async () => {
    const stage = await opening;
    const page = await stage.signedIn('/flows/new');
    const steps = page.getByRole('list', { name: 'Steps of the flow, in order' });
    const focused = page.locator(':focus');
    const plus = steps.getByRole('button', { name: 'Add a step after step 1', exact: true });
    const press = async (key: string, until: string) => {
      await page.keyboard.press(key);
      // A control is named by its label, or by its text.
      await focused.and(page.getByLabel(until).or(page.getByRole('button', { name: until }))).waitFor();
    };
    await plus.focus();
    await press('Enter', 'Listen until the prompt ends');
    await press('Escape', 'Add a step after step 1');
    await press('Enter', 'Listen until the prompt ends');
    await steps.getByRole('button', { name: 'Add none' }).focus();
    await press('Enter', 'Add a step after step 1');
    await press('Enter', 'Listen until the prompt ends');
    await steps.getByRole('group', { name: 'Which step?' }).getByRole('button', { name: 'Press' }).focus();
    await press('Enter', 'Digits to press');
    await page.keyboard.type('7');
    assert.is(await steps.getByLabel('Digits to press').first().inputValue(), '7');

    await steps.getByLabel('More for step 2').focus();
    await page.keyboard.press('Enter');
    // Rows drawn anew would lose the focus, and what is open in them.
    await steps
      .locator('.st')
      .last()
      .evaluate((row) => row.setAttribute('data-drawn', 'before'));
    await steps.getByRole('button', { name: 'Delete' }).focus();
    await press('Enter', 'More for step 2');
    assert.is(await steps.locator('.st').count(), 4);
    assert.is(await steps.locator('.st[data-drawn]').count(), 1);
    stage.assertNoComplaints();
  },
);

beside(
  test,
  'a tag that is given up with Esc is not added, and the keyboard goes on from its button',
  async () => {
    const stage = await opening;
    const page = await stage.signedIn('/flows/new');
    const about = page.getByRole('region', { name: 'About the flow' });
    const button = about.getByRole('button', { name: 'Tag', exact: true });
    for (const [key, tags] of [
      ['Escape', []],
      ['Enter', ['insurance']],
    ] as const) {
      await button.click();
      await about.getByLabel('New tag').fill('insurance');
      await page.keyboard.press(key);
      await button.waitFor();
      assert.equal(await about.locator('.chip').allTextContents(), tags);
      assert.is((await page.locator(':focus').textContent())?.trim(), 'Tag');
    }
    stage.assertNoComplaints();
  },
);

test.after(async () => (await opening).close());
test.run();
