import { englishUpTo99 } from '../menu-speech/number-names.ts';

/** The numbers up to 99, each as one word: "twentytwo". */
const numbers = new Map([...englishUpTo99].map(([name, value]) => [String(value), name.replace(' ', '')]));
const names = new Set(numbers.values());
const compounds = [...englishUpTo99.keys()].filter((name) => name.includes(' '));
const compound = new RegExp(String.raw`\b(?:${compounds.join('|')})\b`, 'g');

/** A caller means only one of each row. */
const alternatives = [
  'monday tuesday wednesday thursday friday saturday sunday',
  'today tomorrow yesterday',
  'morning afternoon evening',
].map((row) => row.split(' '));
const units = 'minute minutes second seconds hour hours o clock dollar dollars'.split(' ');

/**
 * Times and amounts in the words that menus use: "half an hour" is "thirty minutes", "P.M." the afternoon or the evening. A number up to 99
 * becomes one English word, so that "twenty two feet" are not two. For folded texts, those of intents and of options alike.
 */
export function withPlainTimes(text: string): string {
  let said = text
    .replace(/\b([0-9]{1,2})(am|pm)\b/g, '$1 $2')
    .replace(/\b[1-9][0-9]?\b/g, (digits) => numbers.get(digits) ?? digits)
    .replace(compound, (name) => name.replace(' ', ''));
  for (const [pattern, replacement] of replacements) said = said.replace(pattern, replacement);
  return said;
}

const replacements: readonly (readonly [RegExp, string])[] = [
  [/\b(?:(?:an|one) hour and (?:a )?half|one and (?:a )?half hours?)\b/g, 'ninety minutes'],
  [/\b(?:an? )?half (?:an |a )?hour\b/g, 'thirty minutes'],
  [/\b(?:an? )?half (?:a )?minute\b/g, 'thirty seconds'],
  [/\b(?:an? )?quarter (?:of an )?hour\b/g, 'fifteen minutes'],
  [/\b(?:an|one) hour\b/g, 'sixty minutes'],
  [/\btonight\b/g, 'today evening'],
  // "Old" and "last" are no opposites of "new" and "first" here.
  [/\b((?:year|month|week|day)s?) old\b/g, '$1 of age'],
  [/\blast night\b/g, 'yesterday evening'],
  [
    /\blast ((?:few )?(?:days?|weeks?|months?|years?|time|spring|summer|fall|autumn|winter|(?:mon|tues|wednes|thurs|fri|satur|sun)day))\b/g,
    'past $1',
  ],
  [/\b(?:for )?the first time\b/g, 'new'],
  [/\bthis (morning|afternoon|evening)\b/g, 'today $1'],
  // In most places "am" is a verb, or German.
  [
    /\b((?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirty|clock)) am(?= on\b| tomorrow\b| today\b|$)/g,
    '$1 morning',
  ],
  [/\ba m\b|^am$/g, 'morning'],
  [/\bp m\b|\bpm\b/g, 'afternoon evening'],
  [/\bweekends?\b/g, 'weekend saturday sunday'],
  [/\bweekdays?\b|\bduring the week\b/g, 'monday tuesday wednesday thursday friday'],
  [/\b(mon|tues|wednes|thurs|fri|satur|sun)days\b/g, '$1day'],
];

/** Whether only one of two words can be meant: two days of the week. */
export function areAlternatives(one: string, other: string): boolean {
  return alternatives.some((row) => row.includes(one) && row.includes(other));
}

function isNumber(word: string): boolean {
  return names.has(word);
}

/** Whether an option names nothing but a time or an amount: what it shares with the intent is then no coincidence. */
export function isTimeOrAmount(words: readonly string[]): boolean {
  return words.every(
    (word) => isNumber(word) || units.includes(word) || alternatives.some((row) => row.includes(word)),
  );
}

/** In words, such as "twenty dollars added". A longer option may contain a number that is not its subject. */
const longestAmount = 4;

/** Whether a word is a number that says little about an option: "trucks over two axles". */
export function isIdleNumber(word: string, option: readonly string[]): boolean {
  if (!isNumber(word)) return false;
  const next = option[option.indexOf(word) + 1];
  return option.length > longestAmount || (next !== undefined && !units.includes(next));
}

/** "Sunday" where the intent says Saturday, "twenty seconds" where it says thirty. */
export function saysOtherTimeOrAmount(option: readonly string[], intent: readonly string[]): boolean {
  return saysOtherTime(option, intent) || saysOtherAmount(option, intent);
}

function saysOtherTime(option: readonly string[], intent: readonly string[]): boolean {
  return alternatives.some((row) => {
    const wanted = intent.filter((word) => row.includes(word));
    const said = option.filter((word) => row.includes(word));
    return wanted.length > 0 && said.length > 0 && !said.some((word) => wanted.includes(word));
  });
}

function saysOtherAmount(option: readonly string[], intent: readonly string[]): boolean {
  return option.some((unit, at) => {
    const number = option[at - 1] ?? '';
    const wanted = intent.filter((word, index) => isNumber(word) && intent[index + 1] === unit);
    return isNumber(number) && wanted.length > 0 && !wanted.includes(number);
  });
}
