import { languageOf } from '../menu-speech/language-of.ts';
import { type Negation, negationEnds, negations, wishWords } from './negations.ts';
import { isSameWord } from './same-words.ts';
import * as tables from './topics.ts';
import { type Topic } from './topics.ts';
import { commonWords, says, sayingSomething, saysWord, topicsOf, wordsOf } from './what-texts-say.ts';

/** An intent, split into what it asks for and what it rules out: "change my card, DO NOT CANCEL my subscription". */
export interface Wish {
  wanted: string;
  unwanted: readonly Unwanted[];
}

interface Unwanted {
  /** What is not to be done, if something else may be done to the same thing. */
  act: string | undefined;
  words: readonly string[];
  topics: ReadonlySet<Topic>;
}

const wishes = new Map<string, Wish>();
/** Several times the intents of one call. */
const maxWishes = 100;

export function wishOf(intent: string): Wish {
  const known = wishes.get(intent);
  if (known !== undefined) return known;
  const wish = readWish(intent.replace(notKnown, ''));
  if (wishes.size >= maxWishes) wishes.clear();
  wishes.set(intent, wish);
  return wish;
}

/** Something that is unknown about somebody is not what the call is about. */
const notKnown = /\b(?:don['’]t|do not) (?:know|have) (?:(?:his|her|their) [^.,;]*|the extension\b)/gi;

/** From the word that rules out to the end of what it rules out. */
interface Span {
  from: number;
  /** Where what is ruled out begins. */
  at: number;
  to: number;
  negation: Negation;
}

function readWish(intent: string): Wish {
  const language = languageOf(intent);
  const spans = spansIn(plain(intent), negations[language]);
  let wanted = intent;
  const unwanted: Unwanted[] = [];
  for (const found of spans.toReversed()) {
    const span = { ...found, to: endOfThing(intent, found) };
    const rest = wanted.slice(0, span.from) + wanted.slice(span.to);
    const phrase = wordsOf(intent.slice(span.at, span.to));
    const telling = sayingSomething(phrase, language);
    const act = telling.find((word) => actsOnThings.some((each) => isSameWord(word, each)));
    if (telling.length === 0) continue;
    const isOfAct = act !== undefined && telling[0] === act;
    const goesOn = statesWish(rest, span.from);
    if (
      !isOfAct &&
      (span.negation.needsWish === true ? !goesOnBehind(rest, span.from) : !saysSomething(rest))
    )
      continue;
    unwanted.push(
      isOfAct
        ? { act, words: [act], topics: topicsOfAct(phrase, act) }
        : { act: undefined, words: telling, topics: topicsOf(phrase) },
    );
    // "Do not cancel my flight": it is about the flight. "It" is the flight, too.
    const isAboutThing = isOfAct && (!goesOn || pronouns.test(rest));
    const thing = isAboutThing ? withoutWord(intent.slice(span.at, span.to), act) : '';
    wanted = `${wanted.slice(0, span.from)}${thing}${wanted.slice(span.to)}`;
  }
  return { wanted, unwanted: unwanted.map((each) => withoutWanted(each, wanted)) };
}

/** "Not a refund FOR MY OVEN": what follows is about what is wanted as well. */
function endOfThing(intent: string, { at, to }: Span): number {
  const said = intent.slice(at, to);
  const places = [...said.matchAll(qualifying)].map(({ index }) => index);
  const cut = places.find((index) => saysSomething(said.slice(0, index)));
  return cut === undefined ? to : at + cut;
}

const qualifying = new RegExp(String.raw`\s(?:${tables.prepositions.join('|')})\s`, 'gi');

/** Lower case without accents, in which each letter is where it was. */
function plain(intent: string): string {
  const lower = intent
    .replace(/[^\x20-\x7e]/g, (letter) => letter.normalize('NFD')[0] ?? letter)
    .toLowerCase()
    .replace(/[‘’]/g, "'");
  return lower.length === intent.length ? lower : intent;
}

function spansIn(said: string, all: readonly Negation[]): Span[] {
  const spans: Span[] = [];
  for (const negation of all)
    for (const { index, 0: match } of said.matchAll(new RegExp(negation.pattern, 'g'))) {
      const at = index + match.length;
      const end = said.slice(at).search(negationEnds);
      const to = end < 0 ? said.length : at + end;
      const isNew = spans.every((other) => to <= other.from || index >= other.to);
      if (isNew) spans.push({ from: index, at, to, negation });
    }
  return spans.toSorted((one, other) => one.from - other.from);
}

/** The part before it is a wish; the part after it must be marked as one. */
function statesWish(rest: string, from: number): boolean {
  return saysSomething(rest.slice(0, from)) || goesOnBehind(rest, from);
}

function goesOnBehind(rest: string, from: number): boolean {
  return wishWords.test(plain(rest.slice(from)));
}

function saysSomething(rest: string): boolean {
  return sayingSomething(wordsOf(rest), languageOf(rest)).some((word) => !fillers.includes(word));
}

/** Words that say nothing of what an intent is about. */
const fillers =
  'please just only rather instead want make sure ask tell because since but bitte nur lieber solo por favor pero seulement juste mais'.split(
    ' ',
  );

/** If one of these is not to be done to a thing, another may be: "do not cancel my flight, change it". */
const actsOnThings = [
  ...new Set([
    ...tables.bindingActs.flatMap(([act = '']) => (act === 'opt' || act === 'be' ? [] : [act])),
    ...tables.removingVerbs,
    ...tables.actionVerbs,
    ...tables.payingVerbs,
    ...['lose', 'renew', 'replace', 'return', 'move', 'lock', 'kundigen', 'stornieren', 'sperren', 'andern'],
    ...'cancelar anular cerrar bloquear cambiar resilier annuler annulez supprimer changer'.split(' '),
  ]),
];

const pronouns = /\b(?:it|its|them|es|ihn|sie|lo|la|le|l['’])\b/i;

function withoutWord(phrase: string, word: string): string {
  const words = phrase.split(' ');
  const at = words.findIndex((each) => wordsOf(each).includes(word));
  return words.filter((_each, index) => index !== at).join(' ');
}

/** "Close my account" is "cancel", and not "account". */
function topicsOfAct(phrase: readonly string[], act: string): ReadonlySet<Topic> {
  const ofThing = topicsOf(phrase.filter((word) => word !== act));
  return new Set([...topicsOf(phrase), ...topicsOf([act])].filter((topic) => !ofThing.has(topic)));
}

/** What is wanted as well is not ruled out: "not a payment by card but a payment plan". */
function withoutWanted({ act, words, topics }: Unwanted, wanted: string): Unwanted {
  const said = wordsOf(wanted);
  const left = words.filter((word) => !said.some((each) => isSameWord(each, word)));
  const ofWanted = topicsOf(said);
  return {
    act: act !== undefined && left.includes(act) ? act : undefined,
    words: left,
    topics: new Set([...topics].filter((topic) => !ofWanted.has(topic))),
  };
}

/** Whether an option is about what the intent rules out, and about nothing that it asks for. */
export function rulesOut({ wanted, unwanted }: Wish, option: readonly string[]): boolean {
  return unwanted.some(({ act, words, topics }) => {
    const isAbout =
      words.some((word) => saysWord(option, word)) ||
      [...topicsOf(option)].some((topic) => topics.has(topic));
    if (!isAbout) return false;
    // "Change or cancel it" does either, "cancel your card" does not change it.
    return (act !== undefined && !says(option, 'or,and,oder,und,o,y,ou,et')) || !sharesWanted(wanted, option);
  });
}

function sharesWanted(wanted: string, option: readonly string[]): boolean {
  const words = wordsOf(wanted);
  const ofOption = topicsOf(option);
  return (
    commonWords(words, option, languageOf(wanted)).length > 0 ||
    [...topicsOf(words)].some((topic) => ofOption.has(topic) && !tables.vagueTopics.includes(topic))
  );
}
