import { fold, type NumberKind } from '../menu-speech/language.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import type { NumberRequest, Prompt } from '../menu-speech/read-prompt.ts';
import { chooseOption, type Choice, says } from './choose-option.ts';
import { isSameWord } from './same-words.ts';
import { withoutNumberWords, yesWords } from './topics.ts';

/** A menu or a question that was heard in this call, and what was done about it. */
export interface KnownPrompt {
  options: readonly MenuOption[];
  number: NumberKind | null;
  /** How often something was sent to it. */
  answered: number;
  /** What was sent last, and everything that was not understood. */
  last: string;
  refused: readonly string[];
  /** The owner was asked. */
  isHandedOver: boolean;
}

export interface MenuMemory {
  prompts: readonly KnownPrompt[];
  /** How many choices were made in the call. */
  choices: number;
  /** A number was sent last: what follows may ask whether it was understood. */
  sentNumber: boolean;
}

export const noMemory: MenuMemory = { prompts: [], choices: 0, sentNumber: false };

export interface Caller {
  intent: string;
  facts: readonly { label: string; value: string }[];
}

export type Move =
  /** `fact`: the label of the fact that the digits are from; `option`: the choice, where one was offered. */
  | { do: 'press'; digits: string; reason: string; fact?: string; option?: MenuOption }
  | { do: 'ask_owner'; reason: string }
  | { do: 'wait'; reason: string };

/** More than these is going round in circles. */
export const mostChoices = 12;
/** The same prompt is answered so often at most, before the way out is tried. */
const mostAnswers = 2;
const wayOut = '0';

/** What to do about a prompt. Never the same for ever: a prompt is answered twice, then left by the operator, then given to the owner. */
export function nextMove(prompt: Prompt, memory: MenuMemory, caller: Caller, decided?: Choice): Move {
  const known = findPrompt(prompt, memory);
  if (!asksForSomething(prompt)) return { do: 'wait', reason: 'nothing is asked' };
  if (known?.isHandedOver === true) return { do: 'wait', reason: 'the owner was asked' };
  if (memory.choices >= mostChoices) return { do: 'ask_owner', reason: `${mostChoices} choices led nowhere` };
  if (prompt.number !== null) return answerNumber(prompt, prompt.number, known, caller);
  return answerMenu(prompt, known, memory, caller, decided);
}

/** Whether a prompt waits for keys, apart from one that holds the line and offers a call back. */
export function asksForSomething(prompt: Prompt): boolean {
  if (prompt.number !== null) return true;
  if (prompt.options.length === 0) return false;
  const holds = prompt.asksToHold || prompt.queue !== null || prompt.isVoicemail;
  return !(holds && prompt.options.length < 2);
}

function answerMenu(
  prompt: Prompt,
  known: KnownPrompt | undefined,
  memory: MenuMemory,
  caller: Caller,
  decided: Choice | undefined,
): Move {
  const answered = known?.answered ?? 0;
  const refused = [
    ...(known?.refused ?? []),
    ...(prompt.isInvalid && known !== undefined ? [known.last] : []),
  ];
  const offered = prompt.options.filter(({ digits }) => !refused.includes(digits));
  if (answered < mostAnswers) {
    const confirmed = memory.sentNumber
      ? offered.find(({ text }) => says(fold(text).split(' '), yesWords))
      : undefined;
    if (confirmed !== undefined) return press(confirmed, `the number was understood: "${confirmed.text}"`);
    const choice = decided ?? chooseOption(caller, offered);
    if (choice !== undefined && offered.some(({ digits }) => digits === choice.option.digits))
      return press(choice.option, choice.reason);
    if (prompt.offersToStay || prompt.asksToHold || prompt.queue !== null)
      return { do: 'wait', reason: 'nothing fits, and who waits is passed on' };
  }
  const operator = chooseOption({ intent: '', facts: [] }, offered);
  const isNew = (digits: string): boolean => !refused.includes(digits) && known?.last !== digits;
  if (answered <= mostAnswers && operator?.fit === 'operator' && isNew(operator.option.digits))
    return press(operator.option, operator.reason);
  if (answered <= mostAnswers && isNew(wayOut) && !prompt.options.some(({ digits }) => digits === wayOut))
    return { do: 'press', digits: wayOut, reason: 'nothing fits the intent: 0 is the usual way to a person' };
  return {
    do: 'ask_owner',
    reason: answered > mostAnswers ? 'the menu comes again and again' : 'no option fits',
  };
}

function press(option: MenuOption, reason: string): Move {
  return { do: 'press', digits: option.digits, reason, option };
}

/** Digits that identify or pay come from a fact of the call whose label names them, and from nowhere else. */
function answerNumber(
  prompt: Prompt,
  request: NumberRequest,
  known: KnownPrompt | undefined,
  caller: Caller,
): Move {
  const name = nameNumber(request.kind);
  const fact = factFor(request.kind, caller.facts);
  if (fact !== undefined && (known?.answered ?? 0) < mostAnswers)
    return {
      do: 'press',
      digits: `${fact.digits}${request.endKey}`,
      reason: `${name} is asked for: the fact "${fact.label}"`,
      fact: fact.label,
    };
  const without = prompt.options.find(({ text }) => says(fold(text).split(' '), withoutNumberWords));
  if (fact === undefined && without !== undefined && (known?.answered ?? 0) < mostAnswers)
    return press(without, `${name} is asked for and not known: "${without.text}"`);
  return {
    do: 'ask_owner',
    reason:
      fact === undefined
        ? `${name} is asked for, and no fact of the call has it`
        : `${name} was sent and is asked for again`,
  };
}

/** Labels that name a kind of number, folded. What is nobody's business but the owner's has to be named as exactly. */
const labels: Readonly<Record<NumberKind, RegExp>> = {
  pin: /\b(?:pin|passcode|access code|geheimzahl|clave|nip|code secret)\b/,
  social_security: /\b(?:social security|ssn|sozialversicherung\w*|seguro social|securite sociale)\b/,
  card: /\b(?:card|kreditkarte\w*|kartennummer|tarjeta|carte)\b/,
  birth_date: /\b(?:birth|birthday|dob|geburt\w*|nacimiento|naissance)\b/,
  postal_code: /\b(?:zip|postal|postcode|plz|postleitzahl)\b/,
  phone: /\b(?:phone|mobile|telephone|telefon\w*|handy\w*|telefono|movil)\b/,
  policy: /\b(?:policy|versicherung\w*|police|poliza)\b/,
  claim: /\b(?:claim|schaden\w*|siniestro|reclamo|sinistre)\b/,
  order: /\b(?:order|tracking|booking|bestell\w*|auftrag\w*|pedido|commande)\b/,
  reference: /\b(?:reference|case|ticket|vorgang\w*|aktenzeichen|referencia|dossier|reference)\b/,
  customer: /\b(?:customer|client|kunden\w*|cliente)\b/,
  account: /\b(?:account|member|membership|konto\w*|vertrag\w*|cuenta|compte|contrat)\b/,
  other: /^$/,
};
const mostDigits = 30;

function factFor(kind: NumberKind, facts: Caller['facts']): { label: string; digits: string } | undefined {
  for (const { label, value } of facts) {
    const digits = value.replace(/[\s./()+-]/g, '');
    if (labels[kind].test(fold(label)) && /^[0-9]+$/.test(digits) && digits.length <= mostDigits)
      return { label, digits };
  }
  return undefined;
}

function nameNumber(kind: NumberKind): string {
  return kind === 'other'
    ? 'a number'
    : `the ${kind.replaceAll('_', ' ')} number`.replace('date number', 'date');
}

/** The prompt as it was heard before: a recogniser never writes it twice in the same words. */
export function findPrompt(prompt: Prompt, memory: MenuMemory): KnownPrompt | undefined {
  return memory.prompts.find((known) => isSamePrompt(known, prompt));
}

/** Whether two prompts are one that was heard twice. */
export function isSamePrompt(known: Pick<KnownPrompt, 'options' | 'number'>, prompt: Prompt): boolean {
  if (known.number !== (prompt.number?.kind ?? null)) return false;
  if (prompt.number !== null) return true;
  const shared = prompt.options.flatMap((option) => {
    const before = known.options.find(({ digits }) => digits === option.digits);
    return before === undefined ? [] : [likeness(before.text, option.text)];
  });
  // The tail of a menu is that menu.
  const least = Math.min(known.options.length, prompt.options.length);
  const like = shared.reduce((sum, each) => sum + each, 0) / Math.max(1, shared.length);
  return least > 0 && shared.length / least >= 0.5 && like >= 0.5;
}

/** 0..1: of the shorter text, how many words are in the other. */
function likeness(one: string, other: string): number {
  const [a, b] = [one, other].map((text) => text.split(' ').filter((word) => word.length > 2));
  const [short = [], long = []] = (a ?? []).length <= (b ?? []).length ? [a, b] : [b, a];
  if (short.length === 0) return 0.5;
  return short.filter((word) => long.some((each) => isSameWord(word, each))).length / short.length;
}

/** What is remembered once a move is made. */
export function remember(memory: MenuMemory, prompt: Prompt, move: Move): MenuMemory {
  if (move.do === 'wait') return memory;
  const before = findPrompt(prompt, memory);
  const known = before ?? {
    options: prompt.options,
    number: prompt.number?.kind ?? null,
    answered: 0,
    last: '',
    refused: [],
    isHandedOver: false,
  };
  const isPress = move.do === 'press';
  const next: KnownPrompt = {
    ...known,
    refused: prompt.isInvalid && known.last !== '' ? [...known.refused, known.last] : known.refused,
    answered: known.answered + (isPress ? 1 : 0),
    last: isPress ? (move.fact === undefined ? move.digits : 'a fact') : known.last,
    isHandedOver: known.isHandedOver || !isPress,
  };
  return {
    prompts: [...memory.prompts.filter((each) => each !== before), next],
    choices: memory.choices + (isPress ? 1 : 0),
    sentNumber: isPress && move.fact !== undefined,
  };
}
