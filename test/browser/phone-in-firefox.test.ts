import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { eventually, PhonePages } from './phone-pages.ts';
import { PhoneStages } from './phone-stages.ts';
import { PageStage } from './stage.ts';

/** What Firefox does and Chromium does not, done to Chromium. */
const test = suite('a phone in Firefox');
const stages = new PhoneStages(1, async () => {
  const stage = await PageStage.open({}, { whole: true });
  return { gateway: stage.gateway, world: stage.world, phones: new PhonePages(stage) };
});

/** Nothing has a name, and no speaker is listed, until this page has opened the microphone. */
const keepNamesBack = `{
  const { mediaDevices } = navigator;
  const open = mediaDevices.getUserMedia.bind(mediaDevices);
  const list = mediaDevices.enumerateDevices.bind(mediaDevices);
  let wasOpen = false;
  mediaDevices.getUserMedia = async (wanted) => {
    const stream = await open(wanted);
    wasOpen = true;
    return stream;
  };
  mediaDevices.enumerateDevices = async () => wasOpen
    ? list()
    : [{ kind: 'audioinput', label: '', deviceId: '', groupId: '' }];
}`;

/** The statistics do not tell how loud the microphone is. */
const keepLevelBack = `{
  const { getStats } = RTCPeerConnection.prototype;
  RTCPeerConnection.prototype.getStats = async function () {
    const told = [...(await getStats.call(this)).values()];
    return new Map(told.map(({ audioLevel, ...rest }) =>
      [rest.id, rest.type === 'media-source' ? rest : { audioLevel, ...rest }]));
  };
}`;

stages.add(
  test,
  'reloaded, it still names the chosen microphone, and lists the others on request',
  async ({ phones }) => {
    const page = await phones.open();
    const choice = page.getByRole('combobox', { name: 'Microphone' });
    const options = choice.locator('option');
    await options.nth(2).waitFor({ state: 'attached' });
    const name = String(await options.nth(2).textContent());
    await choice.selectOption(name);
    await page.addInitScript(keepNamesBack);
    await page.reload();
    await page.getByText('online: rings here').waitFor();
    await page.getByRole('button', { name: 'List them' }).waitFor();
    assert.equal(await options.allTextContents(), ['Automatic', name]);
    assert.is(await choice.locator('option:checked').textContent(), name);
    await page.getByRole('button', { name: 'List them' }).click();
    await page.getByRole('button', { name: 'List them' }).waitFor({ state: 'detached' });
    assert.ok((await options.count()) > 2);
    assert.is(await choice.locator('option:checked').textContent(), name);
  },
);

stages.add(
  test,
  'the talk shows how loud its microphone is, though the statistics do not tell',
  async ({ gateway, phones }) => {
    const page = await phones.open();
    await page.evaluate(keepLevelBack);
    const call = await CallStory.place(gateway, { number: '+12025550113', mode: 'direct', device: 'webrtc' });
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await call.untilStatus('connected');
    const level = page.getByRole('meter', { name: 'Microphone' });
    await eventually('level', async () => Number(await level.getAttribute('value')) > 0.05);
    await page.getByRole('button', { name: 'Mute' }).click();
    await eventually('silence', async () => (await level.getAttribute('value')) === '0');
    await call.hangUp();
  },
);

stages.add(
  test,
  'while it asks for the microphone, the page says what is waited for: as it becomes a phone, and as it answers',
  async ({ gateway, phones }) => {
    const page = await phones.open();
    await page.evaluate(`{
      const { mediaDevices } = navigator;
      const open = mediaDevices.getUserMedia.bind(mediaDevices);
      mediaDevices.getUserMedia = async (wanted) => {
        await new Promise((resolve) => (window.allow = resolve));
        return open(wanted);
      };
    }`);
    const theSwitch = page.getByRole('switch', { name: 'This browser as a phone' });
    await theSwitch.click();
    await page.getByText('off: turn it on').waitFor();
    await theSwitch.click();
    await page.getByText('let the browser remember it').waitFor();
    await page.evaluate('window.allow()');
    await page.getByText('online: rings here').waitFor();
    await eventually('phone', async () => (await phones.online()).length === 1);

    const call = await CallStory.place(gateway, { number: '+12025550113', mode: 'direct', device: 'webrtc' });
    await page.getByRole('button', { name: 'Answer', exact: true }).click();
    await page.getByRole('alert').filter({ hasText: 'allow it' }).waitFor();
    await page.evaluate('window.allow()');
    await call.untilStatus('connected');
    await call.hangUp();
  },
);

/** Sound begins a second after it was asked for by a press, unless it was given up before, and without one not at all. */
const beginLate = `{
  const { resume, suspend } = AudioContext.prototype;
  let isPressed = false;
  window.addEventListener('click', () => (isPressed = true), true);
  AudioContext.prototype.resume = async function () {
    const turn = (this.turn = {});
    if (isPressed) await new Promise((resolve) => setTimeout(resolve, 1_000));
    return isPressed && this.turn === turn ? resume.call(this) : new Promise(() => undefined);
  };
  AudioContext.prototype.suspend = function () {
    this.turn = undefined;
    return suspend.call(this);
  };
}`;

stages.add(test, 'sound that begins late is not given up: one press is enough', async ({ phones }) => {
  const page = await phones.open();
  await page.addInitScript(beginLate);
  await page.goto('/?new');
  const silent = page.getByText('silent until you press something here');
  await silent.waitFor();
  await page.getByRole('heading', { level: 1 }).click();
  await silent.waitFor({ state: 'detached' });
});

test.after(() => stages.close());
test.run();
