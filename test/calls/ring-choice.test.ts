import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Step } from '../../src/domain/flow.ts';
import { device, flow, heldCall, holding, pass, person, settle, withDesk, type DeskRig } from './desk-rig.ts';
import { own, retracted, ringing } from './ringing-rig.ts';

/** Whom a call rings, by what the request, the flow and the owner say. */

const busy = { kind: 'busy', detail: 'the line is busy' } as const;
const promptEnds = { kind: 'prompt_end', at: 2, startedAt: 0 } as const;

const queueFor = (named?: string): Step[] => [
  { id: 'queue', type: 'HOLD' },
  { id: 'owner', type: 'TRANSFER', ...(named === undefined ? {} : { device: named }) },
];

/** The menu leads to support; sales is a way that no call of these tests takes. */
const twoQueues: Step[] = [
  { id: 'begin', type: 'WAIT', timeout: 1, next_step: 'support' },
  { id: 'sales', type: 'HOLD' },
  { id: 'sales-owner', type: 'TRANSFER', device: 'study' },
  {
    id: 'support',
    type: 'LISTEN',
    options: [{ match: 'nobody says this', next_step: 'sales' }],
    next_step: 'key',
  },
  { id: 'key', type: 'DTMF', dtmf: '2' },
  { id: 'pause', type: 'WAIT', timeout: 60 },
  { id: 'support-queue', type: 'HOLD' },
  { id: 'support-owner', type: 'TRANSFER', device: 'kitchen' },
];

function ownThree(rig: DeskRig): void {
  own(rig, device('study', 1), device('kitchen', 2), device('mobile', 3));
}

test('a person who answers before the queue is put through to the device at the end of the way that the call has taken', () =>
  withDesk(async (rig) => {
    ownThree(rig);
    rig.flows.push(flow(twoQueues));
    const id = await holding(rig);
    await pass(1);
    await rig.hear(promptEnds);
    await pass(4);
    assert.is((await rig.desk.get(id)).flowStep, 'pause');
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('the device of the request rings though another step of the flow names it too', () =>
  withDesk(async (rig) => {
    ownThree(rig);
    rig.flows.push(
      flow([{ id: 'choose', type: 'WAIT', timeout: 1, next_step: 'support-queue' }, ...twoQueues.slice(1)]),
    );
    await holding(rig, { ...heldCall, device: 'study' });
    await pass(1);
    await rig.hear(person);
    assert.equal(ringing(rig), ['study']);
  }));

test('a flow that is changed after a ring that nobody took: the next person rings whom it names now', () =>
  withDesk(async (rig) => {
    ownThree(rig);
    rig.flows.push(flow(queueFor('kitchen')));
    const id = await holding(rig);
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
    rig.telephony.deviceLegs[0]?.end(busy);
    await settle();
    rig.flows.splice(0, 1, flow(queueFor('mobile')));
    const { willRing } = await rig.desk.snapshot(id);
    assert.equal(
      willRing.map(({ name }) => name),
      ['mobile'],
    );
    await pass(1);
    await rig.hear(person);
    assert.equal(ringing(rig), ['mobile']);
  }));

test('the same after a restart while it rang', () =>
  withDesk(async (rig) => {
    ownThree(rig);
    rig.flows.push(flow(queueFor('kitchen')));
    const id = await holding(rig);
    await rig.hear(person);
    rig.flows.splice(0, 1, flow(queueFor('mobile')));
    await rig.restart(id, { far: rig.telephony.farLegs[0] });
    assert.equal(ringing(rig).slice(-1), ['mobile']);
  }));

test('a call that is placed again rings whom its flow names by then', () =>
  withDesk(async (rig) => {
    ownThree(rig);
    rig.flows.push(flow(queueFor('kitchen')));
    await holding(rig, { ...heldCall, redial: true });
    await rig.hear(person);
    rig.flows.splice(0, 1, flow(queueFor('mobile')));
    rig.telephony.farLegs[0]?.end();
    await pass(1);
    rig.telephony.farLegs[1]?.answer();
    await settle();
    await rig.hear(person);
    assert.equal(ringing(rig), ['mobile']);
  }));

test('a call that is placed again after a transfer that nobody took is for whom the request named', () =>
  withDesk(async (rig) => {
    ownThree(rig);
    const id = await holding(rig, { ...heldCall, device: 'study', redial: true });
    await rig.hear(person);
    await rig.desk.transfer(id, 'mobile');
    await settle();
    rig.telephony.farLegs[0]?.end();
    await pass(1);
    rig.telephony.farLegs[1]?.answer();
    await settle();
    await rig.hear(person);
    assert.equal(ringing(rig), ['study']);
  }));

test('a transfer that was taken beats the request and the flow for the next person too', () =>
  withDesk(async (rig) => {
    ownThree(rig);
    rig.flows.push(flow(queueFor('kitchen')));
    const id = await holding(rig, { ...heldCall, device: 'study' });
    await rig.hear(person);
    await rig.desk.transfer(id, 'mobile');
    await settle();
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
    await rig.desk.resumeHold(id, 'on_hold_again');
    await settle();
    await rig.hear(person);
    assert.equal(ringing(rig), ['mobile']);
  }));

test('a transfer to no device in particular, once taken, leaves the next person to the device of the request', () =>
  withDesk(async (rig) => {
    ownThree(rig);
    const id = await holding(rig, { ...heldCall, device: 'mobile' });
    await rig.hear(person);
    await rig.desk.transfer(id, null);
    await settle();
    assert.equal(ringing(rig), ['study'], 'all devices in their order');
    rig.telephony.deviceLegs.at(-1)?.answer();
    await settle();
    await rig.desk.resumeHold(id, 'on_hold_again');
    await settle();
    await rig.hear(person);
    assert.equal(ringing(rig), ['mobile']);
  }));

test('a transfer that rings on after a restart is not taken back because the person was none', () =>
  withDesk(async (rig) => {
    ownThree(rig);
    const id = await holding(rig);
    await rig.hear(person);
    await rig.desk.transfer(id, 'mobile');
    await settle();
    const phone = rig.telephony.deviceLegs.at(-1);
    phone?.ring();
    const found = await rig.restart(id, { far: rig.telephony.farLegs[0], device: phone });
    await rig.hear(retracted);
    assert.equal([await rig.status(id), found.device?.state], ['transferring', 'ringing']);
  }));

test('devices that the owner takes back while a transfer rings stay taken back when nobody takes it', () =>
  withDesk(async (rig) => {
    ownThree(rig);
    const id = await holding(rig);
    await rig.desk.edit(id, { willRing: ['dev_kitchen'] });
    await rig.desk.transfer(id, 'mobile');
    await settle();
    await rig.desk.edit(id, { willRing: [] });
    rig.telephony.deviceLegs.at(-1)?.end(busy);
    await settle();
    await rig.hear(person);
    assert.equal(ringing(rig), ['study']);
  }));

test('if the phone that a call is for is offline when somebody answers, the others ring, and it joins them', () =>
  withDesk(async (rig) => {
    own(
      rig,
      device('kitchen', 1),
      device('mobile', 2, { isOnline: false }),
      device('study', 3, { isOnline: false }),
    );
    const id = await holding(rig, { ...heldCall, device: 'mobile' });
    const { willRing } = await rig.desk.snapshot(id);
    assert.equal(
      willRing.map(({ name, standsIn }) => [name, standsIn]),
      [
        ['mobile', false],
        ['kitchen', true],
      ],
    );
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
    assert.equal(rig.last('device_failed'), { device: 'dev_mobile', name: 'mobile', reason: 'offline' });
    const [, mobile] = rig.devices;
    if (mobile !== undefined) mobile.isOnline = true;
    rig.turn('dev_mobile', true);
    await settle();
    assert.equal(ringing(rig), ['kitchen', 'mobile']);
  }));

test('if the policy does not let the number be dialled that a call is for, the others ring', () =>
  withDesk(
    async (rig) => {
      own(rig, device('kitchen', 1), device('mobile', 2, { type: 'external', sipUri: 'tel:+12025550142' }));
      await holding(rig, { ...heldCall, device: 'mobile' });
      await rig.hear(person);
      assert.match((rig.last('device_failed') as { reason: string }).reason, /^max_calls_per_hour: 1/);
      assert.equal(ringing(rig), ['kitchen']);
    },
    { policy: { maxCallsPerHour: 1 } },
  ));

test('a person is rung for although the flow cannot be read any more', () =>
  withDesk(async (rig) => {
    ownThree(rig);
    rig.flows.push(flow(queueFor('kitchen')));
    await holding(rig);
    rig.unreadable.add('flows');
    await rig.hear(person);
    assert.equal(ringing(rig), ['kitchen']);
  }));

test('a direct call follows no flow, and rings all devices in their order', () =>
  withDesk(async (rig) => {
    ownThree(rig);
    rig.flows.push(flow(queueFor('kitchen')));
    const { call } = await rig.desk.place({ ...heldCall, mode: 'direct', callFlowId: 'flow_1' });
    await settle();
    assert.equal(ringing(rig), ['study']);
    const { willRing } = await rig.desk.snapshot(call.id);
    assert.equal(
      willRing.map(({ name }) => name),
      ['study', 'kitchen', 'mobile'],
    );
  }));

test.run();
