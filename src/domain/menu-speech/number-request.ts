import { conditionIn, withoutIf } from './conditions.ts';
import { type EndKey, endKeyIn } from './end-key.ts';
import type { LanguageTable, NumberKind } from './language.ts';
import { comma, firstWords, lastWords, markedWords, withoutMarks } from './marked-words.ts';
import { longestPrompt } from './parse-menu.ts';
import { isFiller, pauseToken, spokenTokens, strictRun } from './spoken-tokens.ts';

/** A request to enter a number, as opposed to a choice. */
export interface NumberRequest {
  kind: NumberKind;
  endKey: EndKey;
}

/** A number that is asked for: "the last four digits of your card number". */
export interface AskedNumber {
  kind: NumberKind;
  /** It does not exist yet: the caller is to make one up. */
  isFresh: boolean;
  /** The words that name it, and little else. */
  words: string[];
  /** Everything that is said from there on: it may say in which form the number is wanted. */
  rest: string[];
}

export interface RequestFound {
  /** Any of them will do: "your account number or your phone number". */
  numbers: [AskedNumber, ...AskedNumber[]];
  endKey: EndKey;
  /** "You may enter it": callers may do something else. */
  isOffer: boolean;
}

/** How many words after "enter" its number is named. */
const nearWords = 12;
/** How many words around it may tell where and when to enter it. */
const farWords = 14;
/** How many words may say in which form it is wanted. */
const formWords = 60;

/**
 * The request of a prompt to enter a number. A prompt may merely talk about a number, and the number may be private. So a verb counts only
 * if the caller is told to do it, here and now, and a kind of number only if the verb asks for that very number.
 */
export function findNumberRequest(transcript: string, table: LanguageTable): RequestFound | null {
  const text = transcript.slice(-longestPrompt);
  const words = markedWords(text, table);
  for (const asks of table.asksNumber)
    for (const { index, 0: verb } of words.matchAll(new RegExp(asks, 'g'))) {
      const [before, behind] = [words.slice(0, index), words.slice(index + verb.length).trim()];
      const sentence = before.slice(before.lastIndexOf(pauseToken) + 1).trim();
      const isOffer = table.request.offers.test(before);
      // A verb may be two: "say or enter".
      if (table.request.forbids.test(before + (/^[a-z]+ or /.exec(verb)?.[0] ?? ''))) continue;
      if (!isOffer && !isAsked(before, sentence, verb, table)) continue;
      const own = ownWords(behind).replace(table.request.except, '').trim();
      if (isElsewhere({ sentence, verb, own }, table)) continue;
      if (namesKey(own, table)) continue;
      if (table.request.creates.test(verb) && isForKey(sentence, own, table)) continue;
      const means = table.request.means.exec(own);
      const named = means === null ? withReferent(own, before) : own.slice(means.index + means[0].length);
      const isVague = means === null && table.request.theirs.test(verb);
      const numbers = numbersIn({ verb, own: named, behind, isVague }, table);
      if (numbers === null) continue;
      const isOpen = numbers.every(({ kind }) => !privateKinds.includes(kind));
      if (isOffer && !isOpen && !table.request.atOnce.test(`${sentence} ${own}`)) continue;
      if (numbers[0].kind === 'extension' && isForFew(text)) continue;
      return { numbers, endKey: endKeyIn(behind, table), isOffer };
    }
  return findWithoutVerb(words, table);
}

/** "If you know your account number, enter IT now." */
function withReferent(own: string, before: string): string {
  if (!/^it\b/.test(own)) return own;
  const conditions = before
    .split(pauseToken)
    .slice(-2)
    .map((sentence) => conditionIn(withoutIf(withoutMarks(sentence).join(' '))));
  const known = conditions.findLast((each) => each !== undefined);
  return known?.kind === 'has' && !known.isNegated ? own.replace('it', known.what) : own;
}

const privateKinds: readonly NumberKind[] = ['pin', 'social_security', 'card'];

/** Whether the caller is told to do it. */
function isAsked(
  before: string,
  sentence: string,
  verb: string,
  { request, starts }: LanguageTable,
): boolean {
  // "SAY OR enter", "VERIFY AND confirm": both are told to the same person.
  const told = before.replace(request.doubles, '');
  if (request.urges.test(told)) return true;
  if (request.unasked.test(told)) return false;
  // "To change your plan OR SET UP a password, press two."
  const goesOn = starts.includes(sentence.split(' ')[0] ?? '') && endsWithJoint.test(told);
  if (request.creates.test(verb) && (goesOn || !request.beginsClause.test(told))) return false;
  const isTheirs = request.theirs.test(verb);
  if (isTheirs && !request.beginsClause.test(told)) return false;
  // "You can check your balance, ENTER your number or pay": what precedes says who may do it.
  return !sentence
    .split(comma)
    .some(
      (clause) =>
        !request.depends.test(clause.trim()) &&
        (isTheirs || !request.promises.test(clause.trim())) &&
        (request.states.test(clause) || (isTheirs && request.others.test(clause))),
    );
}

/** "Enter it on our website", "tell our agent": it is asked for somewhere else, or later. */
function isElsewhere(
  { sentence, verb, own }: { sentence: string; verb: string; own: string },
  { request }: LanguageTable,
): boolean {
  const before = sentence
    .split(comma)
    .filter((clause) => !request.purpose.test(clause.trim()))
    .join(comma);
  const here = own.replace(request.goesOn, '');
  const around = `${lastWords(before, farWords)} ${request.asked} ${firstWords(here, farWords)}`;
  const [clause = ''] = own.split(comma);
  return request.elsewhere.test(around) || request.recipient.test(`${verb} ${firstWords(clause, farWords)}`);
}

/** "Enter ONE FOR your account" is a choice. */
function namesKey(own: string, table: LanguageTable): boolean {
  const words = withoutMarks(own);
  const at = words.findIndex((word) => !isFiller(word, table));
  const run = at < 0 ? [] : strictRun(words, at, table);
  const next = words[at + run.length];
  return run.length > 0 && (next === undefined || table.starts.includes(next));
}

/** "To activate a card, SET a PIN, or request a replacement, press four": one of the things that a key is for. */
function isForKey(sentence: string, own: string, table: LanguageTable): boolean {
  const words = withoutMarks(own);
  const at = words.findLastIndex((word) => table.press.includes(word));
  const key = at < 0 ? [] : strictRun(words, at + 1, table);
  const isLast = key.length > 0 && at + 1 + key.length === words.length;
  // "Choose a PIN, THEN press pound", "choose a PIN OR press two".
  return (
    table.starts.includes(sentence.split(' ')[0] ?? '') &&
    isLast &&
    ![...joints, ...thens].includes(words[at - 1] ?? '')
  );
}

/** Or, and. */
const joints = ['or', 'and', 'oder', 'und', 'o', 'y', 'ou', 'et'];
const endsWithJoint = new RegExp(` (?:${joints.join('|')}) $`);
const thens = ['then', 'dann', 'luego', 'puis'];

/** Up to the end of the sentence. */
function ownWords(behind: string): string {
  const said = behind.startsWith(comma) ? behind.slice(1) : behind;
  const end = said.indexOf(pauseToken);
  return (end < 0 ? said : said.slice(0, end)).trim();
}

/** What a verb asks for: up to the end of its sentence, and all that follows. */
interface AskedFor {
  verb: string;
  own: string;
  behind: string;
  /** Whether the verb asks for other things, too. */
  isVague: boolean;
}

function numbersIn(
  { verb, own, behind, isVague }: AskedFor,
  table: LanguageTable,
): RequestFound['numbers'] | null {
  const rest = withoutMarks(behind).slice(0, formWords);
  const { creates, fresh } = table.request;
  const asked = (kind: NumberKind, said: string): AskedNumber => {
    const words = withoutMarks(said);
    return { kind, isFresh: creates.test(verb) || fresh.test(`${verb} ${words.join(' ')}`), words, rest };
  };
  const near = firstWords(own, nearWords);
  const kind = kindIn(near, isVague, table);
  // Something else about such a number, or a person's number: only a fact with this name answers it.
  const isOther = !isVague && table.numbers.some(([, pattern]) => pattern.test(near));
  if (kind === undefined && !isOther) return null;
  const others = own.split(table.request.or).slice(1);
  return [
    asked(kind ?? 'other', near),
    ...others.flatMap((said) => {
      const also = kindIn(firstWords(said, nearWords), true, table);
      return also === undefined || also === 'other' || also === 'extension' ? [] : [asked(also, said)];
    }),
  ];
}

/** The kind of number that is named: "account" in "your account number", not in "the balance of your account". */
function kindIn(said: string, isVague: boolean, table: LanguageTable): NumberKind | undefined {
  const { between, complete, nouns, onCard } = table.request;
  const isNamed = (pattern: RegExp, isNoun: boolean, isCard = false): boolean =>
    [...said.matchAll(new RegExp(pattern, 'g'))].some(({ index, 0: found }) => {
      const tail = said.slice(index + found.length);
      const before = said.slice(0, index);
      const leads = between.test(before) || (isCard && onCard.test(before));
      return leads && (isNoun || complete(isVague).test(tail));
    });
  if (isNamed(isExtension, true)) return 'extension';
  return table.numbers.find(([kind, pattern]) =>
    isNamed(pattern, nouns.includes(kind), kind === 'card'),
  )?.[0];
}

const isExtension = /\b(?:extension|durchwahl|nebenstelle|numero de poste)\b/;

/** "If you know your party's extension, you may enter it at any time": most callers know none. */
function isForFew(text: string): boolean {
  const sentences = spokenTokens(text).join(' ').split(pauseToken);
  return sentences.some(
    (each) => isExtension.test(each) && /\b(?:if|may|any ?time|wenn|falls|jederzeit|si)\b/.test(each),
  );
}

/** One group: "NEW TELEPHONE NUMBER followed by the pound key" asks for it without a verb. */
const endsWithKey =
  /\b((?:[a-z]+ ){0,4}(?:number|code|extension|password|pin)) (?:, )?followed by (?:the )?(?:pound|hash|star|palm|pump|town)\b/;

function findWithoutVerb(words: string, table: LanguageTable): RequestFound | null {
  const [rest, near = ''] = endsWithKey.exec(words) ?? [];
  if (rest === undefined) return null;
  const before = words.slice(0, words.indexOf(rest) + near.length);
  // A verb that does not ask for it is stronger evidence than a missing verb.
  const sentence = before.slice(before.lastIndexOf(pauseToken) + 1);
  if (table.asksNumber.some((asks) => asks.test(sentence)) || table.request.states.test(sentence))
    return null;
  const kind = isExtension.test(near) ? 'extension' : kindIn(near, false, table);
  if (kind === undefined) return null;
  const behind = words.slice(words.indexOf(rest));
  return {
    numbers: [
      { kind, isFresh: false, words: withoutMarks(near), rest: withoutMarks(behind).slice(0, formWords) },
    ],
    endKey: endKeyIn(behind, table),
    isOffer: false,
  };
}
