import { pauseToken, spokenTokens } from './key-mentions.ts';
import { languageOf, languageTables } from './language-of.ts';
import { fold, type LanguageTable, type MenuLanguage, type NumberKind } from './language.ts';
import { englishOrdinals, inDigits } from './number-names.ts';
import { longestPrompt, type MenuOption, parseMenu } from './parse-menu.ts';

/** A request to enter a number, as opposed to a choice. */
export interface NumberRequest {
  kind: NumberKind;
  /** The key that ends it; empty where none is asked for. */
  endKey: '#' | '*' | '';
}

/** A place in a queue as it was announced; null where it was not said. */
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
  const says = (patterns: readonly RegExp[]): boolean => patterns.some((pattern) => pattern.test(words));
  const { phrases } = table;
  const options = parseMenu(behindRefusal(transcript, table));
  const [asksToHold, offersToStay] = [says(phrases.hold), says(phrases.stay)];
  const number = readNumberRequest(transcript, table);
  // Callers without an extension are served otherwise.
  const isOptional = number?.kind === 'extension' && (options.length > 0 || asksToHold || offersToStay);
  return {
    transcript,
    language,
    options,
    number: isOptional ? null : number,
    queue: readQueue(words, table),
    isInvalid: saysRefusal(transcript.slice(-longestPrompt), table),
    asksToHold,
    offersToStay,
    offersCallBack: says(phrases.callBack),
    isVoicemail: says(phrases.voicemail),
    isClosed: says(phrases.closed),
  };
}

/**
 * Whether a text refuses what was sent before it: "that is not a valid option". A refusal states a fact, not a condition ("if you do
 * not hear your option"), an option ("to try again press one") or advice for another day ("try again later"). Its position says
 * nothing: the menu that the key cut short may be transcribed together with it.
 */
function saysRefusal(text: string, { phrases: { invalid, noRefusal } }: LanguageTable): boolean {
  const clauses = spokenTokens(text).join(' ').split(pauseToken);
  return clauses.some((clause) =>
    invalid.some((pattern) =>
      [...clause.matchAll(new RegExp(pattern, 'g'))].some(
        ({ index }) => !noRefusal.test(clause.slice(0, index)),
      ),
    ),
  );
}

/** What follows the last refusal, where that offers keys: before it stands the end of the menu that the refused key cut short. */
function behindRefusal(transcript: string, table: LanguageTable): string {
  const sentences = transcript.slice(-longestPrompt).split(/(?<=[.!?\n])/);
  const refusal = sentences.findLastIndex(
    // "If you see a transaction that you do not recognize, press three."
    (sentence) => saysRefusal(sentence, table) && parseMenu(sentence).length === 0,
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

/** How many words after "enter" its number is named. */
const nearWords = 9;

function readNumberRequest(transcript: string, table: LanguageTable): NumberRequest | null {
  const request = findRequest(transcript, table);
  if (request === null) return null;
  const { kind, rest } = request;
  const ends = /\b(?:followed|then|press|finished|gefolgt|mit|druck\w*|seguid\w*|luego|suivi\w*|puis)\b/.test(
    rest,
  );
  return {
    kind,
    endKey: !ends ? '' : table.endKeys.pound.test(rest) ? '#' : table.endKeys.star.test(rest) ? '*' : '',
  };
}

/** The words that name the number which a prompt asks for; none where it asks for none. */
export function wordsOfRequest({ transcript, language }: Prompt): string[] {
  const request = findRequest(transcript, languageTables[language]);
  return request === null ? [] : request.near.split(' ').filter((word) => word !== '');
}

/** `near`: the words that name the number; `rest`: all from the request on. */
interface Request {
  kind: NumberKind;
  near: string;
  rest: string;
}

function findRequest(transcript: string, table: LanguageTable): Request | null {
  const text = transcript.slice(-longestPrompt);
  const words = fold(text);
  const kindIn = (said: string): NumberKind | undefined =>
    table.numbers.find(([, pattern]) => pattern.test(said))?.[0];
  for (const asks of table.asksNumber) {
    const match = [...words.matchAll(new RegExp(asks, 'g'))].find(
      ({ index }) => !isForbidden.test(words.slice(0, index)),
    );
    if (match === undefined || isPurpose(words.slice(0, match.index))) continue;
    const rest = words.slice(match.index);
    const said = rest.split(' ').slice(0, match[0].split(' ').length + nearWords);
    const near = said.join(' ').slice(match[0].length).replace(whatIsNot, '');
    const own = near.split(' ', wordsToPause(text, words.slice(0, match.index + match[0].length)));
    const named = kindIn(near) ?? (isExtension.test(near) ? 'extension' : undefined);
    const isPrivate = named !== undefined && privateKinds.includes(named);
    const kind = isPrivate ? (kindIn(own.join(' ')) ?? named) : named;
    if (kind === undefined) continue;
    if (isExtension.test(near)) {
      if (!['other', 'extension'].includes(kind) || isForFew(text)) continue;
      return { kind: 'extension', near, rest };
    }
    return { kind, near, rest };
  }
  const [rest, near = ''] = endsWithKey.exec(words) ?? [];
  const kind = isExtension.test(near) ? 'extension' : kindIn(near);
  return rest === undefined || kind === undefined ? null : { kind, near, rest };
}

/** "If you know your party's extension, you may enter it at any time": most callers know none. */
function isForFew(text: string): boolean {
  const sentences = text.split(/[.!?\n]/).map(fold);
  return sentences.some(
    (each) => isExtension.test(each) && /\b(?:if|may|any ?time|wenn|falls|jederzeit|si)\b/.test(each),
  );
}

/** One group: "NEW TELEPHONE NUMBER followed by the pound key" asks for it without a verb. */
const endsWithKey =
  /\b((?:[a-z]+ ){0,4}(?:number|code|extension|password|pin)) followed by (?:the )?(?:pound|hash|star|palm|pump|town)\b/;
const isExtension = /\b(?:extension|durchwahl|nebenstelle|numero de poste)\b/;

/** "Enter the number on your letter. Your PIN stays secret" asks for no PIN: a sentence that names its number names it alone. */
const privateKinds: readonly NumberKind[] = ['pin', 'social_security', 'card'];

/** How many words follow the folded beginning of a text up to the next pause, with one for the space between. */
function wordsToPause(text: string, beginning: string): number {
  const count = beginning.split(' ').length;
  const tokens = spokenTokens(text);
  let [words, at] = [0, 0];
  for (; words < count && at < tokens.length; at++) if (tokens[at] !== pauseToken) words += 1;
  const pause = tokens.indexOf(pauseToken, at);
  return (pause < 0 ? tokens.length : pause) - at + 1;
}

/** "Do not enter your PIN." */
const isForbidden = /\b(?:do not|don t|never)(?: ever)? $/;
/** "Enter the number, NOT YOUR PIN." */
const whatIsNot = /\b(?:not|don t|never|instead of|rather than)\b.*$/;

/** "to enter your number, press one" offers to take it, and does not ask for it. */
function isPurpose(before: string): boolean {
  return /(?:^| )(?:to|or to|um|zu|para|pour)(?: [a-z]+)? $/.test(before);
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
