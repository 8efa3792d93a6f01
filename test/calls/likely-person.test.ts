import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { holding, person, settle, withDesk } from './desk-rig.ts';
import { retracted, ringing, of } from './ringing-rig.ts';

test('what turns out to be no person stops the ringing, and the call waits on', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.ring();
    await settle();
    await rig.hear(retracted);
    assert.equal(ringing(rig), []);
    assert.is(await rig.status(id), 'on_hold');
    assert.equal(rig.last('hold_resumed'), { reason: 'no person after all: music follows' });
    await rig.hear(person);
    assert.equal(ringing(rig).length, 1, 'the next person is rung for');
  }));

test('a likely person is told as such, and as a person once that is sure; the call shows it', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    assert.equal((await rig.desk.get(id)).person?.grade, 'likely');
    assert.not.ok(rig.types().includes('human_detected'));
    await rig.hear({ kind: 'person_confirmed', at: 4, confidence: 0.95, reason: 'sounds live' });
    const { atMs: _since, ...known } = (await rig.desk.get(id)).person ?? {};
    assert.equal(known, { grade: 'sure', confidence: 0.95, reason: 'sounds live' });
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.equal(of(rig, 'person_likely', 'human_detected', 'transfer_complete'), [
      'person_likely',
      'human_detected',
      'transfer_complete',
    ]);
  }));

test('an owner who answers makes a person of whom was only likely', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.equal(of(rig, 'human_detected', 'call_connected'), ['human_detected', 'call_connected']);
    assert.equal((await rig.desk.get(id)).person?.grade, 'sure');
  }));

test('who is sure at once is told once', () =>
  withDesk(async (rig) => {
    await holding(rig);
    await rig.hear({ ...person, grade: 'sure' });
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.equal(of(rig, 'person_likely', 'human_detected'), ['human_detected']);
  }));

test('a ring that the owner asked for is not taken back', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.desk.transfer(id, 'kitchen');
    await settle();
    await rig.hear(retracted);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('an owner who has answered keeps the call whatever is heard then', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    await rig.hear(retracted);
    assert.is(await rig.status(id), 'connected');
  }));

test.run();
