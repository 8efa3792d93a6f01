import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chooseOption } from '../../src/domain/menu-choice/choose-option.ts';
import { combineHearings } from '../../src/domain/menu-choice/hearings.ts';
import { isSamePrompt, noMemory, rememberHearing } from '../../src/domain/menu-choice/menu-memory.ts';
import { nextMove } from '../../src/domain/menu-choice/next-move.ts';
import { readBoth } from '../../src/domain/menu-choice/read-both.ts';
import { parseMenu } from '../../src/domain/menu-speech/parse-menu.ts';
import { readPrompt } from '../../src/domain/menu-speech/read-prompt.ts';

test('what two hearings of a menu have in common is sure, and a third settles where they differ', () => {
  const combined = (...said: string[]): string[] =>
    combineHearings(said.map((each) => parseMenu(each))).map(
      ({ digits, text, isGuess }) => `${digits}${isGuess === true ? '?' : ''} ${text}`,
    );
  const six = 'to hear the next message press six to forward the message press eight';
  const eight = 'to hear the next message press nine to forward the message press eight';
  assert.equal(combined(six, six), ['6 hear the next message', '8 forward the message']);
  assert.equal(combined(eight, six), [
    '9? hear the next message',
    '8 forward the message',
    '6? hear the next message',
  ]);
  assert.equal(combined(eight, six, six), ['8 forward the message', '6 hear the next message']);
  assert.equal(
    combined('to record your busy message press one to record your name message press two', six).length,
    4,
    'two things in one hearing stay two',
  );
  assert.equal(combined('press one for lot press two for sales', 'press one for lock press two for sales'), [
    '1 lot',
    '2 sales',
    '1 lock',
  ]);
});

test('a key that is named for two things is for neither, and one inferred from the order is a guess', () => {
  assert.equal(parseMenu('to hear the next item press eight to forward it elsewhere press eight'), [
    { digits: '8', text: '', isGuess: true },
  ]);
  assert.equal(parseMenu('press one for sales press two for bills press member for claims').at(-1), {
    digits: '3',
    text: 'claims',
    isGuess: true,
  });
});

test('a word that only sounds like the errand is taken if nothing fits, after hearing the menu again', () => {
  const who = { intent: 'lock the conference', facts: [] };
  const prompt = readPrompt(
    'to mute yourself press one to lot the conference press two to leave the conference press three to record the conference press four',
  );
  assert.is(nextMove(prompt, noMemory, who, { mayHearAgain: true, hearsBadly: true }).do, 'hear_again');
  const move = nextMove(prompt, noMemory, who);
  assert.is(move.do === 'press' && move.digits, '2');
});

test('a piece of a menu is heard again, and offers no key in another menu', () => {
  const who = { intent: 'a question about my bill', facts: [] };
  const piece = readPrompt('for billing press nine');
  assert.is(nextMove(piece, noMemory, who, { mayHearAgain: true, hearsBadly: true }).do, 'hear_again');
  assert.is(nextMove(readPrompt('press zero'), noMemory, who).do, 'wait');
  const memory = rememberHearing(noMemory, readPrompt('for billing press nine for sales press one'));
  const other = readPrompt('press one press two for repairs');
  const move = nextMove(other, rememberHearing(memory, other), who);
  assert.is(move.do === 'press' && move.digits, '0');
});

test('a lone key is no better for having been heard in two ways', () => {
  const options = ['lunch accounts', 'the lunch accounts'].map((text) => ({ digits: '1', text }));
  const caller = { intent: 'the soup was cold', facts: [] };
  assert.is(chooseOption(caller, options.slice(1)), undefined);
  assert.is(chooseOption(caller, options), undefined);
});

test('what was not offered is pressed, and the owner is asked, only once the menu has had time to go on', () => {
  const who = { intent: 'a question about gardening', facts: [] };
  const menu = readPrompt('for sales press one, for billing press two, for repairs press three');
  const move = nextMove(menu, noMemory, who, { mayHearAgain: true });
  assert.ok(move.do === 'hear_again' && move.seconds < 5, JSON.stringify(move));
  const withOperator = readPrompt('for sales press one, for an operator press zero');
  const out = nextMove(withOperator, noMemory, who, { mayHearAgain: true });
  assert.is(out.do === 'press' && out.digits, '0', 'an operator is offered last');
});

test('a menu behind an option shares its words, and is not the menu heard again', () => {
  const isSame = (one: string, other: string): boolean =>
    isSamePrompt({ options: readPrompt(one).options, number: null }, readPrompt(other));
  const behind: [string, string][] = [
    [
      'For appointments, press 1. For billing, press 2.',
      'To cancel an appointment, press 1. To make a new one, press 2. To confirm, press 3.',
    ],
    [
      'For appointments, press 1. For billing, press 2.',
      'For a new appointment, press 1. To cancel, press 2.',
    ],
    [
      'For personal banking, press 1. For business banking, press 2.',
      'For personal loans, press 1. For credit cards, press 2. For all other questions, press 3.',
    ],
    [
      'For billing, press 1. For repairs, press 2.',
      'For your billing balance, press 1. To make a payment, press 2. For all other questions, press 3.',
    ],
    [
      'To place an order, press 1. For an existing order, press 2.',
      'To track your order, press 1. To cancel an existing order, press 2. To return an order, press 3.',
    ],
    [
      'For billing press 1. For internet press 2. For television press 3.',
      'For internet billing press 1. If your internet is slow press 2. For all else press 3.',
    ],
    [
      'Für Termine drücken Sie 1, für Rezepte drücken Sie 2.',
      'Um einen Termin abzusagen, drücken Sie 1, für einen neuen drücken Sie 2.',
    ],
  ];
  for (const [menu, next] of behind) assert.not(isSame(menu, next), next);
  const again: [string, string][] = [
    ['For sales, press 1. For your bill, press 2.', 'for sails press one for your bill press two'],
    [
      'For home insurance, press 1. For car insurance, press 2.',
      'home in chance one for car insurance press two',
    ],
    ['For sales, press 1. To dispute a charge on your bill, press 2.', 'to dispute a charge press two'],
    [
      'Thank you for calling Acme your call may be recorded billing press 1 repairs press 2',
      'for billing press one for repairs press two',
    ],
  ];
  for (const [menu, heard] of again) assert.ok(isSame(menu, heard), heard);
});

test('a menu that skips a key is heard again before anybody is asked, and a person at a guessed key is tried at 0', () => {
  const who = { intent: 'a question about gardening', facts: [] };
  const gap = readPrompt('for sales press one, for billing press two, for repairs press four');
  assert.is(nextMove(gap, noMemory, who, { mayHearAgain: true }).do, 'hear_again');
  const whole = readPrompt('for sales press one, for billing press two, for repairs press three');
  const move = nextMove(whole, noMemory, who);
  assert.is(move.do === 'press' && move.digits, '0');
  const guessed = readPrompt(
    'press one for sales press two for billing press three for repairs press the arrow for an operator',
  );
  const out = nextMove(guessed, noMemory, who);
  assert.is(out.do === 'press' && out.digits, '0');
});

test('of two readings of a menu each may be right about a word', () => {
  const pressed = (intent: string, text: string, reread: string): string => {
    const prompt = readBoth(text, reread);
    const memory = rememberHearing(noMemory, prompt);
    assert.is(memory.prompts[0]?.hearings.length, 1, 'heard once');
    const move = nextMove(prompt, memory, { intent, facts: [] });
    return move.do === 'press' ? move.digits : move.do;
  };
  // What Moonshine makes of a menu that flite's `rms` reads.
  const said = 'For council tax, press one.\nFor parting press two.\nFor anything else, press zero.';
  const again = 'For counsel tax, press one.\nFor parking press two.\nFor anything else impresses your oath.';
  assert.is(pressed('contest a parking fine', said, again), '2');
  assert.is(pressed('contest a parking fine', again, said), '2');
  assert.is(pressed('a question about council tax', said, again), '1');
  assert.is(pressed('a street lamp is out', again, said), '0');
  assert.equal(readBoth(again, said).transcript, said, 'what names more keys is shown');
  assert.equal(readBoth(said, again).transcript, said);
});

test.run();
