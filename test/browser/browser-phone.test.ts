import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import { patienceSeconds } from '../rig/patience.ts';
import {
  answerDirect,
  beepsShare,
  eventually,
  heardMicrophone,
  placeDirect,
  talkHere,
  talkToEcho,
  untilLevel,
  untilRings,
  untilTalked,
} from './phone-pages.ts';
import { sharedPhoneStages } from './shared-phone-stages.ts';

const test = suite('the browser as a phone: ringing and answering');
const stages = sharedPhoneStages();

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
    const call = await placeDirect(gateway);
    await page.evaluate(`localStorage.removeItem('keeps'); window.kept.forEach((send) => send())`);
    await answerDirect(page, call);
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
    const call = await talkToEcho(gateway, page);
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
    const call = await talkToEcho(gateway, page);
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
  'a ring is announced, and shown in the title; the tab that is not the phone says where to answer',
  async ({ gateway, phones }) => {
    const page = await phones.open();
    const other = await page.context().newPage();
    await other.goto('/devices');
    await other.getByText('another tab of this browser takes the calls').waitFor();
    const direct = await placeDirect(gateway);
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

/** What kind of address (RFC 8445) carries the browser's end of the talk. */
const ownEnd = (page: Page): Promise<string> =>
  page.evaluate<string>(`window.connections.at(-1).getStats().then((stats) => {
    const reports = [...stats.values()];
    const { selectedCandidatePairId } = reports.find(({ type }) => type === 'transport');
    return stats.get(stats.get(selectedCandidatePairId).localCandidateId).candidateType;
  })`);

test.after(() => stages.leave());
test.run();
