import { type Condition, conditionIn } from '../menu-speech/conditions.ts';
import { fold, type NumberKind } from '../menu-speech/language.ts';
import { languageTables } from '../menu-speech/language-of.ts';
import type { MenuOption } from '../menu-speech/parse-menu.ts';
import { labelNames } from './asked-number.ts';
import { saysPhrase } from './same-words.ts';
import * as tables from './topics.ts';
import { says } from './what-texts-say.ts';

/** Whether an option is for a caller who has what the option says, as far as a call's facts tell. */
export type Standing = 'met' | 'unmet' | undefined;

interface Caller {
  facts: readonly { label: string }[];
  /** The words of the intent, with what they imply. */
  words: readonly string[];
}

/** @param menu all that is offered together with the option */
export function standingOf({ text }: MenuOption, menu: readonly MenuOption[], caller: Caller): Standing {
  const condition = conditionIn(text);
  // "A member OF our bonus programme" is not a customer.
  if (condition === undefined || condition.rest.startsWith('of ')) return undefined;
  const isForNewcomers = condition.kind === 'is' && isNewcomer(condition);
  if (hasFact(condition, caller.facts)) {
    if (isForNewcomers) return says(caller.words, tables.newcomerWords) ? undefined : 'unmet';
    return condition.isNegated ? 'unmet' : 'met';
  }
  if (condition.kind === 'is') return undefined;
  // Without a fact it is not known whether the owner has it; but when a menu asks for it, the call does not have it.
  if (hasCounterpart(condition, menu)) return condition.isNegated ? 'met' : 'unmet';
  const isNew = caller.words.includes('new') && !caller.words.includes('existing');
  return !condition.isNegated && (isNew || kindsOf(condition).includes('extension')) ? 'unmet' : undefined;
}

/** Whether an option only says what its callers have or lack, and not what it does for them. */
export function isBareCondition({ text }: MenuOption): boolean {
  return conditionIn(text)?.rest === '';
}

/** For callers who are not customers yet. */
export function isForNewcomers(text: string): boolean {
  const condition = conditionIn(text);
  return condition?.kind === 'is' && isNewcomer(condition);
}

function isNewcomer({ what, isNegated }: Condition): boolean {
  return what.split(' ').includes('new') !== isNegated;
}

function hasCounterpart(condition: Condition, menu: readonly MenuOption[]): boolean {
  return menu.some(({ text }) => {
    const other = conditionIn(text);
    return (
      other?.kind === condition.kind &&
      other.isNegated !== condition.isNegated &&
      isSameThing(other, condition)
    );
  });
}

function isSameThing(one: Condition, other: Condition): boolean {
  return one.what === other.what || kindsOf(one).some((kind) => kindsOf(other).includes(kind));
}

function hasFact(condition: Condition, facts: Caller['facts']): boolean {
  const kinds = kindsOf(condition);
  return facts.some(({ label }) => {
    const words = fold(label).split(' ');
    return kinds.some((kind) =>
      kind === 'other' ? saysPhrase(fold(condition.what).split(' '), words) : labelNames(label, kind),
    );
  });
}

/** A customer has one of these. */
const ofCustomers: readonly NumberKind[] = ['customer', 'account', 'policy'];

/** "Your account number or phone number" is of two kinds; a caller with an account has a number of some kind. */
function kindsOf({ kind, language, what }: Condition): NumberKind[] {
  if (kind === 'is') return [...ofCustomers];
  const all = what.split(/ (?:or|oder|o|ou) /);
  return all.flatMap((each): readonly NumberKind[] => {
    if (isExtension.test(each)) return ['extension'];
    const found = languageTables[language].numbers.find(([, pattern]) => pattern.test(each))?.[0];
    if (found === undefined) return [];
    return ofCustomers.includes(found) && !saysNumber.test(each) ? ofCustomers : [found];
  });
}

const isExtension = /\b(?:extension|durchwahl|nebenstelle|poste)\b/;
const saysNumber = /\b(?:numbers?|id|codes?|[a-z]*nummer|numero|codigo)\b/;

/** Whether an option is for callers who have a number that the call has as a fact. */
export function isForKnownNumber(option: MenuOption, facts: Caller['facts']): boolean {
  const condition = conditionIn(option.text);
  return (
    condition !== undefined && !condition.isNegated && condition.kind === 'has' && hasFact(condition, facts)
  );
}

export function whyMet({ text }: MenuOption): string {
  return conditionIn(text)?.isNegated === true
    ? `no fact of the call says otherwise: "${text}"`
    : `a fact of the call says so: "${text}"`;
}
