import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pass } from './desk-rig.ts';
import { exploring, type Scene } from './explorer-rig.ts';

const hearingBadly = (act: (scene: Scene) => Promise<void>): Promise<void> => exploring(act, {}, {}, 'menus');

test('a recogniser of menus that hears nothing that fits hears the menu again before the way out is taken', () =>
  hearingBadly(async (scene) => {
    const expected = scene.words.atWork.at(-1)?.expectedWords?.() ?? [];
    assert.ok(
      expected.includes('charge') && expected.includes('incorrect'),
      'the words of the errand, and others for them',
    );
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

test('where a menu is chosen from, what is said is read twice, and either reading may have the words', () =>
  exploring(async (scene) => {
    assert.is(scene.words.atWork.at(-1)?.wantsRereading?.(), true);
    scene.words.say('for sails press one', { reread: 'for sales press one' });
    await pass(1);
    scene.words.say('for bowling press do', { reread: 'for billing press tube' });
    await pass(1);
    await scene.hearSaid('for an operator press zero');
    assert.equal(scene.digits(), ['2']);
    const { options } = scene.all('ivr_menu_detected')[0]!;
    assert.equal(options, ['1: sails', '2: bowling', '0: an operator'], 'the first one is shown');
  }));

test('a call that answers no menus has nothing read twice', () =>
  exploring(
    async (scene) => {
      const wanted = scene.words.atWork.map((recognition) => recognition.wantsRereading?.());
      assert.equal(wanted, [false], 'it is transcribed');
    },
    { services: { transcription: true } },
    { settings: { exploresMenus: false } },
  ));

test('a menu that is misheard in another way each time is answered at the third hearing', () =>
  hearingBadly(async (scene) => {
    await scene.hearSaid('four sails press one', 'for amount palace press two');
    await scene.hearSaid('for cells press one', 'for account ballots press two');
    assert.equal(scene.digits(), []);
    await scene.hearSaid('for says press one', 'for a can valance press two');
    assert.is(scene.digits().length, 1);
  }));

test('a menu that pauses for long between its options is one menu', () =>
  exploring(async (scene) => {
    await scene.hearSaid('for sales press one', 'for repairs press two');
    assert.equal(scene.digits(), [], 'an operator may be offered yet');
    for (const more of [
      'for opening hours press three',
      'for directions press four',
      'for a tour press five',
    ])
      await scene.hearSaid(more);
    assert.equal(scene.digits(), [], 'however often it pauses');
    await scene.hearSaid('for invoices and charges press six');
    assert.equal(scene.digits(), ['6']);
    assert.equal(
      scene.all('ivr_menu_detected').map(({ options }) => options.length),
      [2, 3, 4, 5, 6],
    );
  }));

test('where nothing follows a menu in which nothing fits, the way out is tried after a few seconds', () =>
  exploring(async (scene) => {
    await scene.hearSaid('for sales press one', 'for repairs press two');
    await pass(3);
    assert.equal(scene.digits(), []);
    await pass(3);
    assert.equal(scene.digits(), ['0']);
  }));

test('while a voice is heard a menu has not ended, even if no words of it are known yet', () =>
  exploring(async (scene) => {
    const [listener] = scene.listeners;
    const reading = { levelDb: -20, audioType: 'silence', confidence: 0.6, person: 0 } as const;
    scene.words.say('for sales press one, for an operator press zero');
    for (let seconds = 0; seconds < 10; seconds++) {
      listener!.newest = { ...reading, voicedAtMs: Date.now() - 500 };
      await pass(1);
    }
    assert.equal(scene.digits(), []);
    await pass(4);
    assert.equal(scene.digits(), ['0']);
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

test("a question that comes again in the same words is a machine's, even if its voice sounds like a person", () =>
  hearingBadly(async (scene) => {
    const pulse = { levelDb: -60, audioType: 'live_human', confidence: 0.6, person: 0.3 } as const;
    scene.listeners.at(-1)!.newest = pulse;
    const asks = 'please enter your phone number starting with the area code';
    await scene.hearSaid('hello please enter the house');
    await scene.hearSaid(asks);
    assert.equal(scene.all('menu_needs_owner'), []);
    await scene.hearSaid(asks.replace('starting', 'stunning'));
    assert.is(scene.all('menu_needs_owner').length, 1);
  }));

test.run();
