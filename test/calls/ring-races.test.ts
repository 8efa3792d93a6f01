import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { MenuDecider } from '../../src/calls/hearing/menu-decider.ts';
import { device, holding, pass, person, settle, withDesk, type DeskRig } from './desk-rig.ts';
import { exploring, first } from './explorer-rig.ts';
import { own, ringing } from './ringing-rig.ts';

const asked = { confirmsAnswer: true } as const;
const mobile = device('mobile', 1, asked);

/** A person is there, and is greeted at length. @returns ends the greeting. */
async function heardDuringGreeting(rig: DeskRig): Promise<() => void> {
  const [far] = rig.telephony.farLegs;
  let end = (): void => undefined;
  if (far !== undefined) far.sound = new Promise((resolve) => (end = resolve));
  await rig.hear(person);
  const [listener] = rig.listeners;
  if (listener !== undefined) listener.decision = { ...listener.decision, state: 'person' };
  await pass(1);
  return () => end();
}

for (const ringStrategy of ['together', 'overlap'] as const)
  test(`${ringStrategy}: killed while a voicemail is asked and the kitchen rings: the kitchen rings on`, () =>
    withDesk(
      async (rig) => {
        own(rig, device('kitchen', 1), device('mobile', 2, asked));
        const id = await holding(rig);
        await rig.hear(person);
        await pass(11);
        const [kitchen, voicemail] = rig.telephony.deviceLegs;
        kitchen?.ring();
        voicemail?.answer();
        await settle();
        assert.equal(ringing(rig), ['kitchen', 'mobile']);
        const found = {
          far: rig.telephony.farLegs[0]!.asFound(),
          kitchen: kitchen!.asFound(),
          mobile: voicemail!.asFound(),
        };
        await rig.restart(id, { far: rig.telephony.farLegs[0] }, async () => {
          rig.telephony.left.set(id, {
            far: found.far,
            devices: [
              { deviceId: 'dev_mobile', leg: found.mobile, isBridged: false },
              { deviceId: 'dev_kitchen', leg: found.kitchen, isBridged: false },
            ],
            bridge: undefined,
          });
        });
        assert.not.ok(found.kitchen.asked.includes('hang up answered_elsewhere'), 'the kitchen was hung up');
      },
      { settings: { ringStrategy, deviceRingSeconds: 20 } },
    ));

test('the owner answers the kitchen phone while the service is away and a voicemail is asked: the owner has the call', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('mobile', 1, asked));
    const id = await holding(rig);
    await rig.hear(person);
    const [kitchen, voicemail] = rig.telephony.deviceLegs;
    kitchen?.ring();
    voicemail?.answer();
    await settle();
    const found = {
      far: rig.telephony.farLegs[0]!.asFound(),
      kitchen: kitchen!.asFound(),
      mobile: voicemail!.asFound(),
    };
    await rig.restart(id, { far: rig.telephony.farLegs[0] }, async () => {
      found.kitchen.state = 'up';
      rig.telephony.left.set(id, {
        far: found.far,
        devices: [
          { deviceId: 'dev_mobile', leg: found.mobile, isBridged: false },
          { deviceId: 'dev_kitchen', leg: found.kitchen, isBridged: false },
        ],
        bridge: undefined,
      });
    });
    assert.is(await rig.status(id), 'connected');
  }));

test('the owner presses a key while the explorer decides: that key alone goes out', () => {
  let decide = (): void => undefined;
  const decider: MenuDecider = {
    decide: () => new Promise((resolve) => (decide = () => resolve(undefined))),
  };
  return exploring(
    async (scene) => {
      await scene.hearSaid(...first);
      await scene.desk.sendDtmf(scene.callId, '3');
      await pass(1);
      decide();
      await settle();
      assert.equal(scene.digits(), ['3']);
    },
    {},
    { menuDecider: decider },
  );
});

test('the owner presses a key while the choice of the explorer is being stored: that key alone goes out', () =>
  exploring(async (scene) => {
    const record = scene.store.record.bind(scene.store);
    scene.store.record = async (entry) => {
      await record(entry);
      if (entry.call?.flowStepActed === true) await new Promise(() => undefined);
    };
    await scene.hearSaid(...first);
    assert.equal(scene.digits(), []);
    await scene.desk.sendDtmf(scene.callId, '3');
    await pass(5);
    assert.equal(scene.digits(), ['3']);
  }));

test('a phone registers while the greeting is played to its end: the order begins anew', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('mobile', 2, { isOnline: false }));
    await holding(rig);
    const end = await heardDuringGreeting(rig);
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await pass(1);
    rig.devices.splice(1, 1, device('mobile', 2));
    rig.turn('dev_mobile', true);
    await settle();
    await pass(2);
    end();
    await settle();
    assert.equal(ringing(rig), ['kitchen']);
    rig.telephony.deviceLegs.at(-1)?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    assert.equal(ringing(rig), ['mobile']);
  }));

test('a phone whose channel is being made when the person is taken back does not ring', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    let make: () => void = () => undefined;
    rig.telephony.holdDeviceDial = new Promise((resolve) => (make = resolve));
    await rig.hear(person);
    await rig.hear({ kind: 'person_retracted', at: 2, reason: 'a recording' });
    make();
    await settle();
    assert.equal([await rig.status(id), rig.telephony.deviceLegs.length], ['on_hold', 0]);
  }));

test('1 is pressed twice: the second is not for the far end', () =>
  withDesk(
    async (rig) => {
      own(rig, mobile);
      await holding(rig);
      await rig.hear(person);
      const [phone] = rig.telephony.deviceLegs;
      let made = (): void => undefined;
      phone?.answer();
      await settle();
      if (phone !== undefined) phone.sound = new Promise((resolve) => (made = resolve));
      phone?.press('1');
      await settle();
      phone?.press('1');
      await settle();
      made();
      await settle();
      assert.equal(
        rig.telephony.farLegs[0]?.asked.filter((o) => o.startsWith('dtmf')),
        [],
      );
    },
    { settings: { announcement: 'sound:beep' } },
  ));

test('in order: devices that all come online again wait for their turn', () =>
  withDesk(async (rig) => {
    own(
      rig,
      device('kitchen', 1),
      device('cell', 2, { type: 'external', sipUri: 'tel:+12025550111' }),
      device('study', 3),
    );
    await holding(rig);
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
    for (const id of ['dev_kitchen', 'dev_cell', 'dev_study']) rig.turn(id, false);
    await settle();
    for (const id of ['dev_kitchen', 'dev_cell', 'dev_study']) rig.turn(id, true);
    await settle();
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('a prompt that Asterisk does not take once is played again', () =>
  withDesk(async (rig) => {
    own(rig, mobile);
    await holding(rig);
    await rig.hear(person);
    const [phone] = rig.telephony.deviceLegs;
    phone?.faults.set('play', new Error('no answer within 5 s'));
    phone?.answer();
    await pass(14);
    assert.ok((phone?.asked.filter((o) => o.startsWith('play')).length ?? 0) > 1);
  }));

test('a voicemail that cannot be hung up at once is reported as failed', () =>
  withDesk(async (rig) => {
    own(rig, mobile, device('kitchen', 2));
    await holding(rig);
    await rig.hear(person);
    const [phone] = rig.telephony.deviceLegs;
    phone?.answer();
    await settle();
    const hang = phone?.hangUp.bind(phone);
    let tries = 0;
    if (phone !== undefined)
      phone.hangUp = async (why) => {
        if (++tries <= 2) throw new Error('no answer within 5 s');
        await hang?.(why);
      };
    await pass(16);
    assert.match((rig.last('device_failed') as { reason: string } | undefined)?.reason ?? '', /not pressed/);
  }));

test('in order: a device that registers early does not hold up the one whose turn it is', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('study', 2), device('mobile', 3, { ...asked, isOnline: false }));
    await holding(rig);
    await rig.hear(person);
    await pass(2);
    rig.devices.splice(2, 1, device('mobile', 3, asked));
    rig.turn('dev_mobile', true);
    await settle();
    rig.telephony.deviceLegs[1]?.answer();
    await settle();
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'busy' });
    await settle();
    assert.ok(ringing(rig).includes('study'));
  }));

test('a page that is reloaded while it rings rings again', () =>
  withDesk(async (rig) => {
    own(rig, device('tablet', 1, { type: 'webrtc' }), device('kitchen', 1));
    await holding(rig);
    await rig.hear(person);
    assert.equal(ringing(rig), ['tablet', 'kitchen']);
    rig.devices.splice(0, 1, device('tablet', 1, { type: 'webrtc', isOnline: false }));
    rig.turn('dev_tablet', false);
    await settle();
    rig.devices.splice(0, 1, device('tablet', 1, { type: 'webrtc' }));
    rig.turn('dev_tablet', true);
    await settle();
    assert.equal(ringing(rig), ['kitchen', 'tablet']);
  }));

test('a page that is reloaded while it alone rings, and is back while the greeting ends, rings again', () =>
  withDesk(async (rig) => {
    own(rig, device('tablet', 1, { type: 'webrtc' }));
    await holding(rig);
    const end = await heardDuringGreeting(rig);
    rig.devices.splice(0, 1, device('tablet', 1, { type: 'webrtc', isOnline: false }));
    rig.turn('dev_tablet', false);
    await pass(2);
    rig.devices.splice(0, 1, device('tablet', 1, { type: 'webrtc' }));
    rig.turn('dev_tablet', true);
    await pass(1);
    end();
    await settle();
    assert.equal(ringing(rig), ['tablet']);
  }));

test.run();
