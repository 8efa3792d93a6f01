import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Step } from '../../src/domain/flow.ts';
import { flow, holding, pass, person, settle, withDesk } from './desk-rig.ts';
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

test('who was retracted in the same news, as of a machine that is behind, is not rung for', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person, retracted);
    assert.equal([await rig.status(id), ringing(rig)], ['on_hold', []]);
    assert.not.ok(rig.types().includes('person_likely'));
    await rig.hear(person, retracted, person);
    assert.equal(ringing(rig).length, 1, 'the next person is');
  }));

test('who is retracted before the ringing could begin is not rung for', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    const [heard, gone] = [rig.hear(person), rig.hear(retracted)];
    await Promise.all([heard, gone]);
    assert.equal([await rig.status(id), ringing(rig)], ['on_hold', []]);
    await rig.hear(person);
    assert.equal(ringing(rig).length, 1, 'the next person is');
  }));

test('a likely person is reported as such, and as a person once sure; the call shows it', () =>
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

test('a likely person is confirmed when the owner answers', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.equal(of(rig, 'human_detected', 'call_connected'), ['human_detected', 'call_connected']);
    assert.equal((await rig.desk.get(id)).person?.grade, 'sure');
  }));

test('a person who is sure at once is reported once', () =>
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

const queueThenWait = [
  { id: 'queue', type: 'HOLD' },
  { id: 'moment', type: 'WAIT', timeout: 5 },
  { id: 'owner', type: 'TRANSFER' },
] satisfies Step[];

test('a person who turns out to be none before the flow reaches its transfer is not rung for; the flow waits for the next', () =>
  withDesk(async (rig) => {
    rig.flows.push(flow(queueThenWait));
    const id = await holding(rig);
    await rig.hear(person);
    assert.is(await rig.status(id), 'human_detected');
    await rig.hear(retracted);
    assert.equal(rig.last('hold_resumed'), { reason: 'no person after all: music follows' });
    await pass(6);
    assert.equal([await rig.status(id), ringing(rig)], ['on_hold', []]);
    await rig.hear(person);
    await pass(4);
    assert.equal(ringing(rig), [], 'the step before the transfer is taken again');
    await pass(2);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('a person who becomes sure before the flow reaches its transfer is reported at once', () =>
  withDesk(async (rig) => {
    rig.flows.push(flow(queueThenWait));
    await holding(rig);
    await rig.hear(person);
    await rig.hear({ kind: 'person_confirmed', at: 4, confidence: 0.95, reason: 'sounds live' });
    assert.equal(of(rig, 'person_likely', 'human_detected'), ['person_likely', 'human_detected']);
  }));

test('a call whose detector has failed for good says so once and goes on: its owner can still take it', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    rig.listeners[0]?.fail('a defect');
    await settle();
    assert.equal(rig.last('service_unavailable'), { service: 'detection', reason: 'a defect' });
    await rig.desk.transfer(id, 'kitchen');
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test.run();
