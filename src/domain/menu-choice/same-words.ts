/** Whether two words say the same, for menus and for those who ask for something in their own words. Folded words only. */

const endings = [
  ...[
    'ationen',
    'ungen',
    'ations',
    'ation',
    'ments',
    'ment',
    'ings',
    'ing',
    'ies',
    'ung',
    'aciones',
    'acion',
  ],
  ...['ements', 'ement', 'ers', 'ed', 'er', 'en', 'es', 'ly', 'y', 's', 'e', 'n'],
];
/** What is left of a word must still say something. */
const shortestStem = 3;

/** The word without its ending: "payments" and "paying" are "pay". */
export function stemOf(word: string): string {
  const ending = endings.find((each) => word.endsWith(each) && word.length - each.length >= shortestStem);
  return ending === undefined ? word : word.slice(0, -ending.length);
}

/** In letters: "reset" is not "repeat". */
const longEnough = 6;

/** Equal but for the ending, or for one letter in a long word, as a recogniser writes it. */
export function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [stemOf(one), stemOf(other)];
  // "join" loses its n, "joined" does not.
  if (a === b || a === other || b === one) return true;
  if (a.length >= 6 && b.length >= 6 && (a.startsWith(b) || b.startsWith(a))) return true;
  return Math.min(a.length, b.length) >= longEnough && a[0] === b[0] && differsByOne(a, b);
}

/** One letter more, less or other. */
function differsByOne(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start += 1;
  const [restOne, restOther] = [one.slice(start), other.slice(start)];
  return (
    restOne.slice(1) === restOther.slice(1) ||
    restOne === restOther.slice(1) ||
    restOne.slice(1) === restOther
  );
}

/** Whether the words of `phrase` stand in `words`, in a row; `=word` is that word and none like it ("accounting" is no "account"). */
export function saysPhrase(words: readonly string[], phrase: readonly string[]): boolean {
  const fits = (said: string, word: string): boolean =>
    word.startsWith('=') ? said === word.slice(1) : isSameWord(said, word);
  for (let at = 0; at + phrase.length <= words.length; at++)
    if (phrase.every((word, index) => fits(words[at + index] ?? '', word))) return true;
  return false;
}
