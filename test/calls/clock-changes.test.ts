import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { digitsSent, flow, heldCall, holding, pass, settle, withDesk } from './desk-rig.ts';

/** Timers count neither a clock that is set nor the sleep of a machine: here only the time of day jumps. */

const hour = 3600;

/** Ends with the test, which resets the clock. */
function setClock(bySeconds: number): void {
  const before = Date.now;
  Date.now = () => before() + bySeconds * 1000;
}

test('a clock that is set forward: a scheduled call is dialled when it is due by that clock', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place({ ...heldCall, atMs: Date.now() + 8 * hour * 1000 });
    await pass(60);
    setClock(8 * hour - 120);
    await pass(30);
    assert.is(await rig.status(call.id), 'scheduled');
    await pass(60);
    assert.is(await rig.status(call.id), 'trying');
  }));

test('a clock that is set back: a scheduled call is not dialled before it is due by that clock', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place({ ...heldCall, atMs: Date.now() + hour * 1000 });
    await pass(60);
    setClock(-600);
    await pass(hour - 60);
    assert.is(await rig.status(call.id), 'scheduled');
    await pass(640);
    assert.is(await rig.status(call.id), 'trying');
  }));

test('a clock that is set back after the owner has pressed a key does not keep the flow waiting', () =>
  withDesk(async (rig) => {
    rig.flows.push(
      flow([
        { id: 'pause', type: 'WAIT', timeout: 2 },
        { id: 'key', type: 'DTMF', dtmf: '1' },
        { id: 'hold', type: 'HOLD' },
      ]),
    );
    const id = await holding(rig);
    await rig.desk.sendDtmf(id, '5');
    setClock(-hour);
    await pass(15);
    await settle();
    assert.equal(digitsSent(rig), ['dtmf 5', 'dtmf 1']);
  }));

test.run();
