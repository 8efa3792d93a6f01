import metadata from 'libphonenumber-js/max/metadata';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ApiError } from '../../src/dashboard/api/errors.ts';
import { placeRefusal } from '../../src/dashboard/api/refusals.ts';
import { namedNumber } from '../../src/dashboard/pages/now/placing/named-number.ts';
import { maskDigits, writeNumber, writeRange, writeSpan } from '../../src/dashboard/text/formats.ts';
import { explainEnd } from '../../src/dashboard/text/status-texts.ts';
import { outlook } from '../../src/dashboard/state/calls/waits.ts';
import { plainReason } from '../../src/dashboard/text/reasons.ts';
import { AppError } from '../../src/domain/errors.ts';
import { defaultBlockedPrefixes } from '../../src/domain/policy-defaults.ts';
import { permitNumber, type SpendPolicy } from '../../src/domain/policy.ts';

const policy: SpendPolicy = {
  allowedCountries: ['US'],
  allowedNetworkCodes: [],
  blockedNumberTypes: [],
  blockedPrefixes: defaultBlockedPrefixes,
  allowedPrefixes: [],
  maxConcurrentCalls: 2,
  maxCallsPerHour: 20,
  maxCallsPerDay: undefined,
  maxMinutesPerDay: undefined,
};

const fields = ['number', 'intent', 'call_flow_id', 'device', 'transfer_to'];
const refusalOf = (status: number, detail: string) => placeRefusal(new ApiError(status, detail), fields);

/** What the policy itself says of a number. */
function refusedBy(number: string): string {
  try {
    permitNumber(number, policy);
  } catch (error) {
    if (error instanceof AppError) return error.detail;
    throw error;
  }
  throw new Error(`${number} is permitted`);
}

test('what the policy says of a number appears under it', () => {
  const detail = refusedBy('+19005550100');
  const { field, text } = refusalOf(400, detail);
  assert.is(field, 'number', detail);
  assert.match(text, detail.slice(-15), 'in the words of the server');
  assert.not.match(text, /"|blocked_prefixes/);
  assert.match(text, /^This number begins with \+1900, .* BLOCKED_PREFIXES /);
});

for (const [number, told] of [
  ['not a number', 'Type the number with its country, like +1 202 555 0100.'],
  ['+4420', 'This is too short for a phone number that begins with +44: +4420.'],
  ['911', 'Call emergency numbers from your phone: I never dial them.'],
] as const)
  test(`under ${number} stands what to do`, () => {
    assert.equal(refusalOf(400, refusedBy(number)), { field: 'number', text: told });
  });

test('of several fields only what is wrong with the first stands under it', () => {
  const detail = '"intent" must not contain control characters; "number" is too short for +44: +4420';
  assert.equal(refusalOf(400, detail), {
    field: 'intent',
    text: 'This must not contain control characters.',
  });
});

test('what is refused only when it is due is told in the same words', () => {
  const detail = refusedBy('+442079460123');
  const view = {
    end_reason: 'refused',
    error: detail,
    hold_time: 0,
    connected_at: null,
    duration: 0,
  } as const;
  assert.is(explainEnd(view), refusalOf(400, detail).text);
  assert.is(plainReason('max_calls_per_hour: 20 dials went out'), '20 dials went out');
  assert.is(plainReason('"workshop" is offline'), '"workshop" is offline');
});

test('a country that may not be called is named, and so are those that may', () => {
  assert.equal(refusalOf(400, refusedBy('+442079460123')), {
    field: 'number',
    text: 'This number is in a country that may not be called (United Kingdom). Allowed: United States. To call it, add GB to ALLOWED_COUNTRIES in the configuration.',
  });
  assert.is(refusalOf(400, '"intent" must not be NO').text, 'This must not be NO.', 'other words stay');
});

test('other refusals appear under their field, or below the form when it has no such field', () => {
  assert.is(refusalOf(400, '"intent" must not contain control characters').field, 'intent');
  assert.is(refusalOf(400, '"transfer_to" is not allowed to be empty').field, 'transfer_to');
  assert.is(refusalOf(400, '"services.recording" must be a boolean').field, undefined);
  assert.is(
    refusalOf(400, 'max_calls_per_hour: 20 dials went to the trunk in the last hour').field,
    undefined,
  );
  assert.equal(refusalOf(409, 'max_concurrent_calls: 2 calls are active'), {
    field: undefined,
    text: '2 calls are active.',
  });
});

test('a name stands for its number once no longer one can be meant', () => {
  const names = new Map([
    ['+12025550108', 'Bank'],
    ['+12025550113', 'Bank cards'],
  ]);
  assert.is(namedNumber('bank', names, false), undefined, 'cards may follow');
  assert.is(namedNumber('bank', names, true), '+12025550108');
  assert.is(namedNumber(' Bank cards', names, false), '+12025550113');
  assert.is(namedNumber('Ban', names, true), undefined);
});

test('what the page knows better than the server has its own words', () => {
  assert.match(placeRefusal(new ApiError(0, ''), fields).text, 'lost the gateway');
  assert.match(refusalOf(401, 'x').text, 'Sign in again');
  assert.match(refusalOf(503, 'Asterisk is away').text, 'Asterisk is away');
  assert.not.match(refusalOf(500, 'secret internals').text, 'secret');
  for (const status of [502, 504]) assert.match(refusalOf(status, '').text, 'A proxy answers');
});

test('spans, ranges and numbers are written one way', () => {
  assert.equal([0, 9, 59.9, 1104, 5650].map(writeSpan), ['0:00', '0:09', '0:59', '18:24', '1:34:10']);
  assert.is(writeRange(16 * 60, 27 * 60), '16–27 min');
  assert.is(writeRange(20, 25), 'under a minute');
  assert.is(writeNumber('+12025550100'), '+1 202 555 0100');
});

test('a number is grouped after the calling code of its country, however long that is', () => {
  assert.equal(['+442079460958', '+35312345678', '+79161234567', '+8821612345'].map(writeNumber), [
    '+44 207 946 0958',
    '+353 123 45678',
    '+7 916 123 4567',
    '+882 161 2345',
  ]);
  for (const code of Object.keys(metadata.country_calling_codes).filter((each) => each !== '1'))
    assert.is(writeNumber(`+${code}123456`), `+${code} 123 456`);
});

test('long digits are hidden but for the last two', () => {
  assert.equal(['1', '13', '1w2', '77120496#', '4711'].map(maskDigits), [
    '1',
    '13',
    '12',
    '••••••96#',
    '••11',
  ]);
});

test('the outlook is of those who waited longer than this', () => {
  const minutes = [9, 13, 15, 16, 19, 20, 21, 22, 26, 27, 34].map((each) => each * 60);
  assert.equal(outlook(minutes, 18.4 * 60), { lead: 'Likely 2–8 min more', longer: 7 });
  assert.is(outlook(minutes, 40 * 60).lead, 'Longer than every earlier call');
});

test.run();
