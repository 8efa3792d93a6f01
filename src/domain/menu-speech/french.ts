import { type LanguageTable, numberKinds, type RequestWords } from './language.ts';
import { frenchNames } from './number-names.ts';

/** Advice for another day is not a refusal. */
const now = String.raw`(?!(?: [a-z]+){0,4} (?:tard|ulterieurement|demain|minutes)\b)`;

/** The verbs of `asksNumber` may also state what callers do, or are not to do. */
const request: RequestWords = {
  theirs: /(?!)/,
  beginsClause: /(?:)/,
  doubles: /(?:\b(?:dites|saisissez|tapez) ou )+$/,
  urges: /(?!)/,
  unasked: /(?:^| )(?:ne|n|vous|nous|si|quand|conseillers?|agents?|clients?) $/,
  forbids: /(?:^|[|,] )(?:surtout )?(?:ne|n) (?:[a-z]+ |, ){1,8}(?:ni|ou) $/,
  offers: /(?!)/,
  atOnce: /(?!)/,
  states: /(?!)/,
  depends: /(?!)/,
  promises: /(?!)/,
  others: /(?!)/,
  asked: 'saisissez',
  purpose: /^(?:pour|afin|avant|merci|bienvenue)\b/,
  elsewhere:
    /\b(?:site|portail|application|appli|(?<!\b(?:compte|banque|espace|service|restez|rester) )en ligne|internet|(?:dans|en|a) (?:[a-z]+ ){0,2}(?:agences?|magasins?|distributeurs?)|lorsqu(?:e)? (?:on )?(?:vous (?:le|y)|un conseiller|l agent)|quand (?:on vous|un conseiller))\b|\bsaisissez (?:[a-z0-9]+ )*?jamais\b/,
  recipient:
    / (?:au|a l|a un|a une|a votre|a notre|a nos) (?:agents?|conseillers?|operateurs?|conseillere)\b/,
  goesOn: /(?: ,)? (?:et puis|puis|et|ou) (?:visitez|allez|consultez|utilisez|appelez|ouvrez)\b.*$/,
  creates: /(?!)/,
  fresh: /^[a-z]+ (?:(?!(?:code|mot)\b)[a-z0-9]+ )*?(?:nouveau|nouvel|nouvelle)\b/,
  except: /(?:, )?\b(?:pas (?:votre|le|la)|au lieu de|plutot que)\b.*$/,
  means: /(?!)/,
  or: /(?: ,)? ou /,
  between:
    /^(?:(?:s il vous plait|maintenant|nous|votre|vos|le|la|les|l|un|une|numeros?|chiffres|code|nouveau|complet|identifiant|de|du|d|des|derniers|premiers|tous|[0-9]+(?:to[0-9]+)?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze) )*$/,
  onCard:
    /^(?:(?:maintenant|le|les|[0-9]+|seize) )*(?:numero|chiffres) (?:(?:inscrits?|figurant|imprimes?) )?(?:au recto de|sur|au dos de) (?:votre|la) $/,
  nouns: numberKinds,
  complete: () => /(?:)/,
};

export const french: LanguageTable = {
  common:
    'le la les de des pour vous votre est et nous sur appuyez tapez un une du dans en si mon ma mes je veux'.split(
      ' ',
    ),
  press: 'appuyez appuyer appuye tapez taper pressez composez'.split(' '),
  weakPress: ['faites', 'dites', 'choisissez', 'selectionnez'],
  fillers:
    'sur le la les l touche chiffre numero maintenant ou dites bouton clavier votre de choix option'.split(
      ' ',
    ),
  keys: {
    ...{ zero: '0', un: '1', deux: '2', trois: '3', quatre: '4', cinq: '5', six: '6', sept: '7' },
    ...{ huit: '8', neuf: '9', etoile: '*', asterisque: '*', diese: '#', carre: '#' },
  },
  pressHeardAs: [],
  soundsLike: {
    ...{ hein: '1', une: '1', de: '2', deu: '2', toi: '3', quatres: '4', cing: '5', sis: '6', cet: '7' },
    ...{ sette: '7', oui: '8', neufs: '9', toile: '*' },
  },
  soundsLikeNext: {},
  starts: ['pour', 'si', 'afin', 'ou', 'sinon'],
  states: /^c est$/,
  questions: [
    [/^(avez|etes|voulez|souhaitez|desirez|appelez) vous\b/, 'si vous $1'],
    [/^/, 'si '],
  ],
  startsHeardAs: ['peur', 'par'],
  twoForOne: [],
  noLabel:
    /^(?:pour (?:ameliorer|votre (?:appel|patience)|des raisons|mieux)|si vous connaissez\b.* (?:vous pouvez|composez l[ea]|a tout moment)\b|ou (?:deux|trois)\b)/,
  answer: /^si (?:oui|non)$/,
  hollow:
    'ou et pour si vous souhaitez voulez desirez avez etes le la les l un une des de du d votre vos notre nos parler a au avec concernant toute question'.split(
      ' ',
    ),
  phrases: {
    invalid: [
      /\b(?:non valide|invalide|pas valide|incorrecte?|errone)\b/,
      /\b(?:pas|n avons pas) (?:bien )?(?:compris|entendu|reconnu)\b/,
      new RegExp(String.raw`\b(?:reessayez|essayez (?:de nouveau|encore)|recommencez)\b${now}`),
      new RegExp(String.raw`\bveuillez (?:renouveler|reessayer|recommencer)\b${now}`),
    ],
    noRefusal: /\b(?:si|lorsque|quand)(?: [a-z0-9]+){0,6} $|\bpour(?: [a-z]+)? $|\bvous n avez $/,
    hold: [
      /\b(?:veuillez|merci de) (?:patienter|rester|ne pas)\b/,
      /\b(?:ne quittez pas|restez en ligne)\b/,
      /\btous nos (?:conseillers|agents|operateurs)\b/,
      /\b(?:nous vous|je vous) (?:mettons|transferons|transfere|mets)\b/,
      /\b(?:prochain|premier) (?:conseiller|agent) disponible\b/,
    ],
    repeats:
      /\bpour (?:reecouter|entendre|repeter) (?:(?!(?:appuyez|composez|faites|ou|sinon|tapez)\b)[a-z]+ ){1,5}(?:restez|patientez)(?: en ligne)?\b/g,
    stay: [/\b(?:sinon|ou) (?:restez|patientez|veuillez patienter)\b/, /\brestez en ligne pour\b/],
    callBack: [
      /(?<!\b(?:coup(?:es?|ee|ure)|deconnectes?|interrompue?)(?: [a-z]+){0,6} )\b(?:rappel|etre rappele|vous rappeler|vous rappelle\w*|rappelions)\b/,
    ],
    voicemail: [
      /\blaisse[zr] (?:un |votre |nous un )?message\b/,
      /\bapres le (?:bip|signal)\b/,
      /\b(?:messagerie|repondeur|boite vocale)\b/,
    ],
    endsMessage: /\b(?:raccroche[rz]|termine[rz]|fini|plus d options)\b|\bbip(?: sonore)?(?: puis| ou| et)*$/,
    closed: [
      /\b(?:bureaux|services?|agence|magasin) (?:sont|est) (?:actuellement )?fermee?s?\b/,
      /\ben dehors de nos (?:heures|horaires)\b/,
      /\bnos horaires\b|\bnos heures d ouverture\b/,
      /(?<!\bvous )\brappele[rz] (?:ulterieurement|plus tard|du lundi)\b/,
    ],
  },
  asksNumber: [
    /\b(?:saisissez|entrez|composez|tapez|indiquez|donnez|(?:veuillez|merci de|priere de|vous devez) (?:maintenant |ensuite |nous )?(?:saisir|entrer|indiquer|composer|taper|donner|fournir))\b/,
  ],
  numbers: [
    ['pin', /\b(?:code (?:secret|confidentiel|pin|d acces|personnel)|mot de passe|pin)\b/],
    ['social_security', /\bsecurite sociale\b/],
    ['card', /\bcarte\b/],
    ['birth_date', /\bdate de naissance\b/],
    ['postal_code', /\bcode postal\b/],
    ['phone', /\b(?:numero de )?(?:telephone|mobile|portable)\b/],
    ['policy', /\b(?:police|assurance)\b/],
    ['claim', /\b(?:sinistre|reclamation)\b/],
    ['order', /\b(?:commande|reservation|colis|numero de suivi)\b/],
    ['reference', /\b(?:reference|dossier)\b/],
    ['customer', /\bclient\b/],
    ['account', /\b(?:compte|contrat|adherent|abonne)\b/],
    ['other', /\b(?:numero|code|chiffres|montant|nombre|date|indicatif)\b/],
  ],
  request,
  endKeys: {
    pound: /\b(?:diese|carre)\b|#/,
    star: /\b(?:etoile|asterisque)\b|\*/,
    after:
      /\b(?:suivie?s? (?:de|du|par|d)|puis|ensuite|et (?:appuyez|tapez|terminez|validez|pressez)|(?:terminez|validez|finissez) (?:par|avec)|(?:lorsque|quand) vous avez (?:termine|fini))\b/,
    done: /\bavez (?:termine|fini)\b/,
    sends: /^pour (?:continuer|confirmer|valider|terminer|envoyer)\b(?! (?:en|sans)\b)/,
    unlike: /\b(?:si vous (?!avez (?:termine|fini))|sinon|revenir|retourner|parler|annuler|reecouter)\b/,
  },
  position: [
    /\b(?:en )?(?:position|place)(?: est)?(?: la| le)?(?: numero)? (\d+)\b/,
    /\bvous etes (?:le |la |en |l )?(?:numero |appelant numero )?(\d+)(?:e|eme|ieme)?\b/,
    /\b(?:numero|rang) (\d+) dans la file\b/,
  ],
  ahead: [/\b(\d+) (?:personnes?|appels?|clients?|correspondants?)(?: [a-z]+){0,2} (?:devant|avant) vous\b/],
  first: [/(?<!\bsi )\bvous etes (?:le|la) (?:prochaine?|premiere?)\b/],
  wait: [
    /\b(?:attente|patienter(?! 1 (?:minute|seconde)))\b(?: [a-z]+){0,7} (\d+)(?:(?: (?:a|et|ou))? (\d+))? (minutes?|heures?|secondes?)\b/,
  ],
  units: { hour: /^heure/, second: /^seconde/, half: /^ et demie\b/ },
  names: frenchNames,
};
