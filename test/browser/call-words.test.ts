import type { Page, WebSocket } from 'playwright-core';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import { writeEvents } from '../rig/past-calls.ts';
import { startRecognitionService } from '../rig/recognition-service.ts';
import { Turnstile } from '../rig/turnstile.ts';
import { assertLooksRight, follow } from './looks.ts';
import { beside, PageStage } from './stage.ts';
import { patienceSeconds } from '../rig/patience.ts';

const test = suite('words of a call');
const words = await startRecognitionService();
const opening = PageStage.open({ ...words.environment, EXPLORE_MENUS: 'yes' });
const turn = new Turnstile(1);
const markup = '<img src=x onerror="window.broken=true">';

interface Heard {
  type: string;
  from: string;
  start: number;
  end: number;
}

/** The call that found its way, for the scenarios after it. */
let found: CallStory | undefined;

/** Where the page's player stands, in seconds: it shows minutes and seconds. */
const position = `document.querySelector('.heard-at b').textContent.split(':')
  .reduce((sum, part) => sum * 60 + Number(part), 0)`;

/**
 * Resolves when it holds in the page, and says how the player stands if it never does. The page looks before each drawing: polling from
 * outside would evaluate a string there.
 */
async function shows(page: Page, condition: string): Promise<void> {
  await page.evaluate(`new Promise((done, fail) => {
    const late = setTimeout(() => {
      const { paused, readyState, networkState, currentTime } = document.querySelector('audio') ?? {};
      fail(new Error('never: ' + ${JSON.stringify(condition)} + JSON.stringify({ paused, readyState, networkState, currentTime })));
    }, ${patienceSeconds * 1000});
    const look = () => (${condition} ? done(clearTimeout(late)) : requestAnimationFrame(look));
    look();
  })`);
}

beside(
  test,
  'a menu that needs the owner shows what it asks; what is typed is kept and sent',
  async () => {
    const stage = await opening;
    const { gateway, world } = stage;
    world.owns((await addPhone(gateway, 'desk')).phone); // for the scenario after it too
    const page = await stage.signedIn('/');
    words.answer = `${markup} Please enter your policy number, followed by the pound key.`;
    const asked = await CallStory.place(gateway, {
      number: '+12025550122',
      company: 'Needy Ltd',
      services: { transcription: true },
    });
    const card = page.getByRole('region', { name: 'Needy Ltd' });
    const ask = card.getByRole('group', { name: 'The menu needs you' });
    await ask.getByText('and no fact of the call has it').waitFor();
    await ask.getByText(/img src=x/).waitFor();
    await card.getByRole('group', { name: 'Keys', exact: true }).waitFor();
    await page.getByRole('heading', { name: 'What they said' }).waitFor();
    await page
      .locator('.said')
      .getByText(/enter your policy number/)
      .waitFor();
    await assertLooksRight(page, 'a menu that asks');
    await ask.getByLabel(/policy/i).fill(`9 ${markup}`);
    await ask.getByRole('button', { name: 'Keep and send' }).waitFor();
    // Enter, twice, and the network is slow only once.
    let changes = 0;
    await page.route(`**/api/v1/calls/${asked.id}`, async (route) => {
      if (route.request().method() === 'PATCH' && ++changes === 2) await asked.until('ivr_dtmf_sent');
      await route.continue();
    });
    await page.evaluate(
      "const form = document.querySelector('.ask-form'); form.requestSubmit(); form.requestSubmit();",
    );
    const { data } = await asked.until('ivr_dtmf_sent');
    assert.is(data['digits'], '9#', 'with the key that the menu wants');
    await ask.waitFor({ state: 'detached' });
    // The keypad outlives the asking: a number has more keys than one.
    const keys = card.getByRole('group', { name: 'Keys', exact: true });
    for (const key of [/^4/, /^2/, /^#/]) await keys.getByRole('button', { name: key }).click();
    await card.getByText('4 2 #', { exact: true }).waitFor();
    await asked.until('ivr_dtmf_sent', patienceSeconds, 2);
    // A key that is held down is meant once, as one of the keyboard and as a button.
    const holdDown = async (key: string) => {
      await page.keyboard.down(key);
      await page.keyboard.down(key);
      await page.keyboard.up(key);
    };
    await holdDown('7');
    await keys.getByRole('button', { name: /^8/ }).focus();
    await holdDown('Enter');
    await card.getByText('4 2 # 7 8', { exact: true }).waitFor();
    assert.is(asked.typesOf('ivr_dtmf_sent').filter((sent) => sent.data['digits'] === '9#').length, 1);
    await page.locator('.hand').getByText(markup).waitFor();
    words.answer = '';
    await asked.hangUp();
    assert.is(await page.evaluate('window.broken'), undefined, 'markup stays text');
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'the way that a call found through a menu is kept as a flow',
  async () => {
    const stage = await opening;
    const { gateway } = stage;
    const page = await stage.signedIn('/');
    words.answer = 'For billing, press one. For claims, press two.';
    found = await CallStory.place(gateway, {
      number: '+12025550122',
      company: `Claims ${markup}`,
      intent: 'claims',
      services: { recording: true, transcription: true },
    });
    await found.until('menu_option_chosen');
    words.answer = 'Hello, who is there?';
    await found.untilStatus('connected');
    await found.hangUp();
    const over = page.locator('.over', { hasText: 'Claims' });
    await writeEvents(gateway.dataDir, found.id, [
      {
        type: 'call_summarised',
        data: {
          summary: {
            who: `Marek ${markup}`,
            agreed: 'They pay the rest by Friday',
            references: ['88-1042'],
            to_do: ['Send the receipt'],
            at: new Date().toISOString(),
          },
        },
      },
    ]);
    await assertLooksRight(page, 'a call that found its way');
    await over.getByRole('button', { name: 'Keep it as a flow' }).waitFor();
    await follow(page, '/flows');
    const ways = page.getByRole('region', { name: 'Routes found' });
    await ways.getByText(`Claims ${markup}`).waitFor();
    await assertLooksRight(page, 'routes found');
    await ways.getByRole('button', { name: 'Keep it as a flow' }).click();
    await ways.getByRole('link', { name: /: claims/ }).click();
    await page.locator('main .st').first().waitFor();
    assert.is(await page.evaluate('window.broken'), undefined, 'markup stays text');
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'a recording is played on the page of its call: waveform, transcript, events and timeline share one position',
  async () => {
    const stage = await opening;
    const { gateway } = stage;
    assert.ok(found !== undefined, 'the scenario before');
    const stopped = await found.until('recording_stopped');
    const { started_at: startedAt, ended_at: endedAt } = await gateway.client.request<{
      started_at: string;
      ended_at: string;
    }>('GET', `/api/v1/calls/${found.id}`);
    const line = (text: string, start: number) => ({
      type: 'transcript_chunk',
      data: {
        ...{ text, speaker: 'far', is_final: true, kind: 'person', times_heard: 1 },
        ...{ start, end: start + 2 },
      },
      atMs: Date.parse(startedAt) + start * 1000,
    });
    await writeEvents(gateway.dataDir, found.id, [
      line(`Zebras ${markup} are striped`, 6),
      line('This was said after the recording', 3_000),
    ]);
    const page = await stage.signedIn('/calls');
    // What was said is found in the history.
    await page.getByLabel('Search the history').fill('zebras');
    await page.getByText('1 of 1 call').waitFor();
    await page.getByRole('link', { name: /Claims/ }).click();
    const player = page.getByRole('group', { name: 'Recording' });
    await page.locator('.wave rect').nth(40).waitFor({ state: 'attached' });
    await page.getByRole('region', { name: 'Summary' }).getByText(`Marek ${markup}`).waitFor();
    await page.getByRole('region', { name: 'The route through the menu' }).getByText('Kept as').waitFor();
    await assertLooksRight(page, 'the page of a recorded call');

    const transcript = page.getByRole('list', { name: 'Transcript' });
    const zebras = transcript.getByRole('listitem').filter({ hasText: 'Zebras' });
    await zebras.getByRole('button', { name: 'Go to 0:06' }).click();
    await transcript.locator('[aria-current="true"]', { hasText: 'Zebras' }).waitFor();
    const after = transcript.getByRole('listitem').filter({ hasText: 'after the recording' });
    assert.is(await after.getByRole('button').count(), 0, 'beyond the end nothing is offered');
    const from = await page.evaluate<number>(position);
    await player.getByRole('button', { name: 'Play' }).click();
    await shows(page, `${position} > ${from + 1}`);
    await player.getByRole('button', { name: 'Pause' }).click();
    // It goes on until the press has come to the page.
    await player.getByRole('button', { name: 'Play' }).waitFor();
    const paused = await page.evaluate<number>(position);
    await player.getByRole('button', { name: 'Back 10 seconds' }).click();
    await shows(page, `${position} <= ${Math.max(from, paused - 9)}`);

    // The music is passed over: nothing of its middle is played.
    const { segments } = await gateway.client.request<{ segments: Heard[] }>(
      'GET',
      `/api/v1/calls/${found.id}/timeline`,
    );
    const [music] = segments
      .filter(({ type }) => type === 'music')
      .sort((a, b) => b.end - b.start - (a.end - a.start));
    assert.ok(music !== undefined && music.end - music.start > 4, JSON.stringify(segments));
    const { recordings } = await gateway.client.request<{ recordings: { started_at: string }[] }>(
      'GET',
      `/api/v1/recordings?call_id=${found.id}`,
    );
    const inRecording = (ms: number): number => (ms - Date.parse(recordings[0]?.started_at ?? '')) / 1000;
    const musicMs = Date.parse(music.from);
    const endsAt = Math.floor(inRecording(musicMs + (music.end - music.start) * 1000));
    await page.getByRole('switch', { name: 'Skip the music' }).click();
    const picture = page.locator('.tl-frame');
    const width = (await picture.boundingBox())?.width ?? 0;
    const share = (musicMs + 500 - Date.parse(startedAt)) / (Date.parse(endedAt) - Date.parse(startedAt));
    await picture.click({ position: { x: width * share, y: 60 } });
    await page.evaluate(`{
      window.heard = [];
      new MutationObserver(() => heard.push(${position}))
        .observe(document.querySelector('.heard-at b'), { characterData: true, subtree: true, childList: true });
    }`);
    await player.getByRole('button', { name: 'Play' }).click();
    await shows(page, `heard.some((seconds) => seconds >= ${endsAt - 1})`);
    const middle = Math.floor(inRecording(musicMs) + 3);
    const heard = (await page.evaluate('heard')) as number[];
    assert.not.ok(heard.includes(middle), `${middle} in ${heard.join(' ')}`);
    await page.locator('.story [aria-current="true"]').waitFor();

    await page.getByRole('button', { name: 'Delete the recording' }).click();
    await page.getByRole('button', { name: 'Delete it' }).click();
    await page.getByText('You deleted the recording.').first().waitFor();
    await player.waitFor({ state: 'detached' });
    await follow(page, '/settings#recordings');
    await page
      .getByRole('region', { name: 'Recordings' })
      .getByText(/Kept for 90 days, 20 GB/)
      .waitFor();
    assert.ok(Number(stopped.data['duration']) > 5);
    assert.is(await page.evaluate('window.broken'), undefined, 'markup stays text');
    stage.assertNoComplaints();
  },
  turn,
);

beside(
  test,
  'a call on hold shows its place in the queue and what is said, and can be listened to until it is over',
  async () => {
    const stage = await opening;
    const { gateway } = stage;
    words.answer = `You are number three in line. Your wait is about four minutes. ${markup}`;
    const call = await CallStory.place(gateway, {
      number: '+12025550124',
      company: 'Queue Ltd',
      services: { recording: true, transcription: true },
    });
    const page = await stage.signedIn('/');
    const listens: WebSocket[] = [];
    page.on('websocket', (socket) => {
      if (socket.url().includes('/ws/listen')) listens.push(socket);
    });
    const assertSilent = async (heard: number) => {
      assert.is(listens.length, heard);
      for (const socket of listens) if (!socket.isClosed()) await socket.waitForEvent('close');
    };
    await call.until('queue_position');
    const card = page.getByRole('region', { name: 'Queue Ltd' });
    await card.getByText(/3rd in line, about 4 min/).waitFor();
    const said = page.locator('.said');
    await said
      .getByText(/number three in line/)
      .first()
      .waitFor();
    await card.getByRole('button', { name: 'Listen' }).click();
    await shows(page, `document.querySelector('.listen-level')?.value > 0.05`);
    await assertLooksRight(page, 'listening to a call on hold');
    await follow(page, `/calls/${call.id}`);
    await page.getByText('It is being recorded.').waitFor();
    await assertSilent(1);
    // Another call's page has nothing of this one.
    assert.ok(found !== undefined, 'the first scenario');
    await page
      .getByText(/number three in line/)
      .first()
      .waitFor();
    await follow(page, `/calls/${found.id}`);
    await page.getByRole('heading', { name: /Claims/ }).waitFor();
    assert.is(await page.getByText('It is being recorded.').count(), 0);
    // A page that is loaded anew moves on with its call.
    await page.goto(`/calls/${call.id}`);
    await page.getByText('It is being recorded.').waitFor();
    await follow(page, '/');
    await card.getByRole('button', { name: 'Listen' }).click();
    await card.getByRole('button', { name: 'Stop' }).waitFor();
    await call.hangUp();
    await page.getByRole('link', { name: 'Open the call' }).last().waitFor();
    await assertSilent(2);
    assert.is(await page.evaluate('window.broken'), undefined, 'markup stays text');
    stage.assertNoComplaints();
  },
  turn,
);

test.after(async () => {
  await (await opening).close();
  await words.stop();
});
test.run();
