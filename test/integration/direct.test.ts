import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { CallStory } from '../rig/call-story.ts';
import { addPhone, addSipAgent, addSippDevice } from '../rig/devices.ts';
import { isWithinCall } from '../rig/sip-message.ts';
import { envelope, readHeard, toneShare, untilHeard, writeTone } from '../rig/sound.ts';
import { SideBySide, World } from '../rig/world.ts';
import { patienceSeconds } from '../rig/patience.ts';

const world = await World.open();
const gateway = await world.gateway();
const all = new SideBySide();
const ownersVoice = path.join(world.companyDir, 'owner.wav');
await writeTone(ownersVoice, 1000);

for (const mode of ['direct', 'ai_assisted'])
  all.add(test, `${mode}: the owner's phone first, then the number; both hear each other`, async () => {
    const { phone } = await addPhone(gateway, `desk${mode.slice(0, 2)}`, { says: ownersVoice });
    world.owns(phone);
    const call = await CallStory.place(gateway, {
      number: '+12025550113',
      mode,
      device: `desk${mode.slice(0, 2)}`,
    });
    await call.untilStatus('connected');
    await untilHeard(phone, 2);
    await phone.hangUp();
    const view = await call.untilOver();
    assert.is(view.status, 'ended');
    assert.is(view.end_reason, 'hangup_owner');
    assert.equal(call.statuses, ['trying', 'connected', 'ended']);
    const echo = toneShare(await readHeard(phone), 1000);
    if (mode === 'direct') assert.ok(echo > 0.9, `the owner hears the echo of his own tone: ${echo}`);
  });

all.add(test, 'the owner hears the far end ring before it answers', async () => {
  const { phone } = await addPhone(gateway, 'earlyear');
  world.owns(phone);
  const call = await CallStory.place(gateway, { number: '+12025550130', mode: 'direct', device: 'earlyear' });
  await call.untilStatus('ringing');
  await call.untilStatus('connected');
  await call.hangUp();
  assert.equal(call.statuses, ['trying', 'ringing', 'connected', 'ended']);
  const samples = (await readHeard(phone)).subarray(0, 8000 * 3);
  const ringback = toneShare(samples, 440) + toneShare(samples, 480) + toneShare(samples, 425);
  assert.ok(ringback > 0.9, `ringback before the answer: ${ringback}`);
});

all.add(test, 'a busy number ends the call, and the phone is hung up', async () => {
  const { phone } = await addPhone(gateway, 'tobusy');
  world.owns(phone);
  const closed = phone.next('CALL_CLOSED');
  const call = await CallStory.place(gateway, { number: '+12025550101', mode: 'direct', device: 'tobusy' });
  const view = await call.untilOver();
  assert.is(view.end_reason, 'busy');
  await closed;
});

all.add(test, 'a phone that refuses: device_unavailable, and the number is never dialled', async () => {
  const { sipp } = await addSippDevice(gateway, 'refusing', 'reject');
  world.owns(sipp);
  const call = await CallStory.place(gateway, { number: '+12025550121', mode: 'direct', device: 'refusing' });
  const view = await call.untilOver();
  assert.is(view.status, 'failed');
  assert.is(view.end_reason, 'device_unavailable');
  assert.equal(await world.recordings('+12025550121', 'heard'), []);
});

all.add(test, 'a call moves from one phone to another, and back to the queue', async () => {
  const first = await addPhone(gateway, 'firstphone');
  const second = await addPhone(gateway, 'secondphone');
  world.owns(first.phone);
  world.owns(second.phone);
  const call = await CallStory.place(gateway, {
    number: '+12025550107',
    mode: 'direct',
    device: 'firstphone',
  });
  await call.untilStatus('connected');
  const moved = await call.act('transfer', { device: 'secondphone' });
  assert.is(moved.status, 'transferring');
  await call.untilStatus('connected', patienceSeconds, 2);
  const held = await call.act('resume-hold');
  assert.is(held.status, 'on_hold');
  await call.until('hold_resumed');
  const view = await call.hangUp();
  assert.is(view.end_reason, 'hangup_api');
  assert.equal(call.statuses, ['trying', 'connected', 'transferring', 'connected', 'on_hold', 'ended']);
});

all.add(
  test,
  'a phone that was restarted in the talk gets it back; the far end is not hung up on',
  async () => {
    const { agent, view } = await addSipAgent(gateway, 'restarted');
    world.owns(agent);
    agent.behaviours['INVITE'] = () => ({ status: '200 OK', body: agent.sdp() });
    const call = await CallStory.place(gateway, {
      number: '+12025550107',
      mode: 'direct',
      device: 'restarted',
    });
    await call.untilStatus('connected');
    const before = agent.count('INVITE');
    // It sends no audio, knows nothing of the call that it is asked about, and takes the next one.
    agent.behaviours['INVITE'] = (invite) =>
      isWithinCall(invite)
        ? { status: '481 Call/Transaction Does Not Exist' }
        : { status: '200 OK', body: agent.sdp() };
    await call.untilStatus('connected', patienceSeconds, 2);
    assert.is(agent.count('INVITE'), before + 2);
    assert.equal(call.statuses, ['trying', 'connected', 'transferring', 'connected']);
    assert.equal(
      call.typesOf('transfer_complete').map(({ data }) => data['device']),
      [view.id, view.id],
    );
    await call.hangUp();
  },
);

all.add(test, 'a phone whose leg Asterisk ends by itself gets the talk back; the far end stays', async () => {
  const { agent } = await addSipAgent(gateway, 'cutoff');
  world.owns(agent);
  agent.behaviours['INVITE'] = () => ({ status: '200 OK', body: agent.sdp() });
  const call = await CallStory.place(gateway, { number: '+12025550107', mode: 'direct', device: 'cutoff' });
  await call.untilStatus('connected');
  const channels = await gateway.cli('core show channels concise');
  const cut = /^PJSIP\/cutoff-[^!]+/m.exec(channels)?.[0];
  const far = channels.split('\n').find((line) => line.includes(`${call.id}.far`));
  await gateway.cli(`dialplan set chanvar ${cut} TIMEOUT(absolute) 0.2`);
  await call.untilStatus('connected', patienceSeconds, 2);
  assert.equal(call.statuses, ['trying', 'connected', 'transferring', 'connected']);
  assert.is(agent.received.filter(({ method }) => method === 'BYE').length, 1);
  const name = far?.split('!')[0] ?? '?';
  assert.match(await gateway.cli('core show channels concise'), name);
  await call.hangUp();
});

all.add(
  test,
  'a phone over TCP gets the call again when its connection breaks, while it rings and in the talk',
  async () => {
    const { agent } = await addSipAgent(gateway, 'overtcp', 'tcp');
    world.owns(agent);
    const call = await CallStory.place(gateway, {
      number: '+12025550107',
      mode: 'direct',
      device: 'overtcp',
    });
    await call.until('device_ringing');
    agent.behaviours['INVITE'] = () => ({ status: '200 OK', body: agent.sdp() });
    const reconnect = async (): Promise<void> => {
      await agent.link.drop();
      await agent.link.move();
      await agent.register();
    };
    await reconnect();
    await call.untilStatus('connected');
    await reconnect();
    await call.untilStatus('connected', patienceSeconds, 2);
    assert.equal(call.statuses, ['trying', 'connected', 'transferring', 'connected']);
    assert.equal(call.typesOf('device_failed'), []);
    await call.hangUp();
  },
);

all.add(test, 'of two phones that answer, the one on which 1 is pressed gets the call', async () => {
  const [voicemail, mobile] = await Promise.all(
    ['voicemail', 'mobile'].map(async (user) => {
      // baresip sends its keys between the packets of its voice.
      const { phone, view } = await addPhone(gateway, user, { says: ownersVoice });
      world.owns(phone);
      const change = { name: 'Cell', confirm_answer: true };
      await gateway.client.request('PUT', `/api/v1/devices/${view.id}`, change);
      return { phone, id: view.id };
    }),
  );
  assert.ok(voicemail);
  assert.ok(mobile);
  const letGo = voicemail.phone.next('CALL_CLOSED');
  const call = await CallStory.place(gateway, { number: '+12025550107', mode: 'direct', device: 'Cell' });
  await call.until('device_asked', patienceSeconds, 2);
  await untilHeard(mobile.phone, 1);
  assert.equal(call.statuses, ['trying'], 'the number is not dialled before somebody has pressed 1');
  await mobile.phone.press('1');
  await call.untilStatus('connected');
  await letGo;
  const [connected] = call.typesOf('transfer_complete');
  assert.is(connected?.data['device'], mobile.id);
  await call.hangUp();
  assert.equal(
    await readHeard(voicemail.phone).then((heard) => envelope(heard).some((level) => level > 0.01)),
    true,
  );
});

all.add(test, 'digits reach the far end as they were sent', async () => {
  const { phone } = await addPhone(gateway, 'digits');
  world.owns(phone);
  const call = await CallStory.place(gateway, { number: '+12025550128', mode: 'hold_slayer' });
  await call.until('audio_classified'); // a menu that has just answered misses a digit in its first 0.1 s
  await call.act('dtmf', { digits: '12w9*0#' });
  await call.untilOver();
  assert.match(await world.company.runCli('dialplan show globals'), /LAST_DIGITS=129\*0/);
});

test('nothing is left over', async () => {
  await all.done();
  assert.is(await gateway.leftovers(), '');
});

test.after(() => world.close());

test.run();
