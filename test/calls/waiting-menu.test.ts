import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { holding, withDesk, pass, type DeskRig } from './desk-rig.ts';
import { exploring } from './explorer-rig.ts';
import { of } from './ringing-rig.ts';

const told = (rig: DeskRig): number => of(rig, 'menu_needs_owner').length;

/** The far end says something of this length every so often. */
async function say(rig: DeskRig, from: number, to: number, every: number, seconds: number): Promise<void> {
  for (let at = from; at < to; at += every) {
    await pass(every);
    await rig.hear({ kind: 'prompt_end', at: at + seconds, startedAt: at });
  }
}

const unguided = { settings: { exploresMenus: false } };

test('a menu that nothing answers is told to the owner within a minute, once; again after a key that led to another', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await say(rig, 0, 40, 16, 10);
    assert.is(told(rig), 0, 'it may lead on by itself');
    await say(rig, 48, 300, 16, 10);
    assert.is(told(rig), 1);
    assert.is(await rig.status(id), 'on_hold');
    await rig.desk.sendDtmf(id, '2');
    await pass(20);
    await say(rig, 320, 400, 16, 10);
    assert.is(told(rig), 2);
  }, unguided));

test('a menu that the owner was told about is not told again by the next process; one after a key is', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await say(rig, 0, 64, 16, 10);
    assert.is(told(rig), 1);
    await rig.restart(id, { far: rig.telephony.farLegs.at(-1) });
    await say(rig, 80, 200, 16, 10);
    assert.is(told(rig), 1);
    await rig.desk.sendDtmf(id, '2');
    await pass(20);
    await rig.restart(id, { far: rig.telephony.farLegs.at(-1) });
    await say(rig, 220, 300, 16, 10);
    assert.is(told(rig), 2);
  }, unguided));

test('a menu of which the explorer understands nothing is told to the owner, and none that it has handed over already', () =>
  exploring(async (scene) => {
    await say(scene, 0, 60, 16, 10);
    assert.is(told(scene), 1);
    await scene.desk.sendDtmf(scene.callId, '2');
    await pass(20);
    await scene.hearSaid('please enter your account number');
    await pass(10);
    assert.is(told(scene), 2, 'no fact has it');
    await say(scene, 100, 200, 16, 10);
    assert.is(told(scene), 2);
  }));

test('a queue is no menu: its announcements are far apart, or music plays between them, if before a restart', () =>
  withDesk(async (rig) => {
    const id = await holding(rig);
    await say(rig, 0, 300, 30, 8);
    await rig.hear({ kind: 'hold', at: 301, audioClass: 'music', confidence: 0.9 });
    await say(rig, 310, 600, 14, 8);
    assert.is(told(rig), 0);
    await rig.restart(id, { far: rig.telephony.farLegs.at(-1) });
    await say(rig, 610, 900, 14, 8);
    assert.is(told(rig), 0);
  }, unguided));

test.run();
