/** Whether a recogniser may write one word for the other: "lot" for "lock". Folded words of English. */
export function soundsAlike(one: string, other: string): boolean {
  return (
    Math.min(one.length, other.length) >= shortest && one[0] === other[0] && soundOf(one) === soundOf(other)
  );
}

const shortest = 3;

/** What a telephone leaves of it: stops are one another there, and so are hisses and nasals. */
function soundOf(word: string): string {
  return word
    .replace(/ph/g, 'f')
    .replace(/[ck]+|q|x/g, 'k')
    .replace(/(.)e$/, '$1')
    .replace(/[tdpbgk]+/g, 'T')
    .replace(/[fvszh]+/g, 'S')
    .replace(/[mn]+/g, 'N')
    .replace(/l+/g, 'L')
    .replace(/r+/g, 'R')
    .replace(/[ou]+[aeiouwy]*|aw/g, 'o')
    .replace(/[eiy][aeiouwy]*/g, 'e')
    .replace(/a[aeiouwy]*/g, 'a');
}
