import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { saysMatch } from '../../src/calls/activities/step-options.ts';
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

test('the words of a step are found in any alphabet, and never where there are none', () => {
  const bank = 'Для оператора нажмите 0, для баланса нажмите 1';
  const cases: [match: string, said: string, isSaid: boolean][] = [
    ['оператора', bank, true],
    ['ОПЕРАТОР', bank, true],
    ['нажмите ноль', bank, false],
    ['баланс', 'Добро пожаловать в банк', false],
    ['оператор', 'Welcome to the bank', false],
    ['банк 24', 'press 24 for the bank', false],
    ['ευρώ', 'Για ΕΥΡΩ, πατήστε 1', true],
    ['المبيعات', 'اضغط 1 للمبيعات أو المبيعات', true],
    ['बिल', 'बिल के लिए एक दबाएं', true],
    ['बैंक', 'बिल के लिए एक दबाएं', false],
    ['オペレーター', '受付です。オペレーターは０を押してください', true],
    ['注文', '受付です。オペレーターは０を押してください', false],
    ['0', '受付です。オペレーターは０を押してください', true],
    ['ยอดเงิน', 'สอบถามยอดเงินกด 1', true],
    ['Ørsted', 'for ørsted press one', true],
    ['rsted', 'for Ørsted press one', true],
    ['Łódź', 'for Łodz press one', true],
    ['n.º 5', 'el n.º 5', true],
    ['Acme™', 'welcome to acme', true],
    ['payments', 'to make a payment', true],
    ['!?', 'to make a payment!?', false],
    ['🙂', 'Добро пожаловать', false],
    ['…', '', false],
    ['sales', '', false],
  ];
  for (const [match, said, isSaid] of cases) assert.is(saysMatch(said, match), isSaid, `${match}: ${said}`);
});

test('a flow presses its keys in time where no words are recognised', () =>
  following(async (scene) => {
    await scene.hear({ kind: 'prompt_end', at: 2, startedAt: 0 });
    await pass(4);
    assert.equal(scene.digits(), ['2']);
    const unread = { transcript: '', options: ['billing'], choices: [] };
    assert.equal(scene.all('ivr_menu_detected'), [unread], 'the menu is reported all the same');
  }));

test('where no menu was heard none is reported, and the flow goes on in time', () =>
  following(async (scene) => {
    await pass(21);
    assert.equal([scene.digits(), scene.all('ivr_menu_detected')], [['2'], []]);
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

test('what none of the options of a step are for is left to the next step', () =>
  following(
    async (scene) => {
      await scene.hearSaid(...first);
      assert.equal(scene.digits(), ['2']);
    },
    [
      {
        id: 'closed',
        type: 'LISTEN',
        timeout: 30,
        options: [{ match: 'we are closed', next_step: 'queue' }],
      },
      { id: 'menu', type: 'LISTEN', timeout: 30, options: [{ match: 'billing', dtmf: '2' }] },
      { id: 'queue', type: 'HOLD' },
    ],
  ));

test('an option is told of before its digits are sent', () =>
  following(
    async (scene) => {
      await scene.hearSaid(...first);
      const types = scene.store.entries.flatMap(({ events }) => events.map(({ type }) => type));
      assert.equal(types.slice(types.lastIndexOf('menu_option_chosen')).slice(0, 2), [
        'menu_option_chosen',
        'ivr_dtmf_sent',
      ]);
      assert.equal(scene.all('menu_option_chosen'), [
        { digits: '2', reason: 'the prompt said "billing"', fact: '', sound: '' },
      ]);
    },
    [
      { id: 'menu', type: 'LISTEN', timeout: 30, options: [{ match: 'billing', dtmf: '2' }] },
      { id: 'queue', type: 'HOLD' },
    ],
  ));

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

test('a menu for what its callers do not recognise takes no flow off its way', () =>
  following(async (scene) => {
    await scene.hearSaid(asked);
    await scene.hearSaid('to report it lost press one', 'for transactions you do not recognise press four');
    assert.equal(scene.digits(), ['1234567#', '9021']);
    assert.is(await scene.status(scene.callId), 'on_hold');
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
    await scene.hearSaid('for a copy of your bill press one', 'to dispute a charge press four');
    assert.is(scene.digits().length, 2);
    await scene.hear(person);
    assert.is(await scene.status(scene.callId), 'transferring');
  }));

test.run();
