import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Decision } from '../../src/detect/types.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { CallRequest } from '../../src/calls/desk.ts';
import { type DeskRig, device, flow, heldCall, holding, pass, person, settle, withDesk } from './desk-rig.ts';

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

test('a call that outlived its limit while the service was away lasted until then, and waited no longer', () =>
  withDesk(
    async (rig) => {
      const id = await holding(rig);
      await pass(100);
      await rig.restart(id, {}, () => pass(3_000));
      const { endReason, startedAtMs, endedAtMs, holdSeconds } = await rig.desk.get(id);
      assert.is(endReason, 'max_duration');
      assert.is((endedAtMs ?? 0) - startedAtMs, 600_000);
      assert.ok(holdSeconds > 99 && holdSeconds <= 600, `${holdSeconds} s on hold`);
    },
    { settings: { maxCallSeconds: 600 } },
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
    assert.equal((await rig.desk.get(call.id)).endReason, 'no_answer');
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

test('a far end that rang and is gone after a restart was not reached, and is called again if its owner asked for that', () =>
  withDesk(async (rig) => {
    const retry = { on: ['no_answer' as const], times: 1, minutes: 5 };
    const { call } = await rig.desk.place({ ...heldCall, retry });
    await settle();
    rig.telephony.farLegs[0]?.ring();
    await settle();
    await rig.restart(call.id);
    const { status, endReason, error } = await rig.desk.get(call.id);
    assert.equal(
      [status, endReason, error],
      ['failed', 'no_answer', 'it ended while the service was away, and nobody had answered before'],
    );
    await pass(5 * 60 + 1);
    assert.is(rig.telephony.farLegs.length, 2);
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

test('a call that is gone after a restart is not dialled again because its owner asked for a transfer meanwhile', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    rig.telephony.connect(false);
    await rig.restart(id);
    await rig.desk.transfer(id, 'kitchen');
    await settle();
    rig.telephony.connect(true);
    await settle();
    assert.is((await rig.desk.get(id)).endReason, 'hangup_remote');
    assert.is(rig.telephony.farLegs.length, 1);
  }));

test('after a restart while the phone was being dialled, it rings and the person is reassured', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    const { far } = await rig.restart(id, { far: rig.telephony.farLegs[0] });
    let plays = 0;
    if (far !== undefined) far.play = async () => (plays += 1) > 0;
    await pass(8);
    assert.is(rig.telephony.deviceLegs.length, 2, 'it rings again');
    assert.ok(plays > 0, 'the person hears nothing');
  }));

test('after a restart while the phone rang and none is online yet, the next to register rings', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    await rig.restart(id, { far: rig.telephony.farLegs[0] }, async () => {
      rig.devices[0] = device('kitchen', 1, { isOnline: false });
    });
    await pass(3);
    rig.devices[0] = device('kitchen', 1);
    rig.turn('dev_kitchen', true);
    await settle();
    assert.is(rig.telephony.deviceLegs.length, 2);
  }));

function decide({ listeners }: DeskRig, state: Decision['state']): void {
  const listener = listeners.at(-1);
  if (listener !== undefined) listener.decision = { ...listener.decision, state };
}

/** Somebody is there, whom the owner's phone has just not answered for. @returns the call's id. */
async function betweenTwoRings(rig: DeskRig, wanted: CallRequest = heldCall): Promise<string> {
  const id = await holding(rig, wanted);
  decide(rig, 'person');
  await rig.hear(person);
  rig.telephony.deviceLegs[0]?.end({ kind: 'no_answer', detail: 'nobody answered' });
  await pass(4);
  assert.is(await rig.status(id), 'on_hold');
  return id;
}

test('after a restart between two rings the person is reassured, and the phone rings again', () =>
  withDesk(async (rig) => {
    const id = await betweenTwoRings(rig);
    // The clock of the test moves the process that was killed as well, which must not ring anybody any more.
    const { far } = await rig.restart(id, { far: rig.telephony.farLegs[0] }, async () =>
      decide(rig, 'unknown'),
    );
    await pass(6);
    assert.ok(
      far?.asked.some((order) => order.startsWith('play')),
      'the person hears nothing',
    );
    await pass(11);
    assert.is(await rig.status(id), 'transferring');
    assert.is(rig.telephony.deviceLegs.length, 2);
  }));

test('a person who hangs up during a restart between two rings is gone, and is called again', () =>
  withDesk(async (rig) => {
    const id = await betweenTwoRings(rig, { ...heldCall, redial: true });
    await rig.restart(id);
    assert.is((await rig.desk.get(id)).endReason, 'person_gone');
    await pass(2);
    assert.is(rig.telephony.farLegs.length, 2);
  }));

test('one who was gone already before a restart is not rung for', () =>
  withDesk(async (rig) => {
    const id = await betweenTwoRings(rig);
    decide(rig, 'unknown');
    await pass(2);
    await rig.restart(id, { far: rig.telephony.farLegs[0] });
    await pass(20);
    assert.is(await rig.status(id), 'on_hold');
    assert.is(rig.telephony.deviceLegs.length, 1);
  }));

test('after a restart while the phone rang, music stops it, and a person whom nobody took is rung for again', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    await rig.restart(id, { far: rig.telephony.farLegs[0] });
    assert.is(rig.listeners.at(-1)?.decision.state, 'person');
    rig.telephony.deviceLegs.at(-1)?.end({ kind: 'no_answer', detail: 'nobody answered' });
    await pass(17);
    assert.is(rig.telephony.deviceLegs.length, 3);
    decide(rig, 'holding');
    await rig.hear({ kind: 'person_retracted', at: 20, reason: 'on hold again: music for 3 s' });
    assert.is(await rig.status(id), 'on_hold');
  }));

test('the flow is edited while its call is in the queue and the service restarts: the call waits on', () =>
  withDesk(async (rig) => {
    rig.flows.push(
      flow([
        { id: 'queue', type: 'HOLD' },
        { id: 'owner', type: 'TRANSFER' },
      ]),
    );
    const id = await holding(rig);
    assert.is(await rig.status(id), 'on_hold');
    rig.flows.splice(
      0,
      1,
      flow([
        { id: 'wait', type: 'HOLD' },
        { id: 'owner2', type: 'TRANSFER' },
      ]),
    );
    await rig.restart(id, { far: rig.telephony.farLegs[0] });
    assert.is(await rig.status(id), 'on_hold');
  }));

test.run();
