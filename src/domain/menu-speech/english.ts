import type { LanguageTable, RequestWords } from './language.ts';
import { englishNames } from './number-names.ts';

const line = String.raw`(?:the |our )?(?:line|queue|cue|q)\b`;
/** "If we get disconnected, I will call you back" offers nothing. */
const lost = String.raw`(?:disconnected|cut off|dropped|lose you|lost)`;
/** Advice for another day is not a refusal. */
const now = String.raw`(?!(?: [a-z]+){0,4} (?:later|tomorrow|minutes|hours|day|monday)\b)`;
/** Neither is the statement that the number of the caller's line is unknown. */
const typed = String.raw`(?!(?: [a-z]+){0,6} calling from\b)`;
/** "Please hold for one minute while I check" is not an estimate of the wait. */
const aMoment = String.raw`(?:wait|hold)(?: on)?(?: for)?(?: just)?(?: about)? (?:(?:1|an?) (?:minute|second)|\d+ seconds)\b`;
/** The things on which numbers are typed. */
const keypad = String.raw`(?:your|the) (?:[a-z]+ ){0,4}?(?:(?:key|dial|number) ?pad|keys)(?: (?:on|of) (?:your|the) (?:[a-z]+ )?(?:tele)?phone)?`;
const secret = String.raw`(?:pins?|p i n|pass ?codes?|pass ?words?|(?:access|security) codes?)`;
const near = String.raw`(?: [a-z]+){0,5}?`;

const person = String.raw`(?:agents?|representatives?|reps?|operators?|associates?|specialists?|advis[eo]rs?|colleagues?|consultants?|nurses?|tellers?|staff|team|person|people|department|systems?|callers|customers|members|clients|patients)`;
/** What may stand before a verb. */
const adverb = String.raw`(?:[a-z]+ly|also|now|then|just|always|first|still|even|ever|again|either|next|need|want|yet|already)`;

/** Not for something that is shown there: "the code shown on our website". */
const websites = String.raw`(?<!\b(?:shown|found|displayed|listed|received|see) )\b(?:on|at|in|through|via|using|visit|go to) (?:[a-z]+ ){0,3}?(?:web ?site|web page|portal|app|com)\b`;
/** Another thing to do, besides what is asked for. */
const visits =
  '(?:go|visit|head|use|call|check|log|sign|look|see|press|hold|wait|stay|listen|follow|open|download)';
const branches = String.raw`\b(?:at|in) (?:[a-z]+ ){0,4}?(?:branch(?:es)?|atms?|stores?|offices?|machines?)\b(?! (?:card|receipt|number|account|code|id)\b)`;

/** How a menu asks for a number, as opposed to talking about one. */
const request: RequestWords = {
  theirs: /^(?:verify|confirm|provide|input|type|give|tell)\b/,
  beginsClause:
    /(?:^|[|,] )(?:(?:and|or|then|now|so|next|first|simply|just|also|thank you|thanks|okay|ok|sorry|hello|welcome|otherwise) (?:, )?)*$/,
  doubles: /(?:\b(?:say|speak|enter|verify|confirm|provide|type|input) (?:or|and) )+$/,
  urges: new RegExp(
    String.raw`(?:^| )(?:please|kindly|(?:can|could|would|will) you(?: please)?|you (?:must|should)|(?:(?:^|(?:please|[|,]|and|then) )use ${keypad} to))(?: ${adverb})* $`,
  ),
  unasked: new RegExp(
    String.raw`(?:^| )(?:(?:to|will|may|might|we|they|not|never|don t|cannot|must|should)(?: [|,])?|${person}|he|she|it|i|who|(?<!\bthank )you|us|them|would|can|could|shall|do|does|did|ll|d|can t|won t|have|has|had|ve|without|helps?|lets?|the|a|an|this|that|your|our|any|each|of)(?: ${adverb})* $`,
  ),
  forbids:
    /(?:^|[|,] |\bplease |\byou (?:should|must) )(?:never|not|do not|don t)(?! (?:hang|worry|wait|press|disconnect)\b)(?: [a-z]+| ,){1,8} (?:or|nor) $|\b(?:never|not) (?:ask|asking|request|require)(?: [a-z]+){0,6} $/,
  offers: new RegExp(
    String.raw`(?:^| )you (?:can|may|could)(?: ${adverb})*(?: use ${keypad} to(?: ${adverb})*)? $`,
  ),
  atOnce: /\b(?:now|please)\b/,
  states: /\b(?:can|may|might|could|will|ll|able to|allows?|lets?)\b/,
  depends:
    /^(?:and |but |or )?(?:to|in order|so|before|if|when|while|until|once|after|as|because|since|unless)\b/,
  promises: /^(?:(?:okay|ok|sure|great|yes) )?(?:i|we) (?:can|will|ll)\b/,
  others: new RegExp(String.raw`\b(?:we|they|he|she|it|i|${person})\b`),
  asked: 'enter',
  purpose: /^(?:to|so|in order|before|because|since|as|thanks?|welcome)\b/,
  elsewhere: new RegExp(
    String.raw`${websites}|${branches}|\bonline(?= ?(?:$|[|,])| (?:or|and|at|by|instead)\b)|\bin person\b|\bby pressing\b|\b(?:when|once|after|as soon as|if|until) (?:(?:you )?(?:are |re )?(?:prompted|asked|requested|connected|transferred)|(?:the|an?|your|our|one of our) (?:[a-z]+ )?${person})\b|\bat the (?:next )?prompt\b|\blater\b|\bnext time\b`,
  ),
  recipient: new RegExp(
    String.raw`^(?:verify|confirm|provide|input|type|give|tell|say|speak)\b(?:.*(?<!\b(?:connect|connected|transfer|transferred|speak|speaking|talk|talking|get|send|route|direct)(?: you| your call| through)?) (?:to|with))? (?:the|an?|your|our|any|one of our) (?:[a-z]+ ){0,2}?${person}\b`,
  ),
  goesOn: new RegExp(
    String.raw`(?: ,)? (?:and then|and|then|or)(?: please| you (?:can|may))? ${visits}\b.*$| , (?:for|if) (?!(?:you (?:are|re) )?(?:prompted|asked|requested)\b)[^,]*?(?: ,)? (?:please )?${visits}\b.*$`,
  ),
  creates: /^(?:choose|create|pick|select|set|make|think)\b/,
  fresh: new RegExp(
    String.raw`^[a-z]+(?: [a-z]+)? (?:(?!${secret} )[a-z0-9]+ )*?(?:new|desired|preferred)\b|\b${secret}(?: numbers?)? (?:of your (?:own )?(?:choice|choosing)|(?:that )?you (?:would like|want|wish|d like) to (?:use|have|set|keep)|(?:that )?you (?:will|ll|can) (?:easily )?remember)\b`,
  ),
  except: /\b(?:not|don t|never|instead of|rather than)\b.*$/,
  means: /(?:^| )by (?:entering|typing(?: in)?|keying in|providing|saying) /,
  or: /(?: ,)? or /,
  between: new RegExp(
    String.raw`^(?:(?:please|now|in|us|me|with|just|only|both|again|here) )*(?:(?:the |all |only |just )*(?:(?:last|first|final) [a-z0-9]+(?: digits?| numbers?)?|(?:[a-z0-9]+ )?digits?|numbers?) of )?(?:(?!(?:${person}|we|you|i|they|he|she|it|our|their|his|her|who|which|that|what|when|where|if|so|as|because|and|or|but|then|to|of|on|for|from|in|at|with|by|about|using|is|are|was|were|be|been|will|would|can|may|has|have|do|does|press|call|dial|say|stay|hold|wait|speak|visit|followed|than|without|through)\b)[a-z0-9]+ )*$`,
  ),
  onCard:
    /^(?:(?:please|now|in|just|only|again|here) )*(?:(?:the |all )*(?:last|first|final) [a-z0-9]+(?: digits?| numbers?)? of )?(?:the )?(?:(?:last|first|final) [a-z0-9]+ )?(?:long |full |complete |whole )*(?:[a-z0-9]+ digit )?(?:[0-9]+ |sixteen |long |card |account )*(?:numbers?|digits)(?: (?:that s |that is |which is |as )?(?:printed|shown|embossed|displayed|found|that appears?))? (?:on|across|along|from)(?: the (?:front|face|middle|bottom|centre|center)(?: of)?)? (?:your|the) $/,
  nouns: ['pin', 'social_security', 'birth_date', 'postal_code', 'called', 'phone', 'extension', 'other'],
  complete: (isVague) =>
    new RegExp(
      String.raw`^(?: (?:id|identification|reference|confirmation|tracking|booking|reservation|policy|case|claim|file|ticket|member|membership|account|order|holder|group)){0,2} (?:numbers?|id|i d|codes?|digits?)\b${isVague ? '' : '|^(?: ,.*| (?:now|please|again|below|followed|then|and|or|to|if|so|you|your|we)\\b.*)?$'}`,
    ),
};

export const english: LanguageTable = {
  common: 'the you your for to press please of is are we and this our call thank if in or have'.split(' '),
  press: 'press pressed presses pressing pres bress'.split(' '),
  // "A touch-tone telephone" has no key, nor have "a hit and run" and "push notifications".
  weakPress: 'dial select choose enter say tap touch push hit'.split(' '),
  pressHeardAs: 'breast breath brass bras best dress pret price prince dao dow'.split(' '),
  fillers:
    'the a key keys number button now please or say on your telephone keypad digit option pressing just simply'.split(
      ' ',
    ),
  keys: {
    ...{ zero: '0', one: '1', two: '2', three: '3', four: '4', five: '5', six: '6', seven: '7' },
    ...{ eight: '8', nine: '9', star: '*', asterisk: '*', pound: '#', hash: '#', hashtag: '#' },
  },
  soundsLike: {
    ...{ oh: '0', o: '0', hero: '0', zeros: '0', won: '1', wan: '1', to: '2', too: '2', tu: '2', tree: '3' },
    ...{ free: '3', for: '4', fore: '4', fife: '5', hive: '5', sicks: '6', sex: '6', ate: '8', hate: '8' },
    ...{ mine: '9', nigh: '9', stars: '*', start: '*', pond: '#', pounds: '#' },
    ...{ want: '1', line: '1', client: '1' },
    ...{ full: '4', caller: '4', color: '4', cooler: '4', floor: '4', taylor: '2', tailor: '2', queue: '2' },
    ...{ du: '2', tube: '2', dart: '*', dar: '*', tar: '*', tour: '*', starkey: '*', town: '#', pump: '#' },
  },
  soundsLikeNext: {
    ...{ do: '2', true: '2', feet: '3', fee: '3', forward: '4', forth: '4', fort: '4', side: '5' },
    ...{ sides: '6', sick: '6', heaven: '7', night: '9', dine: '9' },
  },
  starts: ['for', 'to', 'if', 'or', 'otherwise'],
  states: /^(?:(?:that|it) (?:s|is|ll be|will be|would be)|thats|its)$/,
  questions: [
    [/^(?:and |or |so |but )?(?:do|did) (?=you\b)/, 'if '],
    [/^(?:and |or |so |but )?(are|were|would|have|will|can|could) you\b/, 'if you $1'],
    [/^(?:and |or |so |but )?(?:does|did|do) (?=your\b)/, 'if '],
    [/^(?:and |or |so |but )?is (it|this|that)\b/, 'if $1 is'],
    [/^/, 'if '],
  ],
  startsHeardAs: ['four', '4', 'full', 'fore', 'fort', 'caller', 'two', '2', 'too', 'if'],
  twoForOne: [
    ['number', 'sign', 'pound'],
    ['full', 'are', 'full'],
    ['full', 'our', 'full'],
    ['full', 'or', 'full'],
  ],
  noLabel:
    /^(?:for (?:calling|your (?:call|patience|continued|time|loyalty)|holding|quality|training|choosing|waiting|contacting|security purposes|a moment|listening)|to (?:better|serve|ensure|help us|improve|assist us|the following|our (?:menu|customers)|us\b)|if you know (?:your|the)\b.* (?:you (?:may|can)|please|enter|dial|at any time)\b|if this is (?:a |an )?(?:[a-z]+ )?emergency|or (?:two|to|four)\b)/,
  answer: /^if (?:(?:you|it|this|that|they) [a-z]+ )?(?:not|t|so)$/,
  hollow:
    'or and for to if you would like wish want need have are you re your our a an the please with about of is i call calling us speak talk someone press has had does did not was were can cannot could get got that which who when where how what much many some any still under over their they them been will there'.split(
      ' ',
    ),
  phrases: {
    invalid: [
      /\b(?:not (?:a |an )?valid|invalid|in valid)\b/,
      new RegExp(
        String.raw`\b(?:did not|didn t|do not|don t|could not|couldn t|cannot|can t) (?:quite )?(?:understand|recognize|recognise|get that|hear|catch)${typed}`,
      ),
      new RegExp(String.raw`\bnot (?:a )?recogni[sz]ed?\b${typed}`),
      new RegExp(String.raw`\b(?:please )?try (?:that )?again\b${now}`),
      /\bdid(?: not|n t) (?:receive|get) (?:an? |any |your )?(?:valid )?(?:response|selection|entry|input|answer)\b/,
      /\bmade no selection\b|\bno (?:input|selection) was\b/,
      /\bthat (?:option|choice|selection|entry) is not\b/,
    ],
    // What the caller does not recognise, or did not receive, is no key of the menu's.
    noRefusal:
      /\b(?:if|when|whenever|unless)(?: [a-z0-9]+){0,6} $|\b(?:for|to)(?: [a-z]+)? $|\b(?:you|they)(?: [a-z]+ly| still)?(?: do| did| could)? $/,
    hold: [
      /\b(?:please|kindly) (?:continue to |stay on |remain on )?hold\b/,
      /\bhold (?:the line|while|please|for)\b/,
      /\b(?:stay|remain) on the line\b/,
      /\b(?:all|each) (?:of )?(?:our )?(?:[a-z]+ )?(?:agents|representatives|operators|advisors|associates|specialists|lines) (?:are|is)\b/,
      /\byour call (?:is (?:very )?important|will be answered)\b/,
      /\b(?:next|first) available (?:agent|representative|operator|advisor|associate|specialist|person)\b/,
      /\bwhile (?:i|we) (?:connect|transfer|try)\b|\b(?:connecting|transferring) (?:you|your call)\b/,
    ],
    repeats:
      /\b(?:to (?:hear|repeat|listen to) (?:this|these|that|the|our|your)\b(?: (?!(?:dial|or|otherwise|press|push|say)\b)[a-z]+){0,4}? (?:(?:please|just) )*(?:stay on the line|remain on the line|hold)|(?:stay|remain) on the line to (?:hear|repeat|listen to)\b)/g,
    stay: [
      /\b(?:stay|remain|hold) (?:on )?(?:the )?line (?:and|to|for|if)\b/,
      // Not "or hold a public event".
      /\b(?:otherwise|or) (?:please )?(?:stay|remain|wait|hold(?! (?:an?|your|our|any|some)\b))\b/,
      /\b(?:stay|remain) on the line for (?:the |an? )?(?:next|operator|agent|representative|assistance)/,
    ],
    callBack: [
      new RegExp(
        String.raw`(?<!\b${lost}(?: [a-z]+){0,6} )\b(?:call|phone|ring) you back\b(?! (?:if|in case|should)\b)`,
      ),
      /\b(?:receive|request|get|schedule|have|want|like|offer\w*) (?:a |you a )?(?:call ?back|return call)\b/,
      /\bwithout losing your (?:place|spot|position)\b/,
      /\b(?:we|i)(?: will| can| ll)?(?: also)? (?:keep|hold|save) your (?:place|spot|position)\b/,
      /(?<!\b(?:stay|remain|hold|wait)(?: [a-z]+){0,6} )\bto (?:keep|hold|save) your place in (?:line|the queue)\b(?! (?:please )?(?:stay|remain|hold|wait|do not|don t)\b)/,
    ],
    voicemail: [
      /\bleave (?:us |me |him |her )?(?:a |your )?(?:brief |detailed |short )?(?:voice )?(?:message|mail|name)\b/,
      /\b(?:after|at) the (?:tone|beep)\b/,
      /\bvoice ?mail(?:box)?\b/,
      /\brecord your (?:message|name)\b/,
      /\bmailbox (?:is|of|belonging)\b/,
    ],
    endsMessage:
      /\b(?:hang(?:ing)? up|done|finish(?:ed)?|complete[ds]?|more options|(?:call ?back|phone) number)\b|\btone$/,
    closed: [
      /\b(?:office|offices|we|department|store|branch|center|centre) (?:is|are) (?:now |currently |presently )?closed\b/,
      /\boutside (?:of )?(?:our |normal |regular |business |office )+hours\b/,
      /\b(?:calling|called|reached us|you have reached [a-z ]{1,40}) after (?:our )?(?:normal |regular |business |office )*hours\b/,
      /\bcall (?:us )?(?:back|again) (?:during|tomorrow|between|on monday|later)\b/,
      /\b(?:business|office|opening|operating|regular|normal) hours are\b/,
      /\bwe are open (?:monday|from|weekdays)\b/,
    ],
  },
  asksNumber: [
    /\b(?:enter|re enter|key in|type in|type(?! of)|input|punch in|provide|verify|confirm|give (?:us|me)|tell (?:us|me))(?: or (?:say|speak))?\b/,
    /\b(?:say|speak) (?:or enter|your)\b/,
    /\busing (?:your|the) (?:telephone |phone |touch ?tone )?key ?pad\b/,
    new RegExp(
      String.raw`\b(?:choose|create|pick|select|set up|set|make up|think of)(?= (?:an? |your |the )?(?:[a-z0-9]+ ){0,4}?${secret}\b)`,
    ),
  ],
  numbers: [
    [
      'pin',
      /\b(?:pin|p i n|personal identification|pass ?code|pass ?word|access code|(?<!card )security code(?!(?: [a-z0-9]+){0,6} card)|secret)\b/,
    ],
    ['social_security', /\bsocial(?: security)?\b/],
    ['card', /\b(?:(?:credit|debit|payment|bank) )?card\b/],
    [
      'birth_date',
      /\b(?:(?:(?:date|year|month|day) (?:and (?:date|year|month|day) )?of (?:your )?)?birth(?: ?(?:dates?|days?|year|month))?)\b/,
    ],
    ['postal_code', /\b(?:zip|postal|post) ?code\b/],
    ['called', /\bnumber (?:that )?you (?:wish|want|would like|are trying) to (?:call|dial|reach)\b/],
    [
      'phone',
      /\b(?:area code (?:and|plus|then|followed by) (?:your |the )?(?:[a-z0-9]+ digit )?)?(?:phone|telephone|mobile|cell|cellular)(?: phone)? number\b/,
    ],
    ['policy', /\bpolicy\b/],
    ['claim', /\bclaims?\b/],
    ['order', /\b(?:order|tracking|confirmation|booking|reservation)\b/],
    ['reference', /\b(?:reference|case|ticket|file)\b/],
    ['customer', /\b(?:customer|client)\b/],
    ['account', /\b(?:account|member|membership|subscriber|a count)\b/],
    ['other', /\b(?:digits?|numbers?|codes?|id|file name|amount|quantity|dates?|year)\b/],
  ],
  request,
  endKeys: {
    pound: /\b(?:pound|hash|number sign|pond|pump key|town key)\b|#/,
    star: /\b(?:star|asterisk)\b|\*/,
    after:
      /\b(?:followed by|then|and (?:press|hit|push)|(?:when|once|after|as soon as) (?:you (?:are|re|have|ve) )?(?:all )?(?:finished|done|complete|completed|entered|entering|finish)|end(?:ing)? (?:it |your entry )?with|to (?:continue|confirm|submit|finish|proceed)(?: please)? (?:press|hit|push))\b/,
    done: /\b(?:finish(?:ed)?|done|completed?|entered|entering)\b/,
    sends: /^to (?:continue|confirm|submit|finish|proceed|complete|send)\b(?! (?:in|with|without)\b)/,
    unlike:
      /\b(?:if you(?! (?:are|re|have) (?:all )?(?:finished|done))|if not|otherwise|to (?:return|go|speak|talk|reach|repeat|hear|cancel|start|exit|skip|get|be|leave|change|correct))\b/,
  },
  position: [
    new RegExp(String.raw`\b(?:caller|customer|number|position|place|spot) (?:number )?(\d+) in ${line}`),
    new RegExp(
      String.raw`\b(?:position|place|spot)(?: in ${line})?(?: is)?(?: currently| now)?(?: number)? (\d+)\b`,
    ),
    /\byou (?:are|re)(?: currently| now)? (?:caller |the )?(?:number )?(\d+)(?:st|nd|rd|th)? (?:caller |in (?:the )?(?:line|queue|cue))/,
    /\byou (?:are|re)(?: currently| now)? (?:caller )?number (\d+)\b/,
  ],
  ahead: [
    /\b(\d+) (?:other )?(?:callers?|colou?rs?|people|persons?|customers?|calls?)(?: [a-z]+){0,3} (?:ahead|before|in front)\b/,
    /\b(?:ahead of you|before you|in front of you) (?:are|is) (\d+)\b/,
  ],
  first: [
    /(?<!\b(?:if|when) )\byou(?:r call)? (?:are|re|is)(?: now| currently)? (?:the )?(?:next|first)(?: (?:caller|customer|person|one|in|to be|up|and|please|your|an|our|thank)\b|$)/,
    /\b(?:next|first) in line\b/,
  ],
  wait: [
    new RegExp(
      String.raw`(?<!\bbeen (?:on )?)\b(?!${aMoment})(?:wait|waiting|weight|hold|holding|delay|(?:wake|late|whole) time)\b${near}(?: (?:is|of|be|about|than))?${near} (\d+|an?|half an)(?:(?: (?:to|and|or))? (\d+))? (minutes?|hours?|seconds?)\b`,
    ),
    /\b(\d+|an?)(?:(?: (?:to|or))? (\d+))? (minutes?|hours?) (?:wait|hold|delay)\b/,
    /\b(?:answered|with you|help you|assist you) in(?: [a-z]+){0,3} (\d+|an?)(?:(?: (?:to|or))? (\d+))? (minutes?|hours?|seconds?)\b/,
  ],
  units: { hour: /^hour/, second: /^second/, half: /^ and (?:a|1) half\b/ },
  names: englishNames,
};
