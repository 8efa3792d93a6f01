import fc from 'fast-check';
import { getCountries } from 'libphonenumber-js/max';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { trunkDialString } from '../../src/asterisk/lines/dial-strings.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { AppError } from '../../src/domain/errors.ts';
import { permitNumber, type SpendPolicy } from '../../src/domain/policy.ts';

const test = suite('what may be dialled');

/** The policy of an owner who sets only a caller id. */
const policyOf = (callerId: string, more: Record<string, string> = {}): SpendPolicy =>
  readConfig({ CALLER_ID: callerId, ...more }).policy;
const american = policyOf('+12025550199');
/** An owner who allows the whole world: anything refused is refused for its kind. */
const worldly = policyOf('+12025550199', { ALLOWED_COUNTRIES: getCountries().join(',') });

/** The rule that refuses, or the number that is dialled. */
function verdict(typed: string, policy: SpendPolicy): string {
  try {
    return permitNumber(typed, policy);
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return error.detail.split(':')[0] as string;
    throw error;
  }
}

const otherCountries: [place: string, numbers: string[]][] = [
  ['Antigua', ['+12684601234']],
  ['Anguilla', ['+12642351234']],
  ['American Samoa', ['+16841234567', '+16842581234']],
  ['Bahamas', ['+12423591234']],
  ['Barbados', ['+12462501234']],
  ['Bermuda', ['+14414567890']],
  ['Canada', ['+14165551234']],
  ['Cayman Islands', ['+13453231234']],
  ['Dominica', ['+17672251234']],
  ['Dominican Republic', ['+18095551234', '+18296011234', '+18492012345']],
  ['Grenada', ['+14735551234', '+14734031234']],
  ['Guam', ['+16715551234']],
  ['Jamaica', ['+18765551234', '+16582345678']],
  ['Montserrat', ['+16644921234']],
  ['Northern Marianas', ['+16702341234']],
  ['Puerto Rico', ['+17872345678', '+19392345678']],
  ['Saint Kitts', ['+18693651234']],
  ['Saint Lucia', ['+17583841234']],
  ['Saint Vincent', ['+17843841234']],
  ['Sint Maarten', ['+17212345678']],
  ['Trinidad', ['+18684291234', '+18682912345']],
  ['Turks and Caicos', ['+16495551234', '+16493331234']],
  ['British Virgin Islands', ['+12845551234', '+12844961234']],
  ['US Virgin Islands', ['+13402345678']],
  ['no country of the plan', ['+19765551234', '+17005551234', '+17105551234', '+14565551234']],
  ['satellite networks', ['+870773123456', '+881612345678', '+8818123456789']],
  ['international networks', ['+882161234567', '+88299123456', '+883510012345678', '+878101234567890']],
  ['international services', ['+979123456789', '+80012345678']],
  ['Cuba, Somalia, São Tomé, Latvia', ['+5363123456', '+252612345678', '+2392212345', '+37120123456']],
];
for (const [place, numbers] of otherCountries)
  test(`a caller id of the United States opens nothing in: ${place}`, () => {
    for (const number of numbers) assert.is(verdict(number, american), 'allowed_countries', number);
  });

const dearKinds: [range: string, rule: string, numbers: string[]][] = [
  ['NANP 900', 'blocked_prefixes', ['+19005551234', '+19002345678']],
  ['NANP exchange 976', 'blocked_number_types', ['+12129765551', '+14169761234']],
  ['NANP 500 and 5XX, personal', 'blocked_number_types', ['+15005551234', '+15332345678', '+15222345678']],
  ['NANP N11 exchange', 'blocked_number_types', ['+12124115555', '+12129111234', '+12023111234']],
  ['NANP directory assistance', 'blocked_number_types', ['+12125551212', '+14165551212']],
  ['UK 070 personal', 'blocked_number_types', ['+447012345678', '+44 (0)70 1234 5678', '+4407012345678']],
  ['UK 076 pagers', 'blocked_number_types', ['+447600123456']],
  ['UK 084', 'blocked_number_types', ['+448431234567', '+448441234567', '+448457123456']],
  ['UK 0870', 'blocked_number_types', ['+448701234567']],
  [
    'UK 0871 and 09',
    'blocked_prefixes',
    ['+448712345678', '+449012345678', '+449061234567', '+449111234567'],
  ],
  ['UK 055', 'blocked_number_types', ['+445511234567']],
  ['Germany 0900', 'blocked_prefixes', ['+499001123456', '+49900112345']],
  ['Germany 0180', 'blocked_number_types', ['+491805123456', '+491801234567', '+4918012345']],
  ['Germany 0137', 'blocked_number_types', ['+491371234567', '+4913712345678', '+49137712345']],
  ['Germany 032', 'blocked_prefixes', ['+4932212345678', '+49322123456789']],
  ['Germany 0700', 'blocked_number_types', ['+4970012345678']],
  ['Germany 016x pagers', 'blocked_number_types', ['+4916812345678', '+491641234567']],
  ['France 0899', 'blocked_prefixes', ['+33899123456', '+33892123456', '+33897123456']],
  ['France 081, 082', 'blocked_number_types', ['+33812345678', '+33825123456']],
  ['Spain 80x, 905', 'blocked_prefixes', ['+34803123456', '+34806123456', '+34807123456', '+34905123456']],
  ['Spain 901, 902', 'blocked_number_types', ['+34902123456', '+34901123456']],
  ['Italy 89x', 'blocked_prefixes', ['+39899123456']],
  ['Italy 199, 84x', 'blocked_number_types', ['+39199123456', '+39840123456', '+39848123456']],
  ['Switzerland 090x', 'blocked_prefixes', ['+41900123456', '+41901123456', '+41906123456']],
  ['Switzerland 084x, 0878', 'blocked_number_types', ['+41840123456', '+41842123456', '+41878123456']],
  ['Austria 09x', 'blocked_prefixes', ['+43900123456', '+43930123456']],
  ['Austria 0810, 0820, 0939', 'blocked_number_types', ['+43810123456', '+43820123456', '+43939123456']],
  ['Netherlands 090x', 'blocked_prefixes', ['+31900123456', '+31906123456', '+31909123456']],
  ['Belgium 090x', 'blocked_prefixes', ['+3290012345', '+3290312345']],
  ['Australia 190x', 'blocked_prefixes', ['+611900123456']],
  ['Australia 1300, 13', 'blocked_number_types', ['+611300123456', '+61131234']],
  ['Ireland 15xx', 'blocked_number_types', ['+3531520123456', '+3531550123456']],
  ['Poland 70x, 801', 'blocked_number_types', ['+48701234567', '+48801123456']],
  ['Portugal 601, 760, 707', 'blocked_number_types', ['+351601234567', '+351760123456', '+351707123456']],
  ['Nordic premium', 'blocked_number_types', ['+46900123456', '+4590123456', '+4782012345', '+35860012345']],
  ['Baltic premium', 'blocked_number_types', ['+37190123456', '+3729001234']],
  ['in no plan', 'blocked_number_types', ['+491991234', '+14735551234', '+22490123456']],
];
for (const [range, rule, numbers] of dearKinds)
  test(`refused wherever countries are allowed: ${range}`, () => {
    for (const number of numbers) assert.is(verdict(number, worldly), rule, number);
  });

const ordinary: [callerId: string, numbers: string[]][] = [
  // 555-01xx is set aside for stories, and for this project's demo.
  ['+12025550199', ['+12025550100', '+12025550190', '+12125551234', '+13105550123', '+19175551234']],
  ['+12025550199', ['+18005551234', '+18335551234', '+18445551234', '+18555551234', '+18665551234']],
  ['+12025550199', ['+18775551234', '+18885550100', '+18009111234']],
  ['+14165551234', ['+14165550100', '+16045551234', '+18005551234']],
  ['+442079460000', ['+442071838750', '+441212345678', '+447400123456', '+448001111111', '+443456789012']],
  ['+442079460000', ['+443001234567', '+443331234567']],
  ['+4930123456', ['+4930123457', '+4989123456', '+4915112345678', '+498001234567']],
  ['+33142345678', ['+33142345679', '+33612345678', '+33800123456', '+33972123456', '+33806123456']],
  ['+31201234567', ['+31201234568', '+31612345678', '+318001234', '+31881234567']],
  ['+390612345678', ['+390612345679', '+393123456789']],
  ['+61212345678', ['+61212345679', '+61412345678', '+611800123456']],
  ['+74951234567', ['+74951234568', '+79161234567']],
];
for (const [callerId, numbers] of ordinary)
  test(`with the caller id ${callerId} ordinary numbers are dialled: ${numbers.join(' ')}`, () => {
    const policy = policyOf(callerId);
    for (const number of numbers) assert.is(verdict(number, policy), number);
  });

test('a number that no country of a shared code has belongs to none', () => {
  for (const number of ['+447700900123', '+39892123456', '+61550123456', '+19765551234'])
    assert.is(verdict(number, worldly), 'allowed_countries', number);
});

test('neighbours who share a calling code are other countries', () => {
  const british = policyOf('+442079460000');
  for (const number of ['+441534712345', '+441481712345', '+441624712345', '+447624123456', '+447797123456'])
    assert.is(verdict(number, british), 'allowed_countries', number);
  assert.is(verdict('+77171234567', policyOf('+74951234567')), 'allowed_countries');
});

const settings: [title: string, set: Record<string, string>, passes: string[], refused: string[]][] = [
  ['countries', { ALLOWED_COUNTRIES: 'us, CA' }, ['+12025550100', '+14165551234'], ['+18765551234']],
  ['no countries', { ALLOWED_COUNTRIES: '' }, [], ['+12025550100']],
  [
    'a shared calling code is its main country',
    { ALLOWED_COUNTRY_CODES: '1,+44' },
    ['+12025550100', '+442071838750'],
    ['+18765551234', '+14165551234', '+441534712345'],
  ],
  [
    'both lists are added up',
    { ALLOWED_COUNTRIES: 'US,JM', ALLOWED_COUNTRY_CODES: '49' },
    ['+12025550100', '+18765551234', '+4930123456'],
    ['+442071838750'],
  ],
  [
    'a network must be named, and its prefix unblocked',
    { ALLOWED_COUNTRIES: 'US', ALLOWED_COUNTRY_CODES: '881', BLOCKED_PREFIXES: '+882' },
    ['+881612345678', '+12025550100'],
    ['+870773123456'],
  ],
  ['types', { BLOCKED_NUMBER_TYPES: 'premium_rate' }, ['+15005551234', '+12125551212'], ['+12129765551']],
  [
    'prefixes that no type blocks',
    { ALLOWED_COUNTRIES: 'AU', ALLOWED_PREFIXES: '+6113' },
    ['+611300123456', '+61131234'],
    ['+611900123456'],
  ],
];
for (const [title, set, passes, refused] of settings)
  test(`settings: ${title}`, () => {
    const policy = policyOf('+12025550199', set);
    for (const number of passes) assert.is(verdict(number, policy), number);
    for (const number of refused) assert.not(verdict(number, policy).startsWith('+'), number);
  });

test('a Canadian who writes the code that Canada shares means Canada too', () => {
  assert.equal([...policyOf('+14165551234', { ALLOWED_COUNTRY_CODES: '1' }).allowedCountries], ['US', 'CA']);
});

for (const [name, value] of [
  ['ALLOWED_COUNTRIES', 'XX'],
  ['ALLOWED_COUNTRIES', '1'],
  ['ALLOWED_COUNTRY_CODES', 'US'],
  ['BLOCKED_NUMBER_TYPES', 'expensive'],
  ['ALLOWED_PREFIXES', '44'],
  ['MAX_MINUTES_PER_DAY', '0'],
  ['MAX_CALLS_PER_DAY', '0.5'],
  ['ALLOW_NUMERIC_SIP_USERS', 'perhaps'],
] as const)
  test(`${name}=${value} is not a valid setting`, () => {
    assert.throws(
      () => readConfig({ [name]: value }),
      (error: AppError) => error.detail.includes(name),
    );
  });

test('whatever is typed, what leaves on the trunk is what the policy saw', () => {
  const national = fc.oneof(
    fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 4, maxLength: 14 }),
    // Trunk prefixes, carrier codes and mobile prefixes that a parser takes out or puts in.
    fc
      .tuple(
        fc.constantFrom(
          '1',
          '44',
          '440',
          '49',
          '490',
          '390',
          '39',
          '521',
          '549',
          '54915',
          '5501',
          '77',
          '78',
          '3620',
        ),
        fc.string({ unit: fc.constantFrom(...Array.from('0123456789')), minLength: 6, maxLength: 11 }),
      )
      .map((parts) => parts.join('')),
  );
  const spelling = fc.tuple(
    national,
    fc.array(fc.constantFrom('', ' ', '-', '.', '(', ')', '/', '\u00a0'), { maxLength: 8 }),
  );
  let dialled = 0;
  fc.assert(
    fc.property(spelling, ([digits, marks]) => {
      const typed = `+${Array.from(digits)
        .map((digit, at) => digit + (marks[at] ?? ''))
        .join('')}`;
      const number = verdict(typed, worldly);
      if (!number.startsWith('+')) return;
      dialled += 1;
      assert.is(verdict(number, worldly), number, 'the policy says the same of what is dialled');
      assert.is(trunkDialString(number, undefined), `PJSIP/${number}@trunk`);
      assert.match(number, /^\+[1-9][0-9]{6,14}$/);
    }),
    { numRuns: 5_000 },
  );
  assert.ok(dialled > 100, `only ${dialled} numbers were dialled`);
});

test.run();
