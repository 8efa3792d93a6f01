import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import {
  device,
  heldCall,
  holding,
  number,
  pass,
  person,
  settle,
  withDesk,
  type DeskRig,
} from './desk-rig.ts';
import { of, own, ringing } from './ringing-rig.ts';
import { noTape } from '../rig/no-tape.ts';
import { noVoice } from '../rig/no-voice.ts';

test('star on the phone sends the call back to hold; other digits reach the far end, once', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    const phone = rig.telephony.deviceLegs[0];
    phone?.answer();
    await settle();
    assert.ok(
      rig.telephony.bridged.some(({ leg, absorbsDtmf }) => leg === phone?.id && absorbsDtmf),
      'the bridge does not pass digits on by itself',
    );
    phone?.press('5');
    await settle();
    phone?.press('*');
    await settle();
    const sent = rig.telephony.farLegs[0]?.asked.filter((order) => order.startsWith('dtmf'));
    assert.equal(sent, ['dtmf 5']);
    assert.is(await rig.status(id), 'on_hold');
    assert.is(phone?.state, 'gone');
    assert.is(rig.listeners[0]?.rejected, 1, 'what was heard is learned as a recording');
  }));

test('in a direct call star is a digit like any other', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place({ number, mode: 'direct' });
    await settle();
    const [phone] = rig.telephony.deviceLegs;
    phone?.answer();
    await settle();
    const isAbsorbed = (): boolean | undefined =>
      rig.telephony.bridged.findLast(({ leg }) => leg === phone?.id)?.absorbsDtmf;
    assert.is(isAbsorbed(), false, 'before the answer the bridge passes on what is pressed');
    rig.telephony.farLegs[0]?.answer();
    await settle();
    assert.is(isAbsorbed(), true);
    phone?.press('*');
    await settle();
    assert.is(await rig.status(call.id), 'connected');
    assert.ok(rig.telephony.farLegs[0]?.asked.includes('dtmf *'));
    assert.not(rig.types().includes('ivr_dtmf_sent'), 'what the owner types is not recorded');
  }));

test('in a direct call, which is connected before its recording has begun, both sides are told of it once it has', async () => {
  let begin: (notice: string) => void = () => undefined;
  const begun = new Promise<string>((resolve) => (begin = resolve));
  await withDesk(
    async (rig) => {
      const { call } = await rig.desk.place({ number, mode: 'direct' });
      await settle();
      rig.telephony.deviceLegs[0]?.answer();
      await settle();
      rig.telephony.farLegs[0]?.answer();
      await settle();
      assert.is(await rig.status(call.id), 'connected');
      assert.equal(rig.telephony.playedToBoth, []);
      begin('sound:recorded');
      await settle();
      assert.equal(rig.telephony.playedToBoth, ['sound:recorded']);
    },
    { tape: { ...noTape, notice: () => begun }, speech: { media: async (text) => text } },
  );
});

const inOrder = ['transfer_started', 'device_ringing', 'transfer_complete'] as const;

for (const mode of ['direct', 'ai_assisted', 'hold_slayer'] as const)
  test(`${mode}: a transfer starts before its device rings, and is complete once both are connected`, () =>
    withDesk(async (rig) => {
      const isHeld = mode === 'hold_slayer';
      const id = isHeld ? await holding(rig) : (await rig.desk.place({ number, mode })).call.id;
      if (isHeld) await rig.hear(person);
      await settle();
      rig.telephony.deviceLegs[0]?.ring();
      rig.telephony.deviceLegs[0]?.answer();
      await settle();
      rig.telephony.farLegs[0]?.answer();
      await settle();
      assert.is(await rig.status(id), 'connected');
      assert.equal(of(rig, ...inOrder), [...inOrder]);
    }));

test('the announcement is played to the owner before the bridge', () =>
  withDesk(
    async (rig) => {
      await holding(rig);
      await rig.hear(person);
      const phone = rig.telephony.deviceLegs[0];
      phone?.answer();
      await settle();
      assert.equal(phone?.asked, ['play sound:you-have-a-call']);
      assert.ok(rig.telephony.bridged.some(({ leg }) => leg === phone?.id));
    },
    { settings: { announcement: 'sound:you-have-a-call' } },
  ));

test('a phone that answers before the bridge is made is put into that bridge, and rung once', () =>
  withDesk(async (rig) => {
    let make: () => void = () => undefined;
    rig.telephony.holdBridge = new Promise((resolve) => (make = resolve));
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.ring();
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.is(rig.telephony.made.length, 1, 'one bridge is asked for, not another beside it');
    make();
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.is(rig.telephony.deviceLegs.length, 1);
    assert.is(rig.types().filter((type) => type === 'device_ringing').length, 1);
  }));

test('a bridge and a phone that are still being opened when the call ends are not left over', () =>
  withDesk(async (rig) => {
    let make: () => void = () => undefined;
    rig.telephony.holdBridge = new Promise((resolve) => (make = resolve));
    const id = await holding(rig);
    await rig.hear(person);
    const ended = rig.desk.hangUp(id);
    await settle();
    make();
    await ended;
    assert.equal(rig.telephony.destroyed, [`${id}.talk`]);
    assert.equal(ringing(rig), []);
  }));

test('a far end that could not be heard at once is listened to at the next try', () =>
  withDesk(async (rig) => {
    rig.telephony.listenFault = new AppError('unavailable', 'the media socket did not open');
    await holding(rig);
    assert.is(rig.telephony.ears.size, 0);
    await pass(1);
    assert.is(rig.telephony.listened.length, 2, 'one try at a time, whoever asks');
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('a phone that hangs up before its owner heard anybody costs no person: it rings again', () =>
  withDesk(async (rig) => {
    let make: () => void = () => undefined;
    rig.telephony.holdBridge = new Promise((resolve) => (make = resolve));
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    rig.telephony.deviceLegs[0]?.end();
    await settle();
    make();
    await settle();
    assert.is(await rig.status(id), 'transferring');
    assert.ok(rig.telephony.farLegs[0]?.asked.includes('silence'), 'carriers drop a call that sends nothing');
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('a phone that answers and hangs up again and again is refused by its owner: the third time ends the call', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    for (const statusAfter of ['transferring', 'on_hold', 'ended']) {
      await rig.hear(person);
      rig.telephony.deviceLegs.at(-1)?.answer();
      rig.telephony.deviceLegs.at(-1)?.end();
      await settle();
      assert.is(await rig.status(id), statusAfter);
    }
    assert.is(rig.telephony.deviceLegs.length, 3);
  }));

/** A phone answers, is connected, and hangs up again. */
async function slip(rig: DeskRig, afterSeconds = 0.1): Promise<void> {
  rig.telephony.deviceLegs.at(-1)?.answer();
  await settle();
  assert.is(rig.last('call_status') && (rig.last('call_status') as { to: string }).to, 'connected');
  await pass(afterSeconds);
  rig.telephony.deviceLegs.at(-1)?.end();
  await settle();
}

test('a phone that hangs up as soon as it is connected rings again, and the person is asked to wait', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    await slip(rig);
    assert.is(await rig.status(id), 'transferring');
    assert.equal(ringing(rig), ['kitchen']);
    await pass(1);
    assert.match(rig.telephony.farLegs[0]?.asked.at(-1) ?? '', /^play /);
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    await pass(3);
    rig.telephony.deviceLegs.at(-1)?.end();
    await settle();
    assert.is((await rig.desk.get(id)).endReason, 'hangup_owner');
  }));

test('one that does so twice leaves the call to the other devices; the third time ends it', () =>
  withDesk(async (rig) => {
    own(rig, device('broken', 1), device('hall', 2));
    const id = await holding(rig);
    await rig.hear(person);
    await slip(rig);
    assert.equal(ringing(rig), ['broken']);
    await slip(rig);
    assert.equal(ringing(rig), ['hall']);
    await slip(rig);
    assert.is((await rig.desk.get(id)).endReason, 'hangup_owner');
  }));

test('a person who gives up after such a slip was not talked with, and is called again', () =>
  withDesk(async (rig) => {
    const id = await holding(rig, { ...heldCall, redial: true });
    await rig.hear(person);
    await slip(rig);
    rig.telephony.farLegs[0]?.end();
    await settle();
    assert.is((await rig.desk.get(id)).endReason, 'person_gone');
  }));

test('so does one that is hung up while the call is announced to its owner: nobody has heard anybody', () =>
  withDesk(
    async (rig) => {
      const id = await holding(rig, { ...heldCall, redial: true });
      await rig.hear(person);
      const [phone] = rig.telephony.deviceLegs;
      let announce: () => void = () => undefined;
      if (phone !== undefined) phone.sound = new Promise((resolve) => (announce = resolve));
      phone?.answer();
      await settle();
      phone?.end();
      announce();
      await settle();
      assert.is(await rig.status(id), 'transferring');
      assert.equal(ringing(rig), ['kitchen']);
      await pass(5);
      assert.match(rig.telephony.farLegs[0]?.asked.at(-1) ?? '', /^play /);
      rig.telephony.farLegs[0]?.end();
      await settle();
      assert.is((await rig.desk.get(id)).endReason, 'person_gone');
    },
    { settings: { announcement: 'sound:you-have-a-call' } },
  ));

test('so it does when Asterisk could not bridge the two, and the owner heard nothing', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    rig.telephony.bridgeFault = new AppError('unavailable', 'Asterisk did not answer');
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    rig.telephony.deviceLegs[0]?.end();
    rig.telephony.bridgeFault = undefined;
    await pass(2);
    assert.is(await rig.status(id), 'on_hold');
    assert.is(rig.telephony.farLegs[0]?.asked.at(-1), 'silence');
  }));

test('a far end that Asterisk cannot take out of its bridge either does not keep another phone from ringing', () =>
  withDesk(async (rig) => {
    own(rig, device('kitchen', 1), device('mobile', 2));
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.bridgeFault = new AppError('unavailable', 'Asterisk did not answer');
    rig.telephony.partFault = rig.telephony.bridgeFault;
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    void rig.desk.transfer(id, 'mobile');
    await settle();
    assert.equal(ringing(rig), ['mobile']);
  }));

test('an owner who has answered waits two seconds for the voice of the announcement, no longer', () =>
  withDesk(
    async (rig) => {
      const id = await holding(rig);
      await rig.hear(person);
      rig.telephony.deviceLegs[0]?.answer();
      await pass(3);
      assert.is(await rig.status(id), 'connected');
    },
    {
      settings: { announcement: 'Somebody answered.' },
      speech: {
        media: (text) => (text.startsWith('sound:') ? noVoice.media(text) : new Promise(() => undefined)),
      },
    },
  ));

test('a greeting that Asterisk failed to play once does not end the reassurance', () =>
  withDesk(async (rig) => {
    await holding(rig);
    const [far] = rig.telephony.farLegs;
    far?.faults.set('play', new AppError('unavailable', 'Asterisk did not answer'));
    await rig.hear(person);
    await pass(7);
    const played = far?.asked.filter((order) => order.startsWith('play'));
    assert.is(played?.length, 2, String(played));
  }));

test('nothing is heard after the end of a call, however long the ear on the owner takes to close', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    let close: () => void = () => undefined;
    rig.telephony.listen = async () => ({ stop: () => new Promise((resolve) => (close = resolve)) });
    rig.desk.listen(id, { name: 'test', take: () => undefined }, undefined, 'both');
    await settle();
    rig.telephony.farLegs[0]?.end();
    rig.listeners[0]?.hear({ kind: 'hold', at: 9, audioClass: 'music', confidence: 0.9 });
    await settle();
    close();
    await settle();
    assert.is(rig.types().at(-1), 'call_ended');
  }));

test.run();
