import { fold, type LanguageTable } from './language.ts';

/** Stands for a pause, or the end of a sentence. */
export const pauseToken = '|';

/** Words after which the phrase continues. */
export const beforeNouns =
  'a an the your our my of from with der die das den dem des ein eine einen einem ihr ihre ihren ihrer von mit el los las su sus de del con le les votre vos notre nos du'.split(
    ' ',
  );
/** No sentence ends with such a word. */
export const neverLast: ReadonlySet<string> = new Set([...beforeNouns, 'and', 'und', 'y', 'et']);

const shortened =
  'Dr|Dra|Mr|Mrs|Ms|Prof|Rev|Sra?|Jr|Hr|Fr|Mme|Mlle|Ste?|Mt|Ft|Ave|Blvd|Rd|Inc|Ltd|Co|Corp|[Dd]ept|[Ee]xt|[Tt]el|[Nn]r|bzw|ca|inkl';
/** How a sentence of a menu begins: with a capital letter, unlike the rest of it. */
const openings =
  'For|To|If|Or|Otherwise|When|Press|Push|Say|Please|Our|We|You|Your|This|The|All|Thanks?|Für|Um|Bei|Wenn|Falls|Bitte|Drücken|Wählen|Wir|Sie|Para|Si|Oprima|Marque|Presione|Pulse|Pour|Tapez|Appuyez|Nous|Vous';
/** "I. D. cards" and "Dr. Smith" are one sentence; "until 6 p.m. For sales" is two. */
const abbreviation = new RegExp(
  String.raw`(?<![\p{L}\p{N}'’])(?:[A-Za-z]|${shortened})\.(?!\s+(?:${openings})(?!\p{L}))`,
  'gu',
);
/** "Version 2.0", "8:30", "example.com". */
const insideWord = /(?<=\d)[.:](?=\d)|(?<=[A-Za-z])\.(?=[a-z])/g;

/** What was said up to a pause. */
export interface Sentence {
  words: string[];
  isQuestion: boolean;
}

/** A comma is not a pause, since a menu may have one anywhere. */
export function spokenSentences(text: string): Sentence[] {
  const parts = text
    .replace(abbreviation, (said) => `${said.slice(0, -1)} `)
    .replace(insideWord, ' ')
    // "Dial 1: if you wish …" says what the key is for.
    .replace(/\b(\d|one|two|three|four|five|six|seven|eight|nine|zero|star|pound):(?=\s)/gi, '$1 ')
    // "48 a.m. press 1", "47ampress1": "for eight a.m., press one".
    .replace(/(\d ?[ap]\.?m\.?)(?=press)/gi, '$1 ')
    .replace(/(press)(?=\d)/gi, '$1 ')
    .replace(/\b4([1-9])(?= ?[ap]\.? ?m\b)/gi, 'for $1')
    // As some recognisers write it: "to" would begin another option.
    .replace(/\bto-(day|morrow|night)\b/gi, 'to$1')
    .split(/([.;:!?\n]+)/);
  return parts
    .filter((_part, index) => index % 2 === 0)
    .map((said, index) => ({
      words: fold(said)
        .split(' ')
        .filter((word) => word !== ''),
      isQuestion: parts[2 * index + 1]?.includes('?') === true,
    }));
}

/** The folded words of a text, with its pauses. */
export function spokenTokens(text: string): string[] {
  return withPauses(spokenSentences(text));
}

export function withPauses(sentences: readonly Sentence[]): string[] {
  return sentences.flatMap(({ words }, index) => (index === 0 ? words : [pauseToken, ...words]));
}

/** The consecutive keys from `at` on. */
export function strictRun(tokens: readonly string[], at: number, table: LanguageTable): string[] {
  const run: string[] = [];
  for (let next = at; next < tokens.length; next++) {
    const token = tokens[next] ?? '';
    if (/^[0-9*#]{1,2}$/.test(token)) run.push(token);
    else if (/^[0-9]{3,}$/.test(token)) run.push(...token.split(''));
    else if (Object.hasOwn(table.keys, token)) run.push(table.keys[token] ?? '');
    else break;
  }
  return run;
}

/** The bounds of a range of lengths: "FOUR to SIX digit", "8 or 9 digit". */
export function rangeAt(
  tokens: readonly string[],
  at: number,
  { names }: LanguageTable,
): [least: number, most: number] | undefined {
  const [one = '', joint = '', other = '', noun = ''] = tokens.slice(at, at + 4);
  if (
    !/^(?:to|or|bis|oder|a|o|ou)$/.test(joint) ||
    !/^(?:digits?|stellige[ns]?|digitos|chiffres)$/.test(noun)
  )
    return undefined;
  const [least, most] = [one, other].map((word) => (/^\d{1,2}$/.test(word) ? Number(word) : names.get(word)));
  return least === undefined || most === undefined ? undefined : [least, most];
}

/** A caller may say the option, too. */
export const says = ['say', 'sagen', 'diga', 'dites'];

export function isOr(token: string | undefined): boolean {
  return ['or', 'oder', 'o', 'ou', 'and'].includes(token ?? '');
}

export function isKey(token: string | undefined, table: LanguageTable): boolean {
  return token !== undefined && (Object.hasOwn(table.keys, token) || /^[0-9*#]$/.test(token));
}

export function isPress(token: string | undefined, table: LanguageTable): boolean {
  return token !== undefined && (table.press.includes(token) || table.weakPress.includes(token));
}

export function isFiller(token: string | undefined, table: LanguageTable): boolean {
  return token !== undefined && table.fillers.includes(token) && !Object.hasOwn(table.keys, token);
}

const trailers = ['key', 'gee', 'button', 'now', 'taste', 'jetzt', 'ahora', 'maintenant', 'sign'];

/** Whether a word behind a key still belongs to it: "press one NOW", "the star KEY". */
export function isTrailer(token: string | undefined, table: LanguageTable): boolean {
  if (token === undefined) return false;
  return trailers.includes(token) || (token === 'please' && isFiller(token, table));
}

export function isStartWord(token: string | undefined, table: LanguageTable): boolean {
  return token !== undefined && (table.starts.includes(token) || table.startsHeardAs.includes(token));
}

export function isWord(token: string | undefined): boolean {
  return token !== undefined && token !== pauseToken;
}

export function isDigit(digits: string | undefined): boolean {
  return digits !== undefined && /^[0-9]$/.test(digits);
}
