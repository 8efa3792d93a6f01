import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { encodePcmWav } from '../../src/audio/wav.ts';
import { Host } from '../mcp/clients.ts';
import { CallStory } from '../rig/call-story.ts';
import { addSippDevice } from '../rig/devices.ts';
import { SideBySide, World } from '../rig/world.ts';
import { room, say } from '../transcription/sounds.ts';
import { patienceSeconds } from '../rig/patience.ts';

const world = await World.open();
const gateway = await world.gateway({ STT_ENGINE: 'moonshine' });
const doomed = await world.gateway({ STT_ENGINE: 'pocketsphinx', EXPLORE_MENUS: 'yes' });
let spare: () => void = () => undefined;
/** The recognisers of `doomed` live from here on. */
const spared = new Promise<void>((resolve) => (spare = resolve));
const all = new SideBySide();

interface Transcript {
  text: string;
  chunks: { text: string; speaker: string; kind: string; start: number; end: number; times_heard: number }[];
}

/** The recognisers of a gateway: its children of that name. */
async function recognisers(parentPid: number): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const [status, command] = await Promise.all(
      ['status', 'cmdline'].map((file) => readFile(`/proc/${name}/${file}`, 'utf8').catch(() => '')),
    );
    if (command!.includes('pocketsphinx') && new RegExp(`^PPid:\\s+${parentPid}$`, 'm').test(status!))
      found.push(Number(name));
  }
  return found;
}

all.add(test, "a menu's words are in the transcript, over REST and MCP", async () => {
  const menu = await say('Thank you for calling. For billing, press one. For technical support, press two.');
  const audio = path.join(world.companyDir, 'spoken-menu');
  const pause = room(2);
  const sound = new Int16Array(2 * (menu.length + 2 * pause.length));
  sound.set(pause);
  sound.set(menu, pause.length);
  sound.set(menu, menu.length + 3 * pause.length);
  await writeFile(`${audio}.wav`, encodePcmWav(sound));
  await world.company.runCli(`dialplan set global FAR_END ${audio}`);
  const call = await CallStory.place(gateway, {
    number: '+12025550190',
    services: { transcription: true },
  });
  await call.untilStatus('ended');
  // On a busy machine the words of the second menu come after the end.
  await call.until('transcript_chunk', patienceSeconds, 2);
  const transcript = await gateway.client.request<Transcript>('GET', `/api/v1/calls/${call.id}/transcript`);
  assert.match(transcript.text, /for billing,? press (?:one|1)\b/i);
  assert.match(transcript.text, /support,? press (?:two|2)\b/i);
  const [first] = transcript.chunks;
  assert.is(first!.speaker, 'far');
  assert.ok(first!.start > 0.5 && first!.end > first!.start && first!.end < 15, JSON.stringify(first));
  assert.ok(
    transcript.chunks.some(({ times_heard }) => times_heard === 2),
    JSON.stringify(transcript.chunks),
  );
  const view = await gateway.client.request<{ transcript_excerpt: string }>(
    'GET',
    `/api/v1/calls/${call.id}`,
  );
  assert.match(view.transcript_excerpt, /press (?:two|2)\b/i);
  await using host = await Host.connect('streamable', gateway.url, gateway.token);
  const { value } = await host.call<Transcript>('get_call_transcript', { call_id: call.id });
  assert.equal(value.chunks, transcript.chunks);
  assert.equal(call.typesOf('service_unavailable'), []);
});

interface FlowView {
  id: string;
  steps: { id: string; type: string; dtmf?: string; sound?: string }[];
}

all.add(
  test,
  'a flow whose key the menu refuses finds another way, which the next call goes at once',
  async () => {
    await spared;
    const { sipp } = await addSippDevice(doomed, 'study', 'answer');
    world.owns(sipp);
    const number = '+12025550122';
    const intent = 'speak to an agent';
    const old = await doomed.client.request<FlowView>('POST', '/api/v1/call-flows', {
      name: 'Before the menu changed',
      company: 'Acme',
      phone_number: number,
      steps: [
        { id: 'menu', type: 'LISTEN', timeout: 15 },
        { id: 'press', type: 'DTMF', dtmf: '7' },
        { id: 'queue', type: 'HOLD' },
        { id: 'owner', type: 'TRANSFER', device: 'study' },
      ],
    });
    const sentBy = (call: CallStory): unknown[] =>
      call.typesOf('ivr_dtmf_sent').map(({ data }) => data['digits']);

    const call = await CallStory.place(doomed, { number, intent, call_flow_id: old.id });
    const { data: proposed } = await call.until('flow_proposed');
    await call.untilStatus('connected');
    await call.hangUp();
    assert.equal([proposed['flow_id'], proposed['failed_step']], [old.id, 'press']);
    // What the recogniser takes the menu for may cost another try.
    assert.equal([sentBy(call)[0], sentBy(call).at(-1)], ['7', '2']);

    const kept = await doomed.client.request<FlowView>('POST', `/api/v1/calls/${call.id}/learned-flow`);
    assert.equal(kept.steps, proposed['steps']);
    assert.match(String(kept.steps.find(({ type }) => type === 'LISTEN')?.sound), /^[0-9a-f]{16}$/);
    // The menu is known by its sound: nothing is left that understands words.
    const next = await withoutRecognisers(async () => {
      const story = await CallStory.place(doomed, { number, intent, call_flow_id: kept.id });
      await story.untilStatus('connected');
      return story;
    });
    await next.hangUp();
    assert.equal(sentBy(next), ['2']);
    const said = next.typesOf('ivr_menu_detected').map(({ data }) => data['transcript']);
    assert.equal(said, [''], 'it was not understood');
    assert.equal(next.typesOf('flow_proposed', 'menu_needs_owner', 'menu_option_chosen'), []);
  },
);

all.add(test, 'a recogniser that is killed again and again leaves the call on hold, and says so once', () =>
  killRecognisers().finally(spare),
);

/** Kills each recogniser of `doomed` soon after it starts, before it has understood anything. */
async function withoutRecognisers<T>(act: (killed: ReadonlySet<number>) => Promise<T>): Promise<T> {
  const killed = new Set<number>();
  const killing = setInterval(() => {
    void recognisers(doomed.pid)
      .then((pids) => {
        for (const pid of pids) {
          killed.add(pid);
          process.kill(pid, 'SIGKILL');
        }
      })
      .catch(() => undefined); // it went by itself
  }, 200);
  try {
    return await act(killed);
  } finally {
    clearInterval(killing);
  }
}

async function killRecognisers(): Promise<void> {
  const call = await CallStory.place(doomed, {
    number: '+12025550108',
    services: { transcription: true },
  });
  await call.untilStatus('on_hold');
  await withoutRecognisers(async (killed) => {
    const { data } = await call.until('service_unavailable');
    assert.is(data['service'], 'transcription');
    assert.match(String(data['reason']), /^pocketsphinx ended by itself \(SIGKILL\)/);
    assert.ok(killed.size >= 2);
  });
  await call.until('audio_classified');
  assert.is(
    (await doomed.client.request<{ status: string }>('GET', `/api/v1/calls/${call.id}`)).status,
    'on_hold',
  );
  await call.hangUp();
  assert.is(call.typesOf('service_unavailable').length, 1);
}

test.after(async () => {
  await all.done();
  for (const { pid } of [gateway, doomed]) assert.equal(await recognisers(pid), [], 'no recogniser is left');
  await world.close();
});
test.run();
