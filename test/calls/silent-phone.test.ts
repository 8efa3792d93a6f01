import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { device, holding, pass, person, settle, withDesk, type DeskRig } from './desk-rig.ts';
import { of, own, ringing } from './ringing-rig.ts';
import type { ScriptedLeg } from '../rig/scripted-telephony.ts';

/** The owner talks on a phone of this type; a kitchen phone stands by. */
async function talkingOn(
  rig: DeskRig,
  type: 'softphone' | 'webrtc' | 'external',
): Promise<[string, ScriptedLeg]> {
  const address = type === 'external' ? { sipUri: 'tel:+12025550101' } : {};
  own(rig, device('mobile', 1, { type, ...address }), device('kitchen', 2));
  const id = await holding(rig);
  await rig.hear(person);
  const leg = rig.telephony.deviceLegs[0]!;
  leg.answer();
  await settle();
  assert.is(await rig.status(id), 'connected');
  return [id, leg];
}

function asked(leg: ScriptedLeg): number {
  return leg.asked.filter((order) => order === 'ask').length;
}

const unknownThere = { kind: 'hangup', detail: 'the other side hung up', fault: 'it was cut off' } as const;

test('a phone that was restarted in the talk is asked, and gets the talk back', () =>
  withDesk(async (rig) => {
    const [id, leg] = await talkingOn(rig, 'softphone');
    await pass(9);
    assert.is(asked(leg), 0);
    await pass(2);
    assert.is(asked(leg), 1);
    leg.end(unknownThere);
    await settle();
    assert.is(await rig.status(id), 'transferring', 'the person is not hung up on');
    assert.is(rig.telephony.farLegs[0]?.state, 'up');
    assert.equal(ringing(rig), ['mobile']);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.is(of(rig, 'transfer_complete').length, 2);
  }));

test('one that has registered from another address since its last audio is lost: the question would not reach it', () =>
  withDesk(async (rig) => {
    const [id, leg] = await talkingOn(rig, 'softphone');
    rig.move('dev_mobile');
    await pass(11);
    assert.is(asked(leg), 0);
    assert.is(await rig.status(id), 'transferring');
    assert.is(leg.state, 'gone');
    assert.equal(ringing(rig), ['mobile']);
  }));

test('one whose router gave it another port is not, also when it is muted later', () =>
  withDesk(async (rig) => {
    const [id, leg] = await talkingOn(rig, 'softphone');
    rig.move('dev_mobile');
    await pass(4);
    leg.packets = 250;
    await pass(30);
    assert.is(asked(leg), 1);
    assert.is(await rig.status(id), 'connected');
  }));

test('a muted phone is asked once a minute, and goes on talking', () =>
  withDesk(async (rig) => {
    const [id, leg] = await talkingOn(rig, 'softphone');
    await pass(60);
    assert.is(asked(leg), 1);
    await pass(50);
    assert.is(asked(leg), 2);
    assert.is(await rig.status(id), 'connected');
  }));

test('why it is not heard is logged once in a talk, and again only for another reason', () =>
  withDesk(async (rig) => {
    const [id, leg] = await talkingOn(rig, 'softphone');
    leg.packets = 0;
    leg.unheard = 'perhaps a firewall keeps it from the RTP ports';
    await pass(140);
    assert.equal([asked(leg), rig.logged], [3, ['a phone is not heard']]);
    leg.unheard = 'it wants its audio at 192.168.1.7';
    await pass(120);
    assert.equal([asked(leg), rig.logged], [5, ['a phone is not heard', 'a phone is not heard']]);
    assert.is(await rig.status(id), 'connected');
  }));

for (const [what, type, change] of [
  ['a phone that speaks', 'softphone', (leg: ScriptedLeg) => (leg.packets = (leg.packets ?? 0) + 250)],
  ['one that has put the call on hold', 'softphone', (leg: ScriptedLeg) => (leg.isHolding = true)],
  ['a browser', 'webrtc', () => undefined],
  ['a number behind the trunk', 'external', () => undefined],
] as const)
  test(`${what} is not asked`, () =>
    withDesk(async (rig) => {
      const [id, leg] = await talkingOn(rig, type);
      for (let n = 0; n < 6; n++) {
        change(leg);
        await pass(5);
      }
      assert.is(asked(leg), 0);
      assert.is(await rig.status(id), 'connected');
    }));

for (const [what, type, isSilenceSent] of [
  ['a phone: it brings music', 'softphone', false],
  ['a number behind the trunk, which brings none', 'external', true],
] as const)
  test(`the far end is ${isSilenceSent ? '' : 'not '}sent silence while the call is held by ${what}`, () =>
    withDesk(async (rig) => {
      const [id, leg] = await talkingOn(rig, type);
      leg.isHolding = true;
      const far = await rig.telephony.farLegOf(id);
      for (let n = 0; n < 3; n++) {
        far.packets = (far.packets ?? 0) + 250;
        await pass(5);
      }
      assert.is(rig.telephony.filled.at(-1), isSilenceSent);
    }));

test('a phone that hangs up ends the call', () =>
  withDesk(async (rig) => {
    const [id, leg] = await talkingOn(rig, 'softphone');
    await pass(20);
    leg.end({ kind: 'hangup', detail: 'the other side hung up' });
    await settle();
    assert.is(await rig.status(id), 'ended');
  }));

test.run();
