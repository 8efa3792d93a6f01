const digits = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
const keyNames = [...digits, 'star', 'pound', 'hash'];

/** Lower-case words, digits as words. */
export function wordsOf(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/[^a-z0-9' ]+/g, ' ')
    .split(' ')
    .map((word) => word.replace(/^'+|'+$/g, ''))
    .filter((word) => word !== '')
    .map((word) => digits[Number(word)] ?? word);
}

/** The keys that a text tells to press, in order: `press` or `dial`, and the key after it. */
export function keysOf(words: readonly string[]): string[] {
  return words.flatMap((word, n) => {
    if (word !== 'press' && word !== 'dial') return [];
    const next = words[n + 1] === 'the' ? words[n + 2] : words[n + 1];
    return next !== undefined && keyNames.includes(next) ? [next] : [];
  });
}

/** How many of the first are among the second, each used once. */
export function common(some: readonly string[], others: readonly string[]): number {
  const left = [...others];
  return some.filter((each) => {
    const at = left.indexOf(each);
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  }).length;
}
