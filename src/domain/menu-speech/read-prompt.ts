import { isFiller, pauseToken, spokenTokens, strictRun } from './spoken-tokens.ts';
import { answers, conditionIn } from './conditions.ts';
import { languageOf, languageTables } from './language-of.ts';
import { fold, type LanguageTable, type MenuLanguage } from './language.ts';
import { englishOrdinals, inDigits } from './number-names.ts';
import { type AskedNumber, findNumberRequest, type NumberRequest } from './number-request.ts';
import { longestPrompt, type MenuOption, parseMenu } from './parse-menu.ts';

/** A place in a queue as it was announced; null for what was not said. */
export interface QueueWord {
  position: number | null;
  waitMinutes: number | null;
}

/** What was said up to a pause, as far as it matters to a caller. */
export interface Prompt {
  transcript: string;
  language: MenuLanguage;
  options: MenuOption[];
  /** The options of all readings of its sound, if there were several: a key may have several texts, one of which is right. */
  readings?: MenuOption[];
  number: NumberRequest | null;
  queue: QueueWord | null;
  /** It refuses what was sent before, if anything was. */
  isInvalid: boolean;
  asksToHold: boolean;
  /** Callers who press nothing are put through, too. */
  offersToStay: boolean;
  offersCallBack: boolean;
  isVoicemail: boolean;
  isClosed: boolean;
}

export function readPrompt(transcript: string): Prompt {
  const language = languageOf(transcript);
  const table = languageTables[language];
  const words = fold(transcript.slice(-longestPrompt));
  const { phrases } = table;
  const promised = words.replace(phrases.repeats, '');
  const says = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(promised));
  const options = parseMenu(behindRefusal(transcript, table));
  const [asksToHold, offersToStay] = [says(phrases.hold), says(phrases.stay)];
  const asked = findNumberRequest(transcript, table);
  // Callers without an extension are served in another way, and so are those who need not enter anything.
  const isOptional = asked?.isOffer === true || asked?.numbers[0].kind === 'extension';
  const offersMore = options.some(({ text }) => !isWithoutNumber(text));
  const isServed = isOptional && (offersMore || asksToHold || offersToStay);
  const number = asked === null || isServed ? null : { kind: asked.numbers[0].kind, endKey: asked.endKey };
  return {
    transcript,
    language,
    options,
    number,
    queue: readQueue(words, table),
    isInvalid: saysRefusal(transcript.slice(-longestPrompt), table),
    asksToHold,
    offersToStay,
    offersCallBack: says(phrases.callBack),
    isVoicemail: says(phrases.voicemail),
    isClosed: says(phrases.closed),
  };
}

/** "You may enter it now, or press star if you do not have it": nothing else is offered. */
export function isWithoutNumber(text: string): boolean {
  const condition = conditionIn(text);
  const lacksIt = condition?.kind === 'has' && condition.isNegated;
  return lacksIt || answers.no.test(text) || text.endsWith(' otherwise');
}

/**
 * Whether a text refuses what was sent before it: "that is not a valid option". A refusal states a fact, not a condition ("if you do not
 * hear your option"), an option ("to report an invalid charge press one") or advice for another day ("try again later"). Its position is no
 * evidence: the menu that the key cut short may be transcribed together with it.
 * @param next the sentence after the text.
 */
function saysRefusal(text: string, table: LanguageTable, next = ''): boolean {
  const clauses = spacedClauses(text);
  const { invalid, noRefusal } = table.phrases;
  return clauses.some((clause, at) =>
    invalid.some((pattern) =>
      [...clause.matchAll(new RegExp(pattern, 'g'))].some(({ index, 0: said }) => {
        const before = clause.slice(0, index);
        const behind = clause.slice(index + said.length);
        const following = clauses[at + 1] ?? spacedClauses(next)[0] ?? '';
        const place = { said, before: wordsIn(before), behind: wordsIn(behind), next: wordsIn(following) };
        return !noRefusal.test(before) && !isForKey(place, table);
      }),
    ),
  );
}

/** Each with a space at both ends. */
function spacedClauses(text: string): string[] {
  return spokenTokens(text)
    .join(' ')
    .split(pauseToken)
    .filter((clause) => clause.trim() !== '')
    .map((clause) => ` ${clause.trim()} `);
}

function wordsIn(clause: string): string[] {
  return clause.split(' ').filter((word) => word !== '');
}

/** A phrase with the words before and after it in its clause, and those of the next clause. */
interface InClause {
  said: string;
  before: string[];
  behind: string[];
  next: string[];
}

/** Whether a phrase belongs to the purpose of a key: it is between the beginning of an option and a "press". */
function isForKey({ said, before, behind, next }: InClause, table: LanguageTable): boolean {
  const isPress = (word = ''): boolean => table.press.includes(word);
  let from = before.findLastIndex((word) => isPress(word)) + 1;
  while (from > 0 && isPartOfKey(before[from], table)) from += 1;
  if (!table.starts.includes(before[from] ?? '')) return false;
  // "For billing SORRY I did not understand": a key may cut a menu short anywhere.
  if (before.slice(from).some((word) => ownWords.includes(word))) return false;
  if (entryWords.test(`${said} ${behind[0] ?? ''}`)) return false;
  // "… OR PRESS zero" begins no other option.
  const end = behind.find(
    (word, at) => isPress(word) || (table.starts.includes(word) && !isPress(behind[at + 1])),
  );
  return isPress(end ?? next.find((word) => !isPartOfKey(word, table)));
}

function isPartOfKey(word: string | undefined, table: LanguageTable): boolean {
  return word !== undefined && (isFiller(word, table) || strictRun([word], 0, table).length > 0);
}

/** What a menu says about itself. */
const ownWords = 'i we sorry ich wir leider siento disculpe je j nous desole'.split(' ');
/** What a caller chooses or types in. No option is about these. */
const entryWords =
  /\b(?:option|selection|entry|choice|response|input|again|eingabe|auswahl|opcion|seleccion|entrada|choix|saisie|reponse)\b/;

/** What follows the last refusal, if that offers keys: before it is the end of the menu that the refused key cut short. */
function behindRefusal(transcript: string, table: LanguageTable): string {
  const sentences = transcript.slice(-longestPrompt).split(/(?<=[.!?\n])/);
  const refusal = sentences.findLastIndex(
    // "If you see a transaction that you do not recognize, press three."
    (sentence, at) => saysRefusal(sentence, table, sentences[at + 1]) && parseMenu(sentence).length === 0,
  );
  const rest = sentences.slice(refusal + 1).join('');
  return refusal >= 0 && parseMenu(rest).length > 0 ? rest : transcript;
}

/** "That is not valid" and nothing else: a menu may follow it. */
export function isRefusalAlone(prompt: Prompt): boolean {
  const { isInvalid, options, number, queue, asksToHold, offersToStay, isVoicemail, isClosed } = prompt;
  const saysMore = asksToHold || offersToStay || isVoicemail || isClosed;
  return isInvalid && options.length === 0 && number === null && queue === null && !saysMore;
}

/** The numbers that a prompt asks for, any of which will do; empty if it asks for none. */
export function askedNumbers({ transcript, language }: Prompt): readonly AskedNumber[] {
  return findNumberRequest(transcript, languageTables[language])?.numbers ?? [];
}

/** Longer times are opening hours, not waiting times. */
const longestWaitMinutes = 600;

function readQueue(words: string, table: LanguageTable): QueueWord | null {
  const text = inDigits(
    words
      .split(' ')
      .map((word, index, all) =>
        ['in', 'caller'].includes(all[index + 1] ?? '') ? (englishOrdinals.get(word) ?? word) : word,
      ),
    table.names,
  );
  const position = positionIn(text, table);
  const waitMinutes = waitIn(text, table);
  return position === null && waitMinutes === null ? null : { position, waitMinutes };
}

function positionIn(text: string, table: LanguageTable): number | null {
  for (const pattern of table.ahead) {
    const ahead = pattern.exec(text)?.[1];
    if (ahead !== undefined) return Number(ahead) + 1;
  }
  for (const pattern of table.position) {
    const position = Number(pattern.exec(text)?.[1]);
    if (position >= 1 && position <= 999) return position;
  }
  return table.first.some((pattern) => pattern.test(text)) ? 1 : null;
}

function waitIn(text: string, table: LanguageTable): number | null {
  for (const pattern of table.wait) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const [, first = '', second, unit = ''] = match;
    const amount = Math.max(amountOf(first), second === undefined ? 0 : Number(second));
    const minutes = table.units.hour.test(unit)
      ? amount * 60 + minutesBehind(text.slice(match.index + match[0].length), table)
      : table.units.second.test(unit)
        ? Math.ceil(amount / 60)
        : amount;
    if (minutes > 0 && minutes <= longestWaitMinutes) return minutes;
  }
  return null;
}

/** "One hour AND FIFTEEN MINUTES." */
function minutesBehind(said: string, { units }: LanguageTable): number {
  if (units.half.test(said)) return 30;
  return Number(/^ (?:(?:and|und|y|et) )?(\d+) min/.exec(said)?.[1] ?? 0);
}

function amountOf(said: string): number {
  if (said === 'half an') return 0.5;
  return /^\d+$/.test(said) ? Number(said) : 1;
}
