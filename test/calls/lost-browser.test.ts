import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { device, holding, pass, person, settle, withDesk, type DeskRig } from './desk-rig.ts';
import { asleep, ringing, of, own } from './ringing-rig.ts';

/** The owner talks in a browser; a kitchen phone stands by. @returns the call's id. */
async function talkingInBrowser(rig: DeskRig): Promise<string> {
  own(rig, device('laptop', 1, { type: 'webrtc' }), device('kitchen', 2));
  const id = await holding(rig);
  await rig.hear(person);
  rig.telephony.deviceLegs[0]?.answer();
  await settle();
  assert.is(await rig.status(id), 'connected');
  rig.devices[0] = device('laptop', 1, { type: 'webrtc', isOnline: false });
  rig.turn('dev_laptop', false);
  await settle();
  return id;
}

/** The owner talks in the first device, a browser, which is not back when the service is. @returns the call's id. */
async function talkOverRestart(rig: DeskRig): Promise<string> {
  const id = await holding(rig);
  await rig.hear(person);
  const device = rig.telephony.deviceLegs[0];
  device?.answer();
  await settle();
  await rig.restart(id, { far: rig.telephony.farLegs[0], device }, async () => {
    rig.devices[0] = { ...rig.devices[0]!, isOnline: false };
  });
  return id;
}

test('a browser that is lost in mid-talk gets the talk back when it is there again; the person is told to wait', () =>
  withDesk(async (rig) => {
    const id = await talkingInBrowser(rig);
    assert.is(await rig.status(id), 'transferring');
    assert.equal(ringing(rig), [], 'the silent leg is gone, and nobody else rings yet');
    await pass(8);
    const played = rig.telephony.farLegs[0]?.asked.filter((order) => order.startsWith('play'));
    assert.ok((played?.length ?? 0) >= 2, String(played));
    rig.turn('dev_laptop', true);
    await settle();
    assert.equal(ringing(rig), ['laptop']);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.equal((await rig.desk.get(id)).deviceId, 'dev_laptop');
    const each = ['transfer_started', 'device_ringing', 'transfer_complete'] as const;
    assert.equal(of(rig, ...each), [...each, ...each]);
  }));

test('the link to Asterisk is away in mid-talk, and with it every device: the talk in the browser goes on', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, { type: 'webrtc' }), device('kitchen', 2));
    const id = await holding(rig);
    await rig.hear(person);
    const [leg] = rig.telephony.deviceLegs;
    leg?.answer();
    await settle();
    rig.telephony.connect(false);
    rig.devices[0] = device('laptop', 1, { type: 'webrtc', isOnline: false });
    rig.turn('dev_laptop', false);
    await pass(40);
    rig.telephony.connect(true);
    rig.devices[0] = device('laptop', 1, { type: 'webrtc' });
    rig.turn('dev_laptop', true);
    await pass(60);
    assert.is(await rig.status(id), 'connected');
    assert.is(leg?.state, 'up');

    rig.telephony.connect(false);
    rig.devices[0] = device('laptop', 1, { type: 'webrtc', isOnline: false });
    rig.turn('dev_laptop', false);
    rig.telephony.connect(true);
    await pass(31);
    assert.is(await rig.status(id), 'transferring', 'a browser that is not back then is lost');
  }));

test('whether a browser is back when Asterisk is cannot be read: its event is waited for, and the log says why', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, { type: 'webrtc' }));
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    rig.telephony.connect(false);
    rig.turn('dev_laptop', false);
    rig.unreadable.add('devices');
    rig.telephony.connect(true);
    await settle();
    assert.ok(
      rig.logged.includes('the devices cannot be read: whether a browser is online is not known yet'),
    );
    rig.unreadable.clear();
    rig.turn('dev_laptop', true);
    await pass(60);
    assert.is(await rig.status(id), 'connected');
  }));

test('a talk goes on though the devices cannot be read when it begins, and the log says what is not noticed', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, { type: 'webrtc' }));
    const id = await holding(rig);
    await rig.hear(person);
    rig.unreadable.add('devices');
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.ok(
      rig.logged.includes('the devices cannot be read: a browser that is lost in this talk is not noticed'),
    );
  }));

test('a browser that does not come back: after 30 s the other devices ring, then the call waits on hold', () =>
  withDesk(async (rig) => {
    const id = await talkingInBrowser(rig);
    await pass(29);
    assert.equal(ringing(rig), []);
    await pass(2);
    assert.match((rig.last('device_failed') as { reason: string }).reason, /not back within 30 s/);
    assert.equal(ringing(rig), ['kitchen']);
    rig.telephony.deviceLegs.at(-1)?.end({ kind: 'no_answer', detail: 'nobody answered' });
    await settle();
    assert.is(await rig.status(id), 'on_hold');
  }));

test('a browser whose session ends in mid-talk is no device any more: the person waits for one that comes online', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, { type: 'webrtc' }));
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    rig.devices.splice(0);
    rig.turn('dev_laptop', false);
    await pass(20);
    assert.is(await rig.status(id), 'transferring');
    own(rig, device('tablet', 1, { type: 'webrtc' }));
    rig.turn('dev_tablet', true);
    await settle();
    assert.equal(ringing(rig), ['tablet']);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('a browser that is woken by push is told that its talk was cut off', () =>
  withDesk(async (rig) => {
    await talkingInBrowser(rig);
    assert.not.ok(rig.types().includes('device_waking'));
    rig.turn('dev_laptop', true);
    await settle();
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    rig.devices[0] = device('laptop', 1, { ...asleep });
    rig.turn('dev_laptop', false);
    await settle();
    assert.equal(rig.last('device_waking'), { device: 'dev_laptop', name: 'laptop', wait_seconds: 30 });
  }));

test('a desk phone that misses a question in mid-talk is not lost; an owner who hangs up ends the call', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    rig.turn('dev_kitchen', false);
    await settle();
    assert.is(await rig.status(id), 'connected');
    await pass(3);
    rig.telephony.deviceLegs[0]?.end();
    await settle();
    assert.is((await rig.desk.get(id)).endReason, 'hangup_owner');
  }));

test('a service that ends closes the sockets of browsers: their talk goes on, and the next one finds it', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, { type: 'webrtc' }));
    const id = await holding(rig);
    await rig.hear(person);
    const leg = rig.telephony.deviceLegs[0];
    leg?.answer();
    await settle();
    await rig.restart(id, { far: rig.telephony.farLegs[0], device: leg }, async () => {
      rig.turn('dev_laptop', false);
      await settle();
    });
    assert.not.ok(
      leg?.asked.some((order) => order.startsWith('hang up')),
      String(leg?.asked),
    );
    assert.is(await rig.status(id), 'connected');
  }));

test('so does a browser that rings: the next service finds it ringing', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, { type: 'webrtc' }));
    const id = await holding(rig);
    await rig.hear(person);
    const leg = rig.telephony.deviceLegs[0];
    leg?.ring();
    await settle();
    const { device: found } = await rig.restart(
      id,
      { far: rig.telephony.farLegs[0], device: leg },
      async () => {
        rig.turn('dev_laptop', false);
        await settle();
      },
    );
    assert.not.ok(
      leg?.asked.some((order) => order.startsWith('hang up')),
      String(leg?.asked),
    );
    found?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('a service that restarts while a browser is lost goes on waiting for it, and then rings the other devices', () =>
  withDesk(async (rig) => {
    const id = await talkingInBrowser(rig);
    await rig.restart(id, { far: rig.telephony.farLegs[0] });
    assert.is(await rig.status(id), 'transferring');
    await pass(29);
    assert.equal(ringing(rig), []);
    await pass(2);
    assert.equal(ringing(rig), ['kitchen', 'kitchen'], 'once by the process before, which is not over here');
  }));

test('a browser that is lost while the service restarts is noticed by the next process', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, { type: 'webrtc' }), device('kitchen', 2));
    const id = await talkOverRestart(rig);
    await pass(28);
    assert.is(await rig.status(id), 'connected', 'its page has time to find the service again');
    await pass(4);
    assert.is(await rig.status(id), 'transferring');
  }));

test('a browser that finds the service again keeps its talk', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, { type: 'webrtc' }));
    const id = await talkOverRestart(rig);
    await pass(10);
    rig.turn('dev_laptop', true);
    await pass(60);
    assert.is(await rig.status(id), 'connected');
  }));

test.run();
