import type { Locator, Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { launchBrowser } from '../../rig/browser.ts';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import { startRelay } from '../rig/relay.ts';
import type { RunningGateway } from '../rig/running-gateway.ts';
import {
  beepsShare,
  eventually,
  heardMicrophone,
  talkHere,
  untilLevel,
  untilQuiet,
  untilRings,
  untilTalked,
} from './phone-pages.ts';
import { assertLooksRight, follow } from './looks.ts';
import { openPhoneStage, PhoneStages } from './phone-stages.ts';
import { patienceSeconds } from '../rig/patience.ts';

const test = suite('the browser as a phone');
/** Each with a relay of its own: one scenario has it lost. */
const stages = new PhoneStages(2, async () => {
  const relay = await startRelay();
  const stage = await openPhoneStage({ TURN_URL: relay.url, TURN_SECRET: relay.secret });
  stage.world.owns(relay);
  return { ...stage, relay };
});

stages.add(
  test,
  'it rings, answers, and both hear each other through what was chosen; muted, nobody hears the owner',
  async ({ gateway, world, phones }) => {
    const page = await phones.open();
    const microphone = await chooseAnother(page, 'Microphone');
    const speaker = await chooseAnother(page, 'Speaker');
    const call = await CallStory.place(gateway, { number: '+12025550113', mode: 'direct', device: 'webrtc' });
    // In direct mode the owner's phone rings first, then the far end: here an echo.
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await call.untilStatus('connected');
    await untilLevel(page, (level) => level > 0.05);
    assert.is(
      await page.evaluate('window.connections.at(-1).getSenders()[0].track.getSettings().deviceId'),
      microphone,
    );
    assert.is(await page.evaluate('window.speakers.at(-1)'), speaker);
    await page.getByRole('button', { name: 'Mute' }).click();
    await untilQuiet(page);
    await page.getByRole('button', { name: 'Mute' }).click();
    await untilLevel(page, (level) => level > 0.05);
    await page.getByText(/line (good|fair)/).waitFor();
    await call.hangUp();
    await page.getByText(/line (good|fair)/).waitFor({ state: 'detached' });
    const heard = await heardMicrophone(world, '+12025550113');
    assert.ok(heard > beepsShare, `what the far end heard is the browser's microphone: ${heard}`);
  },
);

/** Keeps the page's answers to OPTIONS in `window.kept` while `localStorage` has `keeps`. */
const keepAnswers = `{
  const { send } = WebSocket.prototype;
  window.kept = [];
  WebSocket.prototype.send = function (data) {
    const isAnswer = typeof data === 'string' && data.startsWith('SIP/2.0') && /^CSeq: \\d+ OPTIONS/im.test(data);
    if (isAnswer && localStorage.getItem('keeps')) window.kept.push(() => send.call(this, data));
    else send.call(this, data);
  };
}`;

stages.add(
  test,
  'a call that is placed as soon as the page has registered rings it, though the gateway hears of that only later',
  async ({ gateway, phones }) => {
    const page = await phones.open({}, false, keepAnswers);
    await page.evaluate(`localStorage.setItem('keeps', 'yes')`);
    await page.reload();
    await page.getByText('online: rings here').waitFor();
    await page.waitForFunction('window.kept.length > 0');
    assert.equal(await phones.online(), []);
    const call = await CallStory.place(gateway, { number: '+12025550113', mode: 'direct', device: 'webrtc' });
    await page.evaluate(`localStorage.removeItem('keeps'); window.kept.forEach((send) => send())`);
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await call.untilStatus('connected');
    await call.hangUp();
  },
);

/** Keeps the page's events in `window.held` while there is one. */
const holdEvents = `{
  const { WebSocket } = window;
  window.WebSocket = class extends WebSocket {
    constructor(...given) {
      super(...given);
      if (this.url.includes('/ws/events')) this.addEventListener('message', (event) => {
        if (window.held === undefined) return;
        event.stopImmediatePropagation();
        window.held.push(() => this.dispatchEvent(new MessageEvent('message', { data: event.data })));
      });
    }
  };
}`;

stages.add(
  test,
  'answered before the page hears of the call, it shows the talk as soon as it does',
  async ({ gateway, phones }) => {
    const page = await phones.open({}, false, holdEvents);
    await page.evaluate('window.held = []');
    const call = await CallStory.place(gateway, { number: '+12025550113', mode: 'direct', device: 'webrtc' });
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await call.untilStatus('connected');
    await untilLevel(page, (level) => level > 0.05);
    await page.evaluate(
      '{ const { held } = window; window.held = undefined; held.forEach((send) => send()); }',
    );
    await page.getByRole('button', { name: 'Mute' }).waitFor();
    await call.hangUp();
  },
);

stages.add(
  test,
  "where only a relay is reachable, Debian's coturn carries both ways, and gives the talk back when it was lost",
  async ({ gateway, phones, relay }) => {
    const page = await phones.open({}, true);
    const call = await CallStory.place(gateway, { number: '+12025550113', mode: 'direct', device: 'webrtc' });
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await call.untilStatus('connected');
    // An echo: what comes back went out.
    await untilLevel(page, (level) => level > 0.05);
    assert.is(await ownEnd(page), 'relay');
    // The page still reaches the gateway; the sound has to find its way anew.
    await relay.restart();
    await call.untilStatus('connected', patienceSeconds, 2);
    await untilLevel(page, (level) => level > 0.05);
    assert.is(await page.evaluate<number>('window.connections.length'), 2);
    await call.hangUp();
  },
);

stages.add(test, 'a person is there: one press answers here', async ({ gateway, world, phones }) => {
  const page = await phones.open();
  const call = await CallStory.place(gateway, { number: '+12025550120' });
  await talkHere(page, call);
  assert.is(call.typesOf('transfer_complete').length, 1);
  await untilLevel(page, (level) => level > 0.01);
  await untilTalked(page);
  await page.getByRole('group', { name: 'Your call' }).getByRole('button', { name: 'Hang up' }).click();
  await call.untilOver();
  const heard = await heardMicrophone(world, '+12025550120');
  assert.ok(heard > beepsShare, `the person heard the browser's microphone: ${heard}`);
});

stages.add(
  test,
  'a page that is closed while it rings: the next phone rings',
  async ({ gateway, world, phones }) => {
    const page = await phones.open();
    const { view, phone } = await addPhone(gateway, 'kitchen');
    world.owns(phone);
    await gateway.client.request('PUT', `/api/v1/devices/${view.id}`, { priority: 20 });
    const call = await CallStory.place(gateway, { number: '+12025550120' });
    await call.until('device_ringing');
    await page.context().close();
    await call.untilStatus('connected');
    await call.hangUp();
    await phone.stop();
  },
);

stages.add(
  test,
  'in the talk: moved to a desk phone and back, and put back on hold',
  async ({ gateway, world, phones }) => {
    const page = await phones.open();
    const call = await CallStory.place(gateway, { number: '+12025550120' });
    await talkHere(page, call);
    const { view, phone } = await addPhone(gateway, 'study');
    world.owns(phone);
    const [browser] = await phones.online();
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
  'for a person Enter answers, as the list of keys says, without a way to the button',
  async ({ gateway, phones }) => {
    const page = await phones.open();
    const call = await CallStory.place(gateway, { number: '+12025550120', company: 'Enter Ltd' });
    await untilRings(call);
    await page.getByRole('alertdialog').getByRole('button', { name: 'Answer here' }).waitFor();
    // Not at once: it may have been meant for the page.
    await eventually('talk', async () => {
      if ((await call.view()).status === 'connected') return true;
      await page.keyboard.press('Enter');
      return false;
    });
    await call.hangUp();
  },
);

stages.add(
  test,
  'two browsers of one place ring, one answers, and the other stops ringing',
  async ({ gateway, phones }) => {
    const [first, second] = await Promise.all([phones.open(), phones.open()]);
    for (const { id } of await phones.list())
      await gateway.client.request('PUT', `/api/v1/devices/${id}`, { priority: 1 });
    const call = await CallStory.place(gateway, { number: '+12025550120' });
    await call.until('device_ringing', patienceSeconds, 2);
    const answer = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'Answer here' });
    await answer(first).waitFor();
    await answer(second).click();
    await call.untilStatus('connected');
    await answer(first).waitFor({ state: 'detached' });
    await untilLevel(second, (level) => level > 0.01);
    assert.is(await first.evaluate<number>('window.connections.length'), 0, 'the other answered nothing');
    assert.is(call.typesOf('transfer_complete').length, 1);
    await call.hangUp();
  },
);

stages.add(
  test,
  'digits of the keypad arrive at the far end, each once',
  async ({ gateway, world, phones }) => {
    const page = await phones.open();
    const call = await CallStory.place(gateway, { number: '+12025550128', mode: 'direct', device: 'webrtc' });
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
  'a second tab is not a second phone, and takes over when the first is closed',
  async ({ phones }) => {
    const first = await phones.open();
    const second = await first.context().newPage();
    await second.goto('/devices');
    await second.getByText('another tab of this browser takes the calls').waitFor();
    assert.is((await phones.online()).length, 1);
    await first.close();
    await second.getByText('online: rings here').waitFor();
    await eventually('phone of the second tab', async () => (await phones.online()).length === 1);
  },
);

stages.add(
  test,
  'turned off in one tab, it is off in all: no other tab takes over, and a talk goes on to its end',
  async ({ gateway, phones }) => {
    const page = await phones.open();
    const other = await page.context().newPage();
    await other.goto('/devices');
    await other.getByText('another tab of this browser takes the calls').waitFor();
    const theSwitch = (tab: Page) => tab.getByRole('switch', { name: 'This browser as a phone' });
    await theSwitch(page).click();
    await other.getByText('off: turn it on').waitFor();
    await eventually('end of the device', async () => (await phones.list()).length === 0);

    await theSwitch(other).click();
    await other.getByText('online: rings here').waitFor();
    await page.getByText('another tab of this browser takes the calls').waitFor();
    await eventually('phone', async () => (await phones.online()).length === 1);
    const call = await CallStory.place(gateway, { number: '+12025550113', mode: 'direct', device: 'webrtc' });
    await other.getByRole('button', { name: 'Answer', exact: true }).click();
    await call.untilStatus('connected');
    await theSwitch(page).click();
    await page.getByText('off: turn it on').waitFor();
    await untilTalked(other);
    assert.is((await call.view()).status, 'connected');
    await call.hangUp();
    await eventually('end of the device', async () => (await phones.list()).length === 0);
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
    const call = await CallStory.place(gateway, {
      number: '+12025550113',
      company: 'Echo Ltd',
      mode: 'direct',
      device: 'webrtc',
    });
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await call.untilStatus('connected');
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
    const call = await CallStory.place(gateway, { number: '+12025550113', mode: 'direct', device: 'webrtc' });
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await call.untilStatus('connected');
    const dialog = await loseSession(gateway, page);
    await eventually('end of the device', async () => (await phones.list()).length === 0);
    await call.untilStatus('transferring');
    await signInAgain(gateway, dialog);
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await call.untilStatus('connected', patienceSeconds, 2);
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

stages.add(
  test,
  'a microphone that is unplugged in mid-talk: another one is taken; without one the page says so until there is one',
  async ({ gateway, phones }) => {
    const page = await phones.open();
    // As Chromium ends the track of a device that is gone: `stop` alone fires no event.
    await page.evaluate(`{
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      let track;
      mediaDevices.getUserMedia = async (wanted) => {
        if (window.hasNone) throw new DOMException('', 'NotFoundError');
        const stream = await open(wanted);
        [track] = stream.getAudioTracks();
        return stream;
      };
      window.unplug = () => {
        track.stop();
        track.dispatchEvent(new Event('ended'));
      };
    }`);
    const call = await CallStory.place(gateway, { number: '+12025550113', mode: 'direct', device: 'webrtc' });
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await call.untilStatus('connected');
    await untilLevel(page, (level) => level > 0.05);
    await page.evaluate('window.unplug()');
    await untilQuiet(page).catch(() => undefined); // what was under way has come back
    await untilLevel(page, (level) => level > 0.05);
    await page.evaluate('window.hasNone = true; window.unplug()');
    const told = page.getByRole('alert').filter({ hasText: 'they cannot hear you' });
    await told.waitFor();
    await untilQuiet(page);
    await follow(page, '/devices');
    await page.getByRole('region', { name: 'You are talking' }).getByText('cannot hear you').waitFor();
    await page.evaluate(
      `window.hasNone = false; navigator.mediaDevices.dispatchEvent(new Event('devicechange'))`,
    );
    await untilLevel(page, (level) => level > 0.05);
    await page.getByText('cannot hear you').waitFor({ state: 'detached' });
    await call.hangUp();
  },
);

stages.add(
  test,
  'a speaker that is unplugged in mid-talk: the default one takes its place until it is back',
  async ({ gateway, phones }) => {
    const page = await phones.open();
    const speaker = await chooseAnother(page, 'Speaker');
    const call = await CallStory.place(gateway, { number: '+12025550113', mode: 'direct', device: 'webrtc' });
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await call.untilStatus('connected');
    const playsThrough = (id: string) =>
      eventually('change of the speaker', async () => (await page.evaluate('window.speakers.at(-1)')) === id);
    await playsThrough(speaker);
    await page.evaluate(`{
      const { mediaDevices } = navigator;
      const all = mediaDevices.enumerateDevices.bind(mediaDevices);
      window.plug = (isPlugged) => {
        mediaDevices.enumerateDevices = async () =>
          (await all()).filter(({ deviceId }) => isPlugged || deviceId !== '${speaker}');
        mediaDevices.dispatchEvent(new Event('devicechange'));
      };
      window.plug(false);
    }`);
    await playsThrough('');
    await page.evaluate('window.plug(true)');
    await playsThrough(speaker);
    await call.hangUp();
  },
);

stages.add(
  test,
  'a ring is announced, and shown in the title; the tab that is not the phone says where to answer',
  async ({ gateway, phones }) => {
    const page = await phones.open();
    const other = await page.context().newPage();
    await other.goto('/devices');
    await other.getByText('another tab of this browser takes the calls').waitFor();
    const direct = await CallStory.place(gateway, {
      number: '+12025550113',
      mode: 'direct',
      device: 'webrtc',
    });
    await page
      .locator('[aria-live="assertive"]', { hasText: 'This browser rings.' })
      .waitFor({ state: 'attached' });
    assert.match(await page.title(), /ANSWER/);
    await direct.hangUp();
    await page.locator('[aria-live="assertive"]:empty').waitFor({ state: 'attached' });

    const [phone] = await phones.online();
    const call = await CallStory.place(gateway, { number: '+12025550120', transfer_to: phone?.id });
    await untilRings(call);
    const screen = other.getByRole('alertdialog');
    await screen.getByText('Answer in the other tab of this browser.').filter({ visible: true }).waitFor();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Answer here' }).click();
    await call.untilStatus('connected');
    await screen.waitFor({ state: 'detached' });
    await call.hangUp();
  },
);

stages.add(
  test,
  'a browser that may not use the microphone says so, and is not a phone',
  async ({ gateway, phones }) => {
    const browser = await launchBrowser(console.error);
    try {
      const page = await browser.newPage({ baseURL: gateway.url });
      await page.goto('/devices');
      await page.getByLabel('Token', { exact: true }).fill(gateway.token);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('switch', { name: 'This browser as a phone' }).click();
      await page.getByText(/no microphone|may not use the microphone/).waitFor();
      const isOn = await page
        .getByRole('switch', { name: 'This browser as a phone' })
        .getAttribute('aria-checked');
      assert.is(isOn, 'false', 'the next press tries again');
      assert.equal(await phones.list(), []);
    } finally {
      await browser.close();
    }
  },
);

/** The last of what the page lists; Chromium's fake devices are several. @returns its id. */
async function chooseAnother(page: Page, name: 'Microphone' | 'Speaker'): Promise<string> {
  const choice = page.getByRole('combobox', { name });
  await choice.locator('option').nth(1).waitFor({ state: 'attached' });
  await choice.selectOption({ index: (await choice.locator('option').count()) - 1 });
  return await choice.inputValue();
}

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

/** What kind of address (RFC 8445) carries the browser's end of the talk. */
const ownEnd = (page: Page): Promise<string> =>
  page.evaluate<string>(`window.connections.at(-1).getStats().then((stats) => {
    const reports = [...stats.values()];
    const { selectedCandidatePairId } = reports.find(({ type }) => type === 'transport');
    return stats.get(stats.get(selectedCandidatePairId).localCandidateId).candidateType;
  })`);

test.after(() => stages.close());
test.run();
