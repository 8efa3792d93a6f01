import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ScriptedTranscriber } from '../rig/scripted-words.ts';
import { device, flow, heldCall, holding, pass, person, settle, withDesk, type DeskRig } from './desk-rig.ts';
import { asleep, own, ringing } from './ringing-rig.ts';

/** A call that ends while something for it is being read from the database: nothing is done for it any more. */

/** Reads take until the returned function is called. */
function slowDown(rig: DeskRig, what: 'flows' | 'devices'): () => Promise<void> {
  let end = (): void => undefined;
  rig.slow.set(what, new Promise((resolve) => (end = resolve)));
  return async () => {
    rig.slow.delete(what);
    end();
    await settle();
  };
}

/** What was told of the call after its end. */
function afterItsEnd(rig: DeskRig): string[] {
  const types = rig.types();
  const end = types.findLastIndex((type) => type === 'call_ended' || type === 'call_failed');
  assert.ok(end >= 0, 'it is over');
  return types.slice(end + 1);
}

for (const [what, owned] of [
  ['no phone is rung', device('kitchen', 1)],
  ['no browser is woken', device('laptop', 1, asleep)],
] as const)
  test(`the person hangs up while the devices are read: ${what}`, () =>
    withDesk(async (rig) => {
      own(rig, owned);
      await holding(rig);
      const read = slowDown(rig, 'devices');
      await rig.hear(person);
      rig.telephony.farLegs[0]?.end();
      await read();
      assert.equal(ringing(rig), []);
      assert.equal(afterItsEnd(rig), []);
    }));

test('the owner sends the call back while the devices are read: nothing says that a phone is rung', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    const read = slowDown(rig, 'devices');
    await rig.hear(person);
    const sentBack = rig.desk.resumeHold(id);
    await read();
    await sentBack;
    assert.equal(
      rig.types().filter((type) => type === 'transfer_started' || type === 'device_failed'),
      [],
    );
    assert.is(await rig.status(id), 'on_hold');
  }));

test('the far end hangs up while the devices are read for a talk that was lost: nothing is told after the end', () =>
  withDesk(async (rig) => {
    own(rig, device('laptop', 1, { type: 'webrtc' }));
    await holding(rig);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    const read = slowDown(rig, 'devices');
    rig.devices[0] = device('laptop', 1, { type: 'webrtc', isOnline: false });
    rig.turn('dev_laptop', false);
    await settle();
    rig.telephony.farLegs[0]?.end();
    await read();
    assert.equal(afterItsEnd(rig), []);
  }));

test('the far end hangs up while the flow is read: no step begins, and no recogniser is left at work', () => {
  const transcriber = new ScriptedTranscriber('speech');
  return withDesk(
    async (rig) => {
      rig.flows.push(
        flow([
          { id: 'queue', type: 'HOLD' },
          { id: 'owner', type: 'TRANSFER' },
        ]),
      );
      await rig.desk.place(heldCall);
      await settle();
      const read = slowDown(rig, 'flows');
      rig.telephony.farLegs[0]?.answer();
      await settle();
      rig.telephony.farLegs[0]?.end();
      await pass(3);
      await read();
      assert.equal(afterItsEnd(rig), []);
      assert.is(transcriber.atWork.length, 0);
    },
    { transcriber },
  );
});

test('a number is not counted as dialled for an owner who hangs up before it is', () =>
  withDesk(async (rig) => {
    let made = (): void => undefined;
    rig.telephony.holdBridge = new Promise((resolve) => (made = resolve));
    const { call } = await rig.desk.place({ ...heldCall, mode: 'direct' });
    await settle();
    const [phone] = rig.telephony.deviceLegs;
    // Asterisk takes a moment to hang it up.
    if (phone !== undefined) phone.hangUp = () => new Promise(() => undefined);
    phone?.ring();
    await settle();
    phone?.answer();
    await settle();
    const ending = rig.desk.hangUp(call.id);
    await settle();
    made();
    await pass(4);
    await ending;
    assert.equal([...rig.store.dials.values()], []);
  }));

test.run();
