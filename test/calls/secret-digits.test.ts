import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CallRequest } from '../../src/calls/desk.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { Flow, Step } from '../../src/domain/flow.ts';
import { flow, number, pass, settle, withDesk, type DeskRig } from './desk-rig.ts';

const elsewhere = '+12025550177';
const secretSteps: Step[] = [
  { id: 'pin', type: 'DTMF', dtmf: '4711', secret: true },
  { id: 'queue', type: 'HOLD' },
];

function wish(changes: Partial<CallRequest> = {}): CallRequest {
  return { number: elsewhere, mode: 'hold_slayer', callFlowId: 'flow_1', ...changes };
}

/** A flow of a bank, and the digits that the far end of the newest call was sent. */
function withBank(act: (rig: DeskRig, sent: () => string[], bank: Flow) => Promise<void>): Promise<void> {
  return withDesk((rig) => {
    const bank = flow(secretSteps);
    rig.flows.push(bank);
    return act(
      rig,
      () => rig.telephony.farLegs.flatMap(({ asked }) => asked.filter((order) => order.startsWith('dtmf '))),
      bank,
    );
  });
}

async function refused(work: Promise<unknown>): Promise<AppError> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  assert.instance(error, AppError);
  return error as AppError;
}

async function answer(rig: DeskRig): Promise<void> {
  await settle();
  rig.telephony.farLegs.at(-1)?.answer();
  await settle();
}

test('a flow with secret digits is used at its own number by whoever may place calls', () =>
  withBank(async (rig, sent) => {
    await rig.desk.place(wish({ number }));
    await answer(rig);
    assert.equal(sent(), ['dtmf 4711']);
  }));

test('elsewhere it is refused before anything is dialled, and the error says what is wrong', () =>
  withBank(async (rig) => {
    for (const request of [wish(), wish({ atMs: Date.now() + 60_000 }), wish({ mode: 'direct' })]) {
      const { code, detail } = await refused(rig.desk.place(request));
      assert.is(code, 'refused');
      assert.match(detail, /^"call_flow_id": .*"flow_1" holds secret digits.*\+12025550177.*"admin"/);
    }
    assert.is(rig.telephony.farLegs.length, 0);
    assert.is(rig.store.calls.size, 0);
  }));

test('whoever may change flows may use it elsewhere, and so may the calls that follow by redial', () =>
  withBank(async (rig, sent) => {
    await rig.desk.place(wish({ placedWith: 'admin', retry: { on: ['busy'], times: 1, minutes: 1 } }));
    await settle();
    rig.telephony.farLegs.at(-1)?.end({ kind: 'busy', detail: 'busy' });
    await pass(61);
    await answer(rig);
    assert.equal([rig.telephony.farLegs.length, sent()], [2, ['dtmf 4711']]);
  }));

test('another number of the same company is one of its own', () =>
  withBank(async (rig, sent) => {
    rig.flows.push({ ...flow([{ id: 'queue', type: 'HOLD' }]), id: 'flow_2', phoneNumber: elsewhere });
    await rig.desk.place(wish());
    await answer(rig);
    assert.equal(sent(), ['dtmf 4711']);
    const noCompany = { ...flow(secretSteps), id: 'flow_3', company: '' };
    rig.flows.push(noCompany, { ...noCompany, id: 'flow_4', phoneNumber: elsewhere });
    await refused(rig.desk.place(wish({ callFlowId: 'flow_3' })));
  }));

test('a flow without secrets goes anywhere', () =>
  withBank(async (rig, sent) => {
    rig.flows.splice(
      0,
      1,
      flow([
        { id: 'choice', type: 'DTMF', dtmf: '2' },
        { id: 'queue', type: 'HOLD' },
      ]),
    );
    await rig.desk.place(wish());
    await answer(rig);
    assert.equal(sent(), ['dtmf 2']);
  }));

test('the rule counts again when a scheduled call is due', () =>
  withBank(async (rig, sent, bank) => {
    const { call } = await rig.desk.place(wish({ number, atMs: Date.now() + 60_000 }));
    bank.phoneNumber = elsewhere; // changed meanwhile
    await pass(61);
    const over = await rig.desk.get(call.id);
    assert.equal([over.status, over.endReason], ['failed', 'refused']);
    assert.match(over.error ?? '', /holds secret digits/);
    assert.equal([rig.telephony.farLegs.length, sent()], [0, []]);
  }));

test('and when the menu begins: digits that became secret while the far end rang are not sent', () =>
  withBank(async (rig, sent, bank) => {
    bank.steps = [{ id: 'pin', type: 'DTMF', dtmf: '1' }];
    const { call } = await rig.desk.place(wish());
    await settle();
    bank.steps = secretSteps;
    await answer(rig);
    const over = await rig.desk.get(call.id);
    assert.equal([over.endReason, sent()], ['refused', []]);
  }));

test.run();
