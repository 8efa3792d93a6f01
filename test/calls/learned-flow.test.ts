import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { pass } from './desk-rig.ts';
import { callAgain, exploring, first, following, learnerOf, reachOwner, second } from './explorer-rig.ts';

const promptEnds = { kind: 'prompt_end', at: 2, startedAt: 0 } as const;

test('what a call found is a flow that presses the same keys, with words and without', () =>
  exploring(async (scene) => {
    await scene.desk.edit(scene.callId, { facts: [{ label: 'account number', value: '4411' }] });
    await scene.hearSaid(...first);
    await scene.hearSaid('invalid entry', ...first); // a detour: nothing is gained by it
    await scene.hearSaid('for sales press one', 'for billing press two');
    await scene.hearSaid('please enter your account number followed by the pound key');
    await scene.hearSaid(...second);
    await reachOwner(scene);
    const learned = await learnerOf(scene).learn(scene.callId, {});
    assert.equal(
      learned.steps.map(({ type, dtmf, options, secret }) => [type, dtmf, options?.[0]?.match, secret]),
      [
        ['LISTEN', undefined, undefined, undefined],
        ['DTMF', '0', undefined, undefined],
        ['LISTEN', undefined, undefined, undefined],
        ['DTMF', '4411#', undefined, true],
        ['LISTEN', undefined, 'dispute a charge', undefined],
        ['DTMF', '2', undefined, undefined],
        ['HOLD', undefined, undefined, undefined],
        ['TRANSFER', undefined, undefined, undefined],
      ],
    );
    await callAgain(scene);
    scene.words.fail('no engine the second time');
    for (let menu = 0; menu < 3; menu++) {
      await scene.hear(promptEnds);
      await pass(1);
    }
    assert.equal(scene.digits(), ['0', '4411#', '2']);
    assert.is(await scene.status(scene.callId), 'on_hold');
  }));

test('of a number, a flow that was learned sends what the menu asked for, as the call did', () =>
  exploring(async (scene) => {
    const facts = [
      { label: 'card number', value: '4111 1111 1111 2200' },
      { label: 'date of birth', value: '1980-03-05' },
    ];
    await scene.desk.edit(scene.callId, { facts });
    await scene.hearSaid('please enter the last four digits of your card number followed by the pound key');
    await scene.hearSaid('please enter your date of birth as month day and year');
    await scene.hearSaid(...first);
    assert.equal(scene.digits().slice(0, 2), ['2200#', '03051980']);
    await reachOwner(scene);
    const { steps } = await learnerOf(scene).learn(scene.callId, {});
    assert.equal(
      steps.filter(({ secret }) => secret).map(({ dtmf }) => dtmf),
      ['2200#', '03051980'],
    );
  }));

test('a key that was accepted is learned, whatever the menu behind it says of keys that are not, or of the same matter', async () => {
  for (const behind of [
    [
      'for your balance press one',
      'to dispute a charge press two',
      'if you do not hear your option stay on the line',
    ],
    ['for your balance press one', 'to dispute a charge you do not recognize press two'],
    ['for your billing address press one', 'to dispute a wrong charge press two'],
  ])
    await exploring(async (scene) => {
      await scene.hearSaid(...first);
      await scene.hearSaid(...behind);
      assert.equal(scene.digits(), ['2', '2']);
      await reachOwner(scene);
      const { steps } = await learnerOf(scene).learn(scene.callId, {});
      assert.equal(
        steps.filter(({ type }) => type === 'DTMF').map(({ dtmf }) => dtmf),
        ['2', '2'],
        behind.join(', '),
      );
    });
});

test('a key of the flow that was accepted stays in the repaired flow', () =>
  following(async (scene) => {
    await scene.hearSaid(...first);
    await scene.hearSaid(...second, 'if you do not hear your option stay on the line');
    assert.equal(scene.digits(), ['2', '2']);
    await reachOwner(scene);
    const { steps } = await learnerOf(scene).learn(scene.callId, {});
    assert.equal(steps.map(({ id }) => id).slice(0, 4), [
      'hear',
      'press',
      'learned-menu-1',
      'learned-press-1',
    ]);
  }));

test('a flow that the menu has left behind is repaired by the call that got through', () =>
  following(async (scene) => {
    await scene.hearSaid('for sales press one', 'for repairs press two', 'for billing press three');
    await scene.hearSaid(...second);
    await reachOwner(scene);
    const learner = learnerOf(scene);
    const repaired = await learner.learn(scene.callId, { replace: true });
    assert.equal(scene.all('flow_proposed'), [
      { flow_id: 'flow_1', failed_step: 'hear', steps: repaired.steps },
    ]);
    assert.is(repaired.id, 'flow_1');
    assert.is(repaired.version, 2);
    const again = await learner.learn(scene.callId, { replace: true }).catch((thrown: unknown) => thrown);
    assert.match(String(again), /was learned already: as the call flow ".*" \(flow_1\)/);
    assert.equal(scene.flows.find(({ id }) => id === 'flow_1')?.steps, repaired.steps, 'no step is cut out');
    await callAgain(scene);
    await scene.hearSaid('for sales press one', 'for repairs press two', 'for billing press three');
    await scene.hearSaid(...second);
    assert.equal(scene.digits(), ['3', '2']);
    assert.equal(
      scene
        .all('ivr_step')
        .slice(-4)
        .map(({ step_id }) => step_id),
      ['learned-press-1', 'learned-menu-2', 'learned-press-2', 'learned-queue'],
    );
  }));

test('a key that the menu refuses is left out of the repaired flow, and with it the menu that is heard twice', () =>
  following(async (scene) => {
    await scene.hearSaid(...first);
    assert.equal(scene.digits(), ['2']);
    await scene.hearSaid('that option is invalid please try again');
    await scene.hearSaid('for sales press one', 'for billing press three');
    await scene.hearSaid('invalid entry');
    await scene.hearSaid('for charges and bills press four', 'for sails press five');
    assert.equal(scene.digits(), ['2', '3', '4']);
    await reachOwner(scene);
    const repaired = await learnerOf(scene).learn(scene.callId, {});
    const [proposed] = scene.all('flow_proposed');
    assert.equal(proposed, { flow_id: 'flow_1', failed_step: 'press', steps: repaired.steps });
    assert.equal(
      repaired.steps.map(({ id, dtmf }) => [id, dtmf]),
      [
        ['learned-menu-1', undefined],
        ['learned-press-1', '4'],
        ['learned-queue', undefined],
        ['learned-owner', undefined],
      ],
    );
  }));

test('nothing is learned of a call that is under way, reached nobody, or explored nothing', () =>
  exploring(async (scene) => {
    const learner = learnerOf(scene);
    const refused = async (why: RegExp): Promise<void> => {
      const error = await learner.learn(scene.callId, {}).catch((thrown: unknown) => thrown);
      assert.instance(error, AppError);
      assert.is((error as AppError).code, 'conflict');
      assert.match((error as AppError).detail, why);
    };
    await scene.hearSaid(...first);
    await refused(/is not over/);
    await scene.desk.hangUp(scene.callId);
    await refused(/reached no person/);
    await callAgain(scene);
    await reachOwner(scene);
    await refused(/chose nothing/);
  }));

test.run();
