import { type LanguageTable, numberKinds, type RequestWords } from './language.ts';
import { germanNames } from './number-names.ts';

/** Advice for another day is not a refusal. */
const now = String.raw`(?!(?: [a-z]+){0,4} (?:spater|morgen|zeitpunkt|minuten|wahrend)\b)`;

const clauseStart = String.raw`(?:wenn|falls|sofern|sobald|damit|um|weil|sonst|ansonsten|drucken|dann)`;
/** Up to a comma, or to where a recogniser has left one out. */
const ownClause = String.raw`(?:(?!${clauseStart} )[a-z0-9]+ )*?`;

/** The verbs of `asksNumber` tell the caller to do something, but not where, when, or whether it is negated. */
const request: RequestWords = {
  theirs: /(?!)/,
  beginsClause: /(?:)/,
  doubles: /(?!)/,
  urges: /\bbitte $/,
  unasked: /(?:^| )(?:wenn|falls|sobald|dass|ob|bevor|nicht|nie|niemals|mitarbeiter|berater|kunden) $/,
  forbids: /(?!)/,
  offers: /(?!)/,
  atOnce: /(?!)/,
  states: /(?!)/,
  depends: /(?!)/,
  promises: /(?!)/,
  others: /(?!)/,
  asked: 'geben sie',
  purpose: /^(?:um|damit|bevor|ehe|willkommen|danke|vielen dank)\b/,
  elsewhere: new RegExp(
    String.raw`\b(?:auf|uber|in|im|bei|an|am) (?:[a-z]+ ){0,2}?(?:website|webseite|web ?seite|internet|app|portal|filialen?|geldautomat\w*|niederlassung\w*)\b|\bonline(?= ?(?:$|[|,])| (?:ein|unter|oder)\b)|\bgeben sie ${ownClause}(?:nicht|nie|niemals|keinesfalls|auf keinen fall)\b|\bgeben sie ${ownClause}(?:weiter|heraus|preis|bekannt)(?= ?(?:$|[|,])| ${clauseStart}\b)|\b(?:wenn|sobald) (?:sie )?(?:dazu )?(?:aufgefordert|gefragt|verbunden|(?:der|ein|unser) (?:mitarbeiter|berater))\b`,
  ),
  recipient:
    /(?<!\b(?:mit|von|zu)) (?:dem|unserem|den|unseren|einem|ihrem) (?:[a-z]+ )?(?:mitarbeiter|berater|agenten)/,
  goesOn: /(?: ,)? (?:und dann|und|dann|oder) (?:besuchen|gehen|rufen|nutzen|offnen) sie\b.*$/,
  creates: /^(?:vergeben|wahlen|erstellen)\b/,
  fresh:
    /^[a-z]+ sie (?:(?!(?:pin|geheimzahl|passwort|kennwort)\b)[a-z0-9]+ )*?(?:neuen?s?|gewunschten?s?|wunsch)\b/,
  except: /(?:, )?\b(?:(?:und |aber )?nicht (?:ihre|die|den|das)|statt|anstatt|anstelle)\b.*$/,
  means: /(?!)/,
  or: /(?: ,)? oder /,
  between:
    /^(?:(?:bitte|jetzt|nun|uns|mir|zuerst|zunachst|hier|einfach|ihre|ihren|ihr|ihres|ihrer|die|den|das|der|eine|einen|letzten|ersten|ziffern|stellen|nummer|von|[0-9]+(?:to[0-9]+)?|zwei|drei|vier|funf|sechs|sieben|acht|neun|zehn|elf|zwolf|[a-z]*stellige[ns]?|neuen?|alten?|vollstandigen?|personlichen?|gultigen?|geheimen?|kompletten?|eigenen?) )*$/,
  onCard:
    /^(?:(?:bitte|jetzt|nun|hier|einfach|die|[0-9]+|[a-z]*stellige[ns]?|lange|vollstandige|sechzehn) )*(?:nummer|ziffern) (?:auf|von) (?:der vorderseite )?(?:ihrer|der) $/,
  nouns: numberKinds,
  complete: () => /(?:)/,
};

export const german: LanguageTable = {
  common:
    'der die das sie und fur ist ihre ihr bitte drucken den wir zu auf mit nicht haben oder ein ihnen sind noch ich mein meine meinen will'.split(
      ' ',
    ),
  press: 'drucken drucke druckt gedruckt wahlen wahle tippen tippe betatigen'.split(' '),
  weakPress: ['sagen', 'geben'],
  fillers:
    'sie bitte nun jetzt einfach dann die den das der taste ziffer zahl nummer auf oder sagen hierfur dafur ihrer telefontastatur option auswahl'.split(
      ' ',
    ),
  keys: {
    ...{ null: '0', eins: '1', zwei: '2', zwo: '2', drei: '3', vier: '4', funf: '5', sechs: '6' },
    ...{ sieben: '7', acht: '8', neun: '9', stern: '*', sterntaste: '*', raute: '#', rautetaste: '#' },
  },
  pressHeardAs: [],
  soundsLike: {
    ...{ ein: '1', eine: '1', einz: '1', zweig: '2', zwar: '2', dreh: '3', frei: '3', fur: '4', wir: '4' },
    ...{ funft: '5', sex: '6', nein: '9', neu: '9', neuen: '9' },
  },
  soundsLikeNext: {},
  starts: 'fur um bei wenn falls mochten wollen haben zu zum zur sind geht ansonsten'.split(' '),
  states: /^(?:das|dies) (?:ist|ware)$/,
  questions: [[/^/, 'wenn ']],
  startsHeardAs: ['vier', 'wir'],
  twoForOne: [],
  noLabel:
    /^(?:fur (?:ihren anruf|ihre geduld|schulungs|qualitats)|zu (?:schulungs|qualitats|trainings)|um (?:unseren|unsere|die qualitat)|bei (?:uns|der (?:firma|hotline))|wir\b|haben (?:sie )?(?:einen moment|geduld)|zur qualitat)/,
  answer: /^(?:wenn|falls) (?:ja|nicht)(?: die [a-z0-9]+)?$/,
  hollow:
    'oder und fur um bei wenn falls mochten wollen haben zu zum zur sind sie eine einen ein der die das den dem des ihre ihren ihrer ihr fragen mit einem unserer unserem so dann geht es'.split(
      ' ',
    ),
  phrases: {
    invalid: [
      /\bungultig\w*\b/,
      /\bnicht (?:verstanden|erkannt|gultig|verstehen)\b/,
      /\bkeine (?:gultige )?(?:eingabe|auswahl)\b/,
      new RegExp(String.raw`\b(?:versuchen|wiederholen) sie\b${now}`),
    ],
    noRefusal:
      /\b(?:wenn|falls|sollten|sofern)(?: [a-z0-9]+){0,6} $|\b(?:fur|um|bei)(?: [a-z]+)? $|\b(?:der|die|das|den|dem|was) sie $/,
    hold: [
      /\bbitte (?:warten|haben sie|bleiben|legen sie nicht auf)\b/,
      /\b(?:alle|samtliche) (?:unsere )?(?:mitarbeiter|leitungen|platze|berater)\b/,
      /\bbleiben sie (?:bitte )?(?:am apparat|in der leitung|dran)\b/,
      /\bder nachste freie (?:mitarbeiter|berater)\b/,
      /\b(?:wir|ich) verbinde\w*\b/,
      /\bsie werden (?:gleich |nun |sofort )?verbunden\b/,
    ],
    repeats:
      /\bum (?:[a-z]+ ){1,5}zu (?:horen|wiederholen) (?:bleiben sie(?: bitte)? (?:in der leitung|am apparat|dran)|warten sie)\b/g,
    stay: [
      /\b(?:ansonsten|oder) (?:bleiben|warten) sie\b/,
      /\bbleiben sie (?:einfach )?(?:dran|in der leitung)\b/,
    ],
    callBack: [
      /\bruckruf\w*\b/,
      /(?<!\b(?:unterbrochen|getrennt|abbricht)(?: [a-z]+){0,6} )\brufen (?:sie|wir sie) (?:gerne )?zuruck\b/,
    ],
    voicemail: [
      /\b(?:hinterlassen|sprechen) sie (?:uns )?(?:bitte )?(?:eine |ihre )?(?:nachricht|nach dem)\b/,
      /\bnach dem (?:ton|signalton|piep)\w*\b/,
      /\bmailbox\b|\banrufbeantworter\b/,
    ],
    endsMessage: /\b(?:legen sie (?:einfach )?auf|auflegen|beenden|fertig|abschliessen)\b/,
    closed: [
      /\bausserhalb (?:unserer|der) (?:geschafts|offnungs|service|buro|sprech)\w*/,
      /\b(?:unser|unsere|das|die) \w+ (?:ist|sind) (?:derzeit |zurzeit |momentan |leider )*(?:geschlossen|nicht besetzt)\b/,
      /\b(?:unsere )?(?:geschafts|offnungs|service|sprech)zeiten sind\b/,
      /\bsie erreichen uns (?:von )?(?:montag|werktags)\b/,
    ],
  },
  asksNumber: [
    /\bgeben sie\b/,
    /\b(?:vergeben|wahlen|erstellen) sie (?=(?:bitte |nun |jetzt )*(?:eine?|ihre) (?:[a-z0-9]+ ){0,3}?(?:pin|geheimzahl|passwort|kennwort)\b)/,
    /\btippen sie\b/,
    /\bnennen sie\b/,
    /\bsagen sie (?:uns |mir )?(?:bitte )?ihr/,
  ],
  numbers: [
    ['pin', /\b(?:pin|geheimzahl|geheimnummer|kennwort|passwort|zugangscode|sicherheitscode)\b/],
    ['social_security', /\bsozialversicherung\w*\b/],
    [
      'card',
      /\b(?:kredit|bank|ec ?)?kartennummer\b|\b(?:(?:kredit|ec ?|bank)karte|(?<=nummer (?:auf|von) (?:der vorderseite )?(?:ihrer|der) )karte)\b(?! [a-z]*(?:datum|code))/,
    ],
    ['birth_date', /\b(?:geburtsdatum|geburtstag)\b/],
    ['postal_code', /\b(?:postleitzahl|plz)\b/],
    ['phone', /\b(?:telefonnummer|rufnummer|handynummer|mobilnummer)\b/],
    ['policy', /\b(?:versicherungs\w*nummer|policen?\w*|versicherungsschein\w*)\b/],
    ['claim', /\bschaden?s?\w*nummer\b/],
    ['order', /\b(?:bestell\w*|auftrags\w*|sendungs\w*|buchungs\w*)nummer\b|\bbestellnummer\b/],
    ['reference', /\b(?:vorgangs\w*|akten\w*|ticket\w*|referenz\w*|fall)(?:nummer|zeichen)\b/],
    ['customer', /\bkunden\w*nummer\b|\bkunden nummer\b/],
    ['account', /\b(?:konto\w*nummer|vertrags\w*nummer|mitglieds\w*nummer|iban)\b/],
    ['other', /\b(?:\w*nummer|code|ziffern|betrag|anzahl|\w*datum|\w*jahr)\b/],
  ],
  request,
  endKeys: {
    pound: /\braute\w*\b|#/,
    star: /\bstern(?:taste)?\b|\*/,
    after:
      /\b(?:gefolgt von|dann|danach|anschliessend|abschliessend|und (?:bitte )?(?:druck\w*|schliessen|beenden|bestatigen)|(?:schliessen|beenden|bestatigen)(?: [a-z]+){0,4} mit|fertig)\b/,
    done: /\bfertig\b/,
    sends: /^(?:um (?:fortzufahren|zu bestatigen|abzuschliessen)|zur bestatigung|zum bestatigen)\b/,
    unlike: /\b(?:wenn(?! sie fertig)|falls|sollten|zuruck|um)\b/,
  },
  position: [
    /\b(?:position|platz|stelle|nummer) (\d+) (?:in )?(?:der )?(?:warteschlange|warteschleife|leitung)\b/,
    /\b(?:warte)?(?:position|platz)(?: ist)?(?: die| derzeit| aktuell)?(?: nummer)? (\d+)\b/,
    /\bsie sind (?:der |anrufer )*(?:nummer |auf platz |an )?(\d+)\b/,
  ],
  ahead: [
    /\bvor ihnen(?: [a-z]+){0,4} (\d+)\b/,
    /\b(\d+) (?:anrufer|kunden|personen|anrufe)(?: [a-z]+){0,2} vor ihnen\b/,
  ],
  first: [/(?<!\b(?:wenn|falls) )\bsie sind der nachste\b/, /\bals nachster an der reihe\b/],
  wait: [
    /\bwarte(?:zeit|dauer)\b(?: [a-z]+){0,6} (\d+)(?:(?: (?:bis|oder))? (\d+))? (minuten?|stunden?|sekunden?)\b/,
    /\bwarten sie(?: [a-z]+){0,3} (?!1 minute\b)(\d+)(?:(?: (?:bis|oder))? (\d+))? (minuten?|stunden?)\b/,
  ],
  units: { hour: /^stunde/, second: /^sekunde/, half: /^ (?:und )?eine halbe\b/ },
  names: germanNames,
};
