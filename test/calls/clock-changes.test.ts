import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Telephony } from '../../src/calls/telephony.ts';
import {
  type DeskRig,
  digitsSent,
  flow,
  heldCall,
  holding,
  kitchen,
  pass,
  person,
  settle,
  withDesk,
} from './desk-rig.ts';
import { exploring, first } from './explorer-rig.ts';
import { of } from './ringing-rig.ts';

/** Timers count neither a clock that is set nor the sleep of a machine: here only the time of day jumps. */

const hour = 3600;
/** A machine that keeps no time learns it from the network some time after its start. */
const years = 3 * 365 * 24 * hour;

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

test('a machine that sleeps while a scheduled call becomes due says so once it is too late for the call', () =>
  withDesk(async (rig) => {
    const { call } = await rig.desk.place({ ...heldCall, atMs: Date.now() + hour * 1000 });
    await pass(60);
    setClock(2 * hour);
    await pass(31);
    const { endReason, error } = await rig.desk.get(call.id);
    assert.is(endReason, 'too_late');
    assert.match(
      error ?? '',
      /^due at 20\S+Z and not placed within 15 min: this machine was asleep, or its clock was set forward$/,
    );
    assert.is(rig.telephony.farLegs.length, 0);
  }));

for (const seconds of [years, -years])
  test(`a clock that is set by ${seconds} s neither ends a call nor lengthens it`, () =>
    withDesk(async (rig) => {
      const limits: (number | undefined)[] = [];
      const telephony: Telephony = rig.telephony;
      const dial = telephony.dialDevice.bind(telephony);
      telephony.dialDevice = (...wanted) => {
        limits.push(wanted[2].maxSeconds);
        return dial(...wanted);
      };
      const id = await holding(rig);
      await pass(60);
      setClock(seconds);
      await rig.hear(person);
      assert.equal(limits, [4 * hour - 60], 'for which the phone may ring and talk');
      assert.is((await rig.desk.get(id)).holdSeconds, 60);
      rig.telephony.deviceLegs[0]?.answer();
      await settle();
      await pass(10);
      rig.telephony.farLegs[0]?.end();
      await settle();
      const { endReason, talkSeconds } = await rig.desk.get(id);
      assert.equal([endReason, talkSeconds], ['hangup_remote', 10]);
    }));

test('a clock that is set forward does not shorten a hold that goes on', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await pass(60);
    setClock(years);
    rig.telephony.connect(false);
    const transfer = rig.desk.transfer(id, 'kitchen');
    await settle();
    rig.devices[0] = { ...kitchen, isOnline: false };
    rig.telephony.connect(true);
    await pass(30);
    await transfer;
    assert.equal(of(rig, 'device_failed', 'hold_resumed'), ['device_failed', 'hold_resumed']);
    assert.is(await rig.status(id), 'on_hold');
  }));

test('a clock that is set back: a person whom nobody took is rung for again while they are still there', () =>
  withDesk(async (rig) => {
    await holding(rig);
    await rig.hear(person);
    const [listener] = rig.listeners;
    if (listener !== undefined) listener.decision = { ...listener.decision, state: 'person' };
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    setClock(-years);
    await pass(20);
    assert.is(rig.telephony.deviceLegs.length, 2);
  }));

test('a clock that is set back: a person who is heard again is spoken to', () =>
  withDesk(async (rig) => {
    await holding(rig);
    const spoken = (): number =>
      (rig.telephony.farLegs[0]?.asked ?? []).filter((order) => order.startsWith('play')).length;
    await rig.hear(person);
    await pass(1);
    assert.is(spoken(), 1);
    rig.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await settle();
    setClock(-years);
    await rig.hear(person);
    await pass(5);
    assert.is(spoken(), 2);
  }));

test('a clock that is set back: a second menu that nothing answers is told to the owner too', () =>
  withDesk(
    async (rig) => {
      const id = await holding(rig);
      const hearMenu = async (from: number): Promise<void> => {
        for (let at = from; at < from + 80; at += 16) {
          await pass(16);
          await rig.hear({ kind: 'prompt_end', at: at + 10, startedAt: at });
        }
      };
      await hearMenu(0);
      setClock(-years);
      await rig.desk.sendDtmf(id, '2');
      await pass(20);
      await hearMenu(100);
      assert.is(of(rig, 'menu_needs_owner').length, 2);
    },
    { settings: { exploresMenus: false } },
  ));

test('a clock that is set back: the same place in the queue, said again, is told again', () =>
  exploring(async (scene) => {
    await scene.hearSaid('you are caller number four in line');
    setClock(-hour);
    await pass(60);
    await scene.hearSaid('you are caller number four in line');
    assert.is(scene.all('queue_position').length, 2);
    const { queue } = await scene.desk.get(scene.callId);
    assert.ok((queue?.saidAtMs ?? Infinity) <= Date.now(), 'not in the future');
  }));

test('a clock that is set back: faults of long ago are forgotten', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    for (let fault = 1; fault <= 8; fault++) {
      const failure = Promise.reject(new Error('it fails'));
      failure.catch(() => undefined);
      rig.slow.set('devices', failure);
      await rig.hear(person);
      rig.slow.delete('devices');
      await pass(5);
      rig.telephony.deviceLegs.at(-1)?.end({ kind: 'busy', detail: 'the line is busy' });
      await pass(600);
      if (fault === 1) setClock(-years);
      assert.is(await rig.status(id), 'on_hold');
    }
  }));

test('a clock that is set back: a menu is answered when its voice falls silent', () =>
  exploring(async (scene) => {
    const [listener] = scene.listeners;
    await scene.hear({ kind: 'class', at: 0, audioClass: 'ivr_prompt', confidence: 0.9, features: {} });
    const voicedAtMs = Date.now() + 3000; // by the listener, which goes on counting
    setClock(-years);
    if (listener !== undefined)
      listener.newest = { levelDb: -20, audioType: 'ivr_prompt', confidence: 0.9, person: 0, voicedAtMs };
    await scene.hearSaid(...first);
    assert.equal(scene.digits(), ['2']);
  }));

test('a clock that is set: words reach the detector at the time of their sound', () =>
  exploring(async (scene) => {
    const [listener] = scene.listeners;
    await scene.hear({ kind: 'class', at: 0, audioClass: 'ivr_prompt', confidence: 0.9, features: {} });
    await pass(10);
    setClock(years);
    await scene.hearSaid('hello');
    setClock(-years - hour);
    await scene.hearSaid('hello');
    assert.equal(
      listener?.words.map(({ at }) => at),
      [10, 14],
    );
  }));

/** The owner presses 5 while the flow waits for two seconds to press 1. */
async function pressBeforeFlow(rig: DeskRig): Promise<void> {
  rig.flows.push(
    flow([
      { id: 'pause', type: 'WAIT', timeout: 2 },
      { id: 'key', type: 'DTMF', dtmf: '1' },
      { id: 'hold', type: 'HOLD' },
    ]),
  );
  const id = await holding(rig);
  await rig.desk.sendDtmf(id, '5');
}

test('a clock that is set forward: the owner who has just pressed a key is not interrupted', () =>
  withDesk(async (rig) => {
    await pressBeforeFlow(rig);
    setClock(hour);
    await pass(5);
    assert.equal(digitsSent(rig), ['dtmf 5']);
    await pass(10);
    assert.equal(digitsSent(rig), ['dtmf 5', 'dtmf 1']);
  }));

test('a clock that is set back after the owner has pressed a key does not keep the flow waiting', () =>
  withDesk(async (rig) => {
    await pressBeforeFlow(rig);
    setClock(-hour);
    await pass(15);
    await settle();
    assert.equal(digitsSent(rig), ['dtmf 5', 'dtmf 1']);
  }));

test.run();
