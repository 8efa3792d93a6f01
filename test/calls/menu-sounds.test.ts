import { mock } from 'node:test';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { frameSamples, room, say } from '../transcription/sounds.ts';
import { pass, settle } from './desk-rig.ts';
import { callAgain, exploring, learnerOf, reachOwner, type Scene } from './explorer-rig.ts';

const [greeting, menu, changed, other] = await Promise.all(
  [
    'Thank you for calling Acme. Your call may be recorded.',
    'For sales, press one. For billing, press two. For repairs, press three.',
    'For sales, press one. For repairs, press two. For billing, press three.',
    'You did not press a key. To be called back, press one. To end this call, press two.',
  ].map((text) => say(text)),
);
const greeted = 'thank you for calling acme your call may be recorded';
const promptEnds = { kind: 'prompt_end', at: 2, startedAt: 0 } as const;
const steps = (scene: Scene) => scene.flows.at(-1)!.steps;

/** The far end plays it, as fast as it lasts. */
async function play(scene: Scene, ...sounds: Int16Array[]): Promise<void> {
  for (const sound of sounds)
    for (let at = 0; at + frameSamples <= sound.length; at += frameSamples) {
      mock.timers.tick(20);
      scene.listeners.at(-1)?.frame(sound.subarray(at, at + frameSamples));
    }
  await settle();
}

/** The explorer hears the menu with its words and reaches somebody; the way is stored as a flow. */
async function learn(scene: Scene): Promise<void> {
  await play(scene, room(1));
  const startedAtMs = Date.now();
  // Without a pause between them the two are one utterance.
  await play(scene, greeting!, menu!);
  const endedAtMs = Date.now();
  await play(scene, room(0.5));
  scene.words.say(`${greeted} for sales press one for billing press two for repairs press three`, {
    startedAtMs,
    endedAtMs,
  });
  await pass(4);
  assert.equal(scene.digits(), ['2']);
  assert.match(String(scene.all('menu_option_chosen')[0]?.sound), /^[0-9a-f]{16}$/);
  await reachOwner(scene);
  const { steps: learned } = await learnerOf(scene).learn(scene.callId, {});
  assert.is(learned[0]?.sound, scene.all('menu_option_chosen')[0]?.sound);
}

test('without a recogniser, the next call presses its key after the menu that it knows by its sound, and after no other', () =>
  exploring(async (scene) => {
    await learn(scene);
    await callAgain(scene);
    scene.words.fail('no engine the second time');
    await play(scene, room(1), greeting!, room(2));
    await scene.hear(promptEnds);
    await pass(3);
    assert.equal(scene.digits(), [], 'a greeting is no menu');
    await play(scene, room(1), menu!, room(0.5));
    await pass(1);
    assert.equal(scene.digits(), ['2']);
    assert.is(await scene.status(scene.callId), 'on_hold');
  }));

test('without a recogniser, a menu that has changed is left to the owner', () =>
  exploring(async (scene) => {
    await learn(scene);
    await callAgain(scene);
    scene.words.fail('no engine the second time');
    for (let time = 0; time < 3; time++) {
      await play(scene, room(1), changed!, room(2));
      await scene.hear(promptEnds);
      await pass(15);
    }
    assert.equal(scene.digits(), []);
    assert.equal(
      scene.all('menu_needs_owner').map(({ reason }) => reason),
      ['step "learned-menu-1": the menu that was learned was not heard'],
    );
    assert.is(await scene.status(scene.callId), 'on_hold');
  }, {}));

test('words decide about a menu that sounds otherwise, but not about one that they mishear', () =>
  exploring(async (scene) => {
    await learn(scene);
    await callAgain(scene);
    await play(scene, room(1), menu!, room(0.5));
    scene.words.say('for snails press one\nfor the filling press nine');
    await pass(4);
    assert.equal(scene.digits(), ['2']);
    await scene.desk.hangUp(scene.callId);
    await callAgain(scene);
    await play(scene, room(1), changed!, room(0.5));
    scene.words.say('for sales press one\nfor repairs press two\nfor billing press three');
    await pass(4);
    assert.equal(scene.digits(), ['3']);
  }));

test('a flow whose sounds are not kept here goes on after any prompt, as one without sounds', () =>
  exploring(async (scene) => {
    await learn(scene);
    steps(scene)[0]!.sound = 'f'.repeat(16);
    await callAgain(scene);
    scene.words.fail('no engine the second time');
    await scene.hear(promptEnds);
    await pass(1);
    assert.equal(scene.digits(), ['2']);
  }));

test('a menu that ended a while ago, before another one, gets no key: while a phone rang, or during a WAIT', async () => {
  await exploring(async (scene) => {
    await learn(scene);
    await callAgain(scene);
    const half = Math.round(menu!.length / 2 / frameSamples) * frameSamples;
    await play(scene, room(1), menu!.subarray(0, half));
    await scene.desk.transfer(scene.callId, 'kitchen');
    await settle();
    await play(scene, menu!.subarray(half), room(5), other!, room(4));
    await pass(4);
    scene.telephony.deviceLegs.at(-1)?.end({ kind: 'busy', detail: 'the line is busy' });
    await pass(2);
    assert.equal(scene.digits(), []);
  });
  await exploring(async (scene) => {
    await learn(scene);
    const flow = scene.flows.at(-1)!;
    flow.steps = [{ id: 'wait', type: 'WAIT', timeout: 40 }, ...flow.steps];
    await callAgain(scene);
    await play(scene, room(1), menu!, room(5), other!, room(22));
    await pass(6);
    assert.equal(scene.digits(), []);
  });
});

test('where the words decide what follows, they are waited for', () =>
  exploring(async (scene) => {
    await learn(scene);
    const flow = scene.flows.at(-1)!;
    const [listening, , queue, ...rest] = flow.steps;
    const options = [{ match: 'repairs', dtmf: '3' }];
    flow.steps = [{ ...listening!, options, next_step: queue!.id }, queue!, ...rest];
    await callAgain(scene);
    await play(scene, room(1), menu!, room(0.5));
    scene.words.say('for sales press one for billing press two for repairs press three');
    await pass(5);
    assert.equal(scene.digits(), ['3']);
  }));

test.run();
