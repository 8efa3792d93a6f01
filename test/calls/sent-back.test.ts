import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type DeskRig, holding, pass, person, settle, withDesk } from './desk-rig.ts';

/** The owner talks with the person who was found. */
async function talking(rig: DeskRig): Promise<string> {
  const id = await holding(rig);
  await rig.hear(person);
  rig.telephony.deviceLegs.at(-1)?.answer();
  await settle();
  assert.is(await rig.status(id), 'connected');
  return id;
}

test('on hold again: the phone is hung up, nothing is learned, and the next person rings', () =>
  withDesk(async (rig) => {
    const id = await talking(rig);
    await pass(60);
    const back = await rig.desk.resumeHold(id, 'on_hold_again');
    assert.equal([back.status, back.person, back.talkSeconds], ['on_hold', null, 60]);
    assert.is(rig.telephony.deviceLegs[0]?.state, 'gone');
    assert.is(rig.telephony.farLegs[0]?.state, 'up');
    assert.equal(rig.last('hold_resumed'), { reason: 'the owner sent the call back: it is on hold again' });
    assert.equal([rig.listeners[0]?.rejected, rig.listeners[0]?.left], [0, 1]);
    await pass(60);
    await rig.hear(person);
    assert.is(await rig.status(id), 'transferring');
    assert.is(rig.telephony.deviceLegs.length, 2);
  }));

test('no person: what was heard is learned', () =>
  withDesk(async (rig) => {
    const id = await talking(rig);
    await rig.desk.resumeHold(id, 'not_a_person');
    assert.equal([rig.listeners[0]?.rejected, rig.listeners[0]?.left], [1, 0]);
  }));

test('the star of the phone: at first it was no person, after half a minute of talking it is on hold again', () =>
  withDesk(async (rig) => {
    const id = await talking(rig);
    await pass(29);
    rig.telephony.deviceLegs[0]?.press('*');
    await settle();
    assert.equal([rig.listeners[0]?.rejected, rig.listeners[0]?.left], [1, 0]);
    await rig.hear(person);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    await pass(31);
    rig.telephony.deviceLegs.at(-1)?.press('*');
    await settle();
    assert.is(await rig.status(id), 'on_hold');
    assert.equal([rig.listeners[0]?.rejected, rig.listeners[0]?.left], [1, 1]);
  }));

test.run();
