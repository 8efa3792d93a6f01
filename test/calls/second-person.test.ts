import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type DeskRig, holding, pass, person, settle, withDesk } from './desk-rig.ts';

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

test('one who hangs up while the owner changes phones was talked with', () =>
  withDesk(async (rig) => {
    const id = await heardAgain(rig);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    await rig.desk.transfer(id, 'kitchen');
    await settle();
    rig.telephony.farLegs[0]?.end();
    await settle();
    assert.is((await rig.desk.get(id)).endReason, 'hangup_remote');
  }));

test.run();
