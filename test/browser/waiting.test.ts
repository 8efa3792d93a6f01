import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addPhone, addSippDevice } from '../rig/devices.ts';
import { writePastCalls } from '../rig/past-calls.ts';
import { Turnstile } from '../rig/turnstile.ts';
import { until } from '../rig/until.ts';
import { assertLooksRight } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('while a call waits');
/** A gateway of its own: who rings is who is there. */
const opening = PageStage.open({});
const number = '+12025550108';
/** The page shows the first of the calls that run. */
const turn = new Turnstile(1);
const minuteMs = 60_000;

interface Dot {
  x: number;
  y: number;
  r: number;
}

beside(
  test,
  'a hundred earlier calls are told by dots of which none covers another',
  async () => {
    const stage = await opening;
    const { gateway } = stage;
    await writePastCalls(
      gateway.dataDir,
      Array.from({ length: 100 }, (_, index) => ({
        number,
        company: 'Often Ltd',
        startedAtMs: Date.now() - (index + 2) * 180 * minuteMs,
        heard: [['music', 240 + ((index * 37) % 100) * 12]] as const,
        talkSeconds: 60,
      })),
    );
    const call = await CallStory.place(gateway, { number, company: 'Often Ltd' });
    await call.untilStatus('on_hold');
    const page = await stage.signedIn('/', { width: 390 });
    await page.getByText('Each dot is 5 of them.').waitFor();
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      const dots = (await page.evaluate(`[...document.querySelectorAll('.eta circle')].map((dot) => {
      const { left, top, width } = dot.getBoundingClientRect();
      return { x: left + width / 2, y: top + width / 2, r: dot.r.baseVal.value };
    })`)) as Dot[];
      assert.ok(dots.length >= 20, `${dots.length} dots`);
      const covered = dots.filter((dot, index) =>
        dots
          .slice(index + 1)
          .some((other) => Math.hypot(dot.x - other.x, dot.y - other.y) < dot.r + other.r - 1),
      );
      assert.equal(covered, [], `${width} px`);
    }
    await assertLooksRight(page, 'a hundred earlier calls');
    await call.hangUp();
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'a page that nobody has pressed yet says that it would ring without a sound, until it is pressed',
  async () => {
    const stage = await opening;
    const call = await CallStory.place(stage.gateway, { number, company: 'Silent Ltd' });
    const page = await stage.signedIn('/');
    const notice = page.getByText('This page would ring without a sound').filter({ visible: true });
    await notice.waitFor();
    await assertLooksRight(page, 'a page that would ring without a sound');
    await page.locator('h1').filter({ visible: true }).first().click();
    await notice.waitFor({ state: 'detached' });
    await page.goto('/?new');
    const sound = page.getByRole('listitem').filter({ hasText: 'Sound of this page' });
    await sound.getByText('silent until you press something here').waitFor();
    await sound.getByRole('button', { name: 'Turn on' }).click();
    await sound.getByRole('button', { name: 'Try it' }).waitFor();
    await call.hangUp();
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'a phone that rings because the chosen one is away is not chosen by changing the order',
  async () => {
    const stage = await opening;
    const { gateway, world } = stage;
    world.owns((await addSippDevice(gateway, 'desk', 'ring')).sipp);
    const { view: chosen, phone } = await addPhone(gateway, 'away', { answerAfterMs: 'never' });
    world.owns(phone);
    const call = await CallStory.place(gateway, { number, company: 'Instead Ltd', transfer_to: chosen.id });
    await call.untilStatus('on_hold');
    const page = await stage.signedIn('/');
    const card = page.getByRole('region', { name: 'Instead Ltd' });
    await card.locator('.willring', { hasText: 'away' }).waitFor();
    assert.is(await card.locator('.willring li').count(), 1);
    await phone.stop();
    await card.getByText('instead', { exact: true }).waitFor();
    assert.is(await card.getByText('Nothing would ring.').count(), 0);
    await card.getByRole('button', { name: 'Change' }).click();
    const dialog = page.getByRole('dialog', { name: 'When a person answers, ring' });
    await dialog.getByRole('checkbox', { name: /away/ }).waitFor();
    assert.ok(await dialog.getByRole('checkbox', { name: /away/ }).isChecked());
    assert.not(await dialog.getByRole('checkbox', { name: 'desk' }).isChecked());
    await call.hangUp();
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'a talk ends while a note is typed, or a fact: both are typed to their end, and saved',
  async () => {
    const stage = await opening;
    const { gateway, world } = stage;
    world.owns((await addSippDevice(gateway, 'hall', 'answer')).sipp);
    const talk = async (company: string) => {
      const direct = { number: '+12025550113', mode: 'direct', device: 'hall' };
      const call = await CallStory.place(gateway, { ...direct, company });
      await call.untilStatus('connected');
      return call;
    };
    const call = await talk('Hasty Ltd');
    const page = await stage.signedIn('/');
    const note = page.getByLabel('Note', { exact: true });
    await note.click();
    await page.keyboard.type('Her name is ');
    await call.hangUp();
    const card = page.getByRole('region', { name: 'Hasty Ltd' });
    await card.getByText('Ended on request.').waitFor();
    await page.keyboard.type('Ann, word 7');
    assert.is(await note.count(), 1);
    assert.is(await note.inputValue(), 'Her name is Ann, word 7');
    await assertLooksRight(page, 'a note that is written when the call is over');
    const stored = () => gateway.client.request<{ note: string }>('GET', `/api/v1/calls/${call.id}`);
    await until(async () => (await stored()).note === 'Her name is Ann, word 7');
    await card.getByRole('button', { name: 'Dismiss' }).click();
    await page.locator('input[name="number"]').waitFor();

    const another = await talk('Hastier Ltd');
    await page.getByRole('region', { name: 'Hastier Ltd' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name of fact 1').fill('Reference');
    await page.getByLabel('Fact 1', { exact: true }).click();
    await page.keyboard.type('12 ');
    await another.hangUp();
    await page.getByRole('region', { name: 'Hastier Ltd' }).getByText('Ended on request.').waitFor();
    await page.keyboard.type('34');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.locator('input[name="number"]').waitFor();
    const { facts } = await gateway.client.request<{ facts: object[] }>('GET', `/api/v1/calls/${another.id}`);
    assert.equal(facts, [{ label: 'Reference', value: '12 34' }]);
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'a talk in another call takes the page from a fact that is typed, which is saved',
  async () => {
    const stage = await opening;
    const { gateway, world } = stage;
    world.owns((await addSippDevice(gateway, 'attic', 'answer')).sipp);
    const waiting = await CallStory.place(gateway, { number, company: 'Patient Ltd' });
    await waiting.untilStatus('on_hold');
    const page = await stage.signedIn('/calls');
    await page.getByRole('heading', { name: 'History' }).first().waitFor();
    await page.keyboard.press('k');
    await page.getByRole('link', { name: 'Now' }).first().click();
    await page.getByRole('region', { name: 'Patient Ltd' }).waitFor();
    assert.is(await page.locator('.keypad').count(), 0, 'K pressed where no call is shown opens none');
    await page.keyboard.press('k');
    await page.locator('.keypad').waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Name of fact 1').fill('Reference');
    await page.getByLabel('Fact 1', { exact: true }).fill('12 34');
    const direct = { number: '+12025550113', mode: 'direct', device: 'attic' };
    const talk = await CallStory.place(gateway, { ...direct, company: 'Sudden Ltd' });
    await page.locator('.talk', { hasText: 'Sudden Ltd' }).waitFor();
    const path = `/api/v1/calls/${waiting.id}`;
    const facts = async () => (await gateway.client.request<{ facts: object[] }>('GET', path)).facts;
    await until(async () => (await facts()).length > 0);
    assert.equal(await facts(), [{ label: 'Reference', value: '12 34' }]);
    await talk.hangUp();
    await page.locator('.hand', { hasText: '12 34' }).waitFor();

    // What is given up is not saved.
    await page.getByRole('button', { name: 'Edit' }).click();
    await page.getByLabel('Fact 1', { exact: true }).fill('56');
    await page.getByRole('link', { name: 'Devices' }).first().click();
    await page.getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('heading', { name: 'Devices' }).first().waitFor();
    await page.getByRole('link', { name: 'Now' }).first().click();
    await page.locator('.hand', { hasText: '12 34' }).waitFor();
    await waiting.hangUp();
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'a call that begins leaves the form to whoever fills it in; what was chosen is still there after another page',
  async () => {
    const stage = await opening;
    const { gateway, world } = stage;
    world.owns((await addSippDevice(gateway, 'porch', 'ring')).sipp);
    await writePastCalls(gateway.dataDir, [
      {
        number,
        company: 'Before Ltd',
        startedAtMs: Date.now() - 60 * minuteMs,
        heard: [['music', 60]],
        talkSeconds: 60,
      },
    ]);
    const page = await stage.signedIn('/');
    const subject = page.locator('input[name="intent"]');
    await subject.click();
    await page.keyboard.type('About ');
    const call = await CallStory.place(gateway, { number, company: 'Meanwhile Ltd' });
    const card = page.getByRole('region', { name: 'Meanwhile Ltd' });
    await card.waitFor();
    await page.keyboard.type('a claim');
    assert.is(await subject.count(), 1);
    assert.is(await subject.inputValue(), 'About a claim');
    await assertLooksRight(page, 'the form beside a call that began');
    await page.getByText('Connect me').click();
    await page.locator('.when > summary').click();
    await page.getByText('Later', { exact: true }).click();
    await call.hangUp();
    await card.getByText('Ended on request.').waitFor();
    await page.getByRole('link', { name: 'Devices' }).first().click();
    await page.getByRole('heading', { name: 'Devices' }).first().waitFor();
    await page.getByRole('link', { name: 'Now' }).first().click();
    assert.is(await subject.inputValue(), 'About a claim');
    assert.ok(await page.getByRole('radio', { name: 'Connect me' }).isChecked());
    await page.getByRole('button', { name: 'Plan the call' }).filter({ visible: true }).waitFor();
    stage.assertNoComplaints();
  },
  turn,
);

test.after(async () => (await opening).close());
test.run();
