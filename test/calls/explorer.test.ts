import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { EventData, EventType } from '../../src/domain/events.ts';
import type { MenuDecider } from '../../src/calls/menu-decider.ts';
import type { CallRequest } from '../../src/calls/desk.ts';
import type { Step } from '../../src/domain/flow.ts';
import { AppError } from '../../src/domain/errors.ts';
import { createFlowDesk } from '../../src/flows/flow-desk.ts';
import { FlowLearner } from '../../src/flows/learner.ts';
import type { FlowStore } from '../../src/flows/store.ts';
import type { Understanding } from '../../src/calls/words.ts';
import { ScriptedTranscriber } from '../rig/scripted-words.ts';
import { flow, heldCall, number, pass, person, settle, withDesk, type DeskRig } from './desk-rig.ts';

interface Scene extends DeskRig {
  callId: string;
  /** The far end says it; then it is silent until the prompt is taken for whole. */
  hearSaid(...utterances: string[]): Promise<void>;
  /** What was sent, over all processes. */
  digits(): string[];
  all<T extends EventType>(type: T): EventData[T][];
  words: ScriptedTranscriber;
}

function exploring(
  act: (scene: Scene) => Promise<void>,
  request: Partial<CallRequest> = {},
  menuDecider?: MenuDecider,
  exploresMenus = true,
  understands: Understanding = 'speech',
): Promise<void> {
  const words = new ScriptedTranscriber(understands);
  return withDesk(
    async (rig) => {
      const { call } = await rig.desk.place({ ...heldCall, intent: 'a wrong charge on my bill', ...request });
      await settle();
      rig.telephony.farLegs.at(-1)?.answer();
      await settle();
      const scene: Scene = Object.assign(rig, {
        callId: call.id,
        words,
        async hearSaid(...utterances: string[]) {
          for (const said of utterances) {
            words.say(said);
            await pass(1);
          }
          await pass(3);
        },
        digits: () =>
          (rig.telephony.farLegs.at(-1)?.asked ?? [])
            .filter((order) => order.startsWith('dtmf '))
            .map((order) => order.slice(5)),
        all: <T extends EventType>(type: T) =>
          rig.store.entries.flatMap(({ events }) =>
            events.filter((event) => event.type === type).map(({ data }) => data as EventData[T]),
          ),
      });
      await act(scene);
    },
    { transcriber: words, menuDecider, settings: { exploresMenus } },
  );
}

const first = [
  'thank you for calling acme',
  'for sales press one',
  'for billing press two',
  'for repairs press three',
];
const second = ['for your balance press one', 'to dispute a charge press to', 'to go back press star'];
const third = ['if the charge is on this months bill press one', 'for earlier bills press too'];

test('a call without a flow finds its way through three levels and holds at the end of them', () =>
  exploring(async (scene) => {
    assert.is(await scene.status(scene.callId), 'on_hold');
    await scene.hearSaid(...first);
    assert.is(await scene.status(scene.callId), 'navigating');
    await scene.hearSaid(...second);
    await scene.hearSaid(...third);
    assert.equal(scene.digits(), ['2', '2', '1']);
    await scene.hearSaid('please hold while i connect you');
    assert.is(await scene.status(scene.callId), 'on_hold');
    assert.equal(scene.all('ivr_menu_detected')[0], {
      transcript: first.join('\n'),
      options: ['1: sales', '2: billing', '3: repairs'],
      choices: [
        { digits: '1', text: 'sales' },
        { digits: '2', text: 'billing' },
        { digits: '3', text: 'repairs' },
      ],
    });
    assert.equal(scene.all('menu_option_chosen')[0], {
      digits: '2',
      reason: '"billing" fits the intent by "bill"',
      fact: '',
    });
    await scene.hear(person);
    assert.is(await scene.status(scene.callId), 'transferring');
  }));

const hearingBadly = (act: (scene: Scene) => Promise<void>): Promise<void> =>
  exploring(act, {}, undefined, true, 'menus');

test('a recogniser of menus that hears nothing that fits hears the menu again before the way out is taken', () =>
  hearingBadly(async (scene) => {
    await scene.hearSaid('for sails press line', 'for billing press two', 'for an operator press zero');
    assert.equal(scene.digits(), ['2'], 'what fits, with a key that was understood, is pressed at once');
    await scene.hearSaid('for hills press one', 'to discover art press two', 'for an operator press zero');
    assert.equal(scene.digits(), ['2']);
    await scene.hearSaid(
      'for your hills press one',
      'to dispute a charge press two',
      'for an operator press zero',
    );
    assert.equal(scene.digits(), ['2', '2']);
    const heard = ['for loud things press one', 'for rights press two', 'for an operator press zero'];
    await scene.hearSaid(...heard);
    await scene.hearSaid(...heard);
    assert.equal(scene.digits(), ['2', '2', '0'], 'nothing fits after two hearings');
  }));

test('a menu that is misheard in another way each time is answered at the third hearing', () =>
  hearingBadly(async (scene) => {
    await scene.hearSaid('four sails press one', 'for amount palace press two');
    await scene.hearSaid('for cells press one', 'for account ballots press two');
    assert.equal(scene.digits(), []);
    await scene.hearSaid('for says press one', 'for a can valance press two');
    assert.is(scene.digits().length, 1);
  }));

test('a nudge is no menu: what was heard before it is answered', () =>
  hearingBadly(async (scene) => {
    await scene.hearSaid('for sales press one', 'for repairs press two', 'for an operator press zero');
    await scene.hearSaid('please make your selection now');
    assert.equal(scene.digits(), []);
    await pass(12);
    assert.equal(scene.digits(), ['0']);
  }));

test('who waits for a menu to come again, and hears nothing, acts on what was heard', () =>
  hearingBadly(async (scene) => {
    await scene.hearSaid('for sales press one', 'for repairs press two', 'for an operator press zero');
    await pass(5);
    assert.equal(scene.digits(), []);
    await pass(6);
    assert.equal(scene.digits(), ['0']);
    assert.is(scene.all('ivr_menu_detected').length, 1);
  }));

test('without leave to explore nothing is listened for, and nothing is sent', () =>
  exploring(
    async (scene) => {
      assert.is(scene.words.opened, 0);
      await scene.hearSaid(...first);
      assert.equal(scene.digits(), []);
      assert.is(await scene.status(scene.callId), 'on_hold');
    },
    {},
    undefined,
    false,
  ));

test('in a queue no key is tried that does not fit: it would lose the place', () =>
  exploring(async (scene) => {
    await scene.hear({ kind: 'hold', at: 20, audioClass: 'music', confidence: 0.9 });
    await scene.hearSaid('to leave a message press one', 'for our opening hours press two');
    await pass(10);
    assert.equal(scene.digits(), []);
    assert.equal(scene.all('menu_needs_owner'), []);
    assert.is(await scene.status(scene.callId), 'on_hold');
    await scene.hearSaid('for sales press one', 'for billing press two');
    assert.equal(scene.digits(), [], 'music may follow');
    await pass(3);
    assert.equal(scene.digits(), ['2']);
  }));

test('an entry that was not understood is not sent again; a menu that goes on repeating is left by 0, then given to the owner', () =>
  exploring(async (scene) => {
    const menu = ['for billing press two', 'for billing disputes press three'];
    await scene.hearSaid(...menu);
    await scene.hearSaid('that is not a valid option', ...menu);
    assert.equal(scene.digits(), ['2', '3']);
    await scene.hearSaid('invalid entry', ...menu);
    await scene.hearSaid(...menu);
    assert.equal(scene.digits(), ['2', '3', '0']);
    assert.is(scene.all('menu_needs_owner').length, 1);
    assert.is(await scene.status(scene.callId), 'on_hold', 'the call holds on');
    for (let again = 0; again < 3; again++) await scene.hearSaid(...menu);
    assert.equal(scene.digits(), ['2', '3', '0']);
    assert.is(scene.all('menu_needs_owner').length, 1);
  }));

test('what the menu said before the key answers nothing when its words come later, nor what was no speech', () =>
  exploring(async (scene) => {
    await scene.hearSaid(...first);
    assert.equal(scene.digits(), ['2']);
    const startedAtMs = Date.now() - 8000;
    for (const said of first) scene.words.say(said, { startedAtMs, isFinal: false });
    scene.words.say('for repairs press three', { startedAtMs, endedAtMs: startedAtMs + 2000 });
    scene.words.say('for sales press one', { startedAtMs: Date.now(), isFinal: false });
    await pass(1);
    scene.words.say('', { startedAtMs: Date.now(), isFinal: false });
    await pass(6);
    assert.equal([scene.digits(), scene.all('ivr_menu_detected').length], [['2'], 1]);
    await scene.hearSaid(...second);
    assert.equal(scene.digits(), ['2', '2']);
  }));

test('a menu that begins to repeat itself is whole: nobody waits for its silence', () =>
  exploring(async (scene) => {
    for (const said of ['for sales press one', 'for billing press two', 'for sales press one']) {
      scene.words.say(said);
      await pass(1);
    }
    assert.equal(scene.digits(), ['2']);
  }));

test('silence after digits leads back to waiting, where the next menu is heard', () =>
  exploring(async (scene) => {
    await scene.hearSaid(...first);
    await pass(30);
    assert.is(await scene.status(scene.callId), 'on_hold');
    await scene.hearSaid(...second);
    assert.equal(scene.digits(), ['2', '2']);
  }));

test('an account number comes from the fact of the call and is in no event; another number is asked of the owner', () =>
  exploring(async (scene) => {
    await scene.desk.edit(scene.callId, { facts: [{ label: 'account number', value: '4411 2200' }] });
    await scene.hearSaid('please enter your account number followed by the pound key');
    assert.equal(scene.digits(), ['44112200#']);
    await scene.hearSaid('you entered four four one one two two zero zero', 'if this is correct press one');
    assert.equal(scene.digits(), ['44112200#', '1']);
    await scene.hearSaid('please enter your four digit pin followed by the star key');
    assert.equal(scene.digits(), ['44112200#', '1']);
    assert.equal(scene.all('menu_needs_owner'), [
      {
        reason: 'the pin number is asked for, and no fact of the call has it',
        transcript: 'please enter your four digit pin followed by the star key',
        end_key: '*',
      },
    ]);
    assert.not.match(JSON.stringify(scene.store.entries.flatMap(({ events }) => events)), /44112200/);
    // The owner types it; what follows at once is his too.
    await scene.desk.sendDtmf(scene.callId, '1234');
    await scene.hearSaid('for sales press one', 'for billing press two');
    assert.equal(scene.digits(), ['44112200#', '1', '1234']);
    await pass(10);
    await scene.hearSaid('for sales press one', 'for billing press two');
    assert.equal(scene.digits(), ['44112200#', '1', '1234', '2']);
  }));

test('a person in the middle of a menu is rung for at once', () =>
  exploring(async (scene) => {
    await scene.hearSaid(...first);
    scene.words.say('for your balance press one');
    await scene.hear(person);
    assert.is(await scene.status(scene.callId), 'transferring');
    await pass(5);
    assert.equal(scene.digits(), ['2']);
  }));

test('a restart between digits sends none twice, and knows what was tried before', () =>
  exploring(async (scene) => {
    const [far] = scene.telephony.farLegs;
    let confirm: () => void = () => undefined;
    const confirmed = new Promise<void>((resolve) => (confirm = resolve));
    const send = far?.sendDtmf.bind(far);
    if (far !== undefined)
      far.sendDtmf = async (wanted) => {
        await send?.(wanted);
        await confirmed;
      };
    await scene.hearSaid(...first);
    assert.equal(scene.digits(), ['2']);
    await scene.restart(scene.callId, { far });
    confirm();
    assert.equal(scene.all('ivr_step_uncertain').length, 1);
    await scene.hearSaid('for billing press two', 'for repairs press three');
    assert.equal(scene.digits(), ['2'], 'the end of the menu that was answered');
    await scene.hearSaid(...second);
    assert.equal(scene.digits(), ['2', '2']);
    await scene.hearSaid(...first);
    await scene.hearSaid(...first);
    assert.equal(scene.digits(), ['2', '2', '2', '0'], 'the first menu was answered before the restart too');
  }));

test('places in the queue and waiting times are events and stand in the call', () =>
  exploring(async (scene) => {
    await scene.hearSaid('you are caller number four in line', 'your estimated wait is ten minutes');
    assert.equal(scene.all('queue_position'), [{ position: 4, wait_minutes: 10 }]);
    const { queue } = await scene.desk.get(scene.callId);
    assert.equal([queue?.position, queue?.waitMinutes], [4, 10]);
    await scene.hearSaid('you are next in line');
    assert.is((await scene.desk.get(scene.callId)).queue?.position, 1);
    assert.is(await scene.status(scene.callId), 'on_hold');
    assert.equal(scene.digits(), []);
  }));

test('a voicemail is told; a queue or a menu that offers to leave a message is none', () =>
  exploring(async (scene) => {
    for (const said of [
      'to leave a message press two to hold press one',
      'please continue to hold or leave a message after the tone',
      'we can call you back as soon as an agent is free',
    ])
      await scene.hearSaid(said);
    assert.equal(scene.all('voicemail_detected'), []);
    assert.is(scene.all('callback_offered').at(-1)?.['digits'], null);
    await scene.hearSaid('the mailbox is full and cannot take any messages');
    assert.equal(scene.all('voicemail_detected'), [
      { transcript: 'the mailbox is full and cannot take any messages' },
    ]);
  }));

test('what else is said with a refusal is heard: a place in the queue, a transfer', () =>
  exploring(async (scene) => {
    await scene.hearSaid(
      'all of our agents are busy please hold or try again later',
      'you are number three in the queue',
    );
    assert.equal(scene.all('queue_position'), [{ position: 3, wait_minutes: null }]);
    await scene.hearSaid(...first);
    assert.is(await scene.status(scene.callId), 'navigating');
    await scene.hearSaid('sorry i did not understand please hold while i transfer you');
    assert.is(await scene.status(scene.callId), 'on_hold');
    await scene.hearSaid('sorry that is not valid', 'you are number two in the queue');
    assert.equal(scene.all('queue_position').at(-1), { position: 2, wait_minutes: null });
    assert.equal(scene.digits(), ['2']);
  }));

test('nothing is pressed into a queue that offers to call back', () =>
  exploring(async (scene) => {
    for (let again = 0; again < 5; again++)
      await scene.hearSaid('all of our agents are busy please hold', 'to receive a call back press one');
    const [offer, ...more] = scene.all('callback_offered');
    assert.is(offer?.['digits'], '1');
    assert.match(String(offer?.['transcript']), /to receive a call back press one/);
    assert.equal(more, [], 'told once');
    assert.equal(scene.all('voicemail_detected'), []);
    assert.equal(scene.digits(), []);
    assert.is(scene.all('menu_needs_owner').length, 0);
    assert.is(await scene.status(scene.callId), 'on_hold');
  }));

test('an engine that fails leaves a call that holds as it does without words', () =>
  exploring(async (scene) => {
    await scene.hearSaid(...first);
    scene.words.fail('the engine was killed');
    await pass(30);
    assert.is(await scene.status(scene.callId), 'on_hold');
    await scene.hear(person);
    assert.is(await scene.status(scene.callId), 'transferring');
  }));

test('the engine works from the answer to the talk, and not beyond', () =>
  exploring(async (scene) => {
    assert.is(scene.words.atWork.length, 1);
    await scene.hear(person);
    scene.telephony.deviceLegs[0]?.answer();
    await settle();
    assert.is(await scene.status(scene.callId), 'connected');
    assert.is(scene.words.atWork.length, 0);
  }));

const learned = () =>
  flow([
    { id: 'hear', type: 'LISTEN', timeout: 20, options: [{ match: 'billing', next_step: 'press' }] },
    { id: 'press', type: 'DTMF', dtmf: '2' },
    { id: 'queue', type: 'HOLD' },
    { id: 'owner', type: 'TRANSFER' },
  ]);

function following(act: (scene: Scene) => Promise<void>, steps?: Step[]): Promise<void> {
  return exploring(async (scene) => {
    scene.flows.push(steps === undefined ? learned() : flow(steps));
    await scene.desk.hangUp(scene.callId);
    const { call } = await scene.desk.place({ ...heldCall, number, intent: 'my bill' });
    await settle();
    scene.telephony.farLegs.at(-1)?.answer();
    await settle();
    scene.callId = call.id;
    await act(scene);
  });
}

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

test('a flow presses in time where nothing is understood', () =>
  following(async (scene) => {
    await scene.hear({ kind: 'prompt_end', at: 2, startedAt: 0 });
    await pass(4);
    assert.equal(scene.digits(), ['2']);
  }));

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

test('what is said to a menu is refused as a key is', () =>
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

test('a decider chooses among what is offered and allowed; without a good answer the tables choose', async () => {
  const menu = ['for sales press one', 'for billing press two', 'to pay your bill press three'];
  const asked: string[][] = [];
  const answering = (digits: string | undefined | Error): MenuDecider => ({
    async decide({ options }) {
      asked.push(options.map((option) => option.digits));
      if (digits instanceof Error) throw digits;
      return digits === undefined ? undefined : { digits, reason: 'I think so' };
    },
  });
  const cases: [string | undefined | Error, string][] = [
    ['1', '1'],
    ['3', '2'],
    ['7', '2'],
    [undefined, '2'],
    [new AppError('unavailable', 'away'), '2'],
  ];
  for (const [answer, pressed] of cases)
    await exploring(
      async (scene) => {
        await scene.hearSaid(...menu);
        assert.equal(scene.digits(), [pressed]);
        const { reason } = scene.all('menu_option_chosen')[0]!;
        assert.is(reason.startsWith('the chat model chose'), pressed === '1', reason);
      },
      {},
      answering(answer),
    );
  assert.equal(asked[0], ['1', '2']);
});

/** The flow desk over the flows of the scene, and what learns for it. */
function learnerOf(scene: Scene): FlowLearner {
  const store: FlowStore = {
    list: async () => scene.flows,
    get: async (id) => scene.flows.find((one) => one.id === id),
    listForNumber: async () => scene.flows,
    insert: async (one) => void scene.flows.push(one),
    replace: async (one) => {
      scene.flows.splice(
        scene.flows.findIndex(({ id }) => id === one.id),
        1,
        one,
      );
      return true;
    },
    lastRuns: async () => new Map(),
    runs: async () => [],
    remove: async () => false,
  };
  return new FlowLearner({
    calls: scene.desk,
    journal: scene.store,
    flows: createFlowDesk({ store, isFlowInUse: () => false }),
  });
}

async function reachOwner(scene: Scene): Promise<void> {
  await scene.hear(person);
  scene.telephony.deviceLegs.at(-1)?.answer();
  await settle();
  assert.is(await scene.status(scene.callId), 'connected');
  await scene.desk.hangUp(scene.callId);
}

async function callAgain(scene: Scene): Promise<void> {
  const { call } = await scene.desk.place({ ...heldCall, number, intent: 'a wrong charge on my bill' });
  await settle();
  scene.telephony.farLegs.at(-1)?.answer();
  await settle();
  scene.callId = call.id;
}

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

test('a key that was accepted is learned, whatever the menu behind it says of keys that are not', () =>
  exploring(async (scene) => {
    await scene.hearSaid(...first);
    await scene.hearSaid(
      'for your balance press one',
      'to dispute a charge press two',
      'if you do not hear your option stay on the line',
    );
    assert.equal(scene.digits(), ['2', '2']);
    await reachOwner(scene);
    const { steps } = await learnerOf(scene).learn(scene.callId, {});
    assert.equal(
      steps.filter(({ type }) => type === 'DTMF').map(({ dtmf }) => dtmf),
      ['2', '2'],
    );
  }));

test('a key of the flow that was accepted stays in the mended flow', () =>
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

test('a flow that the menu has left behind is mended by the call that got through', () =>
  following(async (scene) => {
    await scene.hearSaid('for sales press one', 'for repairs press two', 'for billing press three');
    await scene.hearSaid(...second);
    await reachOwner(scene);
    const learner = learnerOf(scene);
    const mended = await learner.learn(scene.callId, { replace: true });
    assert.equal(scene.all('flow_proposed'), [
      { flow_id: 'flow_1', failed_step: 'hear', steps: mended.steps },
    ]);
    assert.is(mended.id, 'flow_1');
    assert.is(mended.version, 2);
    const again = await learner.learn(scene.callId, { replace: true }).catch((thrown: unknown) => thrown);
    assert.match(String(again), /was learned already: as the call flow ".*" \(flow_1\)/);
    assert.equal(scene.flows.find(({ id }) => id === 'flow_1')?.steps, mended.steps, 'no step is cut out');
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

test('a key that the menu refuses is left out of the mended flow, and with it the menu that is heard twice', () =>
  following(async (scene) => {
    await scene.hearSaid(...first);
    assert.equal(scene.digits(), ['2']);
    await scene.hearSaid('that option is invalid please try again');
    await scene.hearSaid('for sales press one', 'for billing press three');
    await scene.hearSaid('invalid entry');
    await scene.hearSaid('for charges and bills press four', 'for sails press five');
    assert.equal(scene.digits(), ['2', '3', '4']);
    await reachOwner(scene);
    const mended = await learnerOf(scene).learn(scene.callId, {});
    const [proposed] = scene.all('flow_proposed');
    assert.equal(proposed, { flow_id: 'flow_1', failed_step: 'press', steps: mended.steps });
    assert.equal(
      mended.steps.map(({ id, dtmf }) => [id, dtmf]),
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
