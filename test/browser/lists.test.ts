import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addSippDevice } from '../rig/devices.ts';
import { writeEvents, writePastCalls, writeRecordings } from '../rig/past-calls.ts';
import { until } from '../rig/until.ts';
import { assertLooksRight, follow, overflowOf } from './looks.ts';
import { beside, PageStage } from './stage.ts';

const test = suite('lists');
const opening = PageStage.open({});
const talking = PageStage.open({});

const minuteMs = 60_000;
const longName = 'The Amalgamated Society of Reinsurers, Underwriters and Adjusters of Northern Rotterdam';
const past = { number: '+12025550108', company: 'Harbour Insurance' };

beside(test, 'a trial of a flow and a cancelled call are not marked as failures', async () => {
  const stage = await opening;
  const { gateway, world } = stage;
  world.owns((await addSippDevice(gateway, 'study', 'ring')).sipp);
  const at = Date.now() - 60 * minuteMs;
  await writePastCalls(gateway.dataDir, [
    {
      ...past,
      intent: 'a trial',
      startedAtMs: at,
      heard: [['ivr_prompt', 20]],
      talkSeconds: 0,
      endReason: 'trial_complete',
    },
    {
      ...past,
      intent: 'a plan',
      startedAtMs: at + minuteMs,
      heard: [],
      talkSeconds: 0,
      endReason: 'cancelled',
    },
    {
      ...past,
      intent: 'a failure',
      startedAtMs: at + 2 * minuteMs,
      heard: [],
      talkSeconds: 0,
      endReason: 'busy',
    },
  ]);
  const page = await stage.signedIn('/calls');
  const badgeOf = async (row: string, intent: string) =>
    (await page.locator(row, { hasText: intent }).locator('.badge-a').getAttribute('class')) ?? '';
  await page.locator('.hrow', { hasText: 'a failure' }).waitFor();
  assert.match(await badgeOf('.hrow', 'a failure'), /missed/);
  assert.match(await badgeOf('.hrow', 'a trial'), /neutral/);
  assert.match(await badgeOf('.hrow', 'a plan'), /neutral/);
  assert.is(await page.locator('.hrow', { hasText: 'a plan' }).getByText('waited').count(), 0);
  await assertLooksRight(page, 'outcomes in the history');
  await page.goto('/');
  await page.locator('.rec', { hasText: 'a failure' }).waitFor();
  assert.match(await badgeOf('.rec', 'a failure'), /tone-bad/);
  assert.match(await badgeOf('.rec', 'a trial'), /tone-plain/);
  assert.match(await badgeOf('.rec', 'a plan'), /tone-plain/);
  await page.locator('.rec', { hasText: 'a trial' }).click();
  const banner = page.locator('main .banner.how');
  await banner.getByText('The trial is over').waitFor();
  assert.match((await banner.getAttribute('class')) ?? '', /plain/);
  stage.assertNoComplaints();
});

beside(test, 'a full list of recordings says whose call each is, and deletes the right one', async () => {
  const stage = await opening;
  const { gateway } = stage;
  const at = Date.now() - 300 * minuteMs;
  const ids = await writePastCalls(
    gateway.dataDir,
    Array.from({ length: 14 }, (_, index) => ({
      number: index === 1 ? '+12025550107' : '+12025550108',
      company: index === 0 ? longName : index === 1 ? '' : `Company ${index}`,
      startedAtMs: at - index * 60 * minuteMs,
      heard: [['music', 600]] as const,
      talkSeconds: 60,
    })),
  );
  await writeRecordings(gateway.dataDir, ids);
  const page = await stage.signedIn('/settings');
  const section = page.getByRole('region', { name: 'Recordings' });
  await section.getByText('14 recordings').waitFor();
  await section.getByRole('link', { name: longName }).waitFor();
  await section.getByRole('link', { name: '+1 202 555 0107' }).waitFor();
  await section.getByRole('button', { name: 'Show more' }).click();
  await section.getByRole('link', { name: 'Company 13' }).waitFor();
  await assertLooksRight(page, 'a full list of recordings');
  await section.getByRole('button', { name: /^Delete the recording of Company 13/ }).click();
  const question = page.getByRole('dialog', { name: 'Delete the recording of Company 13?' });
  await question.getByRole('button', { name: 'Delete it' }).click();
  await section.getByText('13 recordings').waitFor();
  assert.is(await section.getByRole('link', { name: 'Company 13' }).count(), 0);
  stage.assertNoComplaints();
});

beside(test, 'the transcript of a call of hours is folded to its end, and searched as a whole', async () => {
  const stage = await opening;
  const { gateway } = stage;
  const startedAtMs = Date.now() - 600 * minuteMs;
  const [callId = ''] = await writePastCalls(gateway.dataDir, [
    { ...past, startedAtMs, heard: [['music', 9_000]], talkSeconds: 1_800 },
  ]);
  const said = Array.from({ length: 200 }, (_, index) => ({
    type: 'transcript_chunk',
    atMs: startedAtMs + index * minuteMs,
    data: {
      text: index === 9 ? 'İyi akşamlar, Sentence 9.' : `Sentence ${index}.`,
      speaker: 'far',
      is_final: true,
      start: index * 60,
      end: index * 60 + 5,
    },
  }));
  await writeEvents(gateway.dataDir, callId, said);
  const page = await stage.signedIn(`/calls/${callId}`);
  const transcript = page.getByRole('list', { name: 'Transcript' });
  const seen = transcript.getByRole('listitem');
  await page.getByText('Sentence 199.', { exact: true }).waitFor();
  assert.is(await seen.count(), 60);
  await page.getByLabel('Search in the transcript').fill('sentence 7.');
  await page.getByText('Sentence 7.', { exact: true }).waitFor();
  assert.is(await seen.count(), 1);
  // On paper, too, which would otherwise seem to be all that was said.
  await page.getByRole('status').getByText('1 of 200 lines, with “sentence 7.”.').waitFor();
  // In lower case its first letter is longer.
  await page.getByLabel('Search in the transcript').fill('sentence 9.');
  assert.equal(await transcript.locator('mark').allTextContents(), ['Sentence 9.']);
  await page.getByLabel('Search in the transcript').fill('(9');
  await page.getByText('Nobody said “(9”.').waitFor();
  await page.getByLabel('Search in the transcript').fill('');
  await page.getByRole('button', { name: 'Show the 140 lines before' }).click();
  await page.getByText('Sentence 0.', { exact: true }).waitFor();
  assert.is(await seen.count(), 200);
  // On a phone, where all is below each other, the note is not.
  await page.setViewportSize({ width: 390, height: 844 });
  const noteTop = (await page.getByRole('heading', { name: 'Note' }).boundingBox())?.y ?? NaN;
  const saidTop = (await transcript.boundingBox())?.y ?? NaN;
  assert.ok(noteTop < saidTop, `the note at ${noteTop}, the transcript at ${saidTop}`);
  stage.assertNoComplaints();
});

beside(
  test,
  'favourites come before the form, which stays where it is, and each is looked up once',
  async () => {
    const stage = await opening;
    await stage.addFavourite({ label: 'Once Ltd', number: '+12025550108', intent: '' });
    const page = await stage.window({ width: 390 });
    const looked: string[] = [];
    page.on('request', (request) => {
      // Other scenarios add favourites of other numbers.
      if (/\/api\/v1\/numbers\/.*12025550108/.test(request.url())) looked.push(request.url());
    });
    let answer = (): void => undefined;
    const mayAnswer = new Promise<void>((done) => (answer = done));
    await page.route('**/api/v1/favourites', async (route) => {
      await mayAnswer;
      await route.continue();
    });
    const others = ['/api/v1/devices', '/api/v1/calls?state=ended&limit=1', '/health'];
    const read = others.map((path) => page.waitForResponse((response) => response.url().endsWith(path)));
    await stage.enter(page, '/?new');
    await Promise.all(read);
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
    assert.is(await page.getByRole('form', { name: 'Place a call' }).count(), 0);
    answer();
    await page.getByRole('form', { name: 'Place a call' }).waitFor();
    await page.getByRole('button', { name: 'Call Once Ltd and wait' }).filter({ visible: true }).waitFor();
    await until(() => looked.length > 0);
    await page.getByText('All calls').waitFor();
    assert.is(looked.length, 1);
    stage.assertNoComplaints();
  },
);

beside(test, 'a favourite that got no answer and is pressed again is the same request', async () => {
  const stage = await opening;
  await stage.addFavourite({ label: 'Lost Ltd', number: '+12025550108', intent: '' });
  const page = await stage.signedIn('/?new');
  const keys: (string | undefined)[] = [];
  // The answer is lost; whether the call was placed is not known to the page.
  await page.route('**/api/v1/calls/hold-slayer', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    await route.abort();
  });
  const card = page.locator('.fav', { hasText: 'Lost Ltd' }).filter({ visible: true });
  const button = card.getByRole('button', { name: 'Call Lost Ltd and wait', disabled: false });
  for (const presses of [1, 2]) {
    // By a key: lists that arrive between a mouse's down and up move the button away from it.
    await button.press('Enter');
    await until(() => keys.length >= presses);
    await card.getByRole('alert').waitFor();
  }
  assert.ok(keys[0]);
  assert.is(new Set(keys).size, 1);
});

beside(test, 'what a favourite fills in is its own, whatever was typed or chosen before', async () => {
  const stage = await opening;
  const { id: flow } = await stage.gateway.client.request<{ id: string }>('POST', '/api/v1/call-flows', {
    name: 'Another way',
    phone_number: '+12025550109',
    steps: [{ id: 'me', type: 'TRANSFER' }],
  });
  await stage.addFavourite({ label: 'Mine Ltd', number: '+12025550101', intent: 'its reason' });
  await stage.addFavourite({ label: 'Second Ltd', number: '+12025550101', intent: 'its second reason' });
  const page = await stage.signedIn(`/?new&number=%2B12025550109&intent=another+reason&flow=${flow}`);
  const form = page.getByRole('form', { name: 'Place a call' });
  const filled = async () => [
    await form.locator('[name="number"]').inputValue(),
    await form.locator('[name="intent"]').inputValue(),
    await form.locator('[name="call_flow_id"]').inputValue(),
  ];
  const press = async (label = 'Mine Ltd') => {
    await page.getByRole('link', { name: label }).filter({ visible: true }).click();
    await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  };
  await form.locator('option', { hasText: 'Another way' }).first().waitFor({ state: 'attached' });
  const mine = ['+12025550101', 'its reason', ''];
  await press();
  assert.equal(await filled(), mine);
  await form.locator('[name="number"]').fill('+12025550102');
  await form.locator('[name="intent"]').fill('typed');
  await press();
  assert.equal(await filled(), mine, 'pressed again');
  await press('Second Ltd');
  assert.equal(await filled(), ['+12025550101', 'its second reason', '']);
  stage.assertNoComplaints();
});

beside(test, 'what is cut off of a long name is its end, also when it runs from right to left', async () => {
  const stage = await opening;
  const company = 'شركة التأمين الوطنية للخدمات المالية والاستثمارية المحدودة وشركاؤها';
  await writePastCalls(stage.gateway.dataDir, [
    { ...past, company, startedAtMs: Date.now() - minuteMs, heard: [['music', 20]], talkSeconds: 10 },
  ]);
  const page = await stage.signedIn('/calls', { width: 360, height: 780 });
  await page.getByText(company).waitFor();
  const seen = await page.evaluate(`{
    const name = [...document.querySelectorAll('.clip')].find((each) => each.textContent === ${JSON.stringify(company)});
    const letter = document.createRange();
    letter.setStart(name.firstChild, 0);
    letter.setEnd(name.firstChild, 1);
    const [first, box] = [letter.getBoundingClientRect(), name.getBoundingClientRect()];
    ({
      isCut: name.scrollWidth > name.clientWidth,
      shows: first.left >= box.left - 1 && first.right <= box.right + 1,
    });
  }`);
  assert.equal(seen, { isCut: true, shows: true });
});

beside(
  test,
  'a dialog is closed by a press outside it, not by one at its edge, nor by text that is selected to beyond it',
  async () => {
    const stage = await opening;
    await stage.addFavourite({ label: 'Harbour Insurance', number: '+12025550108', intent: '' });
    const page = await stage.signedIn('/?new');
    await page.getByRole('button', { name: 'Edit' }).filter({ visible: true }).click();
    const list = page.getByRole('dialog', { name: 'Favourites' });
    const name = list.getByRole('textbox').first();
    await name.fill('Harbour claims');
    const box = await list.boundingBox();
    const field = await name.boundingBox();
    assert.ok(box !== null && field !== null);
    await page.mouse.click(box.x + 6, box.y + 6);
    assert.is(await list.count(), 1);
    await page.mouse.move(field.x + 30, field.y + field.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x - 40, field.y + field.height / 2, { steps: 4 });
    await page.mouse.up();
    assert.is(await list.count(), 1);
    assert.is(await name.inputValue(), 'Harbour claims');
    await page.mouse.click(box.x - 40, box.y - 40);
    await list.waitFor({ state: 'detached' });
    stage.assertNoComplaints();
  },
);

/** No browser breaks it by itself. */
const longWord = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

beside(
  test,
  'in a window of 320 px the longest words stay inside, and no button covers a state',
  async () => {
    // Its own gateway: the first page shows the call under way to all others, in place of their lists.
    const stage = await talking;
    const { gateway, world } = stage;
    const { client } = gateway;
    const { view, sipp } = await addSippDevice(gateway, 'attic', 'answer');
    world.owns(sipp);
    await client.request('PUT', `/api/v1/devices/${view.id}`, { name: longWord });
    const startedAtMs = Date.now() - 900 * minuteMs;
    const [callId = ''] = await writePastCalls(gateway.dataDir, [
      { number: '+12025550109', company: longWord, startedAtMs, heard: [['music', 900]], talkSeconds: 300 },
    ]);
    const said = { text: longWord, speaker: 'far', is_final: true, start: 5, end: 9 };
    await writeEvents(gateway.dataDir, callId, [
      { type: 'transcript_chunk', atMs: startedAtMs + 5_000, data: said },
    ]);
    const direct = { number: '+12025550113', mode: 'direct', device: view.id, company: longWord };
    const talk = await CallStory.place(gateway, { ...direct, intent: longWord });
    await talk.untilStatus('connected');
    const facts = [{ label: longWord.slice(0, 60), value: longWord }];
    await client.request('PATCH', `/api/v1/calls/${talk.id}`, { facts });
    const page = await stage.signedIn('/', { width: 320, height: 640 });
    const faults: string[] = [];
    for (const [at, sign] of [
      ['/', '.talk .on-device'],
      ['/calls/holds', '.charts .pick'],
      [`/calls/${callId}`, '.ln .who'],
      [`/calls/${talk.id}`, '.facts dt'],
      ['/devices', '.dv .btns'],
    ] as const) {
      await follow(page, at);
      await page.locator(sign).first().waitFor();
      faults.push(...(await overflowOf(page)).map((fault) => `${at}: ${fault}`));
    }
    assert.equal(faults, []);
    const covered = await page.evaluate(`[...document.querySelectorAll('.dv')].filter((row) => {
    const [state, buttons] = ['.on', '.btns'].map((part) => row.querySelector(part));
    const text = document.createRange();
    text.selectNodeContents(state);
    const [a, b] = [text, buttons].map((each) => each.getBoundingClientRect());
    return a.right > b.left && a.bottom > b.top;
  }).length`);
    assert.is(covered, 0);
    await talk.hangUp();
    stage.assertNoComplaints();
  },
);

beside(test, 'a page that meets a word of a newer gateway says so, and the other pages open', async () => {
  const stage = await opening;
  const startedAtMs = Date.now() - 700 * minuteMs;
  const [callId = ''] = await writePastCalls(stage.gateway.dataDir, [
    { number: '+12025550114', company: 'Newer Ltd', startedAtMs, heard: [['music', 60]], talkSeconds: 60 },
  ]);
  const page = await stage.window();
  await page.route(`**/api/v1/calls/${callId}/timeline`, async (route) => {
    const answer = (await (await route.fetch()).json()) as { segments: object[] };
    await route.fulfill({
      json: {
        ...answer,
        segments: answer.segments.map((each) => ({ ...each, type: 'a sound of tomorrow' })),
      },
    });
  });
  await stage.enter(page, `/calls/${callId}`);
  await page.getByRole('heading', { name: 'This page cannot show what the gateway says' }).waitFor();
  await assertLooksRight(page, 'a page that cannot be drawn');
  await page.getByRole('link', { name: 'History' }).first().click();
  await page.locator('.hrow', { hasText: 'Newer Ltd' }).waitFor();
  await page.getByRole('button', { name: 'Load it again' }).waitFor({ state: 'detached' });
  stage.assertNoComplaints();
});

test.after(async () => {
  for (const stage of [opening, talking]) await (await stage).close();
});
test.run();
