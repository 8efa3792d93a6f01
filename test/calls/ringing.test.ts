import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import type { EventType } from '../../src/domain/events.ts';
import { device, holding, number, pass, person, settle, withDesk, type DeskRig } from './desk-rig.ts';

const retracted = { kind: 'person_retracted', at: 3, reason: 'music follows' } as const;

/** Which devices ring now, by name. */
function ringing({ telephony }: DeskRig): string[] {
  return telephony.deviceLegs
    .filter(({ state }) => state !== 'gone')
    .map(({ id }) => id.replace(/^.*\.dev\.dev_/, ''));
}

/** What happened, of these types. */
function of(rig: DeskRig, ...types: EventType[]): EventType[] {
  return rig.types().filter((type) => types.includes(type));
}

function own(rig: DeskRig, ...devices: ReturnType<typeof device>[]): void {
  rig.devices.splice(0, rig.devices.length, ...devices);
}

test('devices of one priority ring together; the first to answer gets the call, the others see it answered elsewhere', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('study', 1), device('mobile', 2));
    const id = await holding(rig);
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen', 'study']);
    rig.telephony.deviceLegs[1]?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.equal((await rig.desk.get(id)).deviceId, 'dev_study');
    assert.ok(rig.telephony.deviceLegs[0]?.asked.includes('hang up answered_elsewhere'));
    assert.equal(ringing(rig), ['study']);
  }));

test('two devices that answer at the same moment: one talks, the other is let go', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('study', 1));
    await holding(rig);
    await rig.hear(person);
    for (const leg of rig.telephony.deviceLegs) leg.answer();
    await settle();
    assert.equal(ringing(rig).length, 1);
  }));

test('in order, the next priority rings once those before it have failed', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('mobile', 2));
    const id = await holding(rig);
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    assert.equal(ringing(rig), ['mobile']);
    rig.telephony.deviceLegs[1]?.end({ kind: 'no_answer', detail: 'nobody answered' });
    await settle();
    assert.is(await rig.status(id), 'on_hold');
    assert.equal(rig.last('hold_resumed'), { reason: 'no device answered' });
  }));

test('a browser whose page was closed while it rang is not waited for; a phone that misses a question rings on', () =>
  withDesk(async (rig) => {
    own(rig, device('desk', 1), { ...device('browser', 2), type: 'webrtc' }, device('mobile', 3));
    await holding(rig);
    await rig.hear(person);
    rig.turn('dev_desk', false);
    await settle();
    assert.equal(ringing(rig), ['desk']);
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    assert.equal(ringing(rig), ['browser']);
    rig.turn('dev_browser', false);
    await settle();
    assert.equal(ringing(rig), ['mobile']);
    assert.match((rig.last('device_failed') as { reason: string }).reason, /offline/);
  }));

const asleep = { type: 'webrtc', isOnline: false, canWake: true } as const;

test('a browser that sleeps is woken while the others ring by their order; it rings as soon as it is there', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('tablet', 2, asleep), device('mobile', 3));
    const id = await holding(rig);
    await rig.hear(person);
    assert.equal(rig.last('device_waking'), { device: 'dev_tablet', name: 'tablet', wait_seconds: 20 });
    assert.equal(ringing(rig), ['kitchen']);
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    assert.equal(ringing(rig), ['mobile'], 'nobody waits for the one that sleeps');
    rig.turn('dev_tablet', true);
    await settle();
    assert.equal(ringing(rig), ['mobile', 'tablet']);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.equal((await rig.desk.get(id)).deviceId, 'dev_tablet');
    assert.equal(ringing(rig), ['tablet']);
  }));

test('a browser that does not wake has failed after 20 s; the person hears the greeting and is reassured meanwhile', () =>
  withDesk(async (rig) => {
    own(rig, device('tablet', 1, asleep));
    const id = await holding(rig);
    await rig.hear(person);
    await pass(19);
    assert.is(await rig.status(id), 'human_detected');
    const played = rig.telephony.farLegs[0]?.asked.filter((order) => order.startsWith('play'));
    assert.ok((played?.length ?? 0) >= 3, String(played));
    await pass(2);
    assert.equal(rig.last('device_failed'), {
      device: 'dev_tablet',
      name: 'tablet',
      reason: 'its page was not opened within 20 s',
    });
    assert.is(await rig.status(id), 'on_hold');
    rig.turn('dev_tablet', true);
    await settle();
    assert.equal(ringing(rig), [], 'too late');
  }));

test('a phone that answers first ends the waking; what is no person after all, too', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('tablet', 2, asleep));
    const id = await holding(rig);
    await rig.hear(person);
    await rig.hear(retracted);
    rig.turn('dev_tablet', true);
    await settle();
    assert.equal(ringing(rig), []);
    await rig.hear(person);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    rig.turn('dev_tablet', true);
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('a call may be given to a browser that sleeps, not to one that cannot be woken', () =>
  withDesk(async (rig) => {
    own(rig, device('tablet', 1, asleep), device('laptop', 2, { ...asleep, canWake: false }));
    const id = await holding(rig);
    const refused = await rig.desk.transfer(id, 'laptop').catch((error: unknown) => error);
    assert.is((refused as AppError).code, 'conflict');
    const given = rig.desk.transfer(id, 'tablet');
    await settle();
    rig.turn('dev_tablet', true);
    await settle();
    rig.telephony.deviceLegs[0]?.answer();
    await given;
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('the owner chooses for one call who rings, and in which order', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('study', 1), device('mobile', 2));
    const id = await holding(rig);
    const names = async () => (await rig.desk.snapshot(id)).willRing.map(({ name }) => name);
    assert.equal(await names(), ['kitchen', 'study', 'mobile']);
    await rig.desk.edit(id, { willRing: ['dev_mobile', 'dev_kitchen'] });
    assert.equal(await names(), ['mobile', 'kitchen']);
    assert.equal(rig.last('call_edited'), { fields: ['will_ring'] });
    await rig.hear(person);
    assert.equal(ringing(rig), ['mobile']);
    rig.telephony.deviceLegs[0]?.ring();
    await settle();
    assert.equal(rig.last('device_ringing'), {
      device: 'dev_mobile',
      name: 'mobile',
      ring_seconds: 20,
      next: 'kitchen',
    });
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    assert.equal(ringing(rig), ['kitchen']);
    rig.telephony.deviceLegs[1]?.ring();
    await settle();
    assert.is((rig.last('device_ringing') as { next: string | null }).next, null);
    await rig.desk.transfer(id, 'study');
    await settle();
    assert.equal(ringing(rig), ['study'], 'what is asked for now comes before what was chosen');
    const unknown = await rig.desk.edit(id, { willRing: ['dev_none'] }).catch((error: unknown) => error);
    assert.is((unknown as AppError).code, 'not_found');
  }));

test('together, all priorities ring at once', () =>
  withDesk(
    async (rig) => {
      own(rig, device('kitchen', 1), device('mobile', 2));
      await holding(rig);
      await rig.hear(person);
      assert.equal(ringing(rig), ['kitchen', 'mobile']);
    },
    { settings: { ringStrategy: 'together' } },
  ));

test('with overlap, the next priority joins while the one before still rings', () =>
  withDesk(
    async (rig) => {
      own(rig, device('kitchen', 1), device('mobile', 2));
      await holding(rig);
      await rig.hear(person);
      await pass(9);
      assert.equal(ringing(rig), ['kitchen']);
      await pass(2);
      assert.equal(ringing(rig), ['kitchen', 'mobile']);
      rig.telephony.deviceLegs[0]?.answer();
      await settle();
      assert.equal(ringing(rig), ['kitchen']);
    },
    { settings: { ringStrategy: 'overlap', deviceRingSeconds: 20 } },
  ));

test('what turns out to be no person stops the ringing, and the call waits on', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.ring();
    await settle();
    await rig.hear(retracted);
    assert.equal(ringing(rig), []);
    assert.is(await rig.status(id), 'on_hold');
    assert.equal(rig.last('hold_resumed'), { reason: 'no person after all: music follows' });
    await rig.hear(person);
    assert.equal(ringing(rig).length, 1, 'the next person is rung for');
  }));

test('a likely person is told as such, and as a person once that is sure; the call shows it', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    assert.equal((await rig.desk.get(id)).person?.grade, 'likely');
    assert.not.ok(rig.types().includes('human_detected'));
    await rig.hear({ kind: 'person_confirmed', at: 4, confidence: 0.95, reason: 'sounds live' });
    const { atMs: _since, ...known } = (await rig.desk.get(id)).person ?? {};
    assert.equal(known, { grade: 'sure', confidence: 0.95, reason: 'sounds live' });
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.equal(of(rig, 'person_likely', 'human_detected', 'transfer_complete'), [
      'person_likely',
      'human_detected',
      'transfer_complete',
    ]);
  }));

test('an owner who answers makes a person of whom was only likely', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.equal(of(rig, 'human_detected', 'call_connected'), ['human_detected', 'call_connected']);
    assert.equal((await rig.desk.get(id)).person?.grade, 'sure');
  }));

test('who is sure at once is told once', () =>
  withDesk(async (rig) => {
    await holding(rig);
    await rig.hear({ ...person, grade: 'sure' });
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.equal(of(rig, 'person_likely', 'human_detected'), ['human_detected']);
  }));

test('a ring that the owner asked for is not taken back', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.desk.transfer(id, 'kitchen');
    await settle();
    await rig.hear(retracted);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('an owner who has answered keeps the call whatever is heard then', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    await rig.hear(retracted);
    assert.is(await rig.status(id), 'connected');
  }));

test('star on the phone sends the call back to hold; other digits reach the far end, once', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    const phone = rig.telephony.deviceLegs[0];
    phone?.answer();
    await settle();
    assert.ok(
      rig.telephony.bridged.some(({ leg, absorbsDtmf }) => leg === phone?.id && absorbsDtmf),
      'the bridge does not pass digits on by itself',
    );
    phone?.press('5');
    await settle();
    phone?.press('*');
    await settle();
    const sent = rig.telephony.farLegs[0]?.asked.filter((order) => order.startsWith('dtmf'));
    assert.equal(sent, ['dtmf 5']);
    assert.is(await rig.status(id), 'on_hold');
    assert.is(phone?.state, 'gone');
    assert.is(rig.listeners[0]?.rejected, 1, 'what was heard is learned as a recording');
  }));

test('in a direct call star is a digit like any other', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place({ number, mode: 'direct' });
    await settle();
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    rig.telephony.farLegs[0]?.answer();
    await settle();
    rig.telephony.deviceLegs[0]?.press('*');
    await settle();
    assert.is(await rig.status(call.id), 'connected');
    assert.ok(rig.telephony.bridged.every(({ absorbsDtmf }) => !absorbsDtmf));
  }));

test('the announcement is played to the owner before he is bridged', () =>
  withDesk(
    async (rig) => {
      await holding(rig);
      await rig.hear(person);
      const phone = rig.telephony.deviceLegs[0];
      phone?.answer();
      await settle();
      assert.equal(phone?.asked, ['play sound:you-have-a-call']);
      assert.ok(rig.telephony.bridged.some(({ leg }) => leg === phone?.id));
    },
    { settings: { announcement: 'sound:you-have-a-call' } },
  ));

test('a phone that answers before the bridge is made is put into that bridge, and rung once', () =>
  withDesk(async (rig) => {
    let make: () => void = () => undefined;
    rig.telephony.holdBridge = new Promise((resolve) => (make = resolve));
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.ring();
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.is(rig.telephony.made.length, 1, 'one bridge is asked for, not another beside it');
    make();
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.is(rig.telephony.deviceLegs.length, 1);
    assert.is(rig.types().filter((type) => type === 'device_ringing').length, 1);
  }));

test('a bridge and a phone that are still being opened when the call ends are not left over', () =>
  withDesk(async (rig) => {
    let make: () => void = () => undefined;
    rig.telephony.holdBridge = new Promise((resolve) => (make = resolve));
    const id = await holding(rig);
    await rig.hear(person);
    const ended = rig.desk.hangUp(id);
    await settle();
    make();
    await ended;
    assert.equal(rig.telephony.destroyed, [`${id}.talk`]);
    assert.equal(ringing(rig), []);
  }));

test('a far end that could not be heard at once is listened to at the next try', () =>
  withDesk(async (rig) => {
    rig.telephony.listenFault = new AppError('unavailable', 'the media socket did not open');
    await holding(rig);
    assert.is(rig.telephony.ears.size, 0);
    await pass(1);
    assert.is(rig.telephony.listened.length, 2, 'one try at a time, whoever asks');
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
  }));

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
    assert.is(of(rig, 'transfer_complete').length, 2);
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

test('a service that starts anew while a browser is lost goes on ringing', () =>
  withDesk(async (rig) => {
    const id = await talkingInBrowser(rig);
    await rig.restart(id, { far: rig.telephony.farLegs[0] });
    assert.equal(ringing(rig), ['kitchen']);
    assert.is(await rig.status(id), 'transferring');
  }));

test.run();
