import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isAllowed } from '../../src/domain/menu-choice/allowed-options.ts';
import { chooseOption } from '../../src/domain/menu-choice/choose-option.ts';
import { expectedWords } from '../../src/domain/menu-choice/expected-words.ts';
import * as tables from '../../src/domain/menu-choice/topics.ts';
import { fold } from '../../src/domain/menu-speech/language.ts';
import { parseMenu } from '../../src/domain/menu-speech/parse-menu.ts';
import { chosen, shown, walk } from './menu-rig.ts';

const telecom =
  'For new orders, press 1. For billing and payments, press 2. For technical support, press 3. To cancel your service, press 4. To repeat this menu, press 9. To speak with a representative, press 0.';
const bank =
  'For English, press 1. Para español, oprima dos. To report a lost or stolen card, press 3. To pay your bill, press 4. For all other questions, press 5.';
const shop =
  'To schedule a repair, press 1. To check on a repair that is already scheduled, press 2. To order parts, press 3. For warranty information, press 4. For all other questions, press 0.';
const garage =
  'To change an existing booking, press 1. To make a new booking, press 2. For personal loans, press 3. For roadside assistance, press 4. If you are a doctor or a nurse, press 5. For the workshop, or any other department, press 6.';

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

test('where days are offered, the day decides, wherever the intent says it', () => {
  const days =
    'For an urgent X-ray, press 1. For an X-ray on Monday, press 2. For Wednesday, press 3. For Saturday, press 4. To return to the main menu, press star.';
  for (const [intent, digits] of [
    ['get me in for a chest X-ray on Saturday afternoon', '4'],
    ['I want to bring my son for an X-ray on Wednesday', '3'],
    ['an X-ray of my knee as soon as possible, it is urgent', '1'],
  ] as const)
    assert.is(chosen(intent, days), digits, intent);
});

test('who cannot come cancels, or wants another day', () => {
  const visits =
    'To make an appointment, press 1. To move your appointment to another day, press 2. To cancel an appointment, press 3.';
  for (const [intent, digits] of [
    ["I have a fever, so I won't make it to today's appointment", '3'],
    ["I can't come on Friday after all", '3'],
    ['please call off my appointment', '3'],
    ["I can't make it on Friday, can we do next week instead", '2'],
    ["I can't come on Monday, give me another day please", '2'],
    ['can I come on Friday? I need an appointment', '1'],
  ] as const)
    assert.is(chosen(intent, visits), digits, intent);
});

test('staying on the line, where a key stands for it, leads to a person', () => {
  const menu =
    'If you are calling about medicine, dial 3. Otherwise, please stay on the line, or dial 0, and the front desk will help you.';
  assert.is(
    chooseOption({ intent: 'write down the car that I drive now', facts: [] }, parseMenu(menu))?.fit,
    'operator',
  );
});

test('an option for both, what is new and what is there already, is for who wants either', () => {
  const claims =
    "To make a claim, or ask about one you've already made, press one. If you're after a quote on something new, press two. To pay for your insurance, press three.";
  for (const intent of ['make a claim for my car', 'check on a claim']) {
    const { option, isClose } = chooseOption({ intent, facts: [] }, parseMenu(claims)) ?? {};
    assert.equal([option?.digits, isClose], ['1', undefined], intent);
  }
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
  assert.is(chosen('can I open a savings account', `${hours} for a new account press four`), '4');
});

test('one more word that errand and option share decides, however little it says', () => {
  const numbers = 'press one for new telephone number press two for old telephone number';
  assert.is(chosen('call waiting for the new telephone number', numbers), '1');
  assert.is(chosen('reset it', 'press one to reset the volume press two to repeat this'), '1');
  assert.is(chosen('who joined last', 'to join press three to leave this press four'), '3');
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

test('what an errand only implies, mentions aside, or has from another trade is weighed as a caller would', () => {
  for (const [intent, menu, digits] of [
    ['schedule a repair of my oven', shop, '1'],
    ['confirm the scheduled repair', shop, '2'],
    ['return a lamp', shop, '0'],
    ['cancel my booking', garage, '1'],
    ['make a booking', garage, '2'],
    // Not the option for doctors.
    ['find a doctor', garage, undefined],
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

test('times, amounts and switches are the same in any words', () => {
  const lessons = 'for thirty minutes press one, for sixty minutes press two, for ninety minutes press three';
  const cases: [string, string, string | undefined][] = [
    ['a tango lesson of half an hour', lessons, '1'],
    ['a tango lesson of one hour', lessons, '2'],
    ['an hour and a half of tango', lessons, '3'],
    ['a tango lesson of 90 minutes', lessons, '3'],
    ['book a table for tomorrow afternoon', 'for A.M. press one, for P.M. press two', '2'],
    ['book a table for tomorrow morning', 'for A.M. press one, for P.M. press two', '1'],
    ['a table for tonight', 'for tomorrow press one, for today press two, for an operator press zero', '2'],
    ['a table for this evening', 'for tomorrow press one, for today press two', '2'],
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

test('what is likely and shares a telling word is taken, also where callers who wait are put through', () => {
  const council =
    'For bins, recycling and waste, press 1. For council tax, press 2. For housing, press 3. For roads, parking and street cleaning, press 4. For planning, press 5. For anything else, please hold or press 0.';
  for (const intent of ['renew my resident parking permit', 'I got a parking ticket that was not fair'])
    assert.equal(shown(walk([council], { intent, facts: [] })), ['4'], intent);
  const store =
    'For prescriptions, press 1. For vaccines, press 2. For photos, store hours, or something we sell, press 3. For insurance or a bill, press 4. For everything else, press 0.';
  assert.is(chosen('my photos came out green', store), '3', 'an errand without a topic');
});

test('"the person who sent this message" is somebody else than who answers', () => {
  const menu = 'to send a reply press one, to call the person who sent this message press two';
  assert.is(chosen('pay my water bill', menu), undefined);
  assert.is(chosen('a question about gardening', 'to speak with the person who can help you press two'), '2');
  const waiting = 'for the number waiting to speak with a representative press one, for hold time press two';
  assert.is(chosen('pay my water bill', waiting), undefined);
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

test('an option for who knows a number that the call has is taken', () => {
  const facts = [{ label: 'Tracking number' }];
  const menu = parseMenu(
    'if you know your tracking number press 1, to change the address of a package press 2',
  );
  assert.is(chooseOption({ intent: 'where is my package', facts }, menu)?.option.digits, '1');
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

test('details of an errand say nothing against an option', () => {
  const trips =
    'to book a new flight press one, to change or cancel an existing trip press two, to choose a seat press three';
  assert.is(chosen('change my flight to Denver, confirmation QX4T9L', trips), '2');
  const bags =
    'to report a missing bag for the first time press one, to check on a claim you have already filed press two, to change your delivery address press three';
  assert.is(chosen('my suitcase never showed up last night', bags), '1');
  const visits =
    'to schedule a new appointment press one, to cancel or reschedule press two, to confirm an appointment press three';
  assert.is(chosen('make an appointment for my 4 year old', visits), '1');
  // What is old is not new all the same.
  assert.is(chosen('my old number', 'for a new number press one, for hours press two'), undefined);
});

test('debit and credit are two things, and what is broken is damaged', () => {
  assert.is(
    chosen('lost my debit card', 'for personal accounts press one, for credit cards press two'),
    undefined,
  );
  const baggage =
    'to report damage to your luggage press one, for baggage fees press two, for lost property press three';
  assert.is(chosen('my suitcase came with a broken wheel, I want them to pay for it', baggage), '1');
});

test('the same question has the same answer', () => {
  const answers = new Set(Array.from({ length: 20 }, () => chosen('my bill is wrong', telecom)));
  assert.is(answers.size, 1);
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

test('a word that only looks like another with an ending is another', () => {
  for (const [intent, menu] of [
    ['where can I leave the car', 'for patient care press 1, for anything else press 0'],
    ['when does the plane land', 'for payment plans press 1, for anything else press 0'],
    ['turn off the water', 'for special offers press 1, for anything else press 0'],
  ] as const)
    assert.is(chosen(intent, menu), '0', `${intent}: ${menu}`);
  assert.is(chosen('my cars', 'for car insurance press 1, for anything else press 0'), '1');
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

test('what is new is no reason to choose what else is new', () => {
  const menu = 'Für neue Tarife und Verträge drücken Sie die 5. Für alle anderen Anliegen drücken Sie die 9.';
  assert.is(chosen('meine neue Bankverbindung mitteilen', menu), '9');
  const insurance = 'Para contratar un seguro nuevo, pulse 1. Para cualquier otra consulta, pulse 9.';
  assert.is(chosen('tengo un coche nuevo', insurance), '9');
});

test('every clause of an intent has its own main part', () => {
  const menus = [
    'Para dar parte de un siniestro, pulse 1. Para contratar un seguro, pulse 2.',
    'Si es de su coche o moto, pulse 1. Si es de su hogar, pulse 2. Si quiere saber el estado de un siniestro, pulse 3.',
  ];
  const intent = 'se ha roto una tubería en casa, dar parte del siniestro al hogar';
  assert.equal(shown(walk(menus, { intent, facts: [] })), ['1', '2']);
  // "Dr." ends none.
  const clinic = 'for billing press 1, for appointments press 2, for anything else press 0';
  assert.is(chosen("a bill in July for Dr. Patel's appointment", clinic), '1');
});

test('a department that takes payments as well answers questions about a bill', () => {
  const menu = (text: string): string => `for parking press 1, for ${text} press 2, for housing press 3`;
  const intent = 'a late fee on my student bill';
  assert.is(chosen(intent, menu('student accounts and tuition payments')), '2');
  assert.is(chosen(intent, 'to make student deposits and tuition payments press 2'), undefined);
  for (const text of ['pay your bill and schedule payments', 'student deposits and make payments'])
    assert.not.ok(isAllowed({ intent, facts: [] }, { digits: '2', text }), text);
});

test('nothing is bought by who waits for what was bought', () => {
  const menu = 'to buy tickets press 1, for gift cards press 2, for anything else press 0';
  assert.is(chosen('tickets still havent come in the mail', menu), '0');
  assert.is(chosen('buy two tickets', menu), '1');
  const shopMenu = 'to place an order press 1, for the catalog press 2, for anything else press 0';
  assert.is(chosen('place an order, I have not received the catalog', shopMenu), '1');
  assert.is.not(chosen('order 4417 has not arrived', shopMenu), '1');
});

test.run();
