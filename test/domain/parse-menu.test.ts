import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { languageOf } from '../../src/domain/menu-speech/language-of.ts';
import type { MenuLanguage } from '../../src/domain/menu-speech/language.ts';
import { parseMenu } from '../../src/domain/menu-speech/parse-menu.ts';
import { heldOutMenus } from './held-out-menus.ts';
import { doubtfulMenus, type MenuCase, menus } from './menu-cases.ts';

const options = (said: string, language?: MenuLanguage): Record<string, string> =>
  Object.fromEntries(parseMenu(said, language).map(({ digits, text }) => [digits, text]));

const faultOf = ({ said, options: wanted, language }: MenuCase): string | undefined => {
  const found = options(said, language);
  for (const [digits, text] of Object.entries(wanted))
    if (found[digits]?.includes(text) !== true)
      return `${digits}: "${found[digits]}" has no "${text}": ${said}`;
  const extra = Object.keys(found).filter((digits) => wanted[digits] === undefined && digits !== '0');
  return extra.length === 0 ? undefined : `${extra.join()} in: ${said}`;
};

test('keys are understood where their order, or the words around them, tell', () => {
  assert.equal(
    doubtfulMenus.map(faultOf).filter((fault) => fault !== undefined),
    [],
  );
});

test('a menu that was cut off at its last "press" is understood as far as it was heard', () => {
  assert.equal(parseMenu('Press 1, 4, messages, press 2, 4, call forwarding, press'), [
    { digits: '1', text: 'messages' },
    { digits: '2', text: 'call forwarding' },
  ]);
  assert.equal(options('press one for sales press two for billing. Press'), { '1': 'sales', '2': 'billing' });
  const keyLast = 'For sales, press one. For billing, press two. For repairs, press';
  assert.equal(options(keyLast), { '1': 'sales', '2': 'billing', '3': 'repairs' });
});

test('options are understood in either order, also as a bad recogniser hears them', () => {
  const faults = menus.map(faultOf).filter((fault) => fault !== undefined);
  assert.equal(faults, []);
});

test('of the menus that were set aside before the parser ran, at most two are misunderstood', () => {
  const faults = heldOutMenus.map(faultOf).filter((fault) => fault !== undefined);
  assert.ok(faults.length <= 2, faults.join('\n'));
});

test('the language of a text is known by its frequent words', () => {
  for (const { said, language } of [...menus, ...heldOutMenus])
    if (said.split(' ').length > 8) assert.is(languageOf(said), language, said);
});

test('after a key that ended its clause, the next ones may be named alone', () => {
  const said =
    'Traveling today or tomorrow, press 1. New reservations, 2. Baggage and lost items, 3. All else, 0. Main menu, star. For a survey, stay on the line.';
  assert.equal(options(said), {
    '1': 'traveling today or tomorrow',
    '2': 'new reservations',
    '3': 'baggage and lost items',
    '0': 'all else',
    '*': 'main menu',
  });
  assert.equal(options('Rechnungen, drücken Sie die 1. Störungen, 2. Kündigung, 3.', 'de'), {
    '1': 'rechnungen',
    '2': 'storungen',
    '3': 'kundigung',
  });
  for (const [said, keys] of [
    ['For sales, press one. We are open from nine until two. For repairs, press three.', '13'],
    ['For sales, press one. You are caller number two. Please hold.', '1'],
    ['For sales, press one. Our office is on floor two. For repairs, press three.', '13'],
    ['If anyone is in danger, hang up and dial triple zero. For sales, press one.', '1'],
  ] as const)
    assert.equal(Object.keys(options(said)).join(''), keys, said);
});

test('a question belongs to the key after it', () => {
  const said =
    'Do you need a refill? Press one. Do you want to know if your prescription is ready? Press two, and we will look it up. Calling from another pharmacy? Please press three. Is it about a bill, or a charge? If so, press four. How many points do you have? Press five. For everything else, press zero.';
  assert.equal(options(said), {
    '1': 'you need a refill',
    '2': 'you want to know if your prescription is ready',
    '3': 'calling from another pharmacy',
    '4': 'it is about a bill or a charge',
    '5': 'how many points do you have',
    '0': 'everything else',
  });
  const answered =
    'Do you have your account number? Press one for yes, or two for no. Did you know that we have a website? Press three for hours.';
  assert.equal(options(answered), {
    '1': 'you have your account number',
    '2': 'you do not have your account number',
    '3': 'hours',
  });
});

test('a question about all that follows belongs to no key', () => {
  for (const said of [
    'Where would you like to go? Press 1 for sales, press 2 for support.',
    'Where would you like to go? Press 1, 4, sales, press 2, 4, support.',
    'How may we help? Press 1 for sales, 2 for support.',
  ])
    assert.equal(options(said), { '1': 'sales', '2': 'support' }, said);
  assert.equal(options('Do you need a refill? Press one, for anything else press two.'), {
    '1': 'you need a refill',
    '2': 'anything else',
  });
});

test('a colon behind a key is no pause', () => {
  const said =
    'You have these options. Dial 1: If you wish to be called Dial 2: To send them to voicemail Dial 3: To hang up';
  assert.equal(options(said), {
    '1': 'you wish to be called',
    '2': 'send them to voicemail',
    '3': 'hang up',
  });
});

test('what callers may say instead of a key is no part of what it is for', () => {
  assert.equal(options('For billing, say billing or press 1. For repairs, say repairs or press 2.'), {
    '1': 'billing',
    '2': 'repairs',
  });
  assert.equal(options('Say billing or press 1. Say repairs or press 2.'), {
    '1': 'billing',
    '2': 'repairs',
  });
});

test('"select one of the following" names no key', () => {
  assert.equal(options('Select one of the following options. One, billing. Two, sales. Three, support.'), {
    '1': 'billing',
    '2': 'sales',
    '3': 'support',
  });
});

test('a key may be stated instead of asked for', () => {
  const said =
    "Waiting for a parcel? Press 1. Customs or import charges? That's 4. For our parcel shops, that's option five. Calling for a business? That would be number 6. We are open until six. That's 7 days a week.";
  assert.equal(options(said), {
    '1': 'waiting for a parcel',
    '4': 'customs or import charges',
    '5': 'our parcel shops',
    '6': 'calling for a business',
  });
  assert.equal(options('Rechnungen? Das ist die 1. Bei Umzug drücken Sie die 2.'), {
    '1': 'rechnungen',
    '2': 'umzug',
  });
  assert.equal(options('Is that your account? That is 1 of 3 questions. For sales, press 2.'), {
    '2': 'sales',
  });
});

test('a "dial" that was misheard asks for a key, also before a pause', () => {
  const said =
    'You have these options, Dao. One, if you wish to immediately connect to the incoming call, Dao, too, if you wish to send this caller to Voice mail, Dao, three, to send this caller to the torture menus, Dao, four, to send this caller to a polite menu.';
  assert.equal(options(said), {
    '1': 'you wish to immediately connect to the incoming call',
    '2': 'you wish to send this caller to voice mail',
    '3': 'send this caller to the torture menus',
    '4': 'send this caller to a polite menu',
  });
});

test('the first option may have an "or", and a long one may begin with "and"', () => {
  assert.equal(options('Change dates or flights, press 1. For seats, press 2.'), {
    '1': 'change dates or flights',
    '2': 'seats',
  });
  const said =
    'For a new claim, press one. And if you have already lodged a claim and just want to know how it is travelling, press two.';
  assert.equal(
    options(said)['2'],
    'you have already lodged a claim and just want to know how it is travelling',
  );
});

test('a time is understood that was written in one with the words around it', () => {
  assert.equal(options('48 a.m. press 1. 4 10 a.m. press 2.'), { '1': '8 a m', '2': '10 a m' });
  assert.equal(options('47ampress1. For 4:30 p.m. press 2.'), { '1': '7am', '2': '4 30 p m' });
});

test('an option may end in "have", "was" or "not"', () => {
  const said =
    'For a new appointment, press one. To change or cancel an appointment you already have, press two. To say where it was, press three. To choose what to pay and what not, press four.';
  assert.equal(options(said), {
    '1': 'a new appointment',
    '2': 'change or cancel an appointment you already have',
    '3': 'say where it was',
    '4': 'choose what to pay and what not',
  });
});

test('what was pressed, or was not, is no option', () => {
  for (const said of [
    'No key was pressed. For billing press two.',
    'I did not hear a key press. For billing press two.',
    'You have pressed seven. That is not valid. For billing press two.',
  ])
    assert.equal(
      parseMenu(said).map(({ digits }) => digits),
      ['2'],
      said,
    );
});

test('a key that was heard together with the word behind it is that key', () => {
  const keysOf = (said: string): string[] => parseMenu(said).map(({ digits }) => digits);
  assert.equal(keysOf('Press 14, New Messages, press 2 to change folders.'), ['1', '2']);
  assert.equal(keysOf('Press 12 hear your balance. Press 2 to pay.'), ['1', '2']);
  assert.equal(keysOf('Press 12 for sales. Press 14 to pay.'), ['12', '14'], 'keys of two digits');
});

test('an option is read to its end, however long its sentence is and whatever words it has', () => {
  assert.equal(options('If you have had an accident, or would like to make or discuss a claim, press one.'), {
    '1': 'you have had an accident or would like to make or discuss a claim',
  });
  const long =
    'If your service has already been disconnected because of an unpaid balance and you would like to know what is needed to have it turned back on, press five.';
  assert.match(options(long)['5']!, /^your service has already been disconnected .* turned back on$/);
  assert.equal(options('Kestrel Mobile. Lost or stolen phone, press 4. More time to pay, press 5.'), {
    '4': 'lost or stolen phone',
    '5': 'more time to pay',
  });
  assert.equal(options('press one now for sales press two for billing'), { '1': 'sales', '2': 'billing' });
});

test('"to-morrow" is one word', () => {
  assert.equal(
    parseMenu('Four to-day press one, four to-morrow press two.').map(({ text }) => text),
    ['today', 'tomorrow'],
  );
});

test('times of day end a sentence where the next word begins one', () => {
  const cases: [string, string][] = [
    ['We are open 8 a.m. to 6 p.m. For billing, press 1.', 'billing'],
    ['We are open 8:30 a.m. to 5:30 p.m. Press 1 for billing.', 'billing'],
    ['We are at 12 Main St. To hear the way, press 1.', 'hear the way'],
    ["If it is urgent, don't. Billing, press 1.", 'billing'],
    ['Le damos la bienvenida este año. Facturas, oprima 1.', 'facturas'],
  ];
  for (const [said, text] of cases) assert.equal(parseMenu(said), [{ digits: '1', text }], said);
});

test('a pause behind a word that ends no sentence is none', () => {
  assert.equal(
    parseMenu(
      'Press one to record your.\nTemporary greeting, or press two to erase your temporary greeting.',
    ),
    [
      { digits: '1', text: 'record your temporary greeting' },
      { digits: '2', text: 'erase your temporary greeting' },
    ],
  );
});

test('what declines an offer that nobody asked for goes on without it', () => {
  for (const said of [
    'We would like to ask you three short questions. To take part, press 1. If you would rather not, press 2.',
    'To participate in a brief survey, press 1. To decline, press 2.',
    'If you agree to take a survey, press 1. Otherwise, press 2.',
    'To receive the text with a link, press 1. To continue with your call, press 2.',
    'To receive a call back, press 1. To continue holding, press 2.',
  ])
    assert.is(options(said)['2'], 'continue without it', said);
  for (const said of [
    'Would you like to keep your appointment? If yes, press 1. If you would rather not, press 2.',
    'To cancel your service, press 1. To continue, press 2.',
  ])
    assert.is.not(options(said)['2'], 'continue without it', said);
});

test.run();
