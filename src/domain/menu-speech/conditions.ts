import { type MenuLanguage, menuLanguages } from './language.ts';

/** What an option says about the callers that it is for: "you have your claim number", "you are not a customer". */
export interface Condition {
  language: MenuLanguage;
  kind: 'has' | 'is';
  /** "Your claim number", "an existing customer". */
  what: string;
  /** It is for callers who lack it, or who are not that. */
  isNegated: boolean;
  /** What the option does for them, if that is said as well: "and want to check your balance". */
  rest: string;
}

interface ConditionForm {
  /** Groups: `no`, `what`, `rest`. */
  has: readonly RegExp[];
  is: readonly RegExp[];
  /** Answers to such a condition, or to a question. */
  yes: RegExp;
  no: RegExp;
  /** The question as a statement: "do you have a card" becomes "you have a card". */
  question: RegExp;
  /** How menus say the condition. */
  say: (kind: Condition['kind'], what: string, isNegated: boolean) => string;
}

/** Anything else that callers may have is what the option is about: "a question about your account number". */
const noThing =
  '(?:questions?|problems?|issues?|trouble|complaints?|concerns?|about|with|for|on|in|at|to|of|new|lost|received|changes?)';
const word = String.raw`(?:(?!${noThing}\b)[a-z0-9]+ )`;
const noun = String.raw`(?:numbers?|codes?|id|i d|extension|pin|password|passcode|card|account|policy)(?! (?:numbers?|codes?|id|i d|card)\b)`;
/** "To hand": this does not describe the option. */
const ready =
  /^(?:ready|handy|available|nearby|(?:to|at|on) hand|with (?:you|us)|in front of you|at this time|of the (?:person|party|department|employee)\b.*|zur hand|bereit|haben|a la mano|con usted|con nosotros|sous la main|chez nous|sous les yeux)$/;

const forms: Readonly<Record<MenuLanguage, ConditionForm>> = {
  en: {
    has: [
      new RegExp(
        String.raw`^you (?:do )?(?:already |still )?(?<no>do not |don t |dont )?(?:already |yet )?(?:have|know)(?: got)? (?<what>(?:your|the|an?|any|our|his|her|their) ${word}{0,5}?${noun}(?: or (?:your |the |an? )?${word}{0,3}?${noun})*)\b ?(?<rest>.*)$`,
      ),
    ],
    is: [
      new RegExp(
        String.raw`^you (?:are|re) (?<no>not )?(?:already |currently |yet )*(?<what>(?:an? |our )?(?:existing |current |new |registered )?(?:customer|member|client|policy ?holder|account holder|subscriber|patient)s?)\b ?(?<rest>.*)$`,
      ),
    ],
    yes: /^(?:(?:you|it|this|that) [a-z]+ )?(?:so|yes)$|^you (?:do|are|have)$/,
    no: /^(?:(?:you|it|this|that) [a-z]+ )?not$|^no$|^otherwise$|^you (?:do not|don t|dont|are not|aren t|have not|haven t)(?: (?:have|know)(?: (?:it|one|them|any|either|(?:this|that|the|these|either of these|any of these)(?: (?:information|numbers?|details|codes?))?))?)?(?: (?:yet|ready|handy|available|to hand|at hand|with you|in front of you))?$/,
    question: /^(?:.* )?(?:do (?=you (?:already )?(?:have|know)\b)|(?<are>are you))\b/,
    say: (kind, what, isNegated) =>
      kind === 'has'
        ? `you ${isNegated ? 'do not ' : ''}have ${what}`
        : `you are ${isNegated ? 'not ' : ''}${what}`,
  },
  de: {
    has: [
      /^sie (?:bereits |schon )?(?<what>(?:ihren?|ihr|eine?n?|die|den) (?:[a-z0-9]+ ){0,2}?[a-z]*(?:nummer|karte|pin|code|durchwahl|nebenstelle)) ?(?<no>nicht )?(?:bereits |schon )?(?:zur hand|griffbereit|parat|bereit|haben|kennen|wissen)\b ?(?:haben\b ?)?(?<rest>.*)$/,
      /^sie (?<no>keine?n? )(?<what>[a-z]*(?:nummer|karte|pin|code|durchwahl)) ?(?:zur hand )?haben\b ?(?<rest>.*)$/,
    ],
    is: [
      /^sie (?:bereits |schon )?(?<no>noch kein(?:e)? |kein(?:e)? |nicht )?(?<what>(?:kundin|kunde|mitglied)(?: oder (?:kundin|kunde))?(?: bei uns| von uns)?)(?: sind)?(?: (?<rest>.*))?$/,
    ],
    yes: /^ja$/,
    no: /^(?:nicht|nein|sonst|ansonsten|andernfalls)$|^sie (?:diesen?|dieses|sie|es|ihn) (?:nicht|gerade nicht) (?:zur hand haben|haben|kennen|wissen)$|^sie keine haben$/,
    question: /^(?:.* )?(?:haben (?=sie ihre)|(?<are>sind sie))\b/,
    say: (kind, what, isNegated) =>
      kind === 'has'
        ? `sie ${what} ${isNegated ? 'nicht ' : ''}zur hand haben`
        : `sie ${isNegated ? 'nicht ' : ''}${what} sind`,
  },
  es: {
    has: [
      /^(?:usted )?(?:ya )?(?<no>no )?(?:tiene|conoce|sabe|dispone de|cuenta con)(?: a la mano)? (?<what>(?:su|el|la|una?) (?:[a-z0-9]+ ){0,4}?(?:numero|codigo|clave|nip|pin|tarjeta|cuenta|extension|poliza)(?: (?:de|del) (?:[a-z]+ ){0,2}?[a-z]+)?)\b ?(?<rest>.*)$/,
    ],
    is: [
      /^(?:usted )?(?:ya )?(?<no>aun no |todavia no |no )?es (?:ya )?(?<what>(?:un )?(?:nuestro )?(?:cliente|socio|miembro|afiliado))\b ?(?<rest>.*)$/,
    ],
    yes: /^si$/,
    no: /^(?:no|de lo contrario|en caso contrario)$|^no (?:l[oa] (?:tiene|sabe|conoce)|(?:tiene|dispone de) (?:uno|una|ninguno|ninguna))$/,
    question: /^(?:.* )?(?=tiene (?:usted )?su|(?<are>es usted))/,
    say: (kind, what, isNegated) => `${isNegated ? 'no ' : ''}${kind === 'has' ? 'tiene' : 'es'} ${what}`,
  },
  fr: {
    has: [
      /^vous (?:n |ne )?(?:avez|connaissez|disposez de|possedez)(?: deja)? (?<no>pas )?(?:deja )?(?<what>(?:votre|le|la|une?|de) (?:[a-z0-9]+ ){0,3}?(?:numero|code|carte|compte|contrat|identifiant|poste)(?: (?:de |d |du )?(?:client|dossier|contrat|compte|commande|sinistre|adherent|carte|poste|assure)[a-z]*)?)\b ?(?<rest>.*)$/,
    ],
    is: [
      /^vous (?:n )?etes (?<no>pas encore |pas )?(?:deja )?(?<what>(?:une? )?(?:deja )?(?:client|cliente|abonne|abonnee|adherent|adherente|assure|assuree))\b ?(?<rest>.*)$/,
    ],
    yes: /^oui$/,
    no: /^(?:non|sinon|dans le cas contraire|ce n est pas le cas)$|^vous (?:ne l avez pas|n en avez pas|ne le connaissez pas|ne l avez pas sous la main)$/,
    question: /^(?:.* )?(?=avez vous votre|(?<are>etes vous))/,
    say: (kind, what, isNegated) =>
      kind === 'has'
        ? `vous ${isNegated ? 'n avez pas' : 'avez'} ${what}`
        : `vous ${isNegated ? 'n etes pas' : 'etes'} ${what}`,
  },
};

const anyOf = (patterns: readonly RegExp[]): RegExp =>
  new RegExp(patterns.map(({ source }) => source).join('|'));
/** Answers to a question, in any language. */
export const answers = {
  yes: anyOf(Object.values(forms).map(({ yes }) => yes)),
  no: anyOf(Object.values(forms).map(({ no }) => no)),
};

/** A condition in the words of an option: "IF you have your claim number". */
export function withoutIf(said: string): string {
  return said.replace(/^if /, '');
}

/** @param text of an option */
export function conditionIn(text: string): Condition | undefined {
  for (const language of menuLanguages)
    for (const kind of ['has', 'is'] as const)
      for (const form of forms[language][kind]) {
        const groups = form.exec(text)?.groups;
        if (groups?.['what'] === undefined) continue;
        const [what, rest] = [groups['what'].trim(), (groups['rest'] ?? '').trim().replace(ready, '')];
        return { language, kind, what, isNegated: groups['no'] !== undefined, rest };
      }
  return undefined;
}

/**
 * The texts of a menu's options in order, with each bare answer replaced by what it means: after "if you have your claim number", "if not"
 * becomes "you do not have your claim number".
 * @param questions for each option the sentences right before it
 */
export function withAnswers(texts: readonly string[], questions: readonly (readonly string[])[]): string[] {
  let asked: Condition | undefined;
  let offered: string | undefined;
  return texts.map((text, at) => {
    const before = questions[at] ?? [];
    asked = before.map((said) => questionIn(said)).findLast((each) => each !== undefined) ?? asked;
    offered = before.map((said) => offers.exec(said)?.[1]).findLast((each) => each !== undefined) ?? offered;
    const own = conditionIn(text);
    const isYes = asked !== undefined && forms[asked.language].yes.test(text);
    const isNo = asked !== undefined && forms[asked.language].no.test(text);
    if (asked !== undefined && (isYes || isNo)) {
      const isNegated = !isYes && !asked.isNegated;
      return forms[asked.language].say(asked.kind, asked.what, isNegated);
    }
    asked = own;
    if (offered !== undefined && forms.en.yes.test(text)) return offered.replace(wish, '');
    if (offered !== undefined && forms.en.no.test(text))
      return isNeeded(offered) ? text : unasked.test(offered) ? withoutOffer : 'anything else';
    // "If you still need it, press one. OTHERWISE press two" gives it up.
    const last = [texts[at - 1] ?? '', ...before];
    if (leaves.test(text) && last.some(leavesOffer)) return withoutOffer;
    if (leaves.test(text) && last.some((said) => saysWhoCalls.test(said))) return 'anything else';
    const isOffered = [...last, ...(questions[at - 1] ?? [])].some((said) => declinable.test(said));
    if (at > 0 && isOffered && declines.test(text)) return withoutOffer;
    offered = undefined;
    return text;
  });
}

/** "Are you calling about your recent order?" One group: what callers get who say yes. */
const offers =
  /^(?:.* )?(?:are you calling (?:about|because of|for|regarding|to)|is (?:this|it|your call) (?:about|concerning|for|regarding)|(?=(?:do|would) you (?:like|need|want|wish)\b)) ?(.+)$/;
const wish = /^(?:do|would) you (?:like|need|want|wish) (?:to )?/;
/** What declines such an offer. */
export const withoutOffer = 'continue without it';
/** "Would you like to take a survey?" "Would you like to keep it?" may be what the call is for. */
const isNeeded = (offered: string): boolean => wish.test(offered) && !unasked.test(offered);
/** What the owner never calls for. */
const neverCalledFor =
  'link|survey|text(?: message)?|call ?back|call you back|ask you (?:[a-z]+ ){1,4}questions|(?:brief|few|quick|short) questions';
const declinable = new RegExp(String.raw`\b(?:${neverCalledFor})\b`);
/** An offer may be a payment plan or another appointment, which may be called for. */
const unasked = new RegExp(
  String.raw`\b(?:another|(?:hear|learn|know) (?:more )?about|offers?|promotions?|${neverCalledFor})\b`,
);
/** Declines what the option before it offers: "if you would rather not", "to continue without it". */
const declines =
  /^(?:decline|no thanks?|(?:you )?(?:(?:would|d) rather|(?:would |d )?prefer) not|(?:you )?(?:do not|don t) (?:wish|want) to|continue|(?:stay|remain|wait|keep holding|keep waiting)(?= on\b|$))(?: (?:to )?(?:participate|take part|take (?:it|part|(?:the|this|our) survey)|answer|hold|holding|wait|waiting)| with(?:out)? (?:it|(?:your|the|this) (?:call|survey)|taking (?:it|(?:the|our) survey))| on (?:hold|the (?:line|phone))| (?:in|on) (?:the )?queue)*$/;
/** Callers for whom nothing before it was. */
const leaves = /^(?:no|not|otherwise)$/;
const leavesOffer = (said: string): boolean =>
  /\byou (?:agree|would like|need|want|wish)\b/.test(said) && unasked.test(said);
const saysWhoCalls =
  /\byou (?:already |currently )?(?:have|know|are (?:already |currently )?(?:an?|calling))\b/;

/** "Do you have your account number" as a condition. */
function questionIn(said: string): Condition | undefined {
  for (const language of menuLanguages) {
    const match = forms[language].question.exec(said);
    if (match === null) continue;
    const rest = said.slice(match[0].length).trim();
    const isAre = match.groups?.['are'] !== undefined;
    const condition = conditionIn(asStatement(rest, language, isAre));
    if (condition !== undefined) return condition;
  }
  // "If you have your account number, ENTER IT now."
  return entersIt.test(said) ? conditionIn(withoutIf(said)) : undefined;
}

const entersIt = /\b(?:enter|key in|type in|input) it\b/;

function asStatement(rest: string, language: MenuLanguage, isAre: boolean): string {
  if (language === 'en') return isAre ? `you are ${rest}` : rest;
  if (language === 'de') return isAre ? `sie ${rest} sind` : rest;
  if (language === 'es') return rest.replace(/^(tiene|es) usted /, '$1 ');
  return rest.replace(/^(avez|etes) vous /, 'vous $1 ');
}
