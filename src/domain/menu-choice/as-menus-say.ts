const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const compound = new RegExp(String.raw`\b(${tens.join('|')}) (${small.slice(1, 10).join('|')})\b`, 'g');

/**
 * Times, amounts and switches in the words that menus use, so that "half an hour" is "thirty minutes" and "turn it off" is "deactivate".
 * English. Each rule is applied to the folded text of intents and options alike.
 */
export function asMenusSay(text: string): string {
  let said = text.replace(/\b[1-9][0-9]?\b/g, nameOf).replace(compound, '$1$2');
  for (const [pattern, replacement] of replacements) said = said.replace(pattern, replacement);
  const meant = additions.filter(([pattern]) => pattern.test(said)).map(([, word]) => word);
  return [...meant, said].join(' ');
}

const replacements: readonly (readonly [RegExp, string])[] = [
  [/\b(?:(?:an|one) hour and (?:a )?half|one and (?:a )?half hours?)\b/g, 'ninety minutes'],
  [/\b(?:an? )?half (?:an |a )?hour\b/g, 'thirty minutes'],
  [/\b(?:an? )?quarter (?:of an )?hour\b/g, 'fifteen minutes'],
  [/\b(?:an|one) hour\b/g, 'sixty minutes'],
  // "Am" alone is a verb.
  [/\b(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|clock) am\b/g, '$1 morning'],
  [/\ba m\b|^am$/g, 'morning'],
  [/\bp m\b/g, 'pm'],
  [/\btoo (?:quiet|soft|low)\b/g, 'increase volume'],
  [/\btoo (?:loud|noisy)\b/g, 'decrease volume'],
];

/** "Ring my office", "call this number", "local calling": a call that the far end makes for the caller. */
const dialling =
  /^(?:please )?(?:call|ring|phone|dial) (?:back |up )?(?:the|this|that|my|our|whoever|him|her|them|an?)\b|\b(?:ring|call|phone) (?:him|her|them|the person|this number)\b|\b(?:make|place) an? (?:[a-z]+ )?call\b|^(?:[a-z]+ )?calling(?: [a-z]+)?$|^enter (?:a|the) (?:(?:tele)?phone )?number$/;

/**
 * A word that a text means without saying it, before the others: what stands behind a preposition counts less. Up to three words may stand
 * between a verb and its "on" or "off".
 */
const additions: readonly (readonly [RegExp, string])[] = [
  [/\b(?:turn|switch) (?:[a-z]+ ){0,3}on\b/, 'activate'],
  [/\b(?:turn|switch) (?:[a-z]+ ){0,3}off\b/, 'deactivate'],
  [/\btake (?:[a-z]+ ){1,4}off\b/, 'remove'],
  [dialling, 'dialout'],
  [
    /\bwhere (?:is|are) (?:the|your)\b|\bwhere (?:(?:they|you|it) |(?:the|your) (?:[a-z]+ ){1,2})(?:is|are)\b/,
    'location',
  ],
  [/\b(?:the|your) address\b(?! (?:on|in) my\b)|\baddress of (?:the|your)\b/, 'location'],
  [/\bhow (?:do i|can i|to) get to (?:the|your|you)\b/, 'location'],
  [/\b(?:when|what time|how late|how long)\b.{0,30}\b(?:open|opens|close|closes|closed)\b/, 'hours'],
];

/** 1 to 99, as one word: "twenty two feet" are not two. */
function nameOf(digits: string): string {
  const value = Number(digits);
  if (value < small.length) return small[value] ?? digits;
  return `${tens[Math.floor(value / 10) - 2]}${value % 10 > 0 ? small[value % 10] : ''}`;
}

const times =
  'monday tuesday wednesday thursday friday saturday sunday today tomorrow tonight morning afternoon evening pm minutes seconds hours o clock dollars'.split(
    ' ',
  );

/** Whether the words, as `asMenusSay` makes them, name nothing but a time or an amount. */
export function isTimeOrAmount(words: readonly string[]): boolean {
  return words.every((word) => isNumber(word) || times.includes(word));
}

/** Whether a word, as `asMenusSay` makes it, is a number. */
export function isNumber(word: string): boolean {
  return small.includes(word) || tens.some((ten) => word.startsWith(ten));
}
