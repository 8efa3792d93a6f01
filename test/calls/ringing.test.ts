import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { device, holding, pass, person, settle, withDesk } from './desk-rig.ts';
import { of, own, ringing } from './ringing-rig.ts';

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

test('two devices answer at the same moment: one talks, the other is released', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('study', 1));
    await holding(rig);
    await rig.hear(person);
    for (const leg of rig.telephony.deviceLegs) leg.answer();
    await settle();
    assert.equal(ringing(rig).length, 1);
  }));

// As for the far end: many carriers, through which a number of the owner's is reached, send no 180.
test('a device that only sends early media (183) rings', () =>
  withDesk(async (rig) => {
    own(rig, device('mobile', 1));
    await holding(rig);
    await rig.hear(person);
    assert.is(rig.last('device_ringing'), undefined);
    rig.telephony.deviceLegs[0]?.sendEarlyMedia();
    await settle();
    assert.is((rig.last('device_ringing') as { name: string }).name, 'mobile');
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.equal(of(rig, 'device_ringing', 'transfer_complete'), ['device_ringing', 'transfer_complete']);
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

test('a phone that registers from another address while it rings is called there, for as long as the ring lasts', () =>
  withDesk(async (rig) => {
    own(rig, device('mobile', 1, { type: 'softphone' }), device('kitchen', 1));
    const id = await holding(rig);
    await rig.hear(person);
    const [gone, other] = rig.telephony.deviceLegs;
    gone?.ring();
    await settle();
    rig.move('dev_mobile');
    await settle();
    assert.equal([gone?.state, other?.state], ['gone', 'dialling'], 'the other phone is not concerned');
    assert.equal(ringing(rig).sort(), ['kitchen', 'mobile']);
    const there = rig.telephony.deviceLegs.at(-1);
    there?.ring();
    await settle();
    assert.is(of(rig, 'device_ringing').length, 1, 'it is the same ring');
    assert.equal(of(rig, 'device_failed'), []);
    for (let moves = 0; moves < 9; moves++) {
      rig.move('dev_mobile');
      await settle();
    }
    assert.is(rig.telephony.deviceLegs.length, 5, 'one that never stays is not called for ever');
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.is((await rig.desk.get(id)).deviceId, 'dev_mobile');
    rig.move('dev_mobile');
    await settle();
    assert.is(await rig.status(id), 'connected', 'who talks is not called anew');
  }));

test('a phone whose connection breaks while it rings is called again once it is back, for as long as the ring lasts', () =>
  withDesk(async (rig) => {
    const turn = (isOnline: boolean): void => {
      own(rig, device('mobile', 1, { type: 'softphone', isOnline }), device('kitchen', 2));
      rig.turn('dev_mobile', isOnline);
    };
    turn(true);
    const id = await holding(rig);
    await rig.hear(person);
    const broken = { kind: 'congestion', detail: 'the network is congested' } as const;
    rig.telephony.deviceLegs[0]?.ring();
    rig.telephony.deviceLegs[0]?.end(broken);
    turn(false);
    await pass(5);
    assert.equal(of(rig, 'device_failed'), [], 'it is not the turn of the next one yet');
    turn(true);
    rig.move('dev_mobile');
    await settle();
    assert.equal(ringing(rig), ['mobile']);
    rig.telephony.deviceLegs[1]?.end(broken);
    turn(false);
    await pass(30);
    assert.match((rig.last('device_failed') as { reason: string }).reason, 'its connection was lost');
    assert.equal(ringing(rig), ['kitchen']);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('a phone that refuses a call with 503 and stays online is not waited for: the next one rings', () =>
  withDesk(async (rig) => {
    own(rig, device('mobile', 1, { type: 'softphone' }), device('kitchen', 2));
    await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.end({ kind: 'congestion', detail: 'the network is congested (SIP 503)' });
    await pass(2);
    assert.match((rig.last('device_failed') as { reason: string }).reason, 'SIP 503');
    assert.equal(ringing(rig), ['kitchen']);
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

test('an owner who has answered waits for no other phone whose dial hangs; that one rings for nobody', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('study', 1));
    const dial = rig.telephony.dialDevice.bind(rig.telephony);
    let goOn: () => void = () => undefined;
    const hanging = new Promise<void>((resolve) => (goOn = resolve));
    rig.telephony.dialDevice = async (callId, target) => {
      if (target.deviceId === 'dev_study') await hanging;
      return dial(callId, target);
    };
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
    goOn();
    await settle();
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('a dial that fails once nobody waits for it any more is not told', () =>
  withDesk(async (rig) => {
    let fail: () => void = () => undefined;
    rig.telephony.dialDevice = () =>
      new Promise(
        (_, reject) => (fail = () => reject(new AppError('unavailable', 'Asterisk did not answer'))),
      );
    const id = await holding(rig);
    await rig.hear(person);
    const ended = rig.desk.hangUp(id);
    await settle();
    fail();
    await ended;
    await settle();
    assert.is(rig.types().at(-1), 'call_ended');
  }));

test.run();
