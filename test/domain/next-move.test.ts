import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { noMemory, remember, rememberHearing } from '../../src/domain/menu-choice/menu-memory.ts';
import { nextMove } from '../../src/domain/menu-choice/next-move.ts';
import { readPrompt } from '../../src/domain/menu-speech/read-prompt.ts';
import { remembering, shown, walk } from './menu-rig.ts';

const hotelLine =
  'for the hotel press one, for golf press two, for an extension press three, press zero to reach an operator';

test('what the errand mentions aside leads nowhere by itself', () => {
  const who = { intent: 'a cot for my flight', facts: [] };
  const move = nextMove(readPrompt('for flight status press 1, for an agent press 2'), noMemory, who);
  assert.is(move.do === 'press' && move.digits, '2');
});

test('what was chosen is confirmed where the menu asks, and what was not is not', () => {
  const visits = 'to cancel an x-ray press one, for our hours press two, press zero to reach an operator';
  const asked = 'x-ray cancelled. if this is correct press one, press star to return to the main menu';
  const who = { intent: 'cancel my x-ray', facts: [] };
  assert.equal(shown(walk([visits, asked], who)), ['1', '1']);
  // It was not chosen for what the call is about.
  assert.equal(
    shown(walk([asked], { intent: 'a question about gardening', facts: [] })).includes('1'),
    false,
  );
  const right = 'to be sure that you reach the right department press one, for our hours press two';
  assert.equal(shown(walk([visits, right], { intent: 'cancel my x-ray', facts: [] }))[1] === '1', false);
});

test('what only the owner knows is not confirmed in passing', () => {
  const claims = 'to report a claim or to check on a claim press one, to make a payment press two';
  const who = { intent: 'check on my claim', facts: [] };
  for (const [question, isConfirmed] of [
    ['did you say a claim?', true],
    ['a claim. is that right?', true],
    ['is the claim that you call about an existing one? is that correct?', true],
    ['did the damage happen within the last thirty days?', false],
    ['have you already reported it to us?', false],
    ['is anyone hurt?', false],
  ] as const) {
    const moves = shown(walk([claims, `${question} if yes press one, if no press two`], who));
    assert.is(moves[0], '1');
    assert.is(moves[1] === '1', isConfirmed, question);
  }
});

test('who finds nothing among further options goes back to where a person is offered', () => {
  const who = { intent: 'a question about gardening', facts: [] };
  let memory = noMemory;
  const keys: string[] = [];
  for (const said of [
    'for sales press one, for other options press two, for an operator press zero',
    'for repairs press one, to return to the main menu press star',
    'for sales press one, for other options press two, for an operator press zero',
  ]) {
    const prompt = readPrompt(said);
    memory = rememberHearing(memory, prompt);
    const move = nextMove(prompt, memory, who);
    memory = remember(memory, prompt, move);
    if (move.do === 'press') keys.push(move.digits);
  }
  assert.equal(keys, ['2', '*', '0']);
});

test('who finds nothing behind an option goes back, and does not take it again', () => {
  const hotel =
    'press one for hours, press two for messages, press three for do not disturb, press star to return to the main menu';
  const lost = { intent: 'I left my umbrella at the hotel', facts: [] };
  assert.equal(shown(walk([hotelLine, hotel, hotelLine], lost)), ['1', '*', '0']);
  // Nothing is to be had there: neither a person nor another option that fits.
  const nobody = 'for the hotel press one, for golf press two';
  assert.equal(shown(walk([nobody, hotel], lost)), ['1', '0']);
  const either = 'for hotel bookings press one, for hotel damage press two, for golf press three';
  const wants = { intent: 'a booking for the hotel, there was damage', facts: [] };
  assert.equal(shown(walk([either, hotel, either], wants)), ['2', '*', '1']);
  // A way back that does more, or only sounds like one, is none.
  for (const other of [
    'press one for hours, press nine to cancel your booking and return to the main menu',
    'press one for hours, press nine to return to work forms',
    'press one for hours, press nine to end the call or return to the main menu',
  ])
    assert.equal(shown(walk([hotelLine, other], lost)), ['1', '0'], other);
  const held = nextMove(readPrompt(hotel), remembering(hotelLine, lost), lost, { isHeld: true });
  assert.is(held.do === 'press' && held.digits, '0', 'a place in a queue is not left');
});

test('what was likeliest and led nowhere does not make the next one likely', () => {
  const water =
    'to report a leak, a loss of supply or a concern about the quality of your water press one, for blocked drains or unpleasant smells press two, for bills press three, for an operator press zero';
  const supply = 'for low pressure press one, for leaks press two, to return to the main menu press star';
  const brown = { intent: 'the tap water has been coming out brown', facts: [] };
  assert.equal(shown(walk([water, supply, water], brown)), ['1', '*', '0']);
});

test('of two ways to further options the second is tried when the first had nothing', () => {
  const main =
    'press one for new messages, press two to change folders, press three for advanced options, press zero for mailbox options';
  const nothing =
    'press one to send a reply, press two to hear the message envelope, press star to return to the main menu';
  const greetings = 'press one to record your name, press four to record your temporary greeting';
  const away = { intent: 'record a temporary greeting for my vacation', facts: [] };
  assert.equal(shown(walk([main, nothing, main, greetings], away)), ['0', '*', '3', '4']);
});

test('menus that share only the operator and the way back are different menus', () => {
  const people = 'for family press one, for friends press two, press star to return to the main menu';
  const empty = 'the entry is empty, press one to enter a number, press star to return to the main menu';
  const friends = { intent: 'save a speed dial number for my friends', facts: [] };
  assert.equal(shown(walk([people, empty], friends)), ['2', '1']);
});

test('the only option of a menu is taken if what led there fits, and nobody else is offered', () => {
  const people = 'for family press one, for friends press two';
  const friends = { intent: 'save a speed dial number for my friends', facts: [] };
  const only = 'to enter a number press one, to return to the main menu press star';
  assert.equal(shown(walk([people, only], friends)), ['2', '1']);
  const set = 'the number is set, press one to enter a number, press star to cancel';
  assert.equal(shown(walk([people, set], friends)), ['2', '1']);
  const going = 'to continue press one';
  assert.equal(shown(walk([people, `${going}, for an operator press five`], friends)), ['2', '5']);
  assert.equal(shown(walk([only], friends)), ['0']);
  // It must not bind anybody to anything.
  const gym = { intent: 'question about my gym membership', facts: [] };
  const gymLine = 'for memberships press one, for classes press two';
  for (const binding of [
    'to cancel it press one, to return to the main menu press star',
    'to block it permanently press one, to go back press star',
    'to accept the charge of nine dollars press one',
    'para español oprima uno',
    'to enter your card number press one',
  ])
    assert.equal(shown(walk([gymLine, binding], gym)), ['1', '0'], binding);
});

test('a number in an option says little', () => {
  const bill = { intent: 'ask about a bill from 2 months ago', facts: [] };
  const menu = 'for two month plans press one, for an operator press zero';
  assert.equal(shown(walk([menu], bill)), ['0']);
});

test('behind options that did not fit, a single word of several decides nothing', () => {
  const who = { intent: 'hear again what my mother said', facts: [] };
  const further = readPrompt('for new messages press one, for advanced options press three');
  const went = remember(noMemory, further, nextMove(further, noMemory, who));
  assert.is(went.wentFurther, true);
  const envelope = readPrompt('to send a reply press one, to hear the envelope press three');
  assert.equal(nextMove(envelope, went, who), {
    do: 'press',
    digits: '0',
    reason: 'nothing fits the intent: 0 is the usual way to a person',
    isForRest: true,
  });
  const reply = nextMove(envelope, went, { intent: 'send her a reply', facts: [] });
  assert.is(reply.do === 'press' && reply.digits, '1');
});

test('behind what is for everything else, nothing is chosen that merely seems likely', () => {
  const who = { intent: 'schedule a road test for my 16 year old', facts: [] };
  const question = "Are you calling about a driver's license? Press 1 for yes, or 2 for no.";
  const others =
    'For titles, press 1. For emissions and inspections, press 2. For a copy of a driving record, press 3. For accident reports, press 4. For all other topics, press 0.';
  assert.equal(shown(walk([others], who)), ['2']);
  assert.equal(shown(walk([question, others], who)), ['2', '0']);
  // A 0 that was not offered leads nowhere: the menu is as unlikely to fit as before.
  const short = others.replace(' For all other topics, press 0.', '');
  const refused = `That is not a valid option. ${short}`;
  assert.equal(shown(walk([question, short, refused], who)), ['2', '0', 'ask_owner']);
  // What declines a survey says nothing about the menu behind it.
  const survey = 'To participate in a brief survey, press 1. To decline, press 2.';
  assert.equal(shown(walk([survey, others], who)), ['2', '2']);
});

test('behind a notice that concerns others, the main menu is as likely to fit as any', () => {
  const who = { intent: 'the faucet in my flat drips', facts: [] };
  const main = 'For leasing, press 1. For maintenance, press 2. For the front desk, press 0.';
  for (const notice of [
    'If you are calling about the recall of our blender, press 1. For all other calls, press 2.',
    'Are you calling about the data breach? Press 1 for yes, or 2 for no.',
    'About the outage in Elm Street, press 1. Para español, oprima 3. For anything else, press 2.',
  ])
    assert.equal(shown(walk([notice, main], who)), ['2', '2'], notice);
  const subject = 'For dental plans, press 1. For anything else, press 2.';
  assert.equal(shown(walk([subject, main], who)), ['2', '0']);
});

test('where waiting helps, nobody leaves the queue to hear what else there is', () => {
  const who = { intent: 'a question about gardening', facts: [] };
  const queue = readPrompt('please hold for the next available agent, or for other options press two');
  assert.is(nextMove(queue, noMemory, who, { isHeld: true }).do, 'wait');
});

test('the same menu is answered twice, then left by 0, then given to the owner, then left alone', () => {
  const menu = 'for sales press one, for billing press two';
  assert.equal(shown(walk([menu, menu, menu, menu, menu])), ['2', '2', '0', 'ask_owner', 'wait']);
  const hardOfHearing = 'for sails press one for billing press to';
  assert.equal(shown(walk([menu, hardOfHearing, menu, hardOfHearing])), ['2', '2', '0', 'ask_owner']);
});

test('what was not understood there is not pressed again', () => {
  const menu = 'for billing press two, for billing disputes press three, for an operator press eight';
  assert.equal(shown(walk([menu, `that is an invalid entry. ${menu}`, `invalid entry. ${menu}`])), [
    '3',
    '2',
    '8',
  ]);
});

test('a menu of the next level is another menu, even with the same keys', () => {
  assert.equal(
    shown(
      walk([
        'for sales press one, for billing press two',
        'for billing history press one, to dispute a charge press two',
        'to dispute charges of this month press one, for earlier statements press two',
      ]),
    ),
    ['2', '2', '1'],
  );
});

test('callers who wait are put through: nothing is pressed in a queue', () => {
  assert.equal(
    shown(
      walk([
        'all agents are busy please hold, to receive a call back press one',
        'you are number three in line',
        'please stay on the line or leave a message after the tone press one',
        'press one for gardening press two for cooking or stay on the line to speak with somebody',
      ]),
    ),
    ['wait', 'wait', 'wait', 'wait'],
  );
});

test('two options that fit alike are left to the owner, unless there is an operator', () => {
  const alike = 'for charges of this month press one, for charges of last month press two';
  assert.equal(shown(walk([alike, alike, alike])), ['0', 'ask_owner', 'wait']);
  assert.equal(shown(walk([`${alike}, for an operator press nine`])), ['9']);
});

test('however a menu goes on, a call makes at most twelve choices', () => {
  const endless = Array.from(
    { length: 40 },
    (_, index) =>
      `for billing number ${'abcdefghij'[index % 10]}${index}x press ${index % 10}, for charge ${index}y press ${(index + 1) % 10}`,
  );
  const moves = walk(endless);
  assert.ok(moves.filter((move) => move.do === 'press').length <= 12);
  assert.ok(moves.some((move) => move.do === 'ask_owner'));
});

test('people are at 0, whatever a menu calls them or a recogniser makes of it, unless it says what else is there', () => {
  const pressed = (label: string): string => {
    const menu = `for a quote press 1, for loans press 2, ${label} press 0`;
    const move = nextMove(readPrompt(menu), noMemory, { intent: 'whistle the anthem', facts: [] });
    return move.do === 'press' ? move.digits : move.do;
  };
  for (const label of ['for the box office', 'for the switch barred', 'to speak with the can besopporator'])
    assert.is(pressed(label), '0', label);
  for (const label of [
    'to pay your bill',
    'to repeat these options',
    'for opening hours',
    'to end this call',
  ])
    assert.is(pressed(label), 'ask_owner', label);
});

test('what is merely likely is not pressed where waiting helps, or where a place in a queue is to lose', () => {
  const who = { intent: 'my pills are almost gone', facts: [] };
  const menu = 'for directions press 1, for prescription refills press 2';
  const pressed = (said: string, isHeld = false): string | undefined => {
    const move = nextMove(readPrompt(said), noMemory, who, { isHeld });
    return move.do === 'press' ? move.option?.digits : move.do;
  };
  assert.is(pressed(menu), '2');
  assert.is.not(pressed(menu, true), '2');
  assert.is(pressed(`${menu}, or stay on the line to speak with somebody`), 'wait');
});

test('what sentences mean for certain is pressed where waiting helps, but not at the cost of a place in a queue', () => {
  const meanings = {
    find: (text: string) => Float32Array.of(...(/pills|refills/.test(text) ? [1, 0] : [0, 1])),
  };
  const who = { intent: 'my pills are almost gone', facts: [], meanings };
  const menu =
    'for directions press 1, for prescription refills press 2, or stay on the line to speak with somebody';
  const pressed = (isHeld: boolean): string | undefined => {
    const move = nextMove(readPrompt(menu), noMemory, who, { isHeld });
    return move.do === 'press' ? move.option?.digits : move.do;
  };
  assert.is(pressed(false), '2');
  assert.is(pressed(true), 'wait');
  // The encoder could not be loaded.
  const without = { ...who, meanings: { find: () => undefined } };
  assert.is(nextMove(readPrompt(menu), noMemory, without).do, 'wait');
});

test('what only the name of the company says leads nowhere', () => {
  const who = { intent: 'postpone my moving date by a week', facts: [] };
  const menu = 'for a free moving estimate press 1, for jobs press 2, for an operator press 0';
  const digitsAt = (greeting: string): string => {
    const move = nextMove(readPrompt(`${greeting}\n${menu}`), noMemory, who);
    return move.do === 'press' ? move.digits : move.do;
  };
  assert.is(digitsAt('Thank you for calling Steady Moving.'), '0');
});

test.run();
