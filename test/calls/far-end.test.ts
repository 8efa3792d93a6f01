import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { type DeskRig, heldCall, holding, pass, person, settle, withDesk } from './desk-rig.ts';

const noAnswer = new AppError('unavailable', 'Asterisk did not answer');

test('a transfer that is asked for while the INVITE is being made rings the device beside that one far leg', () =>
  withDesk(async (rig) => {
    let letDial: () => void = () => undefined;
    rig.telephony.holdDial = new Promise((resolve) => (letDial = resolve));
    const { call } = await rig.desk.place(heldCall);
    await settle();
    await rig.desk.transfer(call.id, 'kitchen');
    letDial();
    await settle();
    assert.is(rig.telephony.farLegs.length, 1, 'one far leg');
    assert.is(rig.telephony.deviceLegs.length, 1, 'the kitchen rings');
    rig.telephony.farLegs[0]?.answer();
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.is(await rig.status(call.id), 'connected');
  }));

test('a far end that only sends early media rings; digits for it are refused until it rings or answers', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place(heldCall);
    await settle();
    const [far] = rig.telephony.farLegs;
    far?.sendEarlyMedia();
    await settle();
    assert.is(await rig.status(call.id), 'ringing');
    const refused = await rig.desk.sendDtmf(call.id, '1').catch((error: AppError) => error);
    assert.instance(refused, AppError);
    assert.match((refused as AppError).detail, /has not been answered yet: digits cannot be sent$/);
    far?.ring();
    await settle();
    await rig.desk.sendDtmf(call.id, '2');
    assert.ok(far?.asked.includes('dtmf 2'));
  }));

test('a transfer that is asked for while a call is looked for after a restart waits until it is found', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    const [far] = rig.telephony.farLegs;
    rig.telephony.connect(false);
    await rig.restart(id, { far });
    await rig.desk.transfer(id, 'kitchen');
    await settle();
    assert.is(rig.telephony.deviceLegs.length, 0, 'nobody is rung for a call that may be gone');
    rig.telephony.connect(true);
    await settle();
    assert.is(await rig.status(id), 'transferring');
    assert.is(rig.telephony.farLegs.length, 1, 'no second far leg');
    assert.is(rig.telephony.deviceLegs.length, 1);
  }));

test('a call that is not found yet counts, is shown as recovering, and can be ended', () =>
  withDesk(
    async (rig) => {
      const id = await holding(rig);
      const [far] = rig.telephony.farLegs;
      rig.telephony.connect(false);
      await rig.restart(id, { far });
      assert.is(rig.desk.activeCount(), 1);
      assert.is((await rig.desk.get(id)).recovering, true);
      const refused = await rig.desk.place(heldCall).catch((error: AppError) => error);
      assert.instance(refused, AppError);
      const ended = await rig.desk.hangUp(id);
      assert.is(ended.endReason, 'hangup_api');
      await settle();
      rig.telephony.connect(true);
      await rig.desk.sweep();
      assert.equal(
        [...(rig.telephony.swept.at(-1) ?? ['?'])],
        [],
        'its legs belong to no call now and are removed',
      );
    },
    { policy: { maxConcurrentCalls: 1 } },
  ));

test('a hang-up while the legs are being found ends them', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    const far = rig.telephony.farLegs[0]?.asFound();
    let found: () => void = () => undefined;
    const finding = new Promise<void>((resolve) => (found = resolve));
    rig.telephony.adopt = async () => {
      await finding;
      return { far, devices: [], bridge: rig.telephony.bridge(`${id}.talk`) };
    };
    await rig.restart();
    const ending = rig.desk.hangUp(id);
    await settle();
    found();
    assert.is((await ending).status, 'ended');
    assert.is(far?.state, 'gone');
    assert.equal(rig.telephony.destroyed, [`${id}.talk`]);
  }));

test('an Asterisk that is away for ten minutes costs no call of an earlier process', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    const [far] = rig.telephony.farLegs;
    rig.telephony.connect(false);
    await rig.restart(id, { far });
    await pass(600);
    assert.is((await rig.desk.get(id)).recovering, true);
    rig.telephony.connect(true);
    await settle();
    assert.equal([await rig.status(id), (await rig.desk.get(id)).recovering], ['on_hold', false]);
    await rig.hear(person);
    assert.is(rig.telephony.deviceLegs.length, 1);
  }));

test('a call whose INVITE never went out is dialled by the next process; one whose INVITE did is not dialled twice', () =>
  withDesk(async (rig) => {
    rig.telephony.holdDial = new Promise(() => undefined);
    const { call } = await rig.desk.place(heldCall);
    await settle();
    rig.telephony.holdDial = undefined;
    await rig.restart();
    assert.is(rig.telephony.farLegs.length, 1, 'dialled by the second process');
    await rig.restart(); // Asterisk has nothing of it any more
    assert.is(rig.telephony.farLegs.length, 1);
    assert.equal((await rig.desk.get(call.id)).endReason, 'hangup_remote');
  }));

test('what was asked for minutes ago is not dialled by a restart: its owner may have hung up, which was not stored', () =>
  withDesk(async (rig) => {
    rig.telephony.holdDial = new Promise(() => undefined);
    const { call: late } = await rig.desk.place(heldCall);
    await pass(60);
    const { call: recent } = await rig.desk.place(heldCall);
    await settle();
    rig.telephony.holdDial = undefined;
    await rig.restart('', {}, () => pass(61));
    assert.equal(
      rig.telephony.farLegs.map(({ callId }) => callId),
      [recent.id],
    );
    const { endReason, error } = await rig.desk.get(late.id);
    assert.is(endReason, 'too_late');
    assert.match(
      error ?? '',
      /^asked for at 20\S+Z and not dialled within 2 min: the service was not running$/,
    );
  }));

test('an owner whose phone rings for such a call is still called', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place({ ...heldCall, mode: 'direct' });
    await settle();
    const [phone] = rig.telephony.deviceLegs;
    phone?.ring();
    await settle();
    const { device } = await rig.restart(call.id, { device: phone }, () => pass(180));
    device?.answer();
    await settle();
    assert.is(rig.telephony.farLegs.length, 1);
  }));

test('a device that rang when the process ended goes on ringing and takes the call; it is not rung a second time', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.ring();
    await settle();
    const { device } = await rig.restart(id, {
      far: rig.telephony.farLegs[0],
      device: rig.telephony.deviceLegs[0],
    });
    assert.is(rig.telephony.deviceLegs.length, 1);
    device?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

test('an owner who was talking when the process ended, and has hung up since, has ended the call', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    const { far } = await rig.restart(id, { far: rig.telephony.farLegs[0] });
    assert.is((await rig.desk.get(id)).endReason, 'hangup_owner');
    assert.is(far?.state, 'gone');
  }));

test('an owner who answered is bridged at a later try, not rung again, while Asterisk does not answer', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    rig.telephony.bridgeFault = noAnswer;
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    await pass(20);
    assert.is(await rig.status(id), 'transferring');
    rig.telephony.bridgeFault = undefined;
    await pass(16);
    assert.is(await rig.status(id), 'connected');
    assert.is(rig.telephony.deviceLegs.length, 1);
  }));

test('persistent faults end the call', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    rig.telephony.bridgeFault = noAnswer;
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await pass(60);
    assert.is((await rig.desk.get(id)).endReason, 'gateway_error');
  }));

test('passing faults heal: a dozen in four hours cost nothing', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    for (let fault = 0; fault < 12; fault++) {
      rig.telephony.bridgeFault = noAnswer;
      await rig.desk.transfer(id, 'kitchen');
      await settle();
      rig.telephony.deviceLegs.at(-1)?.answer();
      await settle();
      rig.telephony.bridgeFault = undefined;
      await pass(2);
      assert.is(await rig.status(id), 'connected', `after fault ${fault + 1}`);
      await rig.desk.resumeHold(id);
      await settle();
      await pass(600);
      assert.is(await rig.status(id), 'on_hold', `after fault ${fault + 1}`);
    }
  }));

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

test('a person who hangs up while the owner is fetched is told from one who hung up later', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    assert.is(await rig.status(id), 'transferring');
    rig.telephony.farLegs[0]?.end();
    await settle();
    const call = await rig.desk.get(id);
    assert.equal([call.status, call.endReason], ['failed', 'person_gone']);
    assert.is(rig.telephony.deviceLegs[0]?.state, 'gone', 'the phone stops ringing');
  }));

test('a requested service that is unavailable is reported', () =>
  withDesk(async (rig) => {
    await rig.desk.place({ ...heldCall, services: { transcription: true } });
    assert.equal(rig.last('service_unavailable'), {
      service: 'transcription',
      reason: 'STT_ENGINE is none',
    });
  }));

test('a call that is hung up while its channel is being made is not dialled', () =>
  withDesk(async (rig) => {
    let letDial: () => void = () => undefined;
    rig.telephony.holdDial = new Promise((resolve) => (letDial = resolve));
    const { call } = await rig.desk.place(heldCall);
    await settle();
    const ending = rig.desk.hangUp(call.id);
    await settle();
    letDial();
    await ending;
    assert.is(rig.telephony.farLegs.length, 0);
  }));

test('a call that is hung up as soon as its first event is out ends', () =>
  withDesk(async (rig) => {
    const insert = rig.store.insert.bind(rig.store);
    let hungUp: Promise<unknown> | undefined;
    rig.store.insert = async (call, ...rest) => {
      await insert(call, ...rest);
      hungUp = rig.desk.hangUp(call.id);
      hungUp.catch(() => undefined);
      await settle();
    };
    const { call } = await rig.desk.place(heldCall);
    await hungUp;
    assert.is(await rig.status(call.id), 'ended');
  }));

test('a far end that has sent no audio for minutes is asked whether it is there; one that sends some is not', () =>
  withDesk(async (rig) => {
    await holding(rig);
    const [far] = rig.telephony.farLegs;
    assert.ok(far);
    const asked = (): number => far.asked.filter((order) => order === 'ask').length;
    for (far.packets = 0; far.packets < 200; far.packets += 50) await pass(300);
    assert.is(asked(), 0);
    await pass(600);
    assert.ok(asked() > 0);
    far.end();
    await settle();
    const before = asked();
    await pass(600);
    assert.is(asked(), before);
  }));

test('a far end that rings is given up after its time', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place(heldCall);
    await settle();
    const [far] = rig.telephony.farLegs;
    far?.ring();
    await pass(59);
    assert.is(await rig.status(call.id), 'ringing');
    await pass(2);
    assert.is((await rig.desk.get(call.id)).endReason, 'no_answer');
    assert.is(far?.state, 'gone');
  }));

// Some companies do not answer before somebody is free, so that waiting costs nothing; the call was given up in their queue.
test('a queue that plays its music before it answers is waited in, for half an hour at most', () =>
  withDesk(async (rig) => {
    for (const isAnswered of [true, false]) {
      const { call } = await rig.desk.place(heldCall);
      await settle();
      const far = rig.telephony.farLegs.at(-1);
      assert.ok(far);
      far.hasEarlyMedia = true;
      rig.listeners.at(-1)?.hear({ kind: 'hold', at: 20, audioClass: 'music', confidence: 0.9 });
      await pass(1700);
      assert.is(far.state, 'dialling');
      if (isAnswered) far.answer();
      await pass(120);
      assert.is(await rig.status(call.id), isAnswered ? 'on_hold' : 'failed');
      await rig.desk.hangUp(call.id).catch(() => undefined);
      await settle();
    }
  }));

test('while Asterisk is away no far end is given up: somebody may have answered', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place(heldCall);
    await settle();
    const [far] = rig.telephony.farLegs;
    far?.ring();
    await pass(50);
    rig.telephony.connect(false);
    await pass(60);
    rig.telephony.connect(true);
    await pass(2);
    far?.answer();
    await pass(60);
    assert.is(await rig.status(call.id), 'on_hold');
  }));

test.run();
