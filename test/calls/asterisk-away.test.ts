import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { device, flow, holding, pass, person, settle, withDesk } from './desk-rig.ts';
import { of, own, ringing } from './ringing-rig.ts';

const noAnswer = new AppError('unavailable', 'Asterisk did not answer');

test('an Asterisk that is away for ten minutes costs no call of an earlier process', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    const [far] = rig.telephony.farLegs;
    rig.telephony.connect(false);
    await rig.restart(id, { far });
    await pass(600);
    assert.is((await rig.desk.get(id)).recovering, true);
    rig.telephony.connect(true);
    await settle();
    assert.equal([await rig.status(id), (await rig.desk.get(id)).recovering], ['on_hold', false]);
    await rig.hear(person);
    assert.is(rig.telephony.deviceLegs.length, 1);
  }));

test('an owner who answered is bridged at a later try, not rung again, while Asterisk does not answer', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    rig.telephony.bridgeFault = noAnswer;
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    await pass(20);
    assert.is(await rig.status(id), 'transferring');
    rig.telephony.bridgeFault = undefined;
    await pass(16);
    assert.is(await rig.status(id), 'connected');
    assert.is(rig.telephony.deviceLegs.length, 1);
  }));

test('persistent faults end the call', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    rig.telephony.bridgeFault = noAnswer;
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await pass(60);
    assert.is((await rig.desk.get(id)).endReason, 'gateway_error');
  }));

test('passing faults heal: a dozen in four hours cost nothing', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    for (let fault = 0; fault < 12; fault++) {
      rig.telephony.bridgeFault = noAnswer;
      await rig.desk.transfer(id, 'kitchen');
      await settle();
      rig.telephony.deviceLegs.at(-1)?.answer();
      await settle();
      rig.telephony.bridgeFault = undefined;
      await pass(2);
      assert.is(await rig.status(id), 'connected', `after fault ${fault + 1}`);
      await rig.desk.resumeHold(id);
      await settle();
      await pass(600);
      assert.is(await rig.status(id), 'on_hold', `after fault ${fault + 1}`);
    }
  }));

test('Asterisk is away for a moment as a person answers: the phone rings once it is back', () =>
  withDesk(async (rig) => {
    await holding(rig);
    rig.telephony.connect(false);
    await rig.hear(person);
    await pass(3);
    assert.equal(of(rig, 'device_failed'), []);
    rig.telephony.connect(true);
    await settle();
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('the owner answers while Asterisk is away: connected once it is back', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    const [phone] = rig.telephony.deviceLegs;
    phone?.ring();
    await settle();
    rig.telephony.connect(false);
    await pass(30);
    assert.equal(ringing(rig), ['kitchen']);
    if (phone !== undefined) phone.state = 'up';
    rig.telephony.connect(true);
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('a browser that rings while Asterisk is away rings on', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, { type: 'webrtc' }));
    const id = await holding(rig);
    await rig.hear(person);
    const [phone] = rig.telephony.deviceLegs;
    phone?.ring();
    rig.telephony.connect(false);
    await pass(5);
    rig.devices[0] = device('laptop', 1, { type: 'webrtc', isOnline: false });
    rig.turn('dev_laptop', false);
    await settle();
    assert.equal(of(rig, 'device_failed'), []);
    rig.devices[0] = device('laptop', 1, { type: 'webrtc' });
    rig.turn('dev_laptop', true);
    rig.telephony.connect(true);
    await settle();
    phone?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('the key is pressed while Asterisk is away: the owner is asked again', () =>
  withDesk(async (rig) => {
    own(rig, device('mobile', 1, { confirmsAnswer: true }));
    const id = await holding(rig);
    await rig.hear(person);
    const [phone] = rig.telephony.deviceLegs;
    phone?.answer();
    await settle();
    await pass(10);
    rig.telephony.connect(false);
    await pass(4);
    rig.telephony.connect(true);
    await pass(3);
    phone?.press('1');
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('a key that is due while Asterisk is away is sent once it is back', () =>
  withDesk(async (rig) => {
    rig.flows.push(
      flow([
        { id: 'hear', type: 'LISTEN', timeout: 20 },
        { id: 'billing', type: 'DTMF', dtmf: '1' },
        { id: 'queue', type: 'HOLD' },
      ]),
    );
    await holding(rig);
    const sent = (): number =>
      rig.telephony.farLegs[0]?.asked.filter((order) => order.startsWith('dtmf')).length ?? 0;
    rig.telephony.connect(false);
    await rig.hear({ kind: 'prompt_end', at: 2, startedAt: 0 });
    assert.is(sent(), 0);
    rig.telephony.connect(true);
    await settle();
    assert.is(sent(), 1);
    assert.equal(of(rig, 'ivr_step_uncertain'), []);
  }));

test('Asterisk is away for an hour: the call is shown as recovering, and goes on once it is back', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    rig.telephony.connect(false);
    await pass(3600);
    assert.equal([await rig.status(id), (await rig.desk.get(id)).recovering], ['on_hold', true]);
    rig.telephony.connect(true);
    await settle();
    assert.is((await rig.desk.get(id)).recovering, false);
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('Asterisk is not back before the call has lasted as long as it may: it ends', () =>
  withDesk(
    async (rig) => {
      const id = await holding(rig);
      rig.telephony.connect(false);
      await pass(600);
      const { endReason, recovering } = await rig.desk.get(id);
      assert.equal([endReason, recovering], ['max_duration', false]);
    },
    { settings: { maxCallSeconds: 600 } },
  ));

test.run();
