import type { Page } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import { Turnstile } from '../rig/turnstile.ts';
import { until } from '../rig/until.ts';
import { Keyboard } from './keyboard.ts';
import { assertLooksRight } from './looks.ts';
import { beside, PageStage } from './stage.ts';
import { patienceSeconds } from '../rig/patience.ts';

const test = suite('a person answers');
/** Two, each with a phone: a person who answers covers every page of a gateway. */
const desks = [openDesk(), openDesk()] as const;

/** A person on the second desk covers every page of its gateway. */
const turn = new Turnstile(1);

async function openDesk() {
  const stage = await PageStage.open({});
  const { phone } = await addPhone(stage.gateway, 'desk', { answerAfterMs: 'never' });
  return { stage, phone: stage.world.owns(phone) };
}

/** A finger that was on its way to the page as the person's screen came, and one on its way to the screen as it went. */
const pressAtOnce = `new MutationObserver(() => {
  const screen = document.querySelector('dialog.take[open]');
  if (screen === null) {
    if (window.at_ !== undefined) window.below_ ??= document.elementFromPoint(...window.at_)?.className;
    return;
  }
  if (window.at_ !== undefined) return;
  const isShown = (each) => each.textContent === 'Not a person' && each.getClientRects().length > 0;
  const { left, top, width, height } = [...screen.querySelectorAll('button')].find(isShown).getBoundingClientRect();
  window.at_ = [left + width / 2, top + height / 2];
  document.elementFromPoint(...window.at_)?.click();
}).observe(document, { childList: true, subtree: true, attributes: true })`;

/** As in a page that nobody has pressed; to a browser, what a test asks of a page is a press. */
const allowNoSound = `{
  Object.defineProperty(AudioContext.prototype, 'state', { get: () => 'suspended' });
  AudioContext.prototype.resume = () => new Promise(() => undefined);
}`;

/** Each ring begins with the lower of its two notes. */
const countRings = `{
  window.rings_ = 0;
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    const tone = make.call(this);
    const { start } = tone;
    tone.start = (at) => {
      if (Math.round(tone.frequency.value) === 587) window.rings_ += 1;
      start.call(tone, at);
    };
    return tone;
  };
}`;

beside(
  test,
  'not a person: the call goes back on hold and the phone stops ringing; a person is talked to, and waited for again',
  async () => {
    const { stage, phone } = await desks[0];
    const page = await stage.window();
    await page.addInitScript(pressAtOnce);
    await page.addInitScript(allowNoSound);
    await stage.enter(page, '/settings');
    const call = await CallStory.place(stage.gateway, { number: '+12025550120', company: 'Parcel Ltd' });
    const screen = page.getByRole('alertdialog', { name: /person is on the line/ });
    const rings = phone.next('CALL_INCOMING');
    await screen.waitFor({ timeout: patienceSeconds * 1000 });
    await screen.getByText('desk rings').waitFor();
    await rings;
    assert.is(
      call.typesOf('hold_resumed').length,
      0,
      'what was pressed as the screen came was not meant for it',
    );
    await screen.getByRole('button', { name: 'Turn on sound' }).waitFor();
    const silent = phone.next('CALL_CLOSED');
    await screen.getByRole('button', { name: 'Not a person' }).click();
    await silent;
    await call.until('hold_resumed');
    await screen.waitFor({ state: 'detached' });
    assert.is(await page.evaluate('window.below_'), 'shield whole', 'nor as it went, for the page below');
    // Whoever reads through the page with a screen reader does not find the person who is not there.
    await page.locator('[aria-live="assertive"]:empty').waitFor({ state: 'attached' });
    const cli = await stage.gateway.cli('core show channels concise');
    assert.is(cli.split('\n').filter((line) => line.includes('dev_')).length, 0, 'nothing rings');

    // Half a minute after the refusal at the earliest, and later where a busy machine loses what the person says.
    const ringsAgain = phone.next('CALL_INCOMING');
    await screen.waitFor({ timeout: patienceSeconds * 1000 });
    await ringsAgain;
    await assertLooksRight(page, 'the person screen');
    // Esc makes it small; it goes only when the status changes.
    await page.keyboard.press('Escape');
    await screen.waitFor({ state: 'detached' });
    const bar = page.getByRole('button', { name: /person is on the line at Parcel Ltd/ });
    await assertLooksRight(page, 'the bar of the person screen');
    // For a keyboard it comes before the page, however long that is.
    await page.locator('.skip').focus();
    await page.keyboard.press('Tab');
    assert.match((await page.locator(':focus').textContent()) ?? '', /person is on the line/);
    await bar.click();
    await screen.waitFor();
    await phone.accept();
    await call.untilStatus('connected');
    await screen.waitFor({ state: 'detached' });
    await page.goto('/');
    const card = page.getByRole('region', { name: 'Parcel Ltd' });
    await card.getByText('on desk').waitFor();
    await assertLooksRight(page, 'while talking');
    const over = phone.next('CALL_CLOSED');
    await card.getByRole('button', { name: 'Wait for me again' }).click();
    await over;
    await call.untilStatus('on_hold', patienceSeconds, 3);
    await card.getByText('waited for you').waitFor();
    await call.hangUp();
    stage.assertNoComplaints();
  },
);

beside(
  test,
  'an owner without a mouse signs in, is refused under the field, calls, is reached and hangs up; markup stays text',
  async () => {
    const { stage, phone } = await desks[1];
    const page = await stage.window();
    const keys = new Keyboard(page);
    await page.goto('/');
    await page.getByLabel('Token', { exact: true }).waitFor();
    await keys.tabTo('Token');
    await keys.type(stage.gateway.token);
    await keys.press('Enter');
    await page.getByRole('navigation').first().waitFor();
    await keys.press('n');
    const number = page.locator('input[name="number"]');
    await page.locator('input[name="number"]:focus').waitFor();
    await keys.type('+1 911');
    await keys.press('Enter');
    await page.locator('#number-fault').waitFor();
    assert.is(await number.getAttribute('aria-invalid'), 'true');
    assert.is(
      stage.gateway.events.some(({ data }) => data['number'] === '+1911'),
      false,
    );
    await page.locator('input[name="number"]:focus').waitFor();
    await keys.press('Control+A');
    await keys.type('+12025550120');
    await keys.tabTo('What is it about?');
    await keys.type('<img src=x onerror="window.broken=true">');
    await keys.tabTo('Call and wait');
    const rings = phone.next('CALL_INCOMING');
    await keys.press('Enter');
    await page.getByText('<img src=x').first().waitFor();
    await page
      .getByRole('alertdialog', { name: /person is on the line/ })
      .waitFor({ timeout: patienceSeconds * 1000 });
    await rings;
    await phone.accept();
    await page.getByText('on desk', { exact: true }).waitFor();
    const over = phone.next('CALL_CLOSED');
    await keys.tabTo('Hang up');
    await keys.press('Enter');
    await over;
    await page.getByRole('link', { name: 'Open the call' }).waitFor();
    await keys.tabTo('Open the call');
    await keys.press('Enter');
    const question = page.getByRole('group', { name: 'Was it a person?' });
    await question.first().waitFor();
    assert.is(await question.count(), 1, 'a likely person who became sure is asked about once');
    await keys.tabTo('No');
    await keys.press('Enter');
    await question.getByRole('button', { name: 'No', pressed: true }).waitFor();
    await page.reload();
    await question.getByRole('button', { name: 'No', pressed: true }).waitFor();
    assert.is(await page.evaluate('window.broken'), undefined);
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'of two open tabs the one that is shown rings, and the hidden one once that is closed',
  async () => {
    const { stage } = await desks[1];
    const hidden = await stage.window();
    await hidden.addInitScript(countRings);
    await hidden.addInitScript("Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })");
    await stage.enter(hidden, '/settings');
    const shown = await hidden.context().newPage();
    await shown.addInitScript(countRings);
    await shown.goto(`${stage.gateway.url}/settings`);
    for (const page of [hidden, shown]) await page.locator('h1').filter({ visible: true }).first().click();
    const ringsOf = async (page: Page) => Number(await page.evaluate('window.rings_'));
    const call = await CallStory.place(stage.gateway, { number: '+12025550120' });
    await call.until('device_ringing');
    await until(async () => (await ringsOf(shown)) >= 4);
    // Each may begin before it knows of the other.
    assert.ok((await ringsOf(hidden)) <= 1, `${await ringsOf(hidden)} rings of the hidden tab`);
    await shown.close();
    const before = await ringsOf(hidden);
    await until(async () => (await ringsOf(hidden)) > before);
    await call.hangUp();
    stage.assertNoComplaints();
  },
  turn,
);

test.after(async () => {
  for (const desk of desks) await (await desk).stage.close();
});
test.run();
