import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addPhone, addSippDevice } from '../rig/devices.ts';
import { startRecognitionService } from '../rig/recognition-service.ts';
import { envelope, likeness, readHeard, readSamples, toneShare, writeTone } from '../rig/sound.ts';
import { SideBySide, World } from '../rig/world.ts';

const world = await World.open();
/** Heard in calls that are transcribed. */
const words = await startRecognitionService('All of our agents are busy. Please stay on the line.');
const gateway = await world.gateway({ RING_EARLY: 'yes', ...words.environment });
/** Rings for sure persons only: a likely person taken back while a phone rings would restart the order. */
const patient = await world.gateway({ RING_EARLY: 'no' });
/** With one phone: while that is offline, others would ring in its place. */
const small = await world.gateway({ RING_EARLY: 'yes' });
const all = new SideBySide();
const ownersVoice = path.join(world.companyDir, 'owner.wav');
await writeTone(ownersVoice, 1000);

/** Menu, two seconds of digits, queue, owner. */
async function storeFlow(digits: string, device: string, holdSeconds = 60): Promise<string> {
  const flow = await gateway.client.request<{ id: string }>('POST', '/api/v1/call-flows', {
    name: `Press ${digits}`,
    company: 'Acme',
    phone_number: '+12025550122',
    steps: [
      { id: 'menu', type: 'LISTEN', description: 'the menu', timeout: 15 },
      { id: 'press', type: 'DTMF', description: 'choose', dtmf: digits },
      { id: 'queue', type: 'HOLD', description: 'wait', timeout: holdSeconds },
      { id: 'owner', type: 'TRANSFER', device },
    ],
  });
  return flow.id;
}

all.add(test, 'menu, hold, person, phone: the owner and the person hear each other', async () => {
  const { view: device, phone } = await addPhone(gateway, 'kitchen', { says: ownersVoice });
  world.owns(phone);
  const flowId = await storeFlow('2', 'kitchen');
  const call = await CallStory.place(gateway, {
    number: '+12025550122',
    call_flow_id: flowId,
    intent: 'ask about the bill',
  });
  await call.untilStatus('connected');
  await talkFor(5);
  const view = await call.hangUp();
  assert.is(view.end_reason, 'hangup_api');
  assert.equal(call.statuses, [
    'trying',
    'navigating',
    'on_hold',
    'human_detected',
    'transferring',
    'connected',
    'ended',
  ]);
  assert.equal(call.typesOf('ivr_dtmf_sent')[0]?.data, { digits: '2', step_id: 'press' });
  assert.equal(
    call.typesOf('ivr_step').map(({ data }) => data['step_id']),
    ['menu', 'press', 'queue', 'owner'],
  );
  assert.is(call.typesOf('transfer_complete')[0]?.data['device'], device.id);
  for (const type of [
    'call_started',
    'hold_detected',
    'human_detected',
    'greeting_started',
    'call_connected',
  ])
    assert.is(call.typesOf(type).length >= 1, true, `${type} was not reported`);
  assert.ok(view.classification_history.some(({ type }) => type === 'music'));

  // 1.2 s of it: a busy machine makes the phone's clock slip against the company's over longer stretches.
  const voice = envelope(await readHeard(phone));
  const stretches = [25, 85, 145, 205].map((from) => voice.slice(from, from + 60));
  const alike = await best('sent', async (file) => {
    const said = envelope(await readSamples(file));
    return Math.max(...stretches.map((stretch) => likeness(stretch, said)));
  });
  assert.ok(alike > 0.9, `what the phone heard is the person's voice: ${alike}`);
  const owner = await best('heard', async (file) => toneShare(await readSamples(file), 1000));
  assert.ok(owner > 0.9, `what the person heard is the owner's voice: ${owner}`);
  const flow = await gateway.client.request<{ success_count: number }>('GET', `/api/v1/call-flows/${flowId}`);
  assert.is(flow.success_count, 1);
});

all.add(test, 'the next device rings when one is busy, refuses or does not answer', async () => {
  const busy = await addSippDevice(patient, 'busyphone', 'busy');
  const rejecting = await addSippDevice(patient, 'rejecting', 'reject');
  const silent = await addSippDevice(patient, 'silent', 'ring');
  const good = await addSippDevice(patient, 'good', 'answer');
  for (const device of [busy, rejecting, silent, good]) world.owns(device.sipp);
  await reorder([busy.view.id, rejecting.view.id, silent.view.id, good.view.id]);
  const call = await CallStory.place(patient, { number: '+12025550120', transfer_to: 'softphone' });
  await call.untilStatus('connected');
  await call.hangUp();
  assert.equal(
    call.typesOf('device_failed').map(({ data }) => data['name']),
    ['busyphone', 'rejecting', 'silent'],
  );
  assert.is(call.typesOf('transfer_complete')[0]?.data['device'], good.view.id);
  assert.is(call.typesOf('call_ringing').length, 0);
});

all.add(test, 'nobody takes the call: it goes back on hold while the far end stays', async () => {
  const { sipp } = await addSippDevice(gateway, 'lonelybusy', 'busy');
  world.owns(sipp);
  const call = await CallStory.place(gateway, { number: '+12025550120', transfer_to: 'lonelybusy' });
  await call.until('hold_resumed');
  assert.equal(call.statuses.slice(0, 5), ['trying', 'on_hold', 'human_detected', 'transferring', 'on_hold']);
  const view = await call.hangUp();
  assert.is(view.end_reason, 'hangup_api');
});

all.add(test, 'words that come late stop a ring for the recording that said them', async () => {
  const { sipp } = await addSippDevice(gateway, 'hopeful', 'ring');
  world.owns(sipp);
  const { call, answer } = await ringForLikely();
  answer();
  const { data } = await call.until('hold_resumed');
  assert.match(String(data['reason']), /“.+” is what recordings say/);
  await call.hangUp();
  assert.equal(call.typesOf('human_detected'), []);
});

/**
 * Holds until the phone rings for somebody who is only likely, while the recogniser keeps its words back.
 * A voice of which a loaded machine lost some sound is known by the silence after it instead, which no words take back: then once more.
 */
async function ringForLikely(attempts = 3): Promise<{ call: CallStory; answer: () => void }> {
  const call = await CallStory.place(gateway, {
    number: '+12025550140',
    transfer_to: 'hopeful',
    services: { transcription: true },
  });
  let answer = (): void => undefined;
  words.ready = new Promise((resolve) => (answer = resolve));
  try {
    const { type } = await call.untilEither(['person_likely', 'human_detected']);
    if (type === 'person_likely') return { call, answer };
  } catch (error) {
    answer();
    throw error;
  }
  answer();
  await call.hangUp();
  assert.ok(attempts > 1, 'each time the person was sure at once');
  return ringForLikely(attempts - 1);
}

all.add(test, 'an offline device is reported; when it is back it rings at once', async () => {
  const leaving = await addPhone(small, 'leaves');
  await leaving.phone.stop();
  await small.waitForEvent(
    (event) => event.type === 'device_offline' && event.data['device'] === leaving.view.id,
    'device_offline',
  );
  const call = await CallStory.place(small, { number: '+12025550120', transfer_to: 'leaves' });
  const failed = await call.until('device_failed');
  assert.match(String(failed.data['reason']), /offline/);
  world.owns(await leaving.start());
  await call.untilStatus('connected');
  assert.is(call.typesOf('transfer_complete')[0]?.data['device'], leaving.view.id);
  await call.hangUp();
});

all.add(test, 'the wrong digit: the menu says no, the call is found not to hold a person', async () => {
  const flowId = await storeFlow('5', 'softphone', 8);
  const call = await CallStory.place(gateway, { number: '+12025550122', call_flow_id: flowId });
  const view = await call.untilOver();
  assert.is(view.end_reason, 'hold_timeout');
  assert.is(call.typesOf('human_detected').length, 0);
});

/** Another scenario calls the same number, so the company has more than one recording of it. */
async function best(side: 'heard' | 'sent', rate: (file: string) => Promise<number>): Promise<number> {
  const files = await world.recordings('+12025550122', side);
  return Math.max(0, ...(await Promise.all(files.map(rate))));
}

async function reorder(ids: string[]): Promise<void> {
  for (const [index, id] of ids.entries())
    await patient.client.request('PUT', `/api/v1/devices/${id}`, { priority: index + 1 });
}

/** Time in which audio flows; there is no event for "enough was said". */
function talkFor(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

test('nothing is left over', async () => {
  await all.done();
  assert.is(await gateway.leftovers(), '');
  assert.is(await patient.leftovers(), '');
  assert.is(await small.leftovers(), '');
});

test.after(async () => {
  await world.close();
  await words.stop();
});

test.run();
