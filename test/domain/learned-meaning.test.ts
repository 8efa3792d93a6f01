import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { closeness, likelihoodsOf } from '../../src/domain/menu-choice/learned-meaning.ts';
import { rankByLikelihood } from '../../src/domain/menu-choice/likely-options.ts';
import { contextOf } from '../../src/domain/menu-choice/match-context.ts';
import { matchOption } from '../../src/domain/menu-choice/match-score.ts';
import { vectorBytes } from '../../src/domain/menu-choice/vector-bytes.ts';
import { dimensions, terms } from '../../src/domain/menu-choice/word-vectors.ts';
import type { MenuOption } from '../../src/domain/menu-speech/parse-menu.ts';

const likeliest = (intent: string, options: readonly string[]): string | undefined => {
  const likelihoods = likelihoodsOf(closeness(intent, options));
  return options[likelihoods.indexOf(Math.max(...likelihoods))];
};

test('what callers want is known without a word in common', () => {
  const bank = ['report a lost or stolen card', 'balances and recent transactions', 'open a new account'];
  assert.is(likeliest('my purse was snatched on the bus', bank), bank[0]);
  assert.is(likeliest('how much have I got', bank), bank[1]);
  const city = ['water, sewer and trash', 'building permits', 'parking tickets'];
  assert.is(likeliest('the garbage truck skipped our block', city), city[0]);
  assert.is(likeliest('we want to put up a garage', city), city[1]);
});

test('an intent of unknown words is close to nothing, and probably wants none of the options', () => {
  const options = ['billing', 'technical support'];
  for (const intent of ['xyzzy qwfp', '']) {
    const [billing = 0, support = 0] = closeness(intent, options);
    assert.is(billing, support);
    assert.ok(billing < 0, 'none of them is likelier');
  }
  const likelihoods = likelihoodsOf(closeness('xyzzy qwfp', options));
  assert.ok(likelihoods.every((likelihood) => likelihood < 0.5));
});

test('likelihoods and that of none add up to 1', () => {
  const [first = 0, second = 0] = likelihoodsOf([2, 2]);
  assert.is(first, second);
  assert.ok(first + second < 1);
  assert.ok(likelihoodsOf([9, 2])[0]! > 0.95);
  assert.equal(likelihoodsOf([]), []);
});

test('every term has a scale and a vector', () => {
  const count = terms.split(' ').length;
  assert.is(vectorBytes().length, count * (dimensions + 4));
  assert.is(new Set(terms.split(' ')).size, count);
});

test('words that stand together mean more than each by itself', () => {
  const options = ['report a power outage', 'take out an order'];
  const lead = (intent: string): number => {
    const [outage = 0, order = 0] = closeness(intent, options);
    return outage - order;
  };
  assert.ok(lead('the power is out') > lead('out is the power') + 0.5);
});

const options = (...texts: [string, string][]): MenuOption[] =>
  texts.map(([digits, text]) => ({ digits, text }));
const rank = (intent: string, offered: MenuOption[]): string[] => {
  const context = contextOf({ intent, facts: [] }, offered, []);
  const matches = offered.map((option) => matchOption(context, option));
  return rankByLikelihood(context, matches).map(({ option }) => option.text);
};

test('two hearings of a key are one option', () => {
  const offered = options(['1', 'billing and payments'], ['1', 'building and payments'], ['2', 'sales']);
  assert.equal(rank('there is a mistake on my last bill', offered), ['billing and payments', 'sales']);
});

test('ways to a person, to the rest and to the opposite are no purpose of their own', () => {
  const offered = options(
    ['1', 'next message'],
    ['2', 'previous message'],
    ['0', 'an operator'],
    ['5', 'anything else'],
  );
  assert.equal(rank('hear the next message', offered), ['next message']);
});

test('other languages are left to their words', () => {
  assert.equal(
    rank('ich möchte meine Rechnung reklamieren', options(['1', 'fragen zur rechnung'], ['2', 'storungen'])),
    [],
  );
});

test.run();
