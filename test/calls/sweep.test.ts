import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { heldCall, holding, settle, withDesk } from './desk-rig.ts';

test('a call that dials while leftovers are removed goes on being counted', () =>
  withDesk(async (rig) => {
    let swept = (): void => undefined;
    rig.telephony.sweep = () => new Promise((resolve) => (swept = () => resolve(0)));
    const sweeping = rig.desk.sweep();
    await settle();
    const id = await holding(rig);
    swept();
    await sweeping;
    const ended = [...rig.store.dials.values()].map(({ callId, endedAtMs }) => [callId, endedAtMs]);
    assert.equal(ended, [[id, null]]);
  }));

test('the legs of a call that ended before it was found are removed, though its end is not stored yet', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    rig.telephony.connect(false);
    await rig.restart(id, { far: rig.telephony.farLegs[0] });
    rig.store.record = () => new Promise(() => undefined);
    await rig.desk.hangUp(id);
    await settle();
    rig.telephony.connect(true);
    await rig.desk.sweep();
    assert.equal([...(rig.telephony.swept.at(-1) ?? ['?'])], []);
  }));

test('the legs of a call that is under way are kept', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place(heldCall);
    await settle();
    await rig.desk.sweep();
    assert.equal([...(rig.telephony.swept.at(-1) ?? [])], [call.id]);
  }));

test.run();
