import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { launchBrowser } from '../../rig/browser.ts';
import { follow } from './looks.ts';
import {
  beepsShare,
  eventually,
  heardMicrophone,
  talkToEcho,
  untilLevel,
  untilQuiet,
  untilTalked,
} from './phone-pages.ts';
import { sharedPhoneStages } from './shared-phone-stages.ts';

const test = suite('the browser as a phone: its tabs, microphone and speaker');
const stages = sharedPhoneStages();

stages.add(
  test,
  'it rings, answers, and both hear each other through what was chosen; muted, nobody hears the owner',
  async ({ gateway, world, phones }) => {
    const page = await phones.open();
    const microphone = await chooseAnother(page, 'Microphone');
    const speaker = await chooseAnother(page, 'Speaker');
    const call = await talkToEcho(gateway, page);
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
    const call = await talkToEcho(gateway, other);
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
    const call = await talkToEcho(gateway, page);
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
    const call = await talkToEcho(gateway, page);
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

test.after(() => stages.leave());
test.run();
