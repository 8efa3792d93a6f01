import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import { MuteWire } from '../rig/mute-wire.ts';
import { PushReceiver } from '../rig/push-receiver.ts';
import {
  beepsShare,
  eventually,
  heardMicrophone,
  untilLevel,
  talkHere,
  talkToEcho,
  untilTalked,
} from './phone-pages.ts';
import { openPhoneStage, PhoneStages } from './phone-stages.ts';
import { patienceSeconds } from '../rig/patience.ts';

const test = suite('a browser that sleeps, or is lost');
const stages = new PhoneStages(2, () => openPhoneStage({ ALLOW_PRIVATE_PUSH_SERVICES: 'yes' }));

/**
 * Turns notifications on. Chromium without a window has no push service, so its `PushManager` alone is the test's: it hands out a
 * subscription at the test's push service.
 */
async function beWoken(page: Page, receiver: PushReceiver): Promise<void> {
  const { endpoint, keys } = receiver.subscription();
  // What is not named here is refused from then on.
  await page.context().grantPermissions(['notifications', 'microphone']);
  await page.context().addInitScript(`{
    let subscription = null;
    const made = () => ({
      options: { applicationServerKey: null },
      toJSON: () => (${JSON.stringify({ endpoint, expirationTime: null, keys })}),
      unsubscribe: async () => { subscription = null; return true; },
    });
    PushManager.prototype.getSubscription = async () => subscription;
    PushManager.prototype.subscribe = async () => (subscription = made());
  }`);
  await page.reload();
  await page.getByRole('button', { name: 'Turn on notifications' }).click();
  await page.getByText('on: you are notified').waitFor();
}

// The longest come first, so that none is left for the end.
stages.add(
  test,
  'a page that is closed in mid-talk and stays so: the other phone rings',
  async ({ gateway, world, phones }) => {
    const page = await phones.open();
    const call = await CallStory.place(gateway, { number: '+12025550120' });
    await talkHere(page, call);
    const { view, phone } = await addPhone(gateway, 'kitchen');
    world.owns(phone);
    await page.context().close();
    await call.untilStatus('connected', patienceSeconds, 2);
    assert.is(call.typesOf('transfer_complete').at(-1)?.data['device'], view.id);
    assert.match(String(call.typesOf('device_failed')[0]?.data['reason']), /not back within 30 s/);
    await call.hangUp();
    await phone.stop();
  },
);

stages.add(
  test,
  'a network that goes silent in mid-talk: both ends notice, and the same browser has the talk again',
  async ({ gateway, world, phones }) => {
    const wire = world.owns(await MuteWire.to(Number(gateway.environment['PORT'])));
    const page = await phones.open({ at: `http://127.0.0.1:${wire.port}` });
    const call = await CallStory.place(gateway, { number: '+12025550120' });
    await talkHere(page, call);
    await untilLevel(page, (level) => level > 0.01);
    wire.silence();
    const silentAtMs = Date.now();
    await call.untilStatus('transferring', patienceSeconds, 2);
    const noticedMs = Date.now() - silentAtMs;
    assert.ok(noticedMs < 40_000, `the gateway noticed after ${noticedMs} ms`);
    wire.restore();
    await call.untilStatus('connected', patienceSeconds, 2);
    await untilLevel(page, (level) => level > 0.01);
    assert.is(call.typesOf('transfer_complete').at(-1)?.data['device'], (await phones.list())[0]?.id);
    assert.equal(call.typesOf('device_failed'), []);
    await call.hangUp();
  },
);

stages.add(
  test,
  'a person, and the page is closed: a push wakes it, and it answers on its own in time',
  async ({ gateway, world, phones }) => {
    const receiver = world.owns(await PushReceiver.open());
    const page = await phones.open({ worker: true });
    await beWoken(page, receiver);
    const context = page.context();
    await page.close();
    await eventually('end of the phone', async () => (await phones.online()).length === 0);
    assert.ok((await phones.list())[0]?.can_wake);
    const before = await world.recordings('+12025550120', 'heard');
    const call = await CallStory.place(gateway, { number: '+12025550120' });
    const { note } = await receiver.until((each) => each.note.call_id === call.id, 90);
    assert.is(note.kind, 'person');
    await call.until('device_waking');
    // What the worker opens at *Answer*.
    const woken = await context.newPage();
    await woken.goto(`/?answer=${note.call_id}`);
    await call.untilStatus('connected');
    assert.is(new URL(woken.url()).search, '');
    await untilLevel(woken, (level) => level > 0.01);
    await untilTalked(woken);
    await call.hangUp();
    const heard = await heardMicrophone(world, '+12025550120', before);
    assert.ok(heard > beepsShare, `the person heard the microphone of the woken page: ${heard}`);
  },
);

stages.add(
  test,
  'a reload in mid-talk: the same browser has the talk again, and the person was told to wait',
  async ({ gateway, phones }) => {
    const page = await phones.open();
    const call = await CallStory.place(gateway, { number: '+12025550120' });
    await talkHere(page, call);
    await untilLevel(page, (level) => level > 0.01);
    await page.reload();
    await call.untilStatus('transferring', patienceSeconds, 2);
    await call.untilStatus('connected', patienceSeconds, 2);
    await untilLevel(page, (level) => level > 0.01);
    await page.getByRole('group', { name: 'Your call' }).waitFor();
    assert.equal(call.typesOf('device_failed'), []);
    await page.getByRole('group', { name: 'Your call' }).getByRole('button', { name: 'Hang up' }).click();
    await call.untilOver();
  },
);

stages.add(
  test,
  'a page that stands still in mid-talk is taken for lost, and has the talk again when it goes on',
  async ({ gateway, phones }) => {
    const page = await phones.open();
    const call = await talkToEcho(gateway, page);
    await untilLevel(page, (level) => level > 0.05);
    // The gateway asks every five seconds, and waits two for an answer.
    await page.evaluate('{ const end = performance.now() + 9_000; while (performance.now() < end); }');
    await call.untilStatus('transferring');
    await call.untilStatus('connected', patienceSeconds, 2);
    await untilLevel(page, (level) => level > 0.05);
    await page.getByRole('button', { name: 'Mute' }).waitFor();
    await call.hangUp();
  },
);

stages.add(
  test,
  'the worker shows what is pushed, one notice for each call; *Not a person* needs no page, *Answer* opens one',
  async ({ gateway, phones }) => {
    const page = await phones.open({ worker: true });
    await page.context().grantPermissions(['notifications']);
    const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
    const push = await deliverer(page);
    const call = await CallStory.place(gateway, { number: '+12025550120' });
    await call.until('human_detected');
    const base = { call_id: call.id, text: 'Harbour Insurance' };
    await push({ ...base, kind: 'begun', title: 'Calling Harbour Insurance' });
    await push({ ...base, kind: 'person', title: 'A person is on the line' });
    await eventually('notice', async () => {
      const shown = await worker.evaluate<Notice[]>(notices);
      return shown.length === 1 && shown[0]?.title === 'A person is on the line';
    });
    assert.equal(await worker.evaluate<Notice[]>(notices), [
      {
        title: 'A person is on the line',
        body: 'Harbour Insurance',
        tag: call.id,
        actions: ['answer', 'not_a_person'],
        silent: false,
      },
    ]);
    // A window may be opened after a real press alone, which nobody can do here.
    await worker.evaluate(`self.clients.matchAll = async () => [];
    self.clients.openWindow = async (path) => { self.opened = path; };`);
    await worker.evaluate(press('answer'));
    await eventually('window', async () => (await worker.evaluate('self.opened')) === `/?answer=${call.id}`);
    // The browser takes its time to close a notice, and would close the next one of that call with it.
    const untilClosed = () =>
      eventually('end of the notice', async () => (await worker.evaluate<Notice[]>(notices)).length === 0);
    await untilClosed();

    await push({ ...base, kind: 'person', title: 'A person is on the line' });
    await eventually('notice', async () => (await worker.evaluate<Notice[]>(notices)).length === 1);
    await worker.evaluate(press('not_a_person'));
    await call.untilStatus('on_hold', patienceSeconds, 2);
    await untilClosed();
    await call.hangUp();
  },
);

interface Notice {
  title: string;
  body: string;
  tag: string;
  actions: string[];
  silent: boolean;
}

const notices = `self.registration.getNotifications().then((all) => all.map(
  ({ title, body, tag, actions, silent }) => ({ title, body, tag, actions: actions.map(({ action }) => action), silent })))`;

/** As the system tells the worker of a press on the notice that it shows. */
const press = (action: string): string => `self.registration.getNotifications().then(([notification]) =>
  self.dispatchEvent(new NotificationEvent('notificationclick', { notification, action: '${action}' })))`;

/** Delivers to the page's worker what a push service would, through Chromium's own tools. */
async function deliverer(page: Page): Promise<(note: object) => Promise<void>> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (found !== undefined) resolve(found.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  return async (note) => {
    await session.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId,
      data: JSON.stringify(note),
    });
  };
}

test.after(() => stages.close());
test.run();
