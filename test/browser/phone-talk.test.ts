import type { Locator, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import { patienceSeconds } from '../rig/patience.ts';
import type { RunningGateway } from '../rig/running-gateway.ts';
import { assertLooksRight, follow } from './looks.ts';
import {
  answerDirect,
  eventually,
  placeDirect,
  talkHere,
  talkToEcho,
  untilLevel,
  untilRings,
} from './phone-pages.ts';
import { sharedPhoneStages } from './shared-phone-stages.ts';

const test = suite('the browser as a phone: in the talk');
const stages = sharedPhoneStages();

stages.add(
  test,
  'in the talk: moved to a desk phone and back, and put back on hold',
  async ({ gateway, world, phones }) => {
    const page = await phones.open();
    const call = await CallStory.place(gateway, { number: '+12025550120' });
    await talkHere(page, call);
    const { view, phone } = await addPhone(gateway, 'study');
    world.owns(phone);
    const [browser] = await phones.list(); // a page that is busy may be offline for a moment
    const talk = page.getByRole('group', { name: 'Your call' });
    await talk.getByRole('button', { name: 'Transfer' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'study' }).click();
    await call.untilStatus('connected', patienceSeconds, 2);
    await talk.getByRole('button', { name: 'Mute' }).waitFor({ state: 'detached' });
    await talk.getByRole('button', { name: 'Transfer' }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: String(browser?.name) })
      .click();
    await untilRings(call, 3);
    await page
      .getByRole('button', { name: /^Answer( here)?$/ })
      .first()
      .click();
    await call.untilStatus('connected', patienceSeconds, 3);
    await untilLevel(page, (level) => level > 0.01);
    assert.equal(
      call.typesOf('transfer_complete').map(({ data }) => data['device']),
      [browser?.id, view.id, browser?.id],
    );
    await talk.getByRole('button', { name: 'Wait for me again' }).click();
    await call.untilStatus('on_hold', patienceSeconds, 2);
    await talk.waitFor({ state: 'detached' });
    await call.hangUp();
    await phone.stop();
  },
);

stages.add(
  test,
  'digits of the keypad arrive at the far end, each once',
  async ({ gateway, world, phones }) => {
    const page = await phones.open();
    const call = await placeDirect(gateway, { number: '+12025550128' });
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await page.getByRole('button', { name: 'Keypad' }).click();
    await call.untilStatus('connected');
    for (const digit of '1950#') await page.getByRole('button', { name: new RegExp(`^${digit}`) }).click();
    await page.getByText('1 9 5 0 #').waitFor();
    await call.untilOver(); // after four seconds without a digit
    const sent = call.typesOf('ivr_dtmf_sent').map(({ data }) => data['digits']);
    assert.is(sent.join(''), '1950#');
    const globals = await world.company.runCli('dialplan show globals');
    assert.is(/LAST_DIGITS=([0-9*#]*)/.exec(globals)?.[1], '1950#');
  },
);

stages.add(
  test,
  'a talk that begins over typed work leaves it where it is, and is muted and hung up from there',
  async ({ gateway, phones }) => {
    const page = await phones.open({ width: 390, height: 844 });
    await follow(page, '/settings');
    await page.getByRole('button', { name: 'New token' }).click();
    const field = page.getByLabel('What is it for?');
    await field.fill('Home Assistant');
    const place = await field.boundingBox();
    const call = await talkToEcho(gateway, page, { company: 'Echo Ltd' });
    const bar = page.getByRole('region', { name: 'You are talking' });
    await bar.getByText('Echo Ltd').waitFor();
    assert.equal([await field.inputValue(), await field.boundingBox()], ['Home Assistant', place]);
    await assertLooksRight(page, 'a talk over typed work');
    await bar.getByRole('button', { name: 'Mute' }).click();
    await bar.getByRole('button', { name: 'Mute', pressed: true }).waitFor();
    await bar.getByRole('link').click();
    await page
      .getByRole('dialog', { name: 'Leave without saving?' })
      .getByRole('button', { name: 'Stay' })
      .click();
    await page.getByRole('button', { name: 'Create it' }).click();
    await page.getByText('Shown only once.').waitFor();
    await bar.getByRole('button', { name: 'Hang up' }).click();
    await call.untilOver();
    await bar.waitFor({ state: 'detached' });
    assert.is(new URL(page.url()).pathname, '/settings');
  },
);

stages.add(
  test,
  'the device is removed with its session, even in mid-talk; signed in again, it rings for the talk',
  async ({ gateway, phones }) => {
    const page = await phones.open();
    const call = await talkToEcho(gateway, page);
    const dialog = await loseSession(gateway, page);
    await eventually('end of the device', async () => (await phones.list()).length === 0);
    await call.untilStatus('transferring');
    await signInAgain(gateway, dialog);
    await answerDirect(page, call, 2);
    await untilLevel(page, (level) => level > 0.05);
    await call.hangUp();
  },
);

stages.add(
  test,
  'a session that ends in mid-talk takes the talk with it, and says so: the other phone rings for it at once',
  async ({ gateway, world, phones }) => {
    const page = await phones.open();
    const call = await CallStory.place(gateway, { number: '+12025550120' });
    await talkHere(page, call);
    await page.getByLabel('Note', { exact: true }).fill('what must not be lost');
    const { view, phone } = await addPhone(gateway, 'hallway');
    world.owns(phone);
    const dialog = await loseSession(gateway, page);
    await call.untilStatus('connected', patienceSeconds, 2);
    assert.is(call.typesOf('transfer_complete').at(-1)?.data['device'], view.id);
    await assertLooksRight(page, 'a session that ended in mid-talk');
    await signInAgain(gateway, dialog);
    await page.getByText('on hallway').waitFor();
    assert.is(await page.getByLabel('Note', { exact: true }).inputValue(), 'what must not be lost');
    await call.hangUp();
    await phone.stop();
  },
);

/** Ends all sessions in mid-talk. @returns the dialog that says so. */
async function loseSession({ client }: RunningGateway, page: Page): Promise<Locator> {
  const { sessions } = await client.request<{ sessions: { id: string }[] }>('GET', '/api/v1/sessions');
  for (const { id } of sessions) await client.request('DELETE', `/api/v1/sessions/${id}`);
  const dialog = page.getByRole('dialog', { name: 'Sign in again' });
  await dialog.getByText('Your talk in this browser ended with it.').waitFor();
  return dialog;
}

async function signInAgain({ token }: RunningGateway, dialog: Locator): Promise<void> {
  await dialog.getByLabel('Token', { exact: true }).fill(token);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
}

test.after(() => stages.leave());
test.run();
