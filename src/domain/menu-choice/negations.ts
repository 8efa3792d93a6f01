import type { MenuLanguage } from '../menu-speech/language.ts';

/** How intents say what is not wanted. Tested on lower case without accents; what is ruled out begins after the match. */
export interface Negation {
  pattern: RegExp;
  /** Only if the intent also says what is wanted instead: "I don't want my account" alone is a wish to be rid of it. */
  needsWish?: true;
}

const start = String.raw`(?<=^\s*|[,.;:!?\n]\s*|\b(?:and|but|or|so|then|please|just)\s+)`;
/** Somebody who does not do one of these has a problem: "I don't receive my bills". */
const describing =
  '(?:know|understand|recogni[sz]e|have|receive|get|see|hear|remember|work|find|agree|feel|believe|owe|own|speak|seem|trust|like|think|care|mean|mind|want|wish|need|worry|disturb|call list|call registry)\\b';
/** Somebody who does not want to do one of these wants to end something. */
const going = '(?:renew|continue|keep|stay|remain|extend|carry on|go on)\\b';
/** "Not working", "not delivered"; "not billing" names a department. */
const happening = String.raw`(?!(?:billing|banking|booking|shipping|parking|broadband)\b)\w+(?:ing|ed)\b`;
const not = "(?:do not|don't|dont|did not|didn't|would not|wouldn't|never)";
const isNot = "(?:am not|are not|is not|'m not|m not|'re not|'s not|isn't|aren't)";
const calling =
  '(?:calling|ringing|phoning|here|asking|writing|looking|trying|interested|going|planning)(?: (?:about|in|for|to|because of|regarding|on|with))+';

const english: readonly Negation[] = [
  {
    pattern: new RegExp(
      String.raw`${start}(?:please )?(?:do not|don't|dont|never|not to)\s+(?!${describing})`,
    ),
  },
  {
    pattern: new RegExp(
      String.raw`(?:${start}|\b(?:i|we)(?:'d| would)? (?:really |certainly |definitely )?)(?:${not}|not)(?: really| actually| ever)? (?:want|wish|need|intend|plan|like)(?: (?:you|them|anyone|anybody))? to (?!${going})`,
    ),
    needsWish: true,
  },
  {
    pattern: new RegExp(
      String.raw`\b(?:i|we)(?:'d| would)? ${not}(?: really| actually)? (?:want|wish for|need|like) (?=(?:an?|the|any|my|our|your|another|this|that|more)\b)(?![^.;!?]*\bany ?(?:more|longer)\b)`,
    ),
    needsWish: true,
  },
  { pattern: new RegExp(String.raw`\b(?:i|we) ?${isNot} ${calling}\s+`) },
  {
    pattern: new RegExp(
      String.raw`\b(?:this|it|that) ?${isNot} (?:about|because of|regarding|concerning)\s+`,
    ),
  },
  { pattern: /\bno (?:need|intention|wish|desire) (?:to|of)\s+|\bnothing to do with\s+/ },
  { pattern: /(?<!\b(?:told|asked|decided|advised|warned|said)(?: me| us)? )\bnot to\s+/ },
  {
    pattern:
      /\b(?:make sure|ensure|so)(?: that)? (?:you|they|nobody|it|he|she) (?:do not|don't|does not|doesn't|will not|won't)\s+(?=(?:cancel|close|delete|end|stop|change|send|charge|block|remove|disconnect)\b)/,
  },
  {
    pattern:
      /\bwithout\s+(?=\w+ing\b)(?!(?:having|getting|being|receiving|seeing|hearing|knowing|working|warning|anything|something|nothing|billing)\b)/,
  },
  { pattern: /\b(?:instead of|rather than)\s+(?=\w+ing\b)/ },
  { pattern: /(?<=\brather(?: [\w']+){1,6} )than\s+/ },
  // "A refund, not a voucher."
  {
    pattern: new RegExp(
      String.raw`${start}not\s+(?!to\b|${happening})(?!(?:(?:yet )?an? (?:[a-z]+ )?(?:customer|client|member|patient|subscriber)|yet|sure|ever|able|only|just|even|enough|there|here|much|many|possible|until|since|at all|paid|sent|right|correct|valid|on|in|off|available|happy|my fault)\b)`,
    ),
  },
  // "It is not the loan but the mortgage."
  {
    pattern: new RegExp(
      String.raw`(?<!\b(?:have|has|had|did|does|do|can|could|will|would|should|may|might|must) )\bnot\s+(?!${happening})(?=(?!to\b|only\b|just\b|sure\b)[^.;:!?]{1,60}?,? but\b)`,
    ),
  },
];

const german: readonly Negation[] = [
  {
    pattern:
      /(?<=\b(?:mochten?|will|wollen|wollte|wunsche|soll|sollen|sollten?)\b[^,.;:!?]*)\bnicht\s+(?!(?:mehr|langer|verlangern|behalten|weiter\w*)\b)/,
  },
  {
    pattern: /(?<=^\s*|[,.;:!?]\s*|\b(?:bitte|aber|und) )nicht\s+(?!(?:mehr|langer)\b)(?=[^,.;:!?]*\w+en\b)/,
  },
  // "Nicht die Karte, sondern das Konto."
  { pattern: /\b(?:nicht|kein(?:e[nmrs]?)?)\s+(?=[^,.;:!?]{1,60}, ?sondern\b)/ },
  {
    pattern:
      /(?<=\b(?:mochten?|will|wollen|brauchen?|wunsche)\b[^,.;:!?]*)\bkein(?:e[nmrs]?)?\s+(?![^.;!?]*\bmehr\b)/,
    needsWish: true,
  },
  { pattern: /\bohne\s+(?=[^,.;:!?]*\b(?:zu \w+en|\w+zu\w+en)\b|(?:\w+ )?(?:kundigung|stornierung)\b)/ },
  { pattern: /\b(?:anstatt|statt|anstelle)\s+(?!dessen\b)/ },
];

const spanish: readonly Negation[] = [
  {
    pattern:
      /\bno (?:quiero|queremos|deseo|deseamos|quisiera|pretendo|necesito) (?=[a-z]+r(?:l[aeo]s?|me|nos)?\b)(?!(?:seguir|continuar|renovar|mantener)\b)/,
  },
  {
    pattern:
      /(?<=^\s*|[,.;:!?]\s*|\b(?:por favor|pero|y) )no (?=(?:cancel|anul|cierr|cerr|elimin|borr|cambi|cobr|bloque|transfier|transfer|envi)[a-z]*\b)/,
  },
  {
    pattern:
      /\bno (?:quiero|queremos|deseo|necesito) (?=(?:una?|la|el|los|las|mi|otr[oa])\b)(?![^.;!?]*\bmas\b)/,
    needsWish: true,
  },
  { pattern: /\bno (?:llamo por|es por|es sobre|se trata de|estoy llamando por)\s+/ },
  { pattern: /\bno (?=[^,.;:!?]{1,60},? sino\b)/ },
  { pattern: /\bsin (?=[a-z]+(?:ar|er|ir)(?:l[aeo]s?)?\b)(?!(?:poder|tener|recibir|saber)\b)/ },
  { pattern: /\ben (?:vez|lugar) de\s+/ },
];

const french: readonly Negation[] = [
  {
    pattern:
      /\b(?:ne|n')\s*(?:veux|voudrais|souhaite|desire|voulons|souhaitons) pas (?:que vous )?(?=[a-z']+(?:er|ir|re|ez)\b)(?!(?:continuer|renouveler|garder|rester)\b)/,
  },
  { pattern: /\b(?:ne |n')(?=[a-z]+ez pas\b)/ },
  { pattern: /(?<=^\s*|[,.;:!?]\s*|\b(?:surtout|mais|et|de) )ne pas (?=[a-z]+(?:er|ir|re)\b)/ },
  {
    pattern:
      /\b(?:ne|n')\s*(?:veux|voudrais|souhaite|desire|voulons) pas (?=(?:une?|d'|de|la|le|les|mon|ma|mes)\b)/,
    needsWish: true,
  },
  {
    pattern: /(?<=^\s*|[,.;:!?]\s*|\b(?:et|non|mais) )pas (?=(?:une?|la|le|les|l'|mon|ma|mes|pour|de|du)\b)/,
  },
  { pattern: /\bpas (?=[^,.;:!?]{1,60},? mais\b)(?=(?:une?|la|le|les|l'|mon|ma|mes|pour|de|du)\b)/ },
  { pattern: /\bsans (?=[a-z]+(?:er|ir|re)\b)(?!(?:avoir|etre|pouvoir|recevoir|savoir)\b)/ },
  { pattern: /\b(?:au lieu de|plutot que(?: de)?)\s+/ },
];

export const negations: Readonly<Record<MenuLanguage, readonly Negation[]>> = {
  en: english,
  de: german,
  es: spanish,
  fr: french,
};

/** Where the part that is ruled out ends: at a pause, or where a wish begins. */
export const negationEnds =
  /[,.;:!?\n]|\s-+\s|\s(?:but|sondern|sino|pero|mais|aber|because|since|weil|porque|parce que)\s|\s(?:and|und|y|et)\s+(?:only|just|instead|rather|please|nur|solo|seulement|i|we|ich|quiero|je)\b|\b(?:i|we)(?:'d| would)?(?: only| just| really)? (?:want|would|like|need|prefer)\b|\bich (?:mochte|will|brauche)\b|\bquiero\b|\bje (?:veux|voudrais|souhaite)\b/;

/** A clause with one of these says what is wanted. */
export const wishWords =
  /\b(?:want|would like|'d like|need|looking for|looking to|please|just|only|rather|prefer|instead|but|mochten?|will|wollen|brauche|bitte|nur|sondern|lieber|quiero|queremos|deseo|necesito|quisiera|solo|solamente|sino|veux|voudrais|souhaite|seulement|juste|mais)\b/;
