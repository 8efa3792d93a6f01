import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addPhone } from '../rig/devices.ts';
import { envelope, likeness, readSamples } from '../rig/sound.ts';
import { SideBySide, World } from '../rig/world.ts';

const world = await World.open();
const greeting = 'Hello. Please stay on the line, somebody will be with you at once.';
const reassurance = 'Thank you for waiting. It takes only a moment more.';
const gateway = await world.gateway({
  GREETING: greeting,
  REASSURANCE: reassurance,
  DEVICE_RING_SECONDS: '60',
  ASK_BACK: 'no',
});
const mute = await world.gateway({ SPEECH_ENGINE: 'none' });
const all = new SideBySide();
const frameSeconds = 0.02;

/** What the voice of a gateway has made so far. */
async function spoken(of: typeof gateway): Promise<Map<string, Float32Array>> {
  const folder = path.join(of.dataDir, 'speech');
  if (!existsSync(folder)) return new Map();
  const names = (await readdir(folder)).filter((name) => name.endsWith('.wav'));
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readSamples(path.join(folder, name))] as const)),
  );
}

/** How well the company heard it, 0..1: 1.2 s of it, since a busy machine makes clocks slip over longer stretches. */
async function heardBy(number: string, said: Float32Array): Promise<number> {
  const shape = envelope(said);
  const stretches = [5, 30, 55]
    .map((from) => shape.slice(from, from + 60))
    .filter(({ length }) => length === 60);
  const files = await world.recordings(number, 'heard');
  const heard = await Promise.all(files.map(async (file) => envelope(await readSamples(file))));
  return Math.max(0, ...heard.flatMap((frames) => stretches.map((stretch) => likeness(stretch, frames))));
}

async function storeFlow(of: typeof gateway, text: string): Promise<string> {
  const { id } = await of.client.request<{ id: string }>('POST', '/api/v1/call-flows', {
    name: 'Say it',
    company: 'Acme',
    phone_number: '+12025550120',
    steps: [
      { id: 'wait', type: 'WAIT', timeout: 3 },
      { id: 'say', type: 'SPEAK', text },
      { id: 'queue', type: 'HOLD', timeout: 60 },
    ],
  });
  return id;
}

all.add(test, 'a flow says what the call is about, its numbers spelt', async () => {
  const before = new Set((await spoken(gateway)).keys());
  const call_flow_id = await storeFlow(gateway, 'I call about claim {fact:Claim}, please. {intent}.');
  const call = await CallStory.place(gateway, {
    number: '+12025550120',
    call_flow_id,
    intent: 'It is about a water damage',
  });
  await gateway.client.request('PATCH', `/api/v1/calls/${call.id}`, {
    facts: [{ label: 'claim', value: '88-1042' }],
  });
  await call.untilStatus('on_hold');
  await call.hangUp();
  assert.equal(call.typesOf('service_unavailable'), []);
  const made = [...(await spoken(gateway))].filter(([name]) => !before.has(name));
  assert.is(made.length, 2, 'a file for each sentence');
  for (const [name, samples] of made) {
    assert.ok(samples.length > 8000);
    const alike = await heardBy('+12025550120', samples);
    assert.ok(alike > 0.9, `${name} was heard: ${alike}`);
  }
});

all.add(
  test,
  'while the phone rings the person is greeted, and then hears a word every few seconds',
  async () => {
    const { phone } = await addPhone(gateway, 'slow', { answerAfterMs: 22_000 });
    world.owns(phone);
    const call = await CallStory.place(gateway, { number: '+12025550121', transfer_to: 'slow' });
    const started = await call.until('greeting_started');
    assert.equal(started.data, { sound: greeting });
    await call.untilStatus('connected');
    await call.hangUp();
    const words = [...(await spoken(gateway)).values()];
    const heard = await Promise.all(words.map((samples) => heardBy('+12025550121', samples)));
    assert.ok(heard.filter((alike) => alike > 0.9).length >= 2, `greeting and reassurance: ${heard.join()}`);
    const [file] = await world.recordings('+12025550121', 'heard');
    const frames = envelope(await readSamples(file!));
    const first = frames.findIndex((level) => level > 0.02);
    let [silent, longest] = [0, 0];
    for (const level of frames.slice(first, first + Math.round(20 / frameSeconds))) {
      silent = level > 0.01 ? 0 : silent + frameSeconds;
      longest = Math.max(longest, silent);
    }
    assert.ok(longest < 8, `never ${longest} s of nothing`);
  },
);

all.add(test, 'without a voice, or without the fact that it names, a flow says so and goes on', async () => {
  const call = await CallStory.place(mute, {
    number: '+12025550120',
    call_flow_id: await storeFlow(mute, 'Billing, please'),
  });
  const { data } = await call.until('service_unavailable');
  assert.equal(data, {
    service: 'speech',
    reason: 'step "say": its text is not said: SPEECH_ENGINE is none',
  });
  await call.untilStatus('on_hold');
  await call.hangUp();
  const lacking = await CallStory.place(gateway, {
    number: '+12025550120',
    call_flow_id: await storeFlow(gateway, 'Claim {fact:claim}'),
  });
  const told = await lacking.until('service_unavailable');
  assert.is(told.data['reason'], 'step "say": its text is not said: the call has no fact:claim');
  await lacking.untilStatus('on_hold');
  await lacking.hangUp();
});

test.after(async () => {
  await all.done();
  await world.close();
});
test.run();
