import { fold } from '../menu-speech/language.ts';
import { isWithoutNumber, type Prompt } from '../menu-speech/read-prompt.ts';
import { type Fact, labelNames } from './asked-number.ts';
import type { Press } from './move.ts';

/**
 * "If you know your party's extension, you may dial it at any time": most callers know none, so it is not asked for. A call that has one as
 * a fact dials it.
 * @returns undefined where none is offered, or no fact of the call is one.
 */
export function dialExtension(
  prompt: Prompt,
  { intent, facts }: { intent: string; facts: readonly Fact[] },
): Press | undefined {
  if (!offersExtension(prompt)) return undefined;
  const extensions = facts.filter((fact) => isExtension(fact));
  const wanted = fold(intent).split(' ');
  const named = extensions.filter(({ label }) =>
    fold(label)
      .split(' ')
      .some((word) => word.length > 2 && !ofLabels.test(word) && wanted.includes(word)),
  );
  const [fact] = named.length > 0 ? named : extensions;
  if (fact === undefined || (named.length === 0 && extensions.length > 1)) return undefined;
  const endKey = endsWithPound.test(fold(prompt.transcript)) ? '#' : '';
  return {
    do: 'press',
    digits: `${digitsOf(fact)}${endKey}`,
    reason: `an extension may be dialled: the fact "${fact.label}"`,
    fact: fact.label,
  };
}

/** A key for callers who know one is an option like any other. */
function offersExtension({ transcript, options }: Prompt): boolean {
  if (options.some(({ text }) => namesExtension.test(text) && !isWithoutNumber(text))) return false;
  const said = fold(transcript);
  return offers.some((pattern) => pattern.test(said));
}

const namesExtension = /\b(?:extension|durchwahl|nebenstelle)\b/;
const offers = [
  /\bif you (?:already )?(?:know|have) (?:[a-z]+ ){0,6}extension(?: number)? (?:[a-z]+ ){0,5}?(?:dial|enter|key in|press|punch in)(?: in)? (?:it|that)\b/,
  /\b(?:dial|enter|key in|press|punch in) (?:[a-z]+ ){0,6}extension(?: number)? (?:now|at any time|any time|anytime|if you know it)\b/,
  /\bplease (?:dial|enter|key in|punch in) (?:[a-z]+ ){0,4}extension\b/,
  /\b(?:wenn|falls) sie (?:[a-z]+ ){0,4}(?:durchwahl|nebenstelle)\b.*\b(?:eingeben|geben|wahlen)\b/,
  /\bsi (?:conoce|sabe) (?:[a-z]+ ){0,5}extension\b.*\b(?:marque|marquela|ingrese|ingresela|digite)\b/,
  /\bsi vous connaissez (?:[a-z]+ ){0,6}poste\b.*\b(?:composez|entrez|saisissez|tapez)\b/,
];
const endsWithPound = /\bextension\b.{0,80}\bfollowed by (?:the )?(?:pound|hash)\b/;
const ofLabels = /^(?:extension|ext|durchwahl|nebenstelle|number|the|his|her|their)$/;

/** "My extension" is where the owner is reached. */
function isExtension(fact: Fact): boolean {
  return (
    labelNames(fact.label, 'extension') && !/\b(?:my|own)\b/.test(fold(fact.label)) && digitsOf(fact) !== ''
  );
}

function digitsOf({ value }: Fact): string {
  const digits = value.replace(/\D/g, '');
  return digits.length <= 8 ? digits : '';
}
