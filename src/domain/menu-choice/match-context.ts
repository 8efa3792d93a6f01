import type { MenuLanguage } from '../menu-speech/language.ts';
import { languageOf } from '../menu-speech/language-of.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { type CallPurpose, isAllowed } from './allowed-options.ts';
import { withMeanings } from './same-meaning.ts';
import { standingOf } from './standing.ts';
import * as tables from './topics.ts';
import type { Topic } from './topics.ts';
import {
  commonWords,
  says,
  saysLittle,
  sayingSomething,
  saysWord,
  topicsOf,
  wordsOf,
} from './what-texts-say.ts';
import { rulesOut, wishOf } from './wish.ts';

/** A call's purpose and the menu that it meets, split into words and topics. */
export interface MatchContext extends CallPurpose {
  /** The words of the intent, with what they imply. */
  words: readonly string[];
  /** The words of each clause of the intent before its first qualification, see `mainPart`. */
  main: readonly string[];
  /** The intent names a person to be reached. */
  namesPerson: boolean;
  /** The words of the options that earlier menus of the call offered. */
  before: readonly (readonly string[])[];
  /** What may be chosen. */
  allowed: readonly MenuOption[];
  /** Options that the intent rules out, and those for callers who have something else. */
  refused: readonly MenuOption[];
  /** The words of each key that may be chosen. */
  menu: readonly (readonly string[])[];
  /** The key of the option with clearly the most words of the intent. */
  leader: string | undefined;
  topics: {
    all: ReadonlySet<Topic>;
    main: ReadonlySet<Topic>;
    facts: ReadonlySet<Topic>;
    menu: readonly ReadonlySet<Topic>[];
  };
}

/** What an option needs to fit the intent. */
export const minScore = 1;
/** A smaller difference between two scores may be due to a misheard word. */
export const minLead = 0.3;
/** Weight of a shared word that occurs in intents and menus of any topic. */
const commonplaceWeight = 0.4;

/** "Dr. Patel" is no end of a clause. */
const clauseEnd = /[,;!?]\s|(?<!\b(?:dra?|hr|mlle|mme|mr|mrs|ms|prof|rev|sra?))\.\s/i;

/** @param before what earlier menus of the call offered */
export function contextOf(
  { intent, facts, meanings }: CallPurpose,
  options: readonly MenuOption[],
  before: readonly MenuOption[],
): MatchContext {
  const purpose = { intent: wishOf(intent).wanted, facts, meanings };
  const said = wordsOf(purpose.intent);
  const toPerson = waysToPerson(purpose.intent);
  const words = [...withMeanings(said), ...impliedBy(said), ...toPerson];
  const clauses = purpose.intent.split(clauseEnd);
  const main = withMeanings(
    clauses.flatMap((clause) => mainPart(wordsOf(clause), languageOf(purpose.intent))),
  );
  const wish = wishOf(intent);
  const refused = options.filter(
    (option) =>
      rulesOut(wish, wordsOf(option.text)) || standingOf(option, options, { facts, words }) === 'unmet',
  );
  const allowed = options.filter(
    (option) => isAllowed({ intent, facts }, option) && !refused.includes(option),
  );
  const menu = wordsByKey(allowed);
  return {
    ...purpose,
    words,
    namesPerson: toPerson.length > 0,
    main,
    menu,
    allowed,
    refused,
    leader: findLeader(purpose, words, allowed),
    before: before.map(({ text }) => wordsOf(text)),
    topics: {
      all: topicsOf(words),
      main: topicsOf(main),
      facts: topicsOf(wordsOf(purpose.facts.map(({ label }) => label).join(' '))),
      menu: menu.map(topicsOf),
    },
  };
}

/** "Cancel my reservation" means an existing one. */
export function impliedBy(words: readonly string[]): string[] {
  if (words.some((word) => ['new', 'existing'].includes(word))) return [];
  if (says(words, tables.impliesExisting)) return ['existing'];
  return says(words, tables.impliesNew) ? ['new'] : [];
}

/** "Put me through to Oscar" is for the extensions or the directory, "look up Mrs Miller" for the directory. */
function waysToPerson(intent: string): string[] {
  const isNamedAfter = (words: string): boolean => {
    const [, name = ''] =
      new RegExp(String.raw`(?:^|\s)(?:${words}) (\p{Lu}[\p{L}.]*(?: \p{Lu}[\p{L}.]*)*)`, 'u').exec(
        uncapitalised(intent),
      ) ?? [];
    return name !== '' && !says(wordsOf(name), tables.operatorWords) && topicsOf(wordsOf(name)).size === 0;
  };
  if (isNamedAfter('look up|find|get hold of')) return ['directory'];
  const connecting = '(?:put (?:me )?through|connect(?:ed)?|speak|talk|transfer(?:red)?) (?:me )?(?:to|with)';
  return isNamedAfter(connecting) ? ['directory', 'extension'] : [];
}

/** A sentence may begin with the verb. */
function uncapitalised(intent: string): string {
  return intent.replace(/(?:^|[.!?] )\p{Lu}/gu, (first) => first.toLowerCase());
}

/** Different hearings of the same key are one option. */
function wordsByKey(options: readonly MenuOption[]): string[][] {
  const words = new Map<string, string[]>();
  for (const { digits, text } of options) words.set(digits, [...(words.get(digits) ?? []), ...wordsOf(text)]);
  return [...words.values()];
}

/**
 * For "new telephone number" and "old telephone number": the key that shares one more word with the intent, however common that word is.
 */
function findLeader(
  { intent }: CallPurpose,
  words: readonly string[],
  options: readonly MenuOption[],
): string | undefined {
  const language = languageOf(intent);
  const topics = topicsOf(words);
  const counts = new Map<string, number>();
  for (const option of options) {
    const text = wordsOf(option.text);
    const sharesTopic = [...topicsOf(text)].some(
      (topic) => topics.has(topic) && !tables.vagueTopics.includes(topic),
    );
    const common = commonWords(words, text, language).length + (sharesTopic ? 1 : 0);
    const commonplace = words.filter((word) => saysLittle.includes(word) && saysWord(text, word)).length;
    const count = common < minScore ? 0 : common + commonplaceWeight * commonplace;
    counts.set(option.digits, Math.max(count, counts.get(option.digits) ?? 0));
  }
  const [first, second] = [...counts].toSorted(([, one], [, other]) => other - one);
  if (first === undefined || first[1] < minScore) return undefined;
  return first[1] - (second?.[1] ?? 0) >= minLead ? first[0] : undefined;
}

/** The words of an intent without its qualifications: "a wheelchair" of "a wheelchair FOR MY FLIGHT". */
function mainPart(words: readonly string[], language: MenuLanguage): readonly string[] {
  const end = words.findIndex(
    (word, at) =>
      tables.prepositions.includes(word) && sayingSomething(words.slice(0, at), language).length > 0,
  );
  return end < 0 ? words : words.slice(0, end);
}
