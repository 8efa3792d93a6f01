import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { heldCall, holding, number, pass, person, settle, withDesk, flow, type DeskRig } from './desk-rig.ts';

const turnEnd = { kind: 'turn_end', at: 12, startedAt: 9, endedAt: 11.3 } as const;
const question = 'play sound:one-moment-please';

/** What was said to the far end of the newest call. */
function said({ telephony }: DeskRig): string[] {
  return telephony.farLegs.at(-1)?.asked.filter((order) => order.startsWith('play')) ?? [];
}

/** The sound lasts until the test ends it. */
function holdSound(rig: DeskRig): () => void {
  let end = (): void => undefined;
  const far = rig.telephony.farLegs.at(-1);
  if (far !== undefined) far.sound = new Promise((resolve) => (end = resolve));
  return end;
}

test('whoever falls silent on hold is asked to wait, at once; the detector knows when', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.hear(turnEnd);
    assert.equal(said(rig), [question]);
    assert.equal(rig.listeners[0]?.spoken, [true, false]);
    assert.equal(rig.last('asked_back'), {
      sound: 'sound:one-moment-please',
      reason: 'a voice of 2.3 s fell silent',
    });
    assert.is(await rig.status(id), 'on_hold');
  }));

test('whoever is to hear a sound that Asterisk does not have hears a plain one', () =>
  withDesk(
    async (rig) => {
      await holding(rig);
      rig.telephony.farLegs.at(-1)?.unplayable.add('sound:mistyped');
      await rig.hear(turnEnd);
      assert.equal(said(rig), ['play sound:mistyped', question]);
    },
    { settings: { greeting: 'sound:mistyped' } },
  ));

test('the phone rings while the question is still being asked, and the greeting does not repeat it at once', () =>
  withDesk(async (rig) => {
    await holding(rig);
    const end = holdSound(rig);
    await rig.hear(turnEnd);
    await rig.hear({ ...person, grade: 'sure' });
    assert.is(rig.telephony.deviceLegs.length, 1, 'the ring waits for no question');
    end();
    await pass(2);
    assert.equal(said(rig), [question]);
    await pass(3);
    assert.equal(said(rig), [question, question]);
  }));

test('the question ends before the owner is bridged', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    holdSound(rig);
    await rig.hear(turnEnd);
    await rig.hear({ ...person, grade: 'sure' });
    rig.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.is(await rig.status(id), 'connected');
    assert.equal(rig.listeners[0]?.spoken, [true, false]);
  }));

test('a question still being synthesised when the owner is bridged is no longer asked', () => {
  let made: (media: string) => void = () => undefined;
  const media = new Promise<string>((resolve) => (made = resolve));
  return withDesk(
    async (rig) => {
      const id = await holding(rig);
      await rig.hear(turnEnd);
      await rig.hear({ ...person, grade: 'sure' });
      rig.telephony.deviceLegs[0]?.answer();
      await settle();
      assert.is(await rig.status(id), 'connected');
      made('sound:made');
      await settle();
      assert.equal(said(rig), []);
    },
    { settings: { greeting: 'One moment, please.' }, speech: { media: () => media } },
  );
});

test('the keys of the owner cut the question off: a leg that plays would send them afterwards', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    holdSound(rig);
    await rig.hear(turnEnd);
    await rig.desk.sendDtmf(id, '2');
    assert.equal(rig.listeners[0]?.spoken, [true, false]);
    assert.is(rig.telephony.farLegs[0]?.asked.at(-1), 'dtmf 2');
  }));

test('nothing is said with ASK_BACK=no', () =>
  withDesk(
    async (rig) => {
      await holding(rig);
      await rig.hear(turnEnd);
      assert.equal(said(rig), []);
    },
    { settings: { asksBack: false } },
  ));

test('nothing is said into a menu: not while a flow listens, nor soon after digits', () =>
  withDesk(async (rig) => {
    rig.flows.push(
      flow([
        { id: 'menu', type: 'LISTEN', timeout: 30 },
        { id: 'press', type: 'DTMF', dtmf: '2' },
        { id: 'queue', type: 'HOLD' },
      ]),
    );
    await rig.desk.place({ ...heldCall, number, callFlowId: 'flow_1' });
    await settle();
    rig.telephony.farLegs[0]?.answer();
    await settle();
    await rig.hear(turnEnd);
    assert.equal(said(rig), [], 'the flow listens');
    await rig.hear({ kind: 'prompt_end', at: 5, startedAt: 1 });
    await rig.hear(turnEnd);
    assert.equal(said(rig), [], 'digits have just gone out');
    await pass(21);
    await rig.hear(turnEnd);
    assert.equal(said(rig), [question]);
  }));

test('nothing is said soon after digits that the owner sent by hand', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await rig.desk.sendDtmf(id, '1');
    await rig.hear(turnEnd);
    assert.equal(said(rig), []);
  }));

test('a call whose far end cannot be spoken to stays on hold', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    rig.telephony.farLegs[0]?.faults.set('play', new Error('no such sound'));
    await rig.hear(turnEnd);
    assert.is(await rig.status(id), 'on_hold');
    await rig.hear(person);
    assert.is(rig.telephony.deviceLegs.length, 1);
  }));

test.run();
