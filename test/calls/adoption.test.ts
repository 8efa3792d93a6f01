import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Call } from '../../src/domain/call.ts';
import { AppError } from '../../src/domain/errors.ts';
import {
  device,
  type DeskRig,
  heldCall,
  holding,
  kitchen,
  pass,
  person,
  settle,
  withDesk,
} from './desk-rig.ts';
import { own } from './ringing-rig.ts';
import type { ScriptedLeg } from '../rig/scripted-telephony.ts';

/** The owner is rung for a person. @returns the call's id. */
async function ringingFor(rig: DeskRig): Promise<string> {
  const id = await holding(rig);
  await rig.hear(person);
  rig.telephony.deviceLegs[0]?.ring();
  await settle();
  return id;
}

/** @param unstored what the process before did not store. @returns the phone as the next process finds it. */
async function restartWithPhone(
  rig: DeskRig,
  id: string,
  unstored: Partial<Call>,
  unreadable?: 'segments',
): Promise<ScriptedLeg | undefined> {
  const found = { far: rig.telephony.farLegs[0], device: rig.telephony.deviceLegs[0] };
  const { device: phone } = await rig.restart(id, found, async () => {
    rig.store.calls.set(id, { ...(rig.store.calls.get(id) as Call), ...unstored });
    if (unreadable !== undefined) rig.unreadable.add(unreadable);
  });
  return phone;
}

const lastStored = {
  'on hold': { status: 'on_hold', activity: 'hold', person: null, deviceId: null },
  'a person was heard': { status: 'human_detected', activity: 'ring', deviceId: null },
  'the talk before a transfer': { status: 'connected', activity: 'talk' },
} as const satisfies Record<string, Partial<Call>>;

for (const [name, unstored] of Object.entries(lastStored))
  test(`a ringing phone takes the call after a restart, though the last stored state is: ${name}`, () =>
    withDesk(async (rig) => {
      const id = await ringingFor(rig);
      const phone = await restartWithPhone(rig, id, unstored);
      assert.is(await rig.status(id), 'transferring');
      phone?.answer();
      await settle();
      assert.is(await rig.status(id), 'connected');
      assert.is(rig.telephony.deviceLegs.length, 1, 'it is not rung a second time');
    }));

test('a phone whose turn had come rings on after a restart; those before it are not rung again', () =>
  withDesk(async (rig) => {
    own(rig, device('study', 1), device('kitchen', 2), device('mobile', 3));
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    const [, phone] = rig.telephony.deviceLegs;
    phone?.ring();
    await settle();
    const { device: found } = await rig.restart(id, { far: rig.telephony.farLegs[0], device: phone });
    assert.is(rig.telephony.deviceLegs.length, 2, 'nobody else rings yet');
    found?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('a hang-up while a call is taken over leaves no leg, however long a phone takes to be let go', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    const far = rig.telephony.farLegs[0]?.asFound();
    const phone = rig.telephony.deviceLegs[0]?.asFound() as ScriptedLeg;
    let confirm: () => void = () => undefined;
    const confirmed = new Promise<void>((resolve) => (confirm = resolve));
    phone.hangUp = async () => {
      await confirmed;
      phone.end();
    };
    let find: () => void = () => undefined;
    const finding = new Promise<void>((resolve) => (find = resolve));
    rig.telephony.adopt = async () => {
      await finding;
      return { far, devices: [{ deviceId: kitchen.id, leg: phone, isBridged: false }], bridge: undefined };
    };
    await rig.restart();
    const ending = rig.desk.hangUp(id);
    await settle();
    find();
    await settle();
    confirm();
    await ending;
    assert.equal([far?.state, phone.state], ['gone', 'gone']);
  }));

test('a hang-up before a call is taken over ends its legs, however slowly the database answers', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    let answer: () => void = () => undefined;
    rig.slow.set('recordings', new Promise((resolve) => (answer = resolve)));
    const { far } = await rig.restart(id, { far: rig.telephony.farLegs[0] });
    await rig.desk.hangUp(id);
    assert.is(far?.state, 'gone', 'the leftovers of other calls were removed before this');
    answer();
    await settle();
    assert.is((await rig.desk.get(id)).endReason, 'hangup_api');
  }));

test('a hang-up after a call could not be found in Asterisk ends its legs', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    const find = rig.telephony.adopt.bind(rig.telephony);
    rig.telephony.adopt = async () => {
      rig.telephony.adopt = find;
      throw new AppError('unavailable', 'Asterisk did not answer');
    };
    const { far } = await rig.restart(id, { far: rig.telephony.farLegs[0] });
    await rig.desk.hangUp(id);
    assert.is(far?.state, 'gone', 'it would be tried again a second later');
  }));

test('a far end that the earlier process left alone in the bridge is taken out, and hears silence while a phone rings', () =>
  withDesk(async (rig) => {
    const id = await ringingFor(rig);
    const [far] = rig.telephony.farLegs;
    await rig.restart(id, { far, device: rig.telephony.deviceLegs[0] }, async () => {
      const left = rig.telephony.left.get(id);
      if (left !== undefined) left.bridge = rig.telephony.bridge(`${id}.talk`);
    });
    assert.is(await rig.status(id), 'transferring');
    assert.equal(rig.telephony.parted, [far?.id]);
    assert.is(far?.asked.at(-1), 'silence', 'carriers drop a call that sends nothing');
  }));

test('of a call that is gone, it is not claimed that the far end hung up when the owner was talking with it', () =>
  withDesk(async (rig) => {
    const id = await ringingFor(rig);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    await rig.restart(id);
    const { endReason, error } = await rig.desk.get(id);
    assert.equal([endReason, error], ['hangup_remote', 'the talk ended while the service was away']);
  }));

test('what an earlier process heard and cannot be read now is reported; the call goes on', () =>
  withDesk(async (rig) => {
    const id = await ringingFor(rig);
    const phone = await restartWithPhone(rig, id, {}, 'segments');
    assert.ok(rig.logged.includes('what an earlier process heard of a call cannot be read'));
    phone?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('a phone that is heard and does not say that it rings takes the call after a restart', () =>
  withDesk(async (rig) => {
    own(rig, device('mobile', 1, { type: 'external', sipUri: 'tel:+12025550107' }));
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.sendEarlyMedia();
    await settle();
    const phone = await restartWithPhone(rig, id, {});
    assert.is(phone?.state, 'dialling', 'it is not hung up');
    phone?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.is(rig.telephony.deviceLegs.length, 1, 'it is not dialled a second time');
  }));

for (const mode of ['hold_slayer', 'direct'] as const)
  test(`a queue that plays music before it answers is waited in after a restart, mode ${mode}`, () =>
    withDesk(async (rig) => {
      const { call } = await rig.desk.place({ ...heldCall, mode });
      await settle();
      rig.telephony.deviceLegs[0]?.answer();
      await settle();
      rig.telephony.farLegs[0]?.sendEarlyMedia();
      await settle();
      await rig.hear({ kind: 'hold', at: 3, audioClass: 'music', confidence: 0.9 });
      const { far, device: phone } = await rig.restart(call.id, {
        far: rig.telephony.farLegs[0],
        device: rig.telephony.deviceLegs[0],
      });
      assert.ok(rig.telephony.ears.has(far?.id ?? ''), 'it is listened to');
      await pass(70);
      assert.is((await rig.desk.get(call.id)).endReason, null);
      assert.equal([far?.state, phone?.state ?? 'up'], ['dialling', 'up']);
    }));

test.run();
