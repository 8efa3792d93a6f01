import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { parsePhoneNumber } from '../../src/domain/phone-number.ts';
import { defaultBlockedKinds } from '../../src/domain/number-kinds.ts';
import { defaultBlockedPrefixes, geographicRatePrefixes } from '../../src/domain/policy-defaults.ts';
import type { DialPurpose, SpendPolicy, TrunkUse } from '../../src/domain/policy.ts';
import { permitDial, permitNumber } from '../../src/domain/policy.ts';

const policy: SpendPolicy = {
  allowedCountries: ['US', 'DE'],
  allowedNetworkCodes: [],
  blockedNumberTypes: defaultBlockedKinds,
  blockedPrefixes: defaultBlockedPrefixes,
  allowedPrefixes: geographicRatePrefixes,
  maxConcurrentCalls: 2,
  maxCallsPerHour: 5,
  maxCallsPerDay: 8,
  maxMinutesPerDay: 90,
};
const idle: TrunkUse = {
  activeCalls: 0,
  openLegs: 0,
  dialsInLastHour: 0,
  dialsInLastDay: 0,
  minutesInLastDay: 0,
};

function refusal(act: () => unknown): AppError {
  try {
    act();
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const written = [
  ...['+12025550100', '+1 (202) 555-0100', '+1.202.555.0100', ' +1-202-555-0100 ', '+1 [202] 555-0100'],
  // Copied from a page: dashes that do not break, an en dash, narrow and unbreakable spaces; from an address book: hidden marks.
  ...['+1\u2011202\u2011555\u20110100', '+1 202 555\u20130100', '+1\u00a0202\u202f555\u20090100'],
  ...['\u202a+1 202 555 0100\u202c', '\u2066+1 (202) 555-0100\u2069'],
  ...['\u202d+1 (202) 555-0100\u202c', '\u2068+1 202-555-0100\u2069'],
];
for (const typed of written)
  test(`${JSON.stringify(typed)} is a number`, () => assert.is(parsePhoneNumber(typed).e164, '+12025550100'));

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
  '\u202e+12025550100',
  '+1 202 555 0100 ext 5',
  '+12025550100@trunk/evil',
  '+12025550100&PJSIP/x',
];
for (const typed of noNumbers)
  test(`${JSON.stringify(typed)} is no number`, () => {
    const error = refusal(() => parsePhoneNumber(typed, 'number'));
    assert.is(error.status, 400);
    assert.match(error.detail, /"number"/);
  });

for (const [typed, fault] of [
  ['+1 202 555 010', 'too short for a phone number that begins with +1: +1202555010'],
  ['+33 1 23 45 67', 'too short for a phone number that begins with +33: +331234567'],
  ['+1 202 555 01000', 'too long for a phone number that begins with +1: +120255501000'],
] as const)
  test(`${typed} has a wrong number of digits, and the refusal says so`, () =>
    assert.is(refusal(() => parsePhoneNumber(typed)).detail, `"number" is ${fault}`));

for (const typed of ['911', '112', '999', '+1911', '+49 112', '+44 999', '000'])
  test(`${typed} is an emergency number`, () => {
    const error = refusal(() => parsePhoneNumber(typed));
    assert.is(error.status, 400);
    assert.match(error.detail, /emergency/);
  });

const number = '+12025550100';
const dial = (purpose: DialPurpose, use: Partial<TrunkUse>, changes: Partial<SpendPolicy> = {}): string =>
  permitDial(number, purpose, { ...policy, ...changes }, { ...idle, ...use });

test('an allowed number is permitted', () => {
  assert.is(permitDial('+1 202 555 0100', 'call', policy, idle), number);
});

test('the owner is reached through the trunk while every call is under way, a leg for each', () => {
  assert.is(dial('device', { activeCalls: 2, openLegs: 3 }), number);
  assert.is(dial('device', { activeCalls: 1, openLegs: 1 }, { maxConcurrentCalls: 1 }), number);
});

test('without a daily limit none applies', () => {
  const changes = { maxCallsPerDay: undefined, maxMinutesPerDay: undefined };
  assert.is(dial('call', { dialsInLastDay: 1_000, minutesInLastDay: 1_000 }, changes), number);
});

const refusals: [name: string, act: () => unknown, rule: RegExp, status: number][] = [
  ['another country', () => permitNumber('+442071838750', policy), /^allowed_countries: .*GB/, 400],
  [
    'no country at all',
    () => permitNumber(number, { ...policy, allowedCountries: [] }),
    /^allowed_countries: .*CALLER_ID/,
    400,
  ],
  [
    'premium rate',
    () => permitNumber('+19005551234', { ...policy, blockedPrefixes: [] }),
    /^blocked_number_types: .*premium_rate/,
    400,
  ],
  [
    'a blocked prefix',
    () => permitNumber(number, { ...policy, blockedPrefixes: ['+1202'] }),
    /^blocked_prefixes: .*\+1202/,
    400,
  ],
  ['too many at once', () => dial('call', { activeCalls: 2 }), /^max_concurrent_calls/, 409],
  ['too many INVITEs at once', () => dial('far', { activeCalls: 2 }), /^max_concurrent_calls/, 409],
  ['too many legs at once', () => dial('device', { openLegs: 4 }), /^max_concurrent_calls: .*legs/, 409],
  ['too many in an hour', () => dial('call', { dialsInLastHour: 5 }), /^max_calls_per_hour/, 400],
  ['a device too many in an hour', () => dial('device', { dialsInLastHour: 5 }), /^max_calls_per_hour/, 400],
  ['too many in a day', () => dial('device', { dialsInLastDay: 8 }), /^max_calls_per_day/, 400],
  ['too many minutes in a day', () => dial('far', { minutesInLastDay: 90 }), /^max_minutes_per_day/, 400],
];
for (const [name, act, rule, status] of refusals)
  test(`the policy refuses ${name} and names the rule`, () => {
    const error = refusal(act);
    assert.match(error.detail, rule);
    assert.is(error.status, status);
  });

test('a refused number is told with what would allow it', () => {
  const told = (act: () => unknown): string => refusal(act).detail;
  assert.is(
    told(() => permitNumber('+442071838750', policy, 'sip_uri')),
    'allowed_countries: "sip_uri" is in a country that may not be called (United Kingdom). Allowed: United States, Germany. To call it, add GB to ALLOWED_COUNTRIES in the configuration',
  );
  assert.match(
    told(() =>
      permitNumber('+442071838750', {
        ...policy,
        allowedCountries: ['US', 'CA', 'DE', 'FR', 'IT', 'ES', 'AT', 'CH'],
      }),
    ),
    /Spain and 2 more\./,
  );
  assert.match(
    told(() => permitNumber('+19005551234', { ...policy, blockedPrefixes: [] })),
    /is a premium-rate number, .* BLOCKED_NUMBER_TYPES without premium_rate/,
  );
});

test.run();
