import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import type { Step } from '../../src/domain/flow.ts';
import {
  device,
  digitsSent,
  flow,
  heldCall,
  holding,
  kitchen,
  pass,
  person,
  settle,
  withDesk,
  type DeskRig,
} from './desk-rig.ts';
import { own, ringing } from './ringing-rig.ts';

const menu: Step[] = [
  { id: 'hear', type: 'LISTEN', timeout: 20 },
  { id: 'billing', type: 'DTMF', dtmf: '1' },
  { id: 'again', type: 'LISTEN', timeout: 20 },
  { id: 'agent', type: 'DTMF', dtmf: '2' },
  { id: 'queue', type: 'HOLD' },
  { id: 'owner', type: 'TRANSFER' },
];
const promptEnds = { kind: 'prompt_end', at: 2, startedAt: 0 } as const;

async function inMenu(rig: DeskRig): Promise<string> {
  rig.flows.push(flow(menu));
  const id = await holding(rig);
  assert.is(await rig.status(id), 'navigating');
  return id;
}

test('a flow is worked through to the owner', () =>
  withDesk(async (rig) => {
    const id = await inMenu(rig);
    await rig.hear(promptEnds);
    await rig.hear(promptEnds);
    assert.equal(digitsSent(rig), ['dtmf 1', 'dtmf 2']);
    assert.is(await rig.status(id), 'on_hold');
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
  }));

for (const [named, rings] of [
  [undefined, 'study'],
  ['kitchen', 'kitchen'],
] as const)
  test(`the flow rings the study; with ${named ?? 'no device'} in the request, the ${rings} rings`, () =>
    withDesk(async (rig) => {
      own(rig, device('study', 1), device('kitchen', 2));
      rig.flows.push(
        flow([
          { id: 'queue', type: 'HOLD' },
          { id: 'owner', type: 'TRANSFER', device: 'study' },
        ]),
      );
      await rig.desk.place({ ...heldCall, ...(named === undefined ? {} : { device: named }) });
      await settle();
      rig.telephony.farLegs.at(-1)?.answer();
      await settle();
      await rig.hear(person);
      assert.equal(ringing(rig), [rings]);
    }));

test('digits that Asterisk did not confirm in time are not sent again, and the flow goes on after them', () =>
  withDesk(async (rig) => {
    const id = await inMenu(rig);
    rig.telephony.farLegs[0]?.faults.set('dtmf', new AppError('unavailable', 'no answer in time'));
    await rig.hear(promptEnds);
    await pass(3);
    assert.is(await rig.status(id), 'navigating', 'the call does not hold inside the menu');
    assert.equal(rig.last('ivr_step_uncertain'), {
      step_id: 'billing',
      reason: 'interrupted while sending: what may have gone out is not sent again',
    });
    await rig.hear(promptEnds);
    assert.equal(digitsSent(rig), ['dtmf 1', 'dtmf 2']);
    assert.is(await rig.status(id), 'on_hold');
  }));

test("the owner's own keys come first: the flow sends its own when 10 s have passed without one of his", () =>
  withDesk(async (rig) => {
    const id = await inMenu(rig);
    const [far] = rig.telephony.farLegs;
    let goOut: () => void = () => undefined;
    const out = new Promise<void>((resolve) => (goOut = resolve));
    const send = far?.sendDtmf.bind(far);
    if (far !== undefined)
      far.sendDtmf = async (wanted) => {
        await send?.(wanted);
        if (wanted === '12w3#') await out;
      };
    const pressed = rig.desk.sendDtmf(id, '12w3#');
    await rig.hear(promptEnds);
    await pass(12);
    assert.equal(digitsSent(rig), ['dtmf 12w3#'], 'his are still on their way');
    goOut();
    await pressed;
    await pass(8);
    await rig.desk.sendDtmf(id, '9');
    await pass(9);
    assert.equal(digitsSent(rig), ['dtmf 12w3#', 'dtmf 9']);
    await pass(1);
    assert.equal(digitsSent(rig), ['dtmf 12w3#', 'dtmf 9', 'dtmf 1']);
    await rig.hear(promptEnds);
    assert.equal(digitsSent(rig).at(-1), 'dtmf 2', 'then it goes on as ever');
    assert.is(await rig.status(id), 'on_hold');
  }));

test("a step whose keys the owner has just pressed is done; an owner's request is not kept waiting", () =>
  withDesk(async (rig) => {
    const id = await inMenu(rig);
    await rig.desk.sendDtmf(id, '1');
    await rig.hear(promptEnds);
    assert.equal(digitsSent(rig), ['dtmf 1'], 'once');
    assert.match((rig.last('menu_option_chosen') as { reason: string }).reason, /same keys/);
    await rig.hear(promptEnds);
    assert.equal(digitsSent(rig), ['dtmf 1'], 'the next step waits');
    await rig.desk.transfer(id, 'kitchen');
    await settle();
    assert.equal(ringing(rig), ['kitchen']);
    await pass(12);
    assert.equal(digitsSent(rig), ['dtmf 1']);
  }));

test('a restart sends no digit a second time, and leaves none out that was not begun', () =>
  withDesk(async (rig) => {
    const id = await inMenu(rig);
    const [far] = rig.telephony.farLegs;
    let confirm: () => void = () => undefined;
    const confirmed = new Promise<void>((resolve) => (confirm = resolve));
    const send = far?.sendDtmf.bind(far);
    if (far !== undefined)
      far.sendDtmf = async (wanted) => {
        await send?.(wanted);
        await confirmed;
      };
    await rig.hear(promptEnds); // the digit goes out, and the process ends before Asterisk has said so
    await rig.restart(id, { far });
    confirm();
    assert.equal(digitsSent(rig), ['dtmf 1']);
    await rig.hear(promptEnds);
    assert.equal(digitsSent(rig), ['dtmf 1', 'dtmf 2']);
    assert.is(await rig.status(id), 'on_hold');
  }));

test('a restart in a LISTEN step listens on', () =>
  withDesk(async (rig) => {
    const id = await inMenu(rig);
    await rig.restart(id, { far: rig.telephony.farLegs[0] });
    assert.equal(digitsSent(rig), []);
    await rig.hear(promptEnds);
    assert.equal(digitsSent(rig), ['dtmf 1']);
  }));

test('a restart on hold after nobody took the call waits on; the owner is not rung by the flow again', () =>
  withDesk(async (rig) => {
    const id = await inMenu(rig);
    await rig.hear(promptEnds);
    await rig.hear(promptEnds);
    await rig.hear(person);
    rig.telephony.deviceLegs[0]?.end({ kind: 'no_answer', detail: 'nobody answered' });
    await settle();
    assert.is(await rig.status(id), 'on_hold');
    await rig.restart(id, { far: rig.telephony.farLegs[0] });
    assert.is(await rig.status(id), 'on_hold');
    assert.is(rig.telephony.deviceLegs.length, 1);
  }));

test('a person who answers while a fault of the menu is waited out is rung for, and no key is pressed at them', () =>
  withDesk(async (rig) => {
    rig.flows.push(flow(menu));
    const id = await holding(rig);
    rig.telephony.farLegs[0]?.faults.set('dtmf', new AppError('unavailable', 'no answer in time'));
    await rig.hear(promptEnds);
    const [listener] = rig.listeners;
    if (listener !== undefined) listener.decision = { ...listener.decision, state: 'person' };
    await rig.hear(person);
    assert.equal(ringing(rig), []);
    await pass(3);
    assert.equal(ringing(rig), ['kitchen']);
    assert.is(await rig.status(id), 'transferring');
    assert.equal(digitsSent(rig), ['dtmf 1']);
  }));

test('a person who answers in the menu is rung for at once', () =>
  withDesk(async (rig) => {
    const id = await inMenu(rig);
    await rig.hear(person);
    assert.is(await rig.status(id), 'transferring');
    assert.equal(digitsSent(rig), []);
  }));

test('secret digits go out and are in no event', () =>
  withDesk(async (rig) => {
    rig.flows.push(
      flow([
        { id: 'pin', type: 'DTMF', dtmf: '948372', secret: true },
        { id: 'queue', type: 'HOLD' },
      ]),
    );
    await holding(rig);
    await settle();
    assert.equal(digitsSent(rig), ['dtmf 948372']);
    assert.equal(rig.last('ivr_dtmf_sent'), { digits: '••••', step_id: 'pin' });
  }));

test('a trial hangs up where the flow would begin to wait', () =>
  withDesk(async (rig) => {
    rig.flows.push({ ...flow(menu), endsBeforeHold: true });
    const id = await holding(rig);
    await rig.hear(promptEnds);
    await rig.hear(promptEnds);
    await settle();
    assert.equal(digitsSent(rig), ['dtmf 1', 'dtmf 2']);
    const { status, endReason } = await rig.desk.get(id);
    assert.equal([status, endReason], ['ended', 'trial_complete']);
    assert.is(rig.telephony.deviceLegs.length, 0);
  }));

test('a far end that hangs up on the digits: nothing is told after the end of the call', () =>
  withDesk(async (rig) => {
    await inMenu(rig);
    const [far] = rig.telephony.farLegs;
    let over: () => void = () => undefined;
    if (far !== undefined) far.sendDtmf = () => new Promise((resolve) => (over = resolve));
    await rig.hear(promptEnds);
    far?.end();
    over();
    await settle();
    assert.is(rig.types().at(-1), 'call_ended');
  }));

test('a transfer that nobody takes costs no place in the menu: the flow goes on where it was', () =>
  withDesk(async (rig) => {
    const id = await inMenu(rig);
    await rig.hear(promptEnds);
    await rig.desk.transfer(id, 'kitchen');
    await settle();
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    assert.is(await rig.status(id), 'navigating');
    await rig.hear(promptEnds);
    assert.equal(digitsSent(rig), ['dtmf 1', 'dtmf 2']);
    assert.is(await rig.status(id), 'on_hold');
  }));

test('nor does a phone that is picked up and hung up before anybody was connected', () =>
  withDesk(async (rig) => {
    let make: () => void = () => undefined;
    rig.telephony.holdBridge = new Promise((resolve) => (make = resolve));
    const id = await inMenu(rig);
    await rig.hear(promptEnds);
    await rig.desk.transfer(id, 'kitchen');
    await settle();
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    rig.telephony.deviceLegs[0]?.end();
    make();
    await settle();
    await rig.hear(promptEnds);
    assert.equal(digitsSent(rig), ['dtmf 1', 'dtmf 2']);
    assert.is(await rig.status(id), 'on_hold');
  }));

test('nor does one that Asterisk could not bridge: the far end does not stay in the bridge, where nothing is sent to it', () =>
  withDesk(async (rig) => {
    rig.flows.push(flow(menu));
    const { call } = await rig.desk.place(heldCall);
    await settle();
    const [far] = rig.telephony.farLegs;
    await rig.desk.transfer(call.id, 'kitchen');
    await settle();
    const [phone] = rig.telephony.deviceLegs;
    rig.telephony.bridgeFault = new Error('the phone could not be added');
    phone?.answer();
    await settle();
    phone?.end();
    rig.telephony.bridgeFault = undefined;
    far?.answer();
    await pass(2);
    assert.is(await rig.status(call.id), 'navigating');
    assert.equal(rig.telephony.parted, [far?.id]);
  }));

for (const isOnline of [true, false])
  test(`a flow that rings the owner itself holds when the ${isOnline ? 'busy' : 'absent'} phone does not take it, and rings no more`, () =>
    withDesk(async (rig) => {
      rig.flows.push(
        flow([
          { id: 'hear', type: 'LISTEN', timeout: 20 },
          { id: 'owner', type: 'TRANSFER' },
        ]),
      );
      rig.devices[0] = { ...kitchen, isOnline };
      const id = await holding(rig);
      await rig.hear({ kind: 'prompt_end', at: 2, startedAt: 0 });
      rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the phone is busy' });
      await pass(5);
      assert.is(await rig.status(id), 'on_hold');
      assert.is(rig.types().filter((type) => type === 'device_failed').length, 1);
      assert.is(rig.telephony.deviceLegs.length, isOnline ? 1 : 0);
    }));

test('a company that answers while the owner does not take a transfer is met with the flow', () =>
  withDesk(async (rig) => {
    rig.flows.push(flow(menu));
    const { call } = await rig.desk.place(heldCall);
    await settle();
    await rig.desk.transfer(call.id, 'kitchen');
    await settle();
    rig.telephony.farLegs[0]?.answer();
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    assert.is(await rig.status(call.id), 'navigating');
    await rig.hear(promptEnds);
    assert.equal(digitsSent(rig), ['dtmf 1']);
  }));

test.run();
