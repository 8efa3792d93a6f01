import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import {
  answerWhileAnnounced,
  device,
  flow,
  heldCall,
  holding,
  pass,
  person,
  settle,
  withDesk,
  type DeskRig,
} from './desk-rig.ts';
import { asleep, of, own, ringing } from './ringing-rig.ts';

const busy = { kind: 'busy', detail: 'the line is busy' } as const;

function plays({ telephony }: DeskRig): number {
  return telephony.farLegs[0]?.asked.filter((order) => order.startsWith('play')).length ?? 0;
}

test('the far end answers while the phone rings that the owner asked for: it is kept, heard, and on record', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place(heldCall);
    await settle();
    await rig.desk.transfer(call.id, 'kitchen');
    await settle();
    const [far] = rig.telephony.farLegs;
    far?.answer();
    await settle();
    assert.ok(far?.asked.includes('silence'), 'carriers drop a call that sends nothing');
    assert.is(rig.telephony.ears.size, 1);
    far?.end();
    await settle();
    assert.is((await rig.desk.get(call.id)).endReason, 'hangup_remote');
  }));

test('a phone that comes online while the devices cannot be read is not rung yet, and the log says why', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1, { isOnline: false }));
    const id = await holding(rig);
    rig.unreadable.add('devices');
    rig.turn('dev_kitchen', true);
    await settle();
    assert.is(await rig.status(id), 'on_hold');
    assert.ok(
      rig.logged.includes('a device came online and the devices cannot be read: it does not ring yet'),
    );
  }));

test('a transfer taken back while the far end still rings: the menu is worked once it answers', () =>
  withDesk(async (rig) => {
    rig.flows.push(
      flow([
        { id: 'hear', type: 'LISTEN' },
        { id: 'hold', type: 'HOLD' },
      ]),
    );
    const { call } = await rig.desk.place(heldCall);
    await settle();
    rig.telephony.farLegs[0]?.ring();
    await rig.desk.transfer(call.id, 'kitchen');
    await settle();
    assert.is((await rig.desk.resumeHold(call.id)).deviceId, null);
    await settle();
    assert.is(await rig.status(call.id), 'ringing', 'a far end that has not answered holds nobody');
    rig.telephony.farLegs[0]?.answer();
    await settle();
    assert.is(await rig.status(call.id), 'navigating');
  }));

test('a transfer that nobody takes, with a restart while it rings: back to the menu, for whom the call was before', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('mobile', 2));
    rig.flows.push(
      flow([
        { id: 'hear', type: 'LISTEN' },
        { id: 'hold', type: 'HOLD' },
      ]),
    );
    const id = await holding(rig);
    await rig.desk.edit(id, { willRing: ['dev_kitchen'] });
    await rig.desk.transfer(id, 'mobile');
    await settle();
    const [phone] = rig.telephony.deviceLegs;
    phone?.ring();
    const found = await rig.restart(id, { far: rig.telephony.farLegs[0], device: phone });
    found.device?.end(busy);
    await settle();
    assert.is(await rig.status(id), 'navigating');
    const { transfer, chosen } = await rig.desk.get(id);
    assert.equal([transfer, chosen], [null, { devices: ['dev_kitchen'] }]);
  }));

for (const [farEnd, status] of [
  ['is in its menu', 'navigating'],
  ['still rings', 'trying'],
] as const)
  test(`the phone hangs up before it was connected, during a restart, and the far end ${farEnd}: as when nobody takes the ring`, () =>
    withDesk(
      async (rig) => {
        own(rig, device('kitchen', 1), device('mobile', 2));
        rig.flows.push(flow([{ id: 'hear', type: 'LISTEN' }]));
        const { id } =
          farEnd === 'still rings' ? (await rig.desk.place(heldCall)).call : { id: await holding(rig) };
        await settle();
        await rig.desk.transfer(id, 'mobile');
        await settle();
        const [phone] = rig.telephony.deviceLegs;
        await answerWhileAnnounced(phone);
        assert.is((await rig.desk.get(id)).activity, 'talk');
        const { far } = await rig.restart(id, { far: rig.telephony.farLegs[0] });
        assert.is(await rig.status(id), status);
        const { transfer, chosen } = await rig.desk.get(id);
        assert.equal([transfer, chosen], [null, null]);
        far?.answer();
        await settle();
        assert.is(await rig.status(id), 'navigating');
      },
      { settings: { announcement: 'sound:you-have-a-call' } },
    ));

test('a phone that is busy before Asterisk has confirmed the dial fails at once', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('mobile', 2));
    const dial = rig.telephony.dialDevice.bind(rig.telephony);
    rig.telephony.dialDevice = async (callId, target) => {
      const leg = await dial(callId, target);
      if (target.deviceId === 'dev_kitchen') rig.telephony.deviceLegs.at(-1)?.end(busy);
      return leg;
    };
    await holding(rig);
    await rig.hear(person);
    assert.equal(ringing(rig), ['mobile']);
  }));

test('a person who answers while a phone rings at the request of its owner is greeted, and missed if they hang up', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.desk.transfer(id, 'kitchen');
    await settle();
    await rig.hear(person);
    assert.ok(of(rig, 'person_likely').length === 1, 'told');
    await pass(1);
    assert.ok(plays(rig) > 0, 'greeted');
    rig.telephony.farLegs[0]?.end();
    await settle();
    assert.is((await rig.desk.get(id)).endReason, 'person_gone');
  }));

test('a person who is heard while a fault is waited out is rung for at once', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.desk.transfer(id, 'kitchen');
    await settle();
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    rig.telephony.partFault = new AppError('unavailable', 'Asterisk did not answer');
    await rig.desk.resumeHold(id, 'on_hold_again');
    await settle();
    const [listener] = rig.listeners;
    if (listener !== undefined) listener.decision = { ...listener.decision, state: 'person' };
    await rig.hear(person);
    rig.telephony.partFault = undefined;
    await pass(3);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('the person is reassured while a phone rings that registered late', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('mobile', 2, { isOnline: false }));
    await holding(rig);
    const [far] = rig.telephony.farLegs;
    let end = (): void => undefined;
    if (far !== undefined) far.sound = new Promise((resolve) => (end = resolve));
    await rig.hear(person);
    const [listener] = rig.listeners;
    if (listener !== undefined) listener.decision = { ...listener.decision, state: 'person' };
    await pass(1);
    rig.telephony.deviceLegs[0]?.end(busy);
    await pass(1);
    rig.devices.splice(1, 1, device('mobile', 2));
    rig.turn('dev_mobile', true);
    await settle();
    end();
    if (far !== undefined) far.sound = Promise.resolve();
    await settle();
    rig.telephony.deviceLegs.at(-1)?.end(busy);
    await settle();
    assert.equal(ringing(rig), ['mobile']);
    const before = plays(rig);
    await pass(8);
    assert.ok(plays(rig) > before, 'the person hears nothing');
  }));

test('the device that the call was for is gone when a person answers: the others ring', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, { type: 'webrtc' }), device('kitchen', 2));
    await rig.desk.place({ ...heldCall, device: 'dev_laptop' });
    await settle();
    rig.telephony.farLegs.at(-1)?.answer();
    await settle();
    own(rig, device('kitchen', 2));
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('the devices that the owner chose for the call are gone: the others ring', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, { type: 'webrtc' }), device('kitchen', 2));
    const id = await holding(rig);
    await rig.desk.edit(id, { willRing: ['dev_laptop'] });
    own(rig, device('kitchen', 2));
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('a transfer that nobody took is over: the next person rings whom the call is for', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('mobile', 2));
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    await rig.desk.transfer(id, 'mobile');
    await settle();
    rig.telephony.deviceLegs.at(-1)?.end(busy);
    await settle();
    assert.is(await rig.status(id), 'on_hold');
    await pass(1);
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('a transfer that is taken back, or replaced by another, is over: the next person rings whom the owner had chosen', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('mobile', 2), device('study', 3));
    const id = await holding(rig);
    await rig.desk.edit(id, { willRing: ['dev_kitchen', 'dev_study'] });
    await rig.hear(person);
    for (const target of ['mobile', 'study']) {
      await rig.desk.transfer(id, target);
      await settle();
      assert.equal(ringing(rig), [target]);
    }
    await rig.desk.resumeHold(id, 'not_a_person');
    await settle();
    assert.equal(ringing(rig), []);
    await pass(1);
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
    rig.telephony.deviceLegs.at(-1)?.end(busy);
    await settle();
    assert.equal(ringing(rig), ['study']);
  }));

test('a person who speaks up while the phones ring in vain is no reason to ring them again at once', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1));
    const id = await holding(rig);
    await rig.hear(person);
    const [listener] = rig.listeners;
    if (listener !== undefined) listener.decision = { ...listener.decision, state: 'person' };
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
    rig.telephony.deviceLegs[0]?.end(busy);
    await settle();
    assert.is(await rig.status(id), 'on_hold');
    await pass(10);
    assert.equal(ringing(rig), []);
    await pass(10);
    assert.equal(ringing(rig), ['kitchen'], 'who is still there after a while is worth another try');
  }));

test('a browser whose page is opened too late for its push rings all the same while others ring', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, asleep), device('kitchen', 1), device('study', 2));
    await holding(rig);
    await rig.hear(person);
    await pass(21);
    rig.devices.splice(0, 1, device('laptop', 1, { type: 'webrtc' }));
    rig.turn('dev_laptop', true);
    await settle();
    assert.equal(ringing(rig), ['kitchen', 'laptop']);
  }));

test('silence that Asterisk did not take once is asked for again: carriers drop a call that sends nothing', () =>
  withDesk(async (rig) => {
    await rig.desk.place(heldCall);
    await settle();
    const [far] = rig.telephony.farLegs;
    far?.faults.set('silence', new AppError('unavailable', 'no answer within 5 s'));
    far?.answer();
    await pass(2);
    assert.equal(far?.asked, ['silence', 'silence']);
  }));

test('in a direct call, too, whoever the owner talked with is reassured while another phone rings', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('mobile', 2));
    const { call } = await rig.desk.place({ ...heldCall, mode: 'direct' });
    await settle();
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    rig.telephony.farLegs[0]?.answer();
    await settle();
    await rig.desk.transfer(call.id, 'mobile');
    await pass(8);
    assert.ok(plays(rig) > 1, String(plays(rig)));
  }));

test.run();
