import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { device, holding, kitchen, number, person, settle, withDesk, type DeskRig } from './desk-rig.ts';

/** A call whose owner talks on the kitchen phone. */
async function talking(rig: DeskRig): Promise<string> {
  const id = await holding(rig);
  await rig.hear(person);
  rig.telephony.deviceLegs[0]?.answer();
  await settle();
  assert.is(await rig.status(id), 'connected');
  return id;
}

/** Without waiting for what a ring would wait for. */
async function transfer(rig: DeskRig, id: string, to: string | null): Promise<void> {
  void rig.desk.transfer(id, to).catch(() => undefined);
  await settle();
}

for (const name of [kitchen.id, kitchen.name])
  test(`a transfer to "${name}", which talks already, goes on talking`, () =>
    withDesk(async (rig) => {
      const id = await talking(rig);
      await transfer(rig, id, name);
      assert.is(await rig.status(id), 'connected');
      assert.is(rig.telephony.deviceLegs[0]?.state, 'up');
      assert.is(rig.telephony.deviceLegs.length, 1);
    }));

test('a browser that talks and asks for the call is rung anew: its audio was lost', () =>
  withDesk(async (rig) => {
    rig.devices.splice(0, rig.devices.length, { ...device('laptop', 1), type: 'webrtc' });
    const id = await talking(rig);
    await transfer(rig, id, 'laptop');
    assert.equal(
      rig.telephony.deviceLegs.map(({ state }) => state),
      ['gone', 'dialling'],
    );
  }));

test('a transfer that is repeated while it rings goes on ringing; one to another device rings that', () =>
  withDesk(async (rig) => {
    rig.devices.push(device('office', 2));
    const id = await talking(rig);
    await transfer(rig, id, 'office');
    assert.is(await rig.status(id), 'transferring');
    await transfer(rig, id, 'office');
    const [phone, office, third] = rig.telephony.deviceLegs;
    assert.equal([phone?.state, office?.state, third], ['gone', 'dialling', undefined]);
    await transfer(rig, id, 'kitchen');
    assert.equal([office?.state, rig.telephony.deviceLegs[2]?.state], ['gone', 'dialling']);
    rig.telephony.deviceLegs[2]?.answer();
    await settle();
    await transfer(rig, id, 'office');
    assert.is(rig.telephony.deviceLegs[3]?.state, 'dialling', 'a new transfer to it is one');
  }));

test('a transfer of a call that is not yet through is repeated without ringing the device anew', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place({ number, mode: 'direct' });
    await settle();
    await transfer(rig, call.id, 'kitchen');
    const rung = rig.telephony.deviceLegs.length;
    await transfer(rig, call.id, 'kitchen');
    assert.is(rig.telephony.deviceLegs.length, rung);
    assert.is(rig.telephony.deviceLegs.at(-1)?.state, 'dialling');
  }));

test('two transfers at the same time ring once', () =>
  withDesk(async (rig) => {
    rig.devices.push(device('office', 2));
    const id = await talking(rig);
    for (let n = 0; n < 2; n++) void rig.desk.transfer(id, 'office').catch(() => undefined);
    await settle();
    assert.is(rig.telephony.deviceLegs.length, 2);
  }));

test.run();
