import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { NotDialled } from '../../src/calls/telephony.ts';
import { AppError } from '../../src/domain/errors.ts';
import { device, heldCall, holding, pass, person, settle, withDesk } from './desk-rig.ts';

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

test('a dial that Asterisk does not take for a moment is made again; one that it never takes ends the call', () =>
  withDesk(async (rig) => {
    const notNow = new NotDialled('Asterisk did not answer channels.create within 5 s');
    rig.telephony.dialFaults.push(notNow, notNow);
    const { call } = await rig.desk.place(heldCall);
    await pass(4);
    assert.is(rig.telephony.farLegs.length, 1);
    assert.is(await rig.status(call.id), 'trying');
    rig.telephony.dialFaults.push(...Array.from({ length: 50 }, () => notNow));
    const { call: never } = await rig.desk.place(heldCall);
    await pass(45);
    assert.is((await rig.desk.get(never.id)).endReason, 'gateway_error');
    assert.is(rig.telephony.farLegs.length, 1);
  }));

test('so is the dial of a direct call, for the phone that has answered; one that hangs up meanwhile is not dialled for', () =>
  withDesk(async (rig) => {
    const notNow = new NotDialled('Asterisk did not answer channels.create within 5 s');
    for (const hangsUp of [false, true]) {
      const [fars, rings] = [rig.telephony.farLegs.length, rig.telephony.deviceLegs.length];
      rig.telephony.dialFaults.push(notNow, notNow);
      const { call } = await rig.desk.place({ ...heldCall, mode: 'direct' });
      await settle();
      const phone = rig.telephony.deviceLegs[rings];
      phone?.answer();
      await settle();
      if (hangsUp) phone?.end();
      await pass(6);
      assert.is(rig.telephony.deviceLegs.length, rings + 1, 'no phone rings a second time');
      assert.is(rig.telephony.farLegs.length, fars + (hangsUp ? 0 : 1));
      assert.is((await rig.desk.get(call.id)).endReason, hangsUp ? 'hangup_owner' : null);
      if (!hangsUp) await rig.desk.hangUp(call.id);
      await settle();
    }
  }));

test('a dial that is tried again counts once, and keeps its place', () =>
  withDesk(
    async (rig) => {
      const notNow = new NotDialled('Asterisk did not answer channels.create within 5 s');
      rig.telephony.dialFaults.push(notNow, notNow, notNow);
      const { call } = await rig.desk.place(heldCall);
      await pass(2);
      const second = await rig.desk.place({ ...heldCall, number: '+12025550199' }).then(
        () => 'placed',
        ({ code }: AppError) => code,
      );
      assert.is(second, 'conflict');
      await pass(10);
      assert.is(rig.telephony.farLegs.length, 1);
      assert.is(await rig.status(call.id), 'trying');
      await rig.desk.hangUp(call.id);
      await settle();
      rig.telephony.dialFaults.push(notNow);
      const { call: given } = await rig.desk.place(heldCall);
      await rig.desk.hangUp(given.id);
      await settle();
      const { call: last } = await rig.desk.place(heldCall);
      await settle();
      assert.is(await rig.status(last.id), 'trying', 'the place of a call that is over is free');
    },
    { policy: { maxConcurrentCalls: 1, maxCallsPerHour: 3 } },
  ));

test('a call whose dial finds Asterisk away is dialled once it is back, within a minute', () =>
  withDesk(async (rig) => {
    for (const [awaySeconds, endReason] of [
      [50, null],
      [70, 'gateway_error'],
    ] as const) {
      const before = rig.telephony.farLegs.length;
      let permit: () => void = () => undefined;
      rig.telephony.holdDial = new Promise((resolve) => (permit = resolve));
      rig.telephony.dialFaults.push(new NotDialled('Asterisk is not connected'));
      const { call } = await rig.desk.place(heldCall);
      await settle();
      rig.telephony.connect(false);
      permit();
      await pass(awaySeconds);
      rig.telephony.connect(true);
      await pass(2);
      assert.is((await rig.desk.get(call.id)).endReason, endReason);
      assert.is(rig.telephony.farLegs.length, before + (endReason === null ? 1 : 0));
    }
  }));

test('a call that Asterisk refuses to dial is not dialled again', () =>
  withDesk(async (rig) => {
    rig.telephony.dialFaults.push(new AppError('unavailable', 'Asterisk could not place the call'));
    const { call } = await rig.desk.place(heldCall);
    await pass(60);
    assert.is((await rig.desk.get(call.id)).endReason, 'unreachable');
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

test('a far end that answers while one phone is let go and before another rings is listened to and sent silence', () =>
  withDesk(async (rig) => {
    rig.devices.push(device('hall', 2));
    const { call } = await rig.desk.place(heldCall);
    await settle();
    const [far] = rig.telephony.farLegs;
    far?.ring();
    await rig.desk.transfer(call.id, 'kitchen');
    await settle();
    const [kitchen] = rig.telephony.deviceLegs;
    let letGo: () => void = () => undefined;
    if (kitchen !== undefined)
      kitchen.hangUp = async () => {
        await new Promise<void>((resolve) => (letGo = resolve));
        kitchen.end();
      };
    await rig.desk.transfer(call.id, 'hall');
    await settle();
    far?.answer();
    await settle();
    letGo();
    await settle();
    assert.ok(rig.telephony.deviceLegs[1]?.id.endsWith('dev_hall'), 'the hall rings');
    assert.is.not((await rig.desk.get(call.id)).answeredAtMs, null);
    assert.ok(far?.asked.includes('silence'));
    assert.ok(rig.telephony.ears.has(far?.id ?? ''));
  }));

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

test('a far end from which no audio has come since its answer is told of in the log, once', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place(heldCall);
    await settle();
    const [far] = rig.telephony.farLegs;
    far?.answer();
    if (far !== undefined) far.packets = 0;
    await pass(60);
    assert.equal(rig.logged, ['no audio has come from the trunk since the answer']);
    await rig.desk.hangUp(call.id);
    const { call: heard } = await rig.desk.place(heldCall);
    await settle();
    rig.telephony.farLegs[1]?.answer();
    await pass(60);
    assert.is(rig.logged.length, 1);
    await rig.desk.hangUp(heard.id);
  }));

test('a call that the carrier has queued rings, and is not given up as one that nobody answers', () =>
  withDesk(async (rig) => {
    const ids: string[] = [];
    for (const how of ['queued', 'forwarded'] as const) {
      const { call } = await rig.desk.place(heldCall);
      await settle();
      rig.telephony.farLegs.at(-1)?.sendUnderWay(how);
      await settle();
      assert.is(await rig.status(call.id), 'ringing');
      ids.push(call.id);
    }
    await pass(120);
    assert.is(await rig.status(ids[0] ?? ''), 'ringing');
    assert.is((await rig.desk.get(ids[1] ?? '')).endReason, 'no_answer');
    await rig.desk.hangUp(ids[0] ?? '');
  }));

test.run();
