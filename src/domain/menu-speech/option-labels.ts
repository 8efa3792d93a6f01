import type { KeyMention } from './key-mentions.ts';
import type { LanguageTable } from './language.ts';
import { isFiller, isOr, pauseToken, says } from './spoken-tokens.ts';

/** The purpose of one option has no more words than this, */
const longestLabel = 12;
/** or than this if it begins where a sentence does: "if you have had an accident, or would like to make or discuss a claim". */
const longestSentence = 40;

/** What a key may be for. */
export interface Label {
  text: string;
  score: number;
}

export const nothing: Label = { text: '', score: -1 };

/** What each key is for. @param texts the tokens before, between and after the keys: one more than there are keys. */
export function labelKeys(
  texts: readonly string[][],
  keys: readonly KeyMention[],
  table: LanguageTable,
): Label[] {
  const segments = texts.map((tokens, index) =>
    readSegment(
      tokens,
      {
        isFirst: index === 0,
        isLast: index === keys.length,
        beginsSentence: keys[index - 1]?.endsSentence === true,
      },
      table,
    ),
  );
  return assign(segments, keys.length);
}

/** Text between two keys may be the purpose of the key before it, or of the key after it. */
interface Segment {
  forBefore: Label;
  forBehind: Label;
  /** It may belong to both keys: there is a pause in it. */
  isTwo: boolean;
  /** A pause separates it from the key before it, or from the key after it. */
  isApart: { fromBefore: boolean; fromBehind: boolean };
}

/** The position of a segment. */
interface Place {
  isFirst: boolean;
  isLast: boolean;
  beginsSentence: boolean;
}

function readSegment(tokens: string[], place: Place, table: LanguageTable): Segment {
  const clauses = clausesOf(tokens);
  const head = clauses[0] ?? [];
  const tail = clauses.at(-1) ?? [];
  return {
    forBefore: place.isFirst ? nothing : labelBehindKey(head, place, table),
    forBehind: place.isLast
      ? nothing
      : labelBeforeKey(
          tail,
          { isFirst: place.isFirst, isWhole: !place.isFirst || clauses.length > 1 },
          table,
        ),
    isTwo: clauses.length > 1,
    isApart: { fromBefore: tokens[0] === pauseToken, fromBehind: tokens.at(-1) === pauseToken },
  };
}

export function clausesOf(tokens: readonly string[]): string[][] {
  return tokens
    .join(' ')
    .split(pauseToken)
    .map((clause) => clause.trim().split(' '))
    .filter((clause) => clause[0] !== '');
}

/** "press one FOR SALES". */
function labelBehindKey(clause: string[], { isLast, beginsSentence }: Place, table: LanguageTable): Label {
  const [first = '', second] = clause;
  const begins =
    table.starts.includes(first) || (second !== undefined && table.startsHeardAs.includes(first));
  if (table.noLabel.test(clause.join(' ')) || (beginsSentence && !begins)) return nothing;
  // "press four four four sunday": the "for" was heard twice.
  const isDoubled = begins && clause.length > 2 && second === first && table.startsHeardAs.includes(first);
  const all = begins ? clause.slice(isDoubled ? 2 : 1) : clause;
  const lost = lostKeyIn(all, table);
  const longest = begins ? longestSentence : longestLabel;
  const words = (lost < 0 ? all : all.slice(0, lost)).slice(0, longest);
  const text = withoutStay(words.join(' '), table);
  if (text === '') return nothing;
  const saysWhat = begins && !table.answer.test(clause.join(' '));
  return { text, score: saysWhat ? 1 : isLast ? 0.2 : 0.4 };
}

/** "press two for sales OR STAY ON THE LINE" says what happens without a key. */
function withoutStay(text: string, { phrases }: LanguageTable): string {
  const ends = phrases.stay.map((pattern) => text.search(pattern)).filter((index) => index >= 0);
  return text
    .slice(0, Math.min(text.length, ...ends))
    .replace(/ (?:or|oder|o|ou)$/, '')
    .trim();
}

/** "FOR SALES press one". @param isWhole whether nothing else precedes it in its sentence. */
function labelBeforeKey(
  whole: string[],
  { isFirst, isWhole }: { isFirst: boolean; isWhole: boolean },
  table: LanguageTable,
): Label {
  const clause = whole.slice(lostKeyIn(whole, table) + 1);
  // "Please enter your account number, OR press pound to skip."
  if (isOr(clause.at(-1)) && table.asksNumber.some((asks) => asks.test(clause.join(' ')))) return nothing;
  const starts = clause
    .map((word, index) => ({ word, index }))
    .filter(
      ({ word, index }) =>
        (table.starts.includes(word) || (index === 0 && table.startsHeardAs.includes(word))) &&
        index < clause.length - 1 &&
        // "Change dates OR flights", at the beginning of what was heard.
        (isWhole || index === 0 || !isOr(word)) &&
        !table.noLabel.test(clause.slice(index).join(' ')),
    )
    .map(({ index }) => index);
  // "And if you have already made a claim and want to know …"
  const opens = (index: number): boolean => clause.slice(0, index).every((word) => isOr(word));
  const start =
    starts.find((index) => clause.length - index <= (opens(index) ? longestSentence : longestLabel) + 1) ??
    starts.at(-1);
  // "Lost or stolen phone", "more time to pay".
  const says = clause
    .slice(0, start)
    .filter((word) => !isFiller(word, table) && !isOr(word) && !table.starts.includes(word));
  if (isWhole && start !== undefined && says.length > 0 && clause.length <= longestLabel)
    return { text: clause.join(' '), score: 0.4 };
  // "Thank you FOR YOUR PATIENCE. Press one": the greeting ends there, and says nothing of the key.
  const endsGreeting = clause.some(
    (_word, index) => index > 0 && isWholly(table.noLabel, clause.slice(index).join(' ')),
  );
  if (isFirst && start === undefined && endsGreeting) return nothing;
  const words = withoutSaying(
    start === undefined ? clause.slice(isFirst ? -4 : -longestLabel) : clause.slice(start),
  );
  const text = stripStarts(words, table).slice(-longestSentence).join(' ');
  if (text === '') return nothing;
  if (start === undefined) return { text, score: isFirst ? 0.1 : 0.4 };
  return { text, score: table.answer.test(clause.slice(start).join(' ')) ? 0.4 : start === 0 ? 1 : 0.9 };
}

/** "For billing, SAY BILLING OR press one", "say billing or press one". */
function withoutSaying(words: string[]): string[] {
  const at = words.findLastIndex((word) => says.includes(word));
  if (at < 0 || !isOr(words.at(-1))) return words;
  // "YOU CAN say billing or press one."
  const saysWhat = words.slice(0, at).some((word) => !invites.includes(word));
  return saysWhat ? words.slice(0, at) : words.slice(at + 1, -1);
}

const invites = ['you', 'can', 'may', 'please', 'just', 'simply', 'or', 'sie', 'konnen', 'bitte'];

function isWholly(pattern: RegExp, text: string): boolean {
  return pattern.exec(text)?.[0] === text;
}

function stripStarts(words: string[], table: LanguageTable): string[] {
  let from = table.startsHeardAs.includes(words[0] ?? '') && words.length > 1 ? 1 : 0;
  while (from < words.length - 1 && table.starts.includes(words[from] ?? '')) from += 1;
  return words.slice(from);
}

type Side = 'before' | 'behind';

/** Assigns each segment to one of its two keys, with the best total score. Menus keep to one order for most of their options. */
function assign(segments: readonly Segment[], count: number): Label[] {
  const consistency = 0.3;
  /** "For sales press one. For service …": what is said without a pause belongs together. */
  const pause = 0.5;
  let ways: { side: Side | undefined; score: number; labels: Label[] }[] = [
    { side: undefined, score: 0, labels: [] },
  ];
  for (let index = 0; index < count; index++) {
    const before = segments[index]?.forBehind ?? nothing;
    const behind = segments[index + 1]?.forBefore ?? nothing;
    const isShared = segments[index]?.isTwo !== true;
    const isApart = {
      before: segments[index]?.isApart.fromBehind === true,
      behind: segments[index + 1]?.isApart.fromBefore === true,
    };
    const next: typeof ways = [];
    for (const side of ['before', 'behind', undefined] as const) {
      const label = side === 'before' ? before : side === 'behind' ? behind : nothing;
      const reachable = ways.filter((way) => !(side === 'before' && way.side === 'behind' && isShared));
      const best = reachable
        .map((way) => ({
          side,
          score:
            way.score +
            label.score +
            (way.side === side && side !== undefined ? consistency : 0) -
            (side !== undefined && isApart[side] ? pause : 0),
          labels: [...way.labels, label],
        }))
        .reduce<(typeof ways)[number] | undefined>(
          (one, other) => (one === undefined || other.score > one.score ? other : one),
          undefined,
        );
      if (best !== undefined) next.push(best);
    }
    ways = next;
  }
  return ways.reduce((one, other) => (other.score > one.score ? other : one)).labels;
}

/**
 * "lock the conference THREE TO remove": a key that was not recognised as one begins another option. "Two to three days" names no key.
 * @returns its index, -1 if there is none.
 */
function lostKeyIn(words: readonly string[], { keys, starts }: LanguageTable): number {
  const isKey = (at: number): boolean => Object.hasOwn(keys, words[at] ?? '');
  return words.findLastIndex(
    (_word, at) => at > 0 && isKey(at) && starts.includes(words[at + 1] ?? '') && !isKey(at + 2),
  );
}
