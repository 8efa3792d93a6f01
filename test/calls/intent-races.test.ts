import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import type { Step } from '../../src/domain/flow.ts';
import {
  answerWhileAnnounced,
  device,
  type DeskRig,
  digitsSent,
  flow,
  heldCall,
  holding,
  number,
  pass,
  person,
  settle,
  withDesk,
} from './desk-rig.ts';
import { of, own, retracted, ringing } from './ringing-rig.ts';

/** What an owner asks for in the moment in which the call changes. */

const steps: Step[] = [
  { id: 'hear', type: 'LISTEN', timeout: 20 },
  { id: 'billing', type: 'DTMF', dtmf: '1' },
  { id: 'queue', type: 'HOLD' },
];

test('star during the announcement sends the call back before anybody was connected', () =>
  withDesk(
    async (rig) => {
      own(rig, device('kitchen', 1), device('mobile', 2));
      const id = await holding(rig);
      await rig.desk.transfer(id, 'mobile');
      await settle();
      const [phone] = rig.telephony.deviceLegs;
      await answerWhileAnnounced(phone);
      phone?.press('*');
      await settle();
      assert.is(await rig.status(id), 'on_hold');
      assert.equal(of(rig, 'call_connected', 'transfer_complete'), []);
      assert.equal(rig.telephony.bridged, []);
      const { transfer, talkSeconds, connectedAtMs } = await rig.desk.get(id);
      assert.equal([transfer, talkSeconds, connectedAtMs], [null, 0, null]);
    },
    { settings: { announcement: 'sound:you-have-a-call' } },
  ));

test('a transfer that is asked for while a key is being stored, and that nobody takes: the key is sent then', () =>
  withDesk(async (rig) => {
    rig.flows.push(flow(steps));
    const id = await holding(rig);
    const record = rig.store.record.bind(rig.store);
    let isSlow = true;
    rig.store.record = async (entry) => {
      await record(entry);
      if (isSlow) await new Promise(() => undefined);
    };
    await rig.hear({ kind: 'prompt_end', at: 2, startedAt: 0 });
    await pass(1);
    const transfer = rig.desk.transfer(id, 'kitchen');
    await settle();
    await pass(2);
    isSlow = false;
    await transfer;
    assert.equal(digitsSent(rig), []);
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await pass(1);
    assert.equal(digitsSent(rig), ['dtmf 1']);
    assert.equal(of(rig, 'ivr_step_uncertain'), []);
  }));

for (const [what, interrupt] of [
  ['a transfer', (rig: DeskRig, id: string) => void rig.desk.transfer(id, 'kitchen')],
  ['a person', (rig: DeskRig) => void rig.hear(person)],
] as const)
  test(`${what} comes while a key goes out, and nobody takes the ring: the key was sent, and that is certain`, () =>
    withDesk(async (rig) => {
      rig.flows.push(
        flow([...steps.slice(0, 2), { id: 'again', type: 'LISTEN', timeout: 20 }, ...steps.slice(2)]),
      );
      const id = await holding(rig);
      const far = rig.telephony.farLegs[0]!;
      const sendDtmf = far.sendDtmf.bind(far);
      let goOut: () => void = () => undefined;
      const goneOut = new Promise<void>((resolve) => (goOut = resolve));
      far.sendDtmf = (digits) => goneOut.then(() => sendDtmf(digits));
      await rig.hear({ kind: 'prompt_end', at: 2, startedAt: 0 });
      await pass(1);
      interrupt(rig, id);
      await settle();
      goOut();
      await settle();
      if (what === 'a person') await rig.hear(retracted);
      else rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
      await pass(1);
      assert.equal([await rig.status(id), (await rig.desk.get(id)).flowStep], ['navigating', 'again']);
      assert.equal(digitsSent(rig), ['dtmf 1']);
      assert.equal(of(rig, 'ivr_dtmf_sent', 'ivr_step_uncertain'), ['ivr_dtmf_sent']);
    }));

test('a request to hold on that is repeated while it is carried out counts once', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(person);
    const [phone] = rig.telephony.deviceLegs;
    phone?.ring();
    await settle();
    rig.telephony.connect(false);
    const found = await rig.restart(id, { far: rig.telephony.farLegs[0], device: phone });
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    if (found.device !== undefined)
      found.device.hangUp = async () => {
        await released;
        found.device?.end({ kind: 'cancelled', detail: 'hung up here' });
      };
    const first = rig.desk.resumeHold(id);
    await settle();
    rig.telephony.connect(true);
    await settle();
    const second = rig.desk.resumeHold(id);
    await settle();
    release();
    await Promise.all([first, second]);
    await settle();
    assert.is(await rig.status(id), 'on_hold');
    assert.is(rig.listeners.at(-1)?.rejected, 1);
    assert.is(of(rig, 'hold_resumed').length, 1);
  }));

test('an owner who hangs up while the call is being dialled rings nobody', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place({ number, mode: 'direct' });
    await settle();
    let dial: () => void = () => undefined;
    rig.telephony.holdDial = new Promise((resolve) => (dial = resolve));
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    rig.telephony.deviceLegs[0]?.end();
    dial();
    await settle();
    assert.is(rig.telephony.farLegs.length, 0);
    assert.is((await rig.desk.get(call.id)).endReason, 'hangup_owner');
  }));

test('a call that is placed again can be ended as soon as its first event is out', () =>
  withDesk(async (rig) => {
    await holding(rig, { ...heldCall, redial: true });
    await rig.hear(person);
    let ending: Promise<unknown> | undefined;
    const insert = rig.store.insert.bind(rig.store);
    rig.store.insert = async (call, ...more) => {
      await insert(call, ...more);
      ending = rig.desk.hangUp(call.id).catch((error: AppError) => error);
      await settle();
    };
    rig.telephony.farLegs[0]?.end();
    await settle();
    await pass(1);
    assert.not.instance(await ending, AppError);
    assert.is(rig.telephony.farLegs.length, 1);
    assert.equal(ringing(rig), []);
  }));

test.run();
