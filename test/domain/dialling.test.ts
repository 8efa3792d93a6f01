import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { parsePhoneNumber } from '../../src/domain/phone-number.ts';
import type { SpendPolicy } from '../../src/domain/policy.ts';
import { defaultBlockedPrefixes, permitDial, permitNumber } from '../../src/domain/policy.ts';

const policy: SpendPolicy = {
  allowedCountryCodes: ['1', '49'],
  blockedPrefixes: defaultBlockedPrefixes,
  maxConcurrentCalls: 2,
  maxCallsPerHour: 5,
};
const idle = { activeCalls: 0, callsInLastHour: 0 };

function refusal(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

for (const typed of ['+12025550100', '+1 (202) 555-0100', '+1.202.555.0100', ' +1-202-555-0100 '])
  test(`"${typed}" is a number`, () => assert.is(parsePhoneNumber(typed).e164, '+12025550100'));

const noNumbers = [
  '',
  '+',
  'hello',
  '2025550100',
  '+1202',
  '++12025550100',
  '+1+2025550100',
  '+12025550100;ext=5',
  'tel:+12025550100',
  'sip:x@y',
  '+1202555010a',
  '+12025550100\r\nX: y',
  '+\u0661\u0662\u0660\u0662\u0665\u0665\u0665\u0660\u0661\u0660\u0660',
  '+１２０２５５５０１００',
  '+1234567890123456',
  '+12025550100@trunk/evil',
  '+12025550100&PJSIP/x',
];
for (const typed of noNumbers)
  test(`${JSON.stringify(typed)} is no number`, () => {
    const error = refusal(() => parsePhoneNumber(typed, 'number'));
    assert.is(error.status, 400);
    assert.match(error.detail, /"number"/);
  });

for (const typed of ['911', '112', '999', '+1911', '+49 112', '+44 999', '000'])
  test(`${typed} is an emergency number`, () => {
    const error = refusal(() => parsePhoneNumber(typed));
    assert.is(error.status, 400);
    assert.match(error.detail, /emergency/);
  });

test('an allowed number is permitted', () => {
  assert.is(permitDial('+1 202 555 0100', policy, idle), '+12025550100');
});

const refusals: [name: string, act: () => unknown, rule: RegExp, status: number][] = [
  ['another country', () => permitNumber('+442071838750', policy), /allowed_country_codes/, 400],
  [
    'no country at all',
    () => permitNumber('+12025550100', { ...policy, allowedCountryCodes: [] }),
    /allowed_country_codes/,
    400,
  ],
  ['premium rate', () => permitNumber('+19005551234', policy), /blocked_prefixes/, 400],
  [
    'a blocked prefix',
    () => permitNumber('+12025550100', { ...policy, blockedPrefixes: ['+1202'] }),
    /blocked_prefixes.*\+1202/,
    400,
  ],
  [
    'too many at once',
    () => permitDial('+12025550100', policy, { ...idle, activeCalls: 2 }),
    /max_concurrent_calls/,
    409,
  ],
  [
    'too many in an hour',
    () => permitDial('+12025550100', policy, { ...idle, callsInLastHour: 5 }),
    /max_calls_per_hour/,
    400,
  ],
];
for (const [name, act, rule, status] of refusals)
  test(`the policy refuses ${name} and names the rule`, () => {
    const error = refusal(act);
    assert.match(error.detail, rule);
    assert.is(error.status, status);
  });

test.run();
