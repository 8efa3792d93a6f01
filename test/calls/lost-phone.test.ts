import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { device, holding, number, pass, person, settle, withDesk, type DeskRig } from './desk-rig.ts';
import { of, own, ringing } from './ringing-rig.ts';

/** The owner talks on a mobile phone; a kitchen phone stands by. @returns the call's id. */
async function talkingOnMobile(rig: DeskRig): Promise<string> {
  own(rig, device('mobile', 1), device('kitchen', 2));
  const id = await holding(rig);
  await rig.hear(person);
  rig.telephony.deviceLegs[0]?.answer();
  await settle();
  assert.is(await rig.status(id), 'connected');
  return id;
}

function turn(rig: DeskRig, isOnline: boolean): Promise<void> {
  rig.devices[0] = device('mobile', 1, { isOnline });
  rig.turn('dev_mobile', isOnline);
  return settle();
}

test('a phone that is offline and silent has lost its network: the person waits, and it rings once it is back', () =>
  withDesk(async (rig) => {
    const id = await talkingOnMobile(rig);
    await turn(rig, false);
    await pass(9);
    assert.is(await rig.status(id), 'connected', 'it may come back');
    await pass(2);
    assert.is(await rig.status(id), 'transferring');
    assert.is(rig.telephony.deviceLegs[0]?.state, 'gone');
    assert.ok(
      rig.telephony.farLegs[0]?.asked.some((order) => order.startsWith('play')),
      'reassured',
    );
    await turn(rig, true);
    assert.equal(ringing(rig), ['mobile']);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.is(of(rig, 'transfer_complete').length, 2);
  }));

test('a phone that does not come back: the other devices ring', () =>
  withDesk(async (rig) => {
    await talkingOnMobile(rig);
    await turn(rig, false);
    await pass(42);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('a phone that holds the call and answers no OPTIONS is not lost: it need send nothing', () =>
  withDesk(async (rig) => {
    const id = await talkingOnMobile(rig);
    const [phone] = rig.telephony.deviceLegs;
    if (phone !== undefined) phone.isHolding = true;
    await turn(rig, false);
    await pass(60);
    assert.is(await rig.status(id), 'connected');
    if (phone !== undefined) phone.isHolding = false;
    await pass(15);
    assert.is(await rig.status(id), 'transferring');
  }));

test('in a direct call that is restarted while its phone rings again, the person is reassured, and all others ring', () =>
  withDesk(async (rig) => {
    own(rig, device('mobile', 1), device('kitchen', 2));
    const { call } = await rig.desk.place({ number, mode: 'direct', device: 'mobile' });
    await settle();
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    rig.telephony.farLegs[0]?.answer();
    await pass(10);
    assert.is(await rig.status(call.id), 'connected');
    rig.telephony.deviceLegs[0]?.end({ kind: 'hangup', detail: 'it ended', fault: 'it was cut off' });
    await settle();
    assert.equal(ringing(rig), ['mobile']);
    rig.telephony.deviceLegs.at(-1)?.ring();
    const { far, device: phone } = await rig.restart(call.id, {
      far: rig.telephony.farLegs[0],
      device: rig.telephony.deviceLegs.at(-1),
    });
    const before = far?.asked.length ?? 0;
    await pass(8);
    assert.ok(
      far?.asked.slice(before).some((order) => order.startsWith('play')),
      'reassured',
    );
    phone?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    assert.ok(rig.telephony.deviceLegs.at(-1)?.id.endsWith('dev_kitchen'));
    rig.telephony.deviceLegs.at(-1)?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    assert.is((await rig.desk.get(call.id)).endReason, 'device_unavailable');
  }));

for (const which of [0, 1])
  test(`a call that is restarted while two phones ring for the one that was lost is taken by either: ${which}`, () =>
    withDesk(async (rig) => {
      const id = await talkingOnMobile(rig);
      rig.devices.push(device('study', 2));
      await turn(rig, false);
      await pass(42);
      const phones = rig.telephony.deviceLegs.slice(-2);
      for (const phone of phones) phone.ring();
      await settle();
      const found = phones.map((phone) => phone.asFound());
      await rig.restart(id, { far: rig.telephony.farLegs[0] }, async () => {
        for (const leg of found)
          rig.telephony.left
            .get(id)
            ?.devices.push({ deviceId: leg.id.replace(/^.*\.dev\./, ''), leg, isBridged: false });
      });
      assert.is(await rig.status(id), 'transferring');
      assert.equal(ringing(rig).sort(), ['kitchen', 'study'], 'nobody is rung a second time');
      found[which]?.answer();
      await settle();
      assert.is(await rig.status(id), 'connected');
      assert.is(found[1 - which]?.state, 'gone');
    }));

for (const [what, packets] of [
  ['audio still comes from it', (n: number) => 250 * n],
  ['its audio cannot be counted', () => undefined],
] as const)
  test(`a phone that answers no OPTIONS goes on talking while ${what}`, () =>
    withDesk(async (rig) => {
      const id = await talkingOnMobile(rig);
      await turn(rig, false);
      for (let n = 1; n <= 12; n++) {
        rig.telephony.deviceLegs[0]!.packets = packets(n);
        await pass(5);
      }
      assert.is(await rig.status(id), 'connected');
    }));

test('a silent phone that is online again in time goes on talking: it is muted', () =>
  withDesk(async (rig) => {
    const id = await talkingOnMobile(rig);
    await turn(rig, false);
    await pass(8);
    await turn(rig, true);
    await pass(60);
    assert.is(await rig.status(id), 'connected');
  }));

test('a phone that loses its network while the service restarts is noticed by the next process', () =>
  withDesk(async (rig) => {
    const id = await talkingOnMobile(rig);
    const [far, leg] = [rig.telephony.farLegs[0], rig.telephony.deviceLegs[0]];
    await rig.restart(id, { far, device: leg }, async () => {
      rig.devices[0] = device('mobile', 1, { isOnline: false });
    });
    await pass(9);
    assert.is(await rig.status(id), 'connected', 'it may not have been asked yet');
    await pass(2);
    assert.is(await rig.status(id), 'transferring');
  }));

test('so is one that is lost while the devices cannot be read', () =>
  withDesk(async (rig) => {
    const id = await talkingOnMobile(rig);
    await turn(rig, false);
    rig.unreadable.add('devices');
    await pass(30);
    rig.unreadable.clear();
    await pass(40);
    assert.is(await rig.status(id), 'transferring');
    assert.is(rig.telephony.deviceLegs[0]?.state, 'gone');
    assert.equal(ringing(rig), ['kitchen']);
  }));

test.run();
