import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Call } from '../../src/domain/call.ts';
import { type DeskRig, heldCall, holding, pass, person, settle, withDesk } from './desk-rig.ts';

/** The owner has talked for a minute when the call is put on hold again, and another voice is heard. @returns the call's id. */
async function heardAgain(rig: DeskRig): Promise<string> {
  const id = await holding(rig);
  await rig.hear(person);
  rig.telephony.deviceLegs[0]?.answer();
  await settle();
  await pass(60);
  rig.telephony.deviceLegs[0]?.press('*');
  await settle();
  assert.is(rig.listeners[0]?.left, 1);
  await rig.hear(person);
  assert.is(await rig.status(id), 'transferring');
  return id;
}

test('the star says of a second voice that it was no person, however long the first was talked with', () =>
  withDesk(async (rig) => {
    await heardAgain(rig);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    await pass(3);
    rig.telephony.deviceLegs.at(-1)?.press('*');
    await settle();
    assert.equal([rig.listeners[0]?.rejected, rig.listeners[0]?.left], [1, 1], 'it is learned');
  }));

test('a second person who hangs up while the owner is fetched is gone like a first', () =>
  withDesk(async (rig) => {
    const id = await heardAgain(rig);
    rig.telephony.farLegs[0]?.end();
    await settle();
    assert.is((await rig.desk.get(id)).endReason, 'person_gone');
  }));

test('a person for whom no phone was answered is reassured until it rings again, and is gone if they give up meanwhile', () =>
  withDesk(async (rig) => {
    const id = await holding(rig, { ...heldCall, redial: true });
    const [far] = rig.telephony.farLegs;
    const [listener] = rig.listeners;
    if (listener !== undefined) listener.decision = { ...listener.decision, state: 'person' };
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    assert.is(await rig.status(id), 'on_hold');
    const plays = (): number => far?.asked.filter((order) => order.startsWith('play')).length ?? 0;
    const before = plays();
    await pass(12);
    assert.is(await rig.status(id), 'on_hold');
    assert.is(plays() - before, 2, 'every six seconds');
    far?.end();
    await settle();
    assert.is((await rig.desk.get(id)).endReason, 'person_gone');
    await pass(2);
    assert.is(rig.telephony.farLegs.length, 2);
  }));

test('one who is gone while nobody rings is reassured no more, and did not give up', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    const [far] = rig.telephony.farLegs;
    const [listener] = rig.listeners;
    if (listener !== undefined) listener.decision = { ...listener.decision, state: 'person' };
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    if (listener !== undefined) listener.decision = { ...listener.decision, state: 'holding' };
    await pass(1);
    const asked = far?.asked.length;
    await pass(20);
    assert.is(far?.asked.length, asked);
    far?.end();
    await settle();
    assert.is((await rig.desk.get(id)).endReason, 'hangup_remote');
  }));

test('one who hangs up while the owner changes phones was talked with', () =>
  withDesk(async (rig) => {
    const id = await heardAgain(rig);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    await pass(1);
    await rig.desk.transfer(id, 'kitchen');
    await settle();
    rig.telephony.farLegs[0]?.end();
    await settle();
    assert.is((await rig.desk.get(id)).endReason, 'hangup_remote');
  }));

/** The owner is being fetched when the process ends. @returns the call as the next process ends it, without a far leg. */
async function goneMeanwhile(rig: DeskRig, id: string): Promise<Call> {
  await rig.restart(id);
  return rig.desk.get(id);
}

test('a person who hangs up while the service is down is gone, and called again if the owner wants that', () =>
  withDesk(async (rig) => {
    const id = await holding(rig, { ...heldCall, redial: true });
    await rig.hear(person);
    const { endReason, error } = await goneMeanwhile(rig, id);
    assert.equal(
      [endReason, error],
      ['person_gone', 'the person hung up before you answered, while the service was away'],
    );
    await pass(2);
    assert.is(rig.telephony.farLegs.length, 2);
  }));

test('so is a second person', () =>
  withDesk(async (rig) => {
    const id = await heardAgain(rig);
    assert.is((await goneMeanwhile(rig, id)).endReason, 'person_gone');
  }));

test('so is a second person who waits until the service is back', () =>
  withDesk(async (rig) => {
    const id = await heardAgain(rig);
    const { far } = await rig.restart(id, { far: rig.telephony.farLegs[0] });
    far?.end();
    await settle();
    assert.is((await rig.desk.get(id)).endReason, 'person_gone');
  }));

test('one who was talked with before a change of phones over a restart is not called again', () =>
  withDesk(async (rig) => {
    const id = await holding(rig, { ...heldCall, redial: true });
    await rig.hear(person);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    await pass(1);
    await rig.desk.transfer(id, 'kitchen');
    await settle();
    assert.is((await goneMeanwhile(rig, id)).endReason, 'hangup_remote');
    await pass(2);
    assert.is(rig.telephony.farLegs.length, 1);
  }));

test('a talk of hours before a restart is not the talk with the next person: the star says that it was none', () =>
  withDesk(async (rig) => {
    const id = await heardAgain(rig);
    rig.telephony.deviceLegs.at(-1)?.ring();
    const { far, device } = await rig.restart(id, {
      far: rig.telephony.farLegs[0],
      device: rig.telephony.deviceLegs.at(-1),
    });
    assert.is(far?.state, 'up');
    device?.answer();
    await settle();
    await pass(3);
    device?.press('*');
    await settle();
    assert.equal([rig.listeners.at(-1)?.rejected, rig.listeners.at(-1)?.left], [1, 0]);
  }));

test.run();
