import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import { PushReceiver } from '../rig/push-receiver.ts';
import { eventually, PhonePages, untilLevel } from './phone-pages.ts';
import { PageStage } from './stage.ts';

const test = suite('a browser that sleeps, or is lost');
const stage = await PageStage.open({ ALLOW_PRIVATE_PUSH_SERVICES: 'yes' });
const { gateway, world } = stage;
const phones = new PhonePages(stage);
const receiver = world.owns(await PushReceiver.open());

test.after.each(() => phones.leave());

/**
 * As the page does at *Wake this browser*, but with a push service of the test: Chromium without a window has none, so its own
 * `PushManager.subscribe` fails here.
 */
async function subscribe(page: Page): Promise<void> {
  const status = await page.evaluate<number, string>(
    `(body) => fetch('/api/v1/push-subscriptions', {
      method: 'POST', headers: { 'Content-Type': 'application/json' }, body,
    }).then(({ status }) => status)` as never,
    JSON.stringify(receiver.subscription()),
  );
  assert.is(status, 201);
}

test('a person, and the page is closed: a push wakes it, and it answers by itself in time', async () => {
  const page = await phones.open();
  await subscribe(page);
  const context = page.context();
  await page.close();
  await eventually('end of the phone', async () => (await phones.online()).length === 0);
  assert.ok((await phones.list())[0]?.can_wake);
  const call = await CallStory.place(gateway, { number: '+12025550120' });
  const { note } = await receiver.until((each) => each.note.call_id === call.id, 90);
  assert.is(note.kind, 'person');
  await call.until('device_waking', 5);
  // What the worker opens at *Answer*.
  const woken = await context.newPage();
  await woken.goto(`/?answer=${note.call_id}`);
  await call.untilStatus('connected', 20);
  await untilLevel(woken, (level) => level > 0.01);
  assert.is(new URL(woken.url()).search, '');
  await receiver.until((each) => each.note.call_id === call.id && each.note.kind === 'settled');
  await call.hangUp();
});

test('a reload in mid-talk: the same browser has the talk again, and the person was told to wait', async () => {
  const page = await phones.open();
  const call = await CallStory.place(gateway, { number: '+12025550120' });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Answer here' }).click();
  await call.untilStatus('connected', 30);
  await untilLevel(page, (level) => level > 0.01);
  await page.reload();
  await call.untilStatus('transferring', 15, 2);
  await call.untilStatus('connected', 30, 2);
  await untilLevel(page, (level) => level > 0.01);
  await page.getByRole('group', { name: 'Your call' }).waitFor();
  assert.equal(call.typesOf('device_failed'), []);
  await page.getByRole('group', { name: 'Your call' }).getByRole('button', { name: 'Hang up' }).click();
  await call.untilOver(15);
});

test('a page that is closed in mid-talk and stays so: the other phone rings', async () => {
  const page = await phones.open();
  const call = await CallStory.place(gateway, { number: '+12025550120' });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Answer here' }).click();
  await call.untilStatus('connected', 30);
  const { view, phone } = await addPhone(gateway, 'kitchen');
  world.owns(phone);
  await page.context().close();
  await call.untilStatus('connected', 60, 2);
  assert.is(call.typesOf('transfer_complete').at(-1)?.data['device'], view.id);
  assert.match(String(call.typesOf('device_failed')[0]?.data['reason']), /not back within 30 s/);
  await call.hangUp();
  await phone.stop();
});

test.after(() => stage.close());
test.run();
