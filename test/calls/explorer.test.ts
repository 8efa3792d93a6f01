import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import type { SentenceEncoder } from '../../src/calls/hearing/menu-meanings.ts';
import type { MenuDecider } from '../../src/calls/hearing/menu-decider.ts';
import { pass, person, settle } from './desk-rig.ts';
import { exploring, first, second, third } from './explorer-rig.ts';

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
      sound: '',
    });
    await scene.hear(person);
    assert.is(await scene.status(scene.callId), 'transferring');
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
    { settings: { exploresMenus: false } },
  ));

test('an entry that was not understood is not sent again; a menu that goes on repeating is left by 0, then given to the owner', () =>
  exploring(async (scene) => {
    const menu = ['for sales press one', 'for billing press two', 'for wrong charges press three'];
    await scene.hearSaid(...menu);
    await scene.hearSaid('that is not a valid option', ...menu);
    assert.equal(scene.digits(), ['3', '2']);
    await scene.hearSaid('invalid entry', ...menu);
    await scene.hearSaid(...menu);
    assert.equal(scene.digits(), ['3', '2', '0']);
    assert.is(scene.all('menu_needs_owner').length, 1);
    assert.is(await scene.status(scene.callId), 'on_hold', 'the call holds on');
    for (let again = 0; again < 3; again++) await scene.hearSaid(...menu);
    assert.equal(scene.digits(), ['3', '2', '0']);
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

test('what a menu says in other words is understood by the meaning of its sentences, and after a restart, too', () => {
  const near = Float32Array.of(1, 0);
  const sentences: SentenceEncoder = {
    meaningOf: async (text) =>
      text === 'our little one is poorly' || text === 'a nurse' ? near : Float32Array.of(0, 1),
  };
  return exploring(
    async (scene) => {
      const clinic = ['for test results press one', 'for a nurse press two', 'for billing press three'];
      await scene.hearSaid(...clinic);
      assert.equal(scene.digits(), ['2']);
      await scene.restart(scene.callId, { far: scene.telephony.farLegs[0] });
      await scene.hearSaid('for opening hours press one', 'for parking press two', 'for a nurse press three');
      assert.equal(scene.digits(), ['2', '3']);
    },
    { intent: 'our little one is poorly' },
    { sentences },
  );
});

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

test('a reason that quotes the menu has no runs of digits, where transcripts have none', () =>
  exploring(
    async (scene) => {
      await scene.hearSaid('for the account ending in 4 4 1 1 press one', 'for another account press two');
      assert.equal(scene.digits(), ['1']);
      assert.match(scene.all('menu_option_chosen')[0]!.reason, /the account ending in # # # #/);
    },
    { intent: 'my account ending in 4411' },
    { settings: { masksDigits: true } },
  ));

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

test('a key that the owner forestalls was not chosen, and is tried when the menu comes again', () =>
  exploring(async (scene) => {
    const record = scene.store.record.bind(scene.store);
    let isSlow = true;
    scene.store.record = async (entry) => {
      await record(entry);
      if (isSlow) await new Promise(() => undefined);
    };
    for (const said of first) scene.words.say(said);
    await pass(3);
    await scene.desk.sendDtmf(scene.callId, '3');
    await pass(3);
    assert.equal(scene.digits(), ['3']);
    assert.equal(scene.all('menu_option_chosen'), []);
    isSlow = false;
    await pass(10);
    await scene.hearSaid(...first);
    assert.equal(scene.digits(), ['3', '2']);
    assert.is(scene.all('menu_option_chosen').length, 1);
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

test('an engine that fails before the queue hears it all the same once it is back', () =>
  exploring(async (scene) => {
    await scene.hearSaid(...first);
    scene.words.fail('the server restarts');
    await pass(30);
    assert.is(await scene.status(scene.callId), 'on_hold');
    await pass(100);
    await scene.hearSaid('you are caller number four in line');
    assert.equal(scene.all('queue_position'), [{ position: 4, wait_minutes: null }]);
    await scene.hearSaid(...first);
    assert.equal(scene.digits(), ['2', '2']);
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
      { menuDecider: answering(answer) },
    );
  assert.equal(asked[0], ['1', '2']);
});

test('a decider that hangs is not waited for longer than a menu waits: the tables choose', () =>
  exploring(
    async (scene) => {
      await scene.hearSaid(...first);
      assert.equal(scene.digits(), []);
      await pass(4);
      assert.equal(scene.digits(), ['2']);
    },
    {},
    {
      menuDecider: {
        decide: (_question, signal) =>
          new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason as Error)),
          ),
      },
    },
  ));

test('a person who is heard while a key goes out, and leaves: the next menu is met without a doubt about that key', () =>
  exploring(async (scene) => {
    const far = scene.telephony.farLegs[0]!;
    const sendDtmf = far.sendDtmf.bind(far);
    let goOut: () => void = () => undefined;
    const goneOut = new Promise<void>((resolve) => (goOut = resolve));
    far.sendDtmf = (digits) => goneOut.then(() => sendDtmf(digits));
    await scene.hearSaid(...first);
    await scene.hear(person);
    goOut();
    await settle();
    assert.equal(scene.digits(), ['2']);
    scene.telephony.deviceLegs[0]?.end({ kind: 'busy', detail: 'the line is busy' });
    await pass(40);
    await scene.hearSaid(...second);
    assert.equal([scene.digits(), scene.all('ivr_step_uncertain')], [['2', '2'], []]);
  }));

test.run();
