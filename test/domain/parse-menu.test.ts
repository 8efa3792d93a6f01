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

test.run();
