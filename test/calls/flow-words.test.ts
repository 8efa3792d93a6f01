import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Step } from '../../src/domain/flow.ts';
import { pass, person } from './desk-rig.ts';
import { first, following, second } from './explorer-rig.ts';

test('a flow decides by the words that it names', () =>
  following(async (scene) => {
    await scene.hearSaid(...first);
    assert.equal(scene.digits(), ['2']);
    assert.is(await scene.status(scene.callId), 'on_hold');
    assert.equal(
      scene.all('ivr_step').map(({ step_id }) => step_id),
      ['hear', 'press', 'queue'],
    );
  }));

test('a flow presses its keys in time where no words are recognised', () =>
  following(async (scene) => {
    await scene.hear({ kind: 'prompt_end', at: 2, startedAt: 0 });
    await pass(4);
    assert.equal(scene.digits(), ['2']);
  }));

test('each LISTEN waits for a prompt of its own, unless a greeting and its menu were one', () => {
  const greeted: Step[] = [
    { id: 'greeting', type: 'LISTEN', timeout: 30 },
    { id: 'menu', type: 'LISTEN', timeout: 30 },
    { id: 'press', type: 'DTMF', dtmf: '2' },
    { id: 'queue', type: 'HOLD' },
  ];
  return following(async (scene) => {
    await scene.hearSaid('thank you for calling this call may be recorded');
    await pass(3);
    assert.equal(scene.digits(), []);
    await scene.hearSaid(...first);
    assert.equal(scene.digits(), ['2']);
  }, greeted).then(() =>
    following(async (scene) => {
      await scene.hearSaid('thank you for calling', ...first);
      assert.equal(scene.digits(), ['2']);
    }, greeted),
  );
});

test('an option that leads back to its step waits for the next prompt', () =>
  following(
    async (scene) => {
      await scene.hearSaid('this call may be recorded');
      await pass(3);
      assert.is(scene.all('ivr_step').length, 2);
      await scene.hearSaid(...first);
      assert.equal(scene.digits(), ['2']);
    },
    [
      {
        id: 'menu',
        type: 'LISTEN',
        timeout: 30,
        options: [{ match: 'may be recorded', next_step: 'menu' }],
      },
      { id: 'press', type: 'DTMF', dtmf: '2' },
      { id: 'queue', type: 'HOLD' },
    ],
  ));

/** What was learned of a menu that asks for two numbers, one after the other. */
const numbers: Step[] = [
  { id: 'hear', type: 'LISTEN', timeout: 30 },
  { id: 'account', type: 'DTMF', dtmf: '1234567#' },
  { id: 'again', type: 'LISTEN', timeout: 30 },
  { id: 'postcode', type: 'DTMF', dtmf: '9021' },
  { id: 'queue', type: 'HOLD' },
];

const asked = 'please enter your account number followed by the pound key';

test('without options a flow goes on at the end of any prompt, understood or not', () =>
  following(async (scene) => {
    await scene.hearSaid(asked);
    assert.equal(scene.digits(), ['1234567#']);
    scene.words.say('thank you please enter', { isFinal: false });
    for (let pause = 0; pause < 3; pause++) {
      await scene.hear({ kind: 'prompt_end', at: 2, startedAt: 0 });
      scene.words.say('thank you please enter your', { isFinal: false });
      await pass(1);
    }
    await pass(1);
    assert.equal(scene.digits(), ['1234567#', '9021']);
  }, numbers));

test('what sounds like a refusal before anything was sent takes no flow off its way', () =>
  following(async (scene) => {
    await scene.hearSaid('i am sorry i did not recognize your number', 'for sales press one', asked);
    assert.equal(scene.digits(), ['1234567#']);
    assert.equal(
      scene.all('ivr_step').map(({ step_id }) => step_id),
      ['hear', 'account', 'again'],
    );
  }, numbers));

test('a spoken answer to a menu can be refused like a key', () =>
  following(
    async (scene) => {
      await scene.hearSaid('please say the reason for your call');
      await scene.hearSaid('sorry i did not understand', ...first);
      assert.equal(scene.digits(), ['2']);
      assert.is(scene.all('ivr_step').at(-1)!.step_id, 'again');
    },
    [
      { id: 'hear', type: 'LISTEN', timeout: 30 },
      { id: 'reason', type: 'SPEAK', text: 'a wrong charge' },
      { id: 'again', type: 'LISTEN', timeout: 30 },
      { id: 'sales', type: 'DTMF', dtmf: '1' },
      { id: 'queue', type: 'HOLD' },
    ],
  ));

test('a refusal that no menu follows keeps the next key of a flow back; its menu is waited for', () =>
  following(async (scene) => {
    await scene.hearSaid(asked);
    await scene.hearSaid('that is not a valid entry');
    await scene.hear({ kind: 'prompt_end', at: 2, startedAt: 0 });
    await pass(10);
    assert.equal(scene.digits(), ['1234567#']);
    assert.is(await scene.status(scene.callId), 'navigating');
    await scene.hearSaid('for sales press one', 'for billing press two');
    assert.equal(scene.digits(), ['1234567#', '2']);
    assert.match(scene.all('ivr_menu_detected').at(-1)!.transcript, /^that is not a valid entry\n/);
  }, numbers));

test('a flow whose menu has changed explores on from there', () =>
  following(async (scene) => {
    await scene.hearSaid('for sales press one', 'for repairs press two', 'for billing press three');
    assert.equal(scene.digits(), ['3']);
    assert.is(await scene.status(scene.callId), 'navigating');
    await scene.hearSaid(...second);
    assert.equal(scene.digits(), ['3', '2']);
  }));

test('a menu that speaks where a flow would hold is worked through', () =>
  following(async (scene) => {
    await scene.hearSaid(...first);
    await scene.hearSaid(
      'for a copy of your bill press one',
      'for all other questions about your bill press four',
    );
    assert.is(scene.digits().length, 2);
    await scene.hear(person);
    assert.is(await scene.status(scene.callId), 'transferring');
  }));

test.run();
