import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chooseOption } from '../../src/domain/menu-choice/choose-option.ts';
import { expectedWords } from '../../src/domain/menu-choice/expected-words.ts';
import {
  isSamePrompt,
  noMemory,
  remember,
  rememberHearing,
} from '../../src/domain/menu-choice/menu-memory.ts';
import type { Move } from '../../src/domain/menu-choice/move.ts';
import { nextMove } from '../../src/domain/menu-choice/next-move.ts';
import { combineHearings } from '../../src/domain/menu-choice/hearings.ts';
import * as tables from '../../src/domain/menu-choice/topics.ts';
import { fold } from '../../src/domain/menu-speech/language.ts';
import { parseMenu } from '../../src/domain/menu-speech/parse-menu.ts';
import { readBoth } from '../../src/domain/menu-choice/read-both.ts';
import { readPrompt } from '../../src/domain/menu-speech/read-prompt.ts';

const chosen = (intent: string, menu: string): string | undefined =>
  chooseOption({ intent, facts: [] }, parseMenu(menu))?.option.digits;

const telecom =
  'For new orders, press 1. For billing and payments, press 2. For technical support, press 3. To cancel your service, press 4. To repeat this menu, press 9. To speak with a representative, press 0.';
const bank =
  'For English, press 1. Para español, oprima dos. To report a lost or stolen card, press 3. To pay your bill, press 4. For all other questions, press 5.';

test('the option that fits the intent is chosen, in the words of either', () => {
  const cases: [string, string, string | undefined][] = [
    ['there is a wrong charge on my invoice', telecom, '2'],
    ['my internet is broken', telecom, '3'],
    ['cancel my contract', telecom, '4'],
    ['I want to become a customer', telecom, '1'],
    ['ask about the bill of last month', telecom, '2'],
    ['complain about a rude driver', telecom, '0'],
    ['', telecom, '0'],
    ['my card was stolen', bank, '3'],
    ['pay my bill', bank, '4'],
    ['question about my bill', bank, '1'],
    ['hablar sobre mi tarjeta robada', 'Para español, oprima dos. For English, press one.', '2'],
    [
      'Rechnung reklamieren',
      'Für Fragen zur Rechnung drücken Sie die 1, für Störungen drücken Sie die 2',
      '1',
    ],
    ['Vertrag kündigen', 'Für Neukunden drücken Sie die 1. Um zu kündigen, drücken Sie die 2.', '2'],
    ['panne internet', 'Pour une facture, tapez 1. Pour une panne, tapez 2.', '2'],
    ['make an appointment', 'for the pharmacy press one to schedule a visit press two', '2'],
    [
      'claim for water damage',
      'for a quote press one to file a claim press two for billing press three',
      '2',
    ],
    ['lock it', 'to hear the other participants press one for all other questions press two', '2'],
    ['lock it', 'to hear the other participants press one', undefined],
    ['somebody called me', 'for call forwarding press one for an operator press zero', '0'],
    ['accounting', 'for accounting and repeat mobile press three for an operator press zero', '3'],
    ['I forgot my password', 'for accounting press three for an operator press zero', '0'],
    ['my bill', 'for account passwords press one for an operator press zero', '0'],
    ['where is my parcel', 'to place an order press one to track a delivery press two', '2'],
  ];
  for (const [intent, menu, digits] of cases) assert.is(chosen(intent, menu), digits, `${intent}: ${menu}`);
});

test('one of several days that an option names is what it is about', () => {
  const hours =
    'for hours Saturday press one for hours Sunday press two for hours Monday Tuesday Wednesday Thursday and Friday press three';
  const cases: [string, string][] = [
    ['do you open on Wednesdays?', '3'],
    ['are you open on Sundays', '2'],
    ['what are your hours on weekdays', '3'],
    ['until when can I come by on Saturday?', '1'],
    ['opening times during the week', '3'],
  ];
  for (const [intent, digits] of cases) assert.is(chosen(intent, hours), digits, intent);
  assert.is(chosen('do you open savings accounts', `${hours} for a new account press four`), '4');
});

test('what pays, hangs up, calls back, goes back or speaks another language is not chosen for want of another', () => {
  for (const menu of [
    'to pay your bill press one',
    'to end this call press one',
    'to receive a call back press one',
    'to return to the main menu press star',
    'para español oprima dos',
    'if this is an emergency press one',
  ])
    assert.is(chosen('question about my invoice', menu), undefined, menu);
});

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

test('one more word that errand and option share decides, however little it says', () => {
  const numbers = 'press one for new telephone number press two for old telephone number';
  assert.is(chosen('call waiting for the new telephone number', numbers), '1');
  assert.is(chosen('reset it', 'press one to reset the volume press two to repeat this'), '1');
  assert.is(chosen('who joined last', 'to join press three to leave this press four'), '3');
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

test('other words for the same thing fit, what says the opposite does not, and a way of speaking is no fault', () => {
  const volume =
    'press one to decrease the audio volume from other participants press two to decrease your speaking volume press three to reset the audio volume to the fault level';
  const messages =
    'to hear the next message press six to hear the previous message press four to delete this message press zero';
  for (const [intent, menu, digits] of [
    ['turn down the volume of the other participants', volume, '1'],
    ['lower the volume of my own voice', volume, '2'],
    ['erase a message', messages, '0'],
    ['listen to the next message', messages, '6'],
    ['listen to the next message', messages.replace('next', 'text'), undefined],
    [
      'extend the conference',
      'press one to mute yourself press two to decrease the volume five to extend the time',
      undefined,
    ],
    [
      'lower the volume',
      'press one to mute yourself three to remove the last user or say two decrease the volume or eight for more',
      undefined,
    ],
    ['a different contract', 'for bills press one for all other questions press two', '2'],
    ['lock it', 'to unlock the conference press one to lock or unlock the line press two', '2'],
  ] as const)
    assert.is(chosen(intent, menu), digits, `${intent}: ${menu}`);
});

const shop =
  'To schedule a repair, press 1. To check on a repair that is already scheduled, press 2. To order parts, press 3. For warranty information, press 4. For all other questions, press 0.';
const garage =
  'To change an existing booking, press 1. To make a new booking, press 2. For personal loans, press 3. For roadside assistance, press 4. If you are a doctor or a nurse, press 5. For the workshop, or any other department, press 6.';

test('what an errand only implies, mentions aside, or has from another trade is weighed as a caller would', () => {
  for (const [intent, menu, digits] of [
    ['schedule a repair of my oven', shop, '1'],
    ['confirm the scheduled repair', shop, '2'],
    ['return a lamp', shop, '0'],
    ['cancel my booking', garage, '1'],
    ['make a booking', garage, '2'],
    // The rest, and not the option for doctors.
    ['find a doctor', garage, '6'],
    ['I am a doctor with a question', garage, '5'],
    ['the horn is too quiet', garage, undefined],
    [
      'a purchase that I did not make is on my statement',
      'for statements and purchases press 1, for fraud press 2',
      '2',
    ],
    ['damage to my boat', 'for glass damage only press 1, for boats press 2', '2'],
    ['my television has no picture', 'for new customers press 1, for technical support press 2', '2'],
    ['a bill', 'Forbilling press 1. For sales press 2.', '1'],
    ['the miles of last year', 'if you are a member press 1, if you are a travel agent press 2', '1'],
    [
      'where is my parcel',
      'to track a package press 1, for claims on lost packages press 2, to order supplies press 3',
      '1',
    ],
  ] as const)
    assert.is(chosen(intent, menu), digits, `${intent}: ${menu}`);
});

test('who the company calls a patient, a customer or a member is the caller himself', () => {
  for (const [intent, menu, digits] of [
    [
      'make an appointment',
      'If you are a doctor or a hospital, press 1. If you are a patient and would like to make an appointment, press 2. For directions, press 3.',
      '2',
    ],
    ['file a claim', 'If you are the policy holder and have a claim, press 1. For sales, press 2.', '1'],
    ['a prescription refill', 'If you are an existing member with a prescription, press 1.', '1'],
    ['an appointment', "If you are a patient's doctor with an appointment, press 1.", undefined],
    ['an appointment', 'If you are a member of the media with an appointment, press 1.', undefined],
  ] as const)
    assert.is(chosen(intent, menu), digits, `${intent}: ${menu}`);
});

test('a caller who just wants to pay is not sent to payment arrangements, unless bills have no other option', () => {
  for (const [intent, menu, digits] of [
    [
      'pay my electric bill',
      'to make a payment by card press 1, for a payment arrangement or help with a past due bill press 3, for budget billing and autopay press 5',
      '1',
    ],
    [
      'I cannot pay my bill this month',
      'to make a payment by card press 1, for a payment arrangement press 3',
      '3',
    ],
    ['dispute a charge', 'for billing and payment arrangements press 1, for an agent press 0', '1'],
    ['my internet is slow', 'for technical difficulties press 1, for an agent press 0', '1'],
  ] as const)
    assert.is(chosen(intent, menu), digits, `${intent}: ${menu}`);
});

test('lines for emergencies are for callers without power, and for nobody else', () => {
  const outage = 'for a power outage or an emergency press 1, for billing press 2, for an agent press 0';
  for (const [intent, menu, digits] of [
    [
      'my power is out',
      'to report a power outage or another emergency press 1, for billing press 2, for tree trimming near power lines press 3',
      '1',
    ],
    [
      'my heater is broken',
      'for an emergency such as a gas leak or a broken pipe press 1, for repairs press 2, for billing press 3',
      '2',
    ],
    [
      'I have a question about gardening',
      'if this is an emergency press 1, for weddings, private charters and group outings press 6, for an agent press 0',
      '0',
    ],
    ['internet outage', outage, '0'],
    ['planned outage next week', outage, '0'],
    ['outage compensation', outage, '0'],
    ['my wifi has no power', outage, '0'],
  ] as const)
    assert.is(chosen(intent, menu), digits, `${intent}: ${menu}`);
});

test('a line for people in danger is for callers who say so', () => {
  assert.is(
    chosen('I smell gas', 'if you smell gas press 1, for billing press 2, for an agent press 0'),
    '1',
  );
  for (const [intent, line] of [
    ['there was smoke damage last year', 'to request police or fire dispatch'],
    ['move the cable in my yard', 'to report a downed line'],
    ['shoulder pain', 'if you have chest pain or trouble breathing'],
    ['my stove is not working', 'if you smell gas'],
  ] as const)
    assert.is(chosen(intent, `${line} press 1, for billing press 2, for an agent press 0`), '0', intent);
});

test('a lone key is no better for having been heard in two ways', () => {
  const options = ['lunch accounts', 'the lunch accounts'].map((text) => ({ digits: '1', text }));
  const caller = { intent: 'the meal was bad', facts: [] };
  assert.is(chooseOption(caller, options.slice(1)), undefined);
  assert.is(chooseOption(caller, options), undefined);
});

test('what callers want outweighs a word that the errand shares with another option', () => {
  for (const [intent, menu, digits] of [
    [
      'get a flu shot',
      'for flu and covid shots press 1, for shingles, pneumonia and other adult shots press 2, for travel vaccines press 3',
      '1',
    ],
    [
      'bring my cat on the plane',
      'for flight status press 1, for reservations press 2, for pets and children traveling alone press 3',
      '3',
    ],
  ] as const)
    assert.is(chosen(intent, menu), digits, `${intent}: ${menu}`);
});

test('what the errand mentions aside leads nowhere by itself', () => {
  const who = { intent: 'a cot for my flight', facts: [] };
  const move = nextMove(readPrompt('for flight status press 1, for an agent press 2'), noMemory, who);
  assert.is(move.do === 'press' && move.digits, '2');
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

test('who wants something that is not offered hears what else there is first, and who wants a person does not', () => {
  const menu =
    'to turn up the volume press one, for advanced options press three, to leave the conference press four';
  assert.is(chosen('record the meeting', menu), '3');
  assert.is(chosen('record the meeting', `${menu}, for an operator press zero`), '3');
  assert.is(chosen('leave the conference', menu), '4');
  assert.is(chosen('lock the conference', menu), '3', 'it is not to be left');
  assert.is(chosen('speak with an agent', menu), undefined);
  assert.is(chosen('speak with an agent', `${menu}, for an operator press zero`), '0');
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

/** The memory of a call that heard and answered a prompt. */
function remembering(transcript: string, who: typeof caller): typeof noMemory {
  const prompt = readPrompt(transcript);
  return remember(noMemory, prompt, nextMove(prompt, noMemory, who));
}

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

const hotelLine =
  'for the hotel press one, for golf press two, for an extension press three, press zero to reach an operator';

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
  const going = 'to continue press one';
  assert.equal(shown(walk([people, `${going}, for an operator press five`], friends)), ['2', '5']);
  assert.equal(shown(walk([`${going}, to return to the main menu press star`], friends)), ['0']);
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

test('times, amounts and switches are the same in any words', () => {
  const lessons = 'for thirty minutes press one, for sixty minutes press two, for ninety minutes press three';
  const cases: [string, string, string | undefined][] = [
    ['a tango lesson of half an hour', lessons, '1'],
    ['a tango lesson of one hour', lessons, '2'],
    ['an hour and a half of tango', lessons, '3'],
    ['a tango lesson of 90 minutes', lessons, '3'],
    ['book a table for tomorrow afternoon', 'for A.M. press one, for P.M. press two', '2'],
    ['book a table for tomorrow morning', 'for A.M. press one, for P.M. press two', '1'],
    ['book a table for 9 am', 'for eight o clock press one, for nine o clock press two', '2'],
    ['twenty dollars', 'for ten dollars press one, for $20 press two', '2'],
    ['a hundred dollars', 'for ten dollars press one, for one hundred dollars press two', '2'],
    ['forward the call after thirty seconds', 'for twenty seconds press one', undefined],
    ['turn the call forwarding off', 'for enabled press one, for disabled press two', '2'],
    ['switch on call waiting', 'to enable it press one, to disable it press two', '1'],
    ['take the mark off my message', 'to remove the mark press one, to add it press two', '1'],
    ['the others are too quiet', 'to increase the volume press one, to decrease it press two', '1'],
    ['the others are too loud', 'to increase the volume press one, to decrease it press two', '2'],
    ['find out where the hotel is', 'for hours press one, for location press two', '2'],
    ['where is my parcel', 'for hours and location press one, to track a parcel press two', '2'],
    ['put my daughter on my plan', 'to activate a card press one, for an operator press zero', '0'],
    ['phone my cousin', 'for local calling press one, for minutes press two', '1'],
    ['ring my cousin', 'to call this number press one, to enter a different number press two', '1'],
    ['put me through to Oscar', 'for golf press one, for the directory press two', '2'],
    ['find out where they are', 'for hours press one, for location press two', '2'],
    ['find out when they are open on Sunday', 'for sales press one, for location and hours press two', '2'],
    [
      "look up Linda Baker, I don't know her extension",
      'to enter an extension press one, for the directory press two',
      '2',
    ],
    ['Put me through to Oscar', 'for golf press one, for the directory press two', '2'],
    ['speak to Customer Service', 'for the directory press one, for customer service press two', '2'],
    ['book a table for 7pm', 'for A.M. press one, for P.M. press two', '2'],
    ['golf on Saturday', 'for Sunday press one, for Monday press two', undefined],
    ['my tablet will not turn on', 'to activate a device press one, for an operator press zero', '0'],
    ['how do I turn the heating off', 'to stop your service press one', undefined],
    ['call my cable company about an outage', 'for local calling press one, for an operator press zero', '0'],
    ['find out when my case was closed', 'for hours press one, for an operator press zero', '0'],
    ['the address on my bill is wrong', 'for hours and location press one, for an operator press zero', '0'],
    ['the shower does not work', 'for the main office press one, for an operator press zero', '0'],
    ['make our meeting longer', 'to extend the meeting press one, to leave it press two', '1'],
    ['put me through to billing', 'for golf press one, for the directory press two', undefined],
  ];
  for (const [intent, menu, digits] of cases) assert.is(chosen(intent, menu), digits, `${intent}: ${menu}`);
});

test('a number in an option says little', () => {
  const bill = { intent: 'ask about a bill from 2 months ago', facts: [] };
  const menu = 'for two month plans press one, for an operator press zero';
  assert.equal(shown(walk([menu], bill)), ['0']);
});

test('an extension and the number to call are sent where they are asked for', () => {
  const said = 'Please enter the extension, followed by the pound key.';
  const facts = [{ label: 'her extension', value: '205' }];
  assert.equal(shown(walk([said], { intent: 'speak with my sister', facts })), ['205#']);
  assert.equal(shown(walk([said], { intent: 'speak with my sister', facts: [] })), ['wait']);
  const party = 'Please enter the number you wish to call, then press pound.';
  const numbers = [
    { label: 'my phone number', value: '304 555 0199' },
    { label: "my aunt's number", value: '+91 22 5550 0143' },
  ];
  assert.equal(shown(walk([party], { intent: 'call my aunt', facts: numbers })), ['912255500143#']);
  assert.equal(shown(walk([party], { intent: 'call my aunt', facts: numbers.slice(0, 1) })), ['ask_owner']);
  assert.equal(shown(walk([party], { intent: 'call my uncle', facts: numbers })), ['ask_owner']);
  const orNot = 'Please enter the extension, or stay on the line for an operator.';
  assert.equal(shown(walk([orNot], { intent: 'speak with my sister', facts: [] })), ['wait']);
});

test('a password is sent where a password is asked for, and a new one where a new one is', () => {
  const facts = [
    { label: 'password', value: '11223' },
    { label: 'new password', value: '72915' },
  ];
  const changing = { intent: 'change my password', facts };
  assert.equal(shown(walk(['Please enter your new password followed by the pound key.'], changing)), [
    '72915#',
  ]);
  assert.equal(shown(walk(['Please enter your password.'], changing)), ['11223']);
  assert.equal(shown(walk(['Please enter your old password, then your new password.'], changing)), ['11223']);
  assert.equal(shown(walk(['Please enter your PIN.'], changing)), ['ask_owner']);
  const ofOthers = [
    { label: 'wifi password', value: '88442211' },
    { label: 'bank password', value: '4455' },
  ];
  const mailbox = { intent: 'hear my messages', facts: ofOthers };
  assert.equal(shown(walk(['Please enter your password.'], mailbox)), ['ask_owner']);
  assert.equal(shown(walk(['Please enter your voicemail password.'], mailbox)), ['ask_owner']);
});

test("somebody's number of a kind is a number of that kind", () => {
  const facts = [{ label: "Tom's mailbox number", value: '4471' }];
  const said = 'To leave a message, please enter a mailbox number.';
  assert.equal(shown(walk([said], { intent: 'leave a message', facts })), ['4471']);
  const own = 'Please enter your mailbox number.';
  assert.equal(shown(walk([own], { intent: 'hear my messages', facts })), ['ask_owner'], 'his is not mine');
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
  });
  const reply = nextMove(envelope, went, { intent: 'send her a reply', facts: [] });
  assert.is(reply.do === 'press' && reply.digits, '1');
});

test('"the person who sent this message" is somebody else than who answers', () => {
  const menu = 'to send a reply press one, to call the person who sent this message press two';
  assert.is(chosen('pay my water bill', menu), undefined);
  assert.is(chosen('a question about gardening', 'to speak with the person who can help you press two'), '2');
  const waiting = 'for the number waiting to speak with a representative press one, for hold time press two';
  assert.is(chosen('pay my water bill', waiting), undefined);
});

test('who says that somebody else has not paid is not sent to pay', () => {
  const menu = 'to make a payment press one, for an operator press zero';
  assert.is(chosen('my insurance did not pay the hospital', menu), '0');
  assert.is(chosen('I have not been paid for the repair', menu), '0');
  assert.is(chosen('my insurance refused to pay the hospital', menu), '0');
  assert.is(chosen('pay the hospital', menu), '1');
  assert.is(chosen('I have not paid my bill yet and want to pay it now', menu), '1');
  assert.is(chosen('pay my bill, it was not paid by autopay', menu), '1');
});

test('nothing is removed for who did not ask for it', () => {
  const menu = 'to remove the participant who joined last press one, for more options press two';
  assert.is(chosen('get a list of the people in my conference', menu), '2');
  assert.is(chosen('throw out the participant who joined last', menu), '1');
  assert.is(chosen('delete the recording of the conference', menu), '2');
  assert.is(
    chosen('cancel my cable', 'to disconnect your service press one, for an operator press zero'),
    '1',
  );
  const list = 'to remove your name from our mailing list press two, to order press one';
  assert.is(chosen('unsubscribe from the mailing list', list), '2');
});

test('what is hard to undo is not chosen for who asks for nothing of the kind, however likely', () => {
  const menu = (option: string): string =>
    `${option} press one, to place an order press two, for an operator press zero`;
  const cases: [string, string, string][] = [
    ['it is too expensive', 'to cancel your service', '0'],
    ['I want a refund', 'to cancel your order', '0'],
    ['what are your emails about', 'to unsubscribe', '0'],
    ['I want to talk to my lawyer', 'to accept the agreement', '0'],
    ['I missed a call from this number', 'to be removed from our calling list', '0'],
    ['get out of my contract', 'to cancel your service', '1'],
    ['my phone was stolen', 'to block your sim card', '1'],
  ];
  for (const [intent, option, digits] of cases) assert.is(chosen(intent, menu(option)), digits, intent);
});

test('names, other languages and a person asked for outright are left to their words', () => {
  const names = 'for Oscar Muller press one, for Peter Smith press two, for sales press three';
  assert.is(chosen('speak to Oscar Miller', names), '1');
  assert.is(chosen('speak to Oscar', names), '1');
  const hotel = 'for reservierung press one, for restaurant press two, for wellness press three';
  assert.is(chosen('Hotel reservieren', hotel), '1');
  assert.is(chosen('agent', 'for billing press one, for sales press two'), undefined);
  assert.is(chosen('representative', 'for billing press one, for a representative press zero'), '0');
});

test('who says who he is gets the option for those', () => {
  const menu = 'if you are a doctor press one, for appointments press two, for an operator press zero';
  assert.is(chosen('I am a doctor and want to refer a patient', menu), '1');
  assert.is.not(chosen('find a doctor for my knee', menu), '1');
});

test('what is urgent is no emergency', () => {
  const menu = 'to accept the recording press one, to mark this message as urgent press two';
  assert.is(chosen('mark my message as urgent', menu), '2');
  const french = 'pour une urgence appuyez sur le un, pour le service client appuyez sur le deux';
  assert.is.not(chosen('une urgence', french), '1');
});

test('where waiting helps, nobody leaves the queue to hear what else there is', () => {
  const who = { intent: 'a question about gardening', facts: [] };
  const queue = readPrompt('please hold for the next available agent, or for other options press two');
  assert.is(nextMove(queue, noMemory, who, { isHeld: true }).do, 'wait');
});

test('an option for who knows a number that the call has is taken', () => {
  const facts = [{ label: 'Tracking number' }];
  const menu = parseMenu(
    'if you know your tracking number press 1, to change the address of a package press 2',
  );
  assert.is(chooseOption({ intent: 'where is my package', facts }, menu)?.option.digits, '1');
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

test('a recogniser is to expect the words of the errand, their other number, what else they are called, and those of the facts', () => {
  const words = expectedWords({
    intent: 'please lower the volume of the other participants',
    facts: [{ label: 'Conference PIN' }],
  });
  for (const word of ['lower', 'decrease', 'volume', 'participants', 'participant', 'pin', 'conference'])
    assert.ok(words.includes(word), word);
  for (const word of ['the', 'please', 'turn down']) assert.not.ok(words.includes(word), word);
  assert.equal(expectedWords({ intent: 'ich habe eine Frage zu meiner Rechnung', facts: [] }), []);
  assert.ok(expectedWords({ intent: 'volume '.repeat(5) + 'abcdefgh '.repeat(400), facts: [] }).length <= 40);
});

test('the same question has the same answer', () => {
  const answers = new Set(Array.from({ length: 20 }, () => chosen('my bill is wrong', telecom)));
  assert.is(answers.size, 1);
});

const caller = { intent: 'dispute a charge', facts: [{ label: 'Account number', value: '4411-2200' }] };

function walk(said: readonly string[], who = caller): Move[] {
  let memory = noMemory;
  return said.map((transcript) => {
    const prompt = readPrompt(transcript);
    const move = nextMove(prompt, memory, who);
    memory = remember(memory, prompt, move);
    return move;
  });
}
const shown = (moves: readonly Move[]): string[] =>
  moves.map((move) => (move.do === 'press' ? move.digits : move.do));

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

test('a number comes from the fact whose label names it, with the key that ends it, and from nowhere else', () => {
  const asked = 'please enter your account number followed by the pound key';
  const [move] = walk([asked]);
  assert.equal(move, {
    do: 'press',
    digits: '44112200#',
    reason: 'the account number is asked for: the fact "Account number"',
    fact: 'Account number',
  });
  assert.equal(shown(walk([asked, asked, asked])), ['44112200#', '44112200#', 'ask_owner']);
  for (const other of [
    'please enter your pin',
    'please enter your sixteen digit card number',
    'enter the last four digits of your social security number',
    'please enter the number',
  ])
    assert.equal(shown(walk([other])), ['ask_owner'], other);
  assert.equal(
    shown(walk([asked, 'you entered four four one one if this is correct press one otherwise press two'])),
    ['44112200#', '1'],
  );
});

test('a number of no common kind comes from the fact that has its name', () => {
  const facts = [
    { label: 'Meter number', value: '88 110' },
    { label: 'Prescription number', value: '771 0342' },
  ];
  const [move] = walk(['Please enter your seven-digit prescription number.'], { intent: 'a refill', facts });
  assert.is(move?.do === 'press' && move.digits, '7710342');
  assert.equal(shown(walk(['please enter the number'], { intent: 'a refill', facts })), ['ask_owner']);
});

test('a number goes out only where the prompt names it right where it asks, and never a private one', () => {
  const facts = ['Phone', 'Customer', 'Order', 'PIN', 'Password', 'Service'].map((name, index) => ({
    label: name.length > 3 ? `${name} number` : name,
    value: `12345${index}`,
  }));
  for (const said of [
    'Using your phone keypad, please enter your nine digit meter number.',
    'Acme customer service. Please enter your 6 digit store number.',
    'In order to continue your call, enter the code.',
    'Do not enter your PIN; enter the 6 digit number.',
    'Enter the 6 digit number, not your PIN.',
    'Welcome to customer service. Please enter the 6 digit number.',
    'Please enter the number for this service.',
  ])
    assert.equal(shown(walk([said], { intent: 'a refill', facts })), ['ask_owner'], said);
  for (const [label, value, said] of [
    ['Meter number', '991882773', 'Using your phone keypad, please enter your nine digit meter number.'],
    ['store', '991882', 'Acme customer service. Please enter your 6 digit store ID.'],
    ['Zählernummer', '99', 'Bitte geben Sie Ihre Zählernummer ein.'],
  ] as const)
    assert.equal(
      shown(walk([said], { intent: 'a refill', facts: [...facts, { label, value }] })),
      [value],
      said,
    );
});

test('a number is sent in the form that is asked for, or the owner is asked', () => {
  const sent = (said: string, label: string, value: string): string =>
    shown(walk([said], { intent: 'a question', facts: [{ label, value }] })).join();
  const dob = 'Please enter your date of birth';
  for (const [label, value, said, digits] of [
    ['SSN', '123-45-6789', 'Enter the last four digits of your social security number.', '6789'],
    ['SSN', '123-45-6789', 'Geben Sie die letzten vier Ziffern Ihrer Sozialversicherungsnummer ein.', '6789'],
    ['SSN', '123-45-6789', 'ingrese los últimos cuatro dígitos de su número de seguro social', '6789'],
    [
      'SSN',
      '123-45-6789',
      'saisissez les quatre derniers chiffres de votre numéro de sécurité sociale',
      '6789',
    ],
    ['card number', '4111 1111 1111 1234', 'Enter the last 4 digits of your card number.', '1234'],
    ['account number', '12345678', 'Enter the amount you wish to pay from your account.', 'ask_owner'],
    ['account number', '12345678', 'Enter your ten digit account number.', 'ask_owner'],
    ['card number', '4111 1111 1111 1234', 'Enter the expiration date of your card.', 'ask_owner'],
    ['order number', '90210', 'Enter the number of tickets you would like to order.', 'ask_owner'],
    ['phone number', '+1 202 555 0100', 'Enter your area code.', 'ask_owner'],
    ['phone number', '+1 202 555 0100', 'Enter your 10 digit phone number.', '2025550100'],
    ['phone number', '+1 202 555 0100', 'Enter the first six digits of your phone number.', '202555'],
    ['number to call', '+1 202 555 0100', 'Enter the 10 digit number you wish to call.', '2025550100'],
    ['PIN', '12345', 'Enter your four to six digit PIN.', '12345'],
    ['PIN', '123', 'Enter your four to six digit PIN.', 'ask_owner'],
    ['account number', '123456789', 'Enter your 8 or 9 digit account number.', '123456789'],
    ['account number', '123456789', 'Geben Sie Ihre 9- bis 10-stellige Kontonummer ein.', '123456789'],
    ['phone number', '+44 20 7946 0958', 'Enter your 11 digit phone number.', '02079460958'],
    ['zip code', '20500-0003', 'Enter your five digit zip code.', '20500'],
    ['zip code', '20500-0003', 'Enter your nine digit zip code.', '205000003'],
    [
      'date of birth',
      '1/5/1980',
      `${dob}, two digits for the month, two for the day, four for the year.`,
      '01051980',
    ],
    [
      'date of birth',
      '1980-01-05',
      `${dob} as two digits month, two digits day, four digit year.`,
      '01051980',
    ],
    ['date of birth', 'January 5, 1980', `${dob}: month, day and year.`, '01051980'],
    ['date of birth', '25.12.1980', `${dob}, month, day, year.`, '12251980'],
    ['date of birth', '1/5/1980', 'Enter your six digit date of birth, MM DD YY.', '010580'],
    ['date of birth', '1980-01-05', 'Enter the four digit year of your birth.', '1980'],
    ['date of birth', '1980-01-05', `${dob}.`, 'ask_owner'],
    ['date of birth', '1980-01-05', "Enter your spouse's date of birth.", 'ask_owner'],
    ["spouse's date of birth", '1980-01-05', `${dob}, month, day, year.`, 'ask_owner'],
    ["spouse's date of birth", '1/5/1980', "Enter your spouse's date of birth.", '01051980'],
    ['date of birth', '1/5/1980', "Enter the patient's date of birth, month, day, year.", '01051980'],
    ['SSN', '123-45-6789', "Enter your social security number or your spouse's.", '123456789'],
    ['SSN', '123-45-6789', 'Enter the social security number of the employee.', '123456789'],
    ['SSN', '123-45-6789', 'Enter the social security number of the deceased.', 'ask_owner'],
    ['SSN', '123-45-6789', 'Enter the social security number of the executor.', 'ask_owner'],
    ['SSN', '123-45-6789', 'Enter the last four digits of the social security number.', '6789'],
    ['SSN', '123-45-6789', 'Enter your account number or social security number.', '123456789'],
    ['PIN', '1234', 'Please hold while we verify your PIN.', 'wait'],
  ] as const)
    assert.is(sent(said, label, value), digits, said);
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
  const alike = 'for charges of this month press one, for earlier charges press two';
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

test('what callers want tells what has no word in common with the errand', () => {
  for (const [intent, menu, digits] of [
    ['the lights went out in our street', 'for billing press 1, to report a power outage press 2', '2'],
    ['my kid has a fever and stays home', 'to report an absence press 1, for lunch accounts press 2', '1'],
    ['my pills are almost gone', 'for directions press 1, for prescription refills press 2', '2'],
    [
      'the garbage truck skipped our whole block this morning',
      'for water, sewer and trash press 1, for streets, sidewalks and parking press 2, for building permits press 3, for the operator press 0',
      '1',
    ],
    [
      'are you hiring drivers',
      'for a free estimate press 1, for employment press 5, to speak with someone press 0',
      '5',
    ],
    // Neither.
    ['whistle the anthem', 'for a quote press 1, to file a claim press 2, for an agent press 0', '0'],
  ] as const)
    assert.is(chosen(intent, menu), digits, `${intent}: ${menu}`);
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
  assert.is(pressed('my street is dark', again, said), '0');
  assert.equal(readBoth(again, said).transcript, said, 'what names more keys is shown');
  assert.equal(readBoth(said, again).transcript, said);
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

test('a word that looks like one of another language, or of another stem, is none of its topic', () => {
  for (const [intent, menu] of [
    ['how is my mother doing after her operation', 'for patients and accounts press 5'],
    ['my concert was called off', 'for new orders and sales press 2'],
    ['my new bank for my salary, send it there', 'for television and channels press 6'],
    ['stop a direct debit', 'for opening hours press 1'],
    ['bring the parcel again on Monday', 'for international mail and customs press 7'],
    ['my employer wants a note', 'if you have not been here before press 1'],
  ] as const)
    assert.is(chosen(intent, `${menu}, for an operator press 0`), '0', `${intent}: ${menu}`);
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

test('what only the name of the company says leads nowhere', () => {
  const who = { intent: 'postpone my moving date by a week', facts: [] };
  const menu = 'for a free moving estimate press 1, for jobs press 2, for an operator press 0';
  const digitsAt = (greeting: string): string => {
    const move = nextMove(readPrompt(`${greeting}\n${menu}`), noMemory, who);
    return move.do === 'press' ? move.digits : move.do;
  };
  assert.is(digitsAt('Thank you for calling Steady Moving.'), '0');
});

test('every word that menus are searched for is folded, as the menus are', () => {
  const phrasesIn = (table: unknown): string[] =>
    typeof table === 'string' ? table.split(',') : Object.values(table as object).flatMap(phrasesIn);
  const words = phrasesIn(tables).map((phrase) => phrase.replace(/^=/, ''));
  assert.ok(words.includes('invoice') && words.includes('doctor s office'));
  assert.equal(
    words.filter((each) => !each.includes('_') && fold(each) !== each),
    [],
  );
});

test('what homes are offered is for most callers, where something is for a doctor’s office', () => {
  const menu = 'For residential service, press 1. If you are calling from a doctor’s office, press 2.';
  assert.is(chosen('where is my parcel', menu), '1');
});

test.run();
