import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { fillFields, spokenParts } from '../../src/domain/spoken-text.ts';

const call = {
  intent: 'a lost parcel',
  company: '',
  number: '+12025550100',
  facts: [
    { label: 'Policy', value: '88-1042' },
    { label: 'name', value: 'Ann {intent} Lee' },
  ],
};

test("fields are replaced by the call's values; numbers are spelt", () => {
  for (const [text, filled] of [
    ['About {intent}.', 'About a lost parcel.'],
    ['Claim {fact:policy}', 'Claim 8 8, 1 0 4 2'],
    ['Claim {fact: POLICY }!', 'Claim 8 8, 1 0 4 2!'],
    ['From {number}', 'From 1 2 0 2 5 5 5 0 1 0 0'],
    ['I am {fact:name}', 'I am Ann {intent} Lee'],
    ['{unknown} {} {fact:}', '{unknown} {} {fact:}'],
  ] as const)
    assert.equal(fillFields(text, call), { text: filled });
});

test('a field that the call lacks is named, not left out', () => {
  assert.equal(fillFields('At {company} about {fact:claim}', call), { missing: 'company, fact:claim' });
});

test('a text is said sentence by sentence, and long sentences in parts, with nothing lost', () => {
  assert.equal(spokenParts('One. Two! Three?  Four'), ['One.', 'Two!', 'Three?', 'Four']);
  assert.equal(spokenParts('  ... \n '), []);
  const long = Array.from({ length: 2000 }, (_none, n) => `word${n}`).join(' ');
  const parts = spokenParts(long);
  assert.ok(parts.every((part) => part.length <= 201));
  assert.is(parts.join(' '), long);
  assert.is(spokenParts('x'.repeat(10_000)).join(''), 'x'.repeat(10_000));
});

test('sentences end in any alphabet, and no letter is torn where nothing ends', () => {
  assert.equal(spokenParts('您好。请问「账单」多少？谢谢。'), ['您好。', '请问「账单」多少？', '谢谢。']);
  assert.equal(spokenParts('「はい。」次です！！終わり'), ['「はい。」', '次です！！', '終わり']);
  assert.equal(spokenParts('هل هذا صحيح؟ نعم. شكرا'), ['هل هذا صحيح؟', 'نعم.', 'شكرا']);
  const clause = '第一个句子的一部分'.repeat(15);
  assert.equal(spokenParts(`${clause}，${clause}`), [`${clause}，`, clause]);
  const rare = `a${'𠮷'.repeat(150)}`; // two units each
  assert.ok(spokenParts(rare).every((part) => !/\p{Cs}/u.test(part)));
});

test('a long sentence is parted at a comma, unless its commas come early', () => {
  const [first, second] = [
    'the first of two clauses '.repeat(5).trim(),
    'the second of them '.repeat(6).trim(),
  ];
  assert.equal(spokenParts(`${first}, ${second}`), [`${first},`, second]);
  const parts = spokenParts(`Well, ${'a clause without any '.repeat(15).trim()}`);
  assert.ok((parts[0] ?? '').length > 150, 'one word alone would be followed by a pause');
});

test.run();
