import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addSippDevice } from '../rig/devices.ts';
import { startRecognitionService } from '../rig/recognition-service.ts';
import { readSamples } from '../rig/sound.ts';
import { SideBySide, World } from '../rig/world.ts';

/** The agents of the phone company here have a recorded voice: only what they do, or are heard to say, makes persons of them. */
const world = await World.open();
/** Their words are heard in calls that are transcribed. */
const [script, greeting] = await Promise.all([
  startRecognitionService('All of our agents are busy. Please stay on the line.'),
  startRecognitionService(),
]);
/** Longer than the pauses of the recordings that are asked (1.8 s): one that goes on does so in the middle of the question. */
const question = 'sound:conf-waitforleader';
const [gateway, mute] = await Promise.all([
  world.gateway({ GREETING: question, ...script.environment }),
  world.gateway({ ASK_BACK: 'no', ...greeting.environment }),
]);
const all = new SideBySide();
/** After the others. With ten calls at a time, two cores once heard a recording's next sentence late, and it passed for an answer. */
const later = new SideBySide();
for (const [service, name] of [
  [gateway, 'desk'],
  [mute, 'other'],
] as const)
  world.owns((await addSippDevice(service, name, 'answer')).sipp);

async function held(number: string, service = gateway, services = {}): Promise<CallStory> {
  return CallStory.place(service, { number, services });
}
function reasonOf(call: CallStory): string {
  return String(call.typesOf('human_detected')[0]?.data['reason']);
}

/** The quickest of three, the calls after the first only where it was slow: a busy machine adds to the delay, and nothing takes from it. */
all.add(test, 'an agent who waits in silence is told to wait within 1.5 s, and rung for', async () => {
  const gaps: number[] = [];
  do gaps.push(await answerGapSeconds('+12025550140'));
  while (Math.min(...gaps) >= 1.5 && gaps.length < 3);
  assert.ok(Math.min(...gaps) < 1.5, `answered ${gaps.join(', ')} s after the last word`);
});

/** From the agent's last word to the first that the agent hears, in the phone company's own recordings of the latest call to the number. */
async function answerGapSeconds(number: string): Promise<number> {
  const call = await held(number);
  await call.untilStatus('connected', 60);
  await call.hangUp();
  assert.equal(call.typesOf('asked_back').length, 1);
  const heard = (await world.recordings(number, 'heard')).at(-1);
  const sent = (await world.recordings(number, 'sent')).at(-1);
  const gapSeconds = firstSound(await readSamples(heard ?? ''), 0) - lastVoice(await readSamples(sent ?? ''));
  assert.ok(gapSeconds > 0.5, `answered ${gapSeconds} s after the last word`);
  return gapSeconds;
}

all.add(test, 'an agent who answers the question is a person', async () => {
  const call = await held('+12025550141');
  await call.untilStatus('connected', 60);
  await call.hangUp();
  assert.match(reasonOf(call), /answered what was said|waits for an answer/);
});

all.add(test, 'an agent who says hello again and again is a person', async () => {
  const call = await held('+12025550146');
  await call.untilStatus('connected', 60);
  await call.hangUp();
});

all.add(test, 'an agent who hangs up when nobody speaks stays', async () => {
  const call = await held('+12025550145');
  await call.untilStatus('connected', 60);
  assert.is((await call.hangUp()).end_reason, 'hangup_api');
});

all.add(test, 'without asking back that agent is lost', async () => {
  const call = await held('+12025550145', mute);
  const { end_reason } = await call.untilOver(60);
  assert.is(end_reason, 'hangup_remote');
  assert.is(call.typesOf('asked_back').length, 0);
});

/** Its first call only: what a recording has said in one call is known in the next, and is not asked. */
for (const [number, what] of [
  ['+12025550142', 'whose music comes back'],
  ['+12025550143', 'that goes on at its own pace'],
] as const)
  all.add(test, `a recording ${what} is asked in vain`, async () => {
    const call = await held(number);
    await call.until('asked_back', 40);
    await seconds(12);
    assert.equal(call.typesOf('human_detected', 'person_likely', 'device_ringing'), []);
    assert.is((await call.view()).status, 'on_hold');
    await call.hangUp();
  });

later.add(test, 'a silence after the words of a recording is no wait for an answer', async () => {
  await all.done();
  const call = await held('+12025550140', gateway, { transcription: true });
  await call.until('asked_back', 40);
  await seconds(12);
  assert.equal(call.typesOf('human_detected'), []);
  await call.hangUp();
});

later.add(
  test,
  'a person is known by the words of his greeting, seconds before he is by his voice',
  async () => {
    await all.done();
    const call = await held('+12025550134', mute, { transcription: true });
    await call.until('hold_detected', 40);
    greeting.answer = 'Hello, this is Mark speaking. How can I help you?';
    await call.untilStatus('connected', 60);
    await call.hangUp();
    assert.match(reasonOf(call), /“.+”, as agents say/);
  },
);

all.add(test, 'a menu that would take a voice for its input hears nothing', async () => {
  const call = await held('+12025550144');
  await call.untilOver(60);
  assert.is(call.typesOf('asked_back').length, 0);
  const globals = await world.company.runCli('dialplan show globals');
  assert.match(globals, /MENU_HEARD_\S+?=TIMEOUT/);
});

const rateHz = 8000;
/** Of the voice before the silence in which it waits, seconds. */
function lastVoice(samples: Float32Array): number {
  let last = 0;
  for (let at = 0; at < samples.length; at++) if (Math.abs(samples[at] ?? 0) > 0.02) last = at;
  return last / rateHz;
}
function firstSound(samples: Float32Array, from: number): number {
  return samples.findIndex((sample, at) => at >= from * rateHz && Math.abs(sample) > 0.02) / rateHz;
}

/** There is no event for what does not happen. */
function seconds(count: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, count * 1000));
}

test('nothing is left over', async () => {
  await Promise.all([all.done(), later.done()]);
  assert.is(await gateway.leftovers(), '');
});

test.after(async () => {
  await world.close();
  await Promise.all([script.stop(), greeting.stop()]);
});

test.run();
