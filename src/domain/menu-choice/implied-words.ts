const places =
  '(?:office|store|shop|branch|hotel|clinic|pharmacy|bank|library|pool|museum|restaurant|station|building|place)s?';
const them = `(?:you|they|it|(?:the|your|their) (?:[a-z]+ ){0,2}${places})`;

/**
 * The words of a text, preceded by those that it implies, as menus put them: "turn it off" implies "deactivate". They come first because
 * what follows a preposition counts less. For folded English texts.
 */
export function withImpliedWords(text: string): string[] {
  const implied = meanings.filter(([pattern]) => pattern.test(text)).flatMap(([, words]) => words.split(' '));
  const said = rewordings.reduce((words, [pattern, word]) => words.replace(pattern, word), text);
  return [...implied, ...said.split(' ')];
}

/** What somebody says who has an appointment. */
const cannot = '(?:can t|cannot|can not|won t|will not|(?:am|are|is|m|re|s|be) (?:not able|unable) to)';

const beThere = '(?:come|attend|be there|keep (?:my|our|the|this) appointment)';
const onAnotherDay = String.raw`\b(?:(?:another|different|new|later|earlier) (?:day|date|time|slot|one|appointment)|instead|reschedule|move|change|next week|week after)\b`;

const rewordings: readonly (readonly [RegExp, string])[] = [
  // A caller who says that it is too quiet does not want it quieter.
  [/\btoo (?:quiet|loud)\b/, 'too'],
  [new RegExp(String.raw`\b${cannot} make it\b(?=.*${onAnotherDay})`), 'reschedule'],
  [new RegExp(String.raw`\b${cannot} make it\b`), 'cancel'],
  // Whoever returns brings nothing back.
  [/\breturning (?=(?:customer|client|guest|member|patient|student|subscriber|traveler)s?\b)/, 'existing '],
  // The whole option, or the state of what it names.
  [/^((?:[a-z]+ ){0,3})(?:disabled|de activated|deactivated)$/, '$1deactivate'],
  [/^((?:[a-z]+ ){0,3})(?:enabled|activated)$/, '$1activate'],
];

/** A call that the far end makes for the caller. */
export const dialOut = 'dialout';

const wish = '(?:please |i (?:want|need|would like|d like) to )?';

const meanings: readonly (readonly [RegExp, string])[] = [
  // Only as a command, unlike "my tablet will not turn on". Up to three words stand between the verb and its "on" or "off".
  [new RegExp(String.raw`^${wish}(?:turn|switch) (?:(?!off )[a-z]+ ){0,3}on\b`), 'activate'],
  [new RegExp(String.raw`^${wish}(?:turn|switch) (?:(?!on )[a-z]+ ){0,3}off\b`), 'deactivate'],
  [
    /^take (?:[a-z]+ ){0,3}(?:mark|flag|beep|name|block|number|greeting|announcement|message) off\b/,
    'remove',
  ],
  [new RegExp(String.raw`\b${cannot} ${beThere}\b(?=.*${onAnotherDay})`), 'reschedule'],
  [new RegExp(String.raw`\b${cannot} ${beThere}\b(?!.*${onAnotherDay})`), 'cancel'],
  [/\bcall (?:(?:it|this|that|(?:the|my|our) (?:[a-z]+ )?[a-z]+) )?off\b/, 'cancel'],
  [/\bmake (?:the|my|our) (?:[a-z]+ )?longer\b/, 'extend'],
  [
    /\bnot (?:yet )?an? (?:existing |current )?(?:customer|client|member|patient|subscriber)\b/,
    'new customer',
  ],
  [
    /\b(?:volume|sound|voice|others?|hear)\b.*\btoo (?:quiet|soft|low)\b|\btoo (?:quiet|soft|low)\b.*\b(?:volume|sound|voice|hear)\b/,
    'increase',
  ],
  [
    /\b(?:volume|sound|voice|others?|hear|participants?)\b.*\btoo (?:loud|noisy)\b|\btoo loud\b.*\b(?:volume|sound|voice|hear)\b/,
    'decrease',
  ],
  [/\b(?:all|stop) (?:(?:of )?my )?calls\b|\bevery call\b/, 'unconditional'],
  // Only as the whole intent: in "call my cable company about an outage", the call is the one that the gateway makes.
  [
    /^(?:please )?(?:call|ring|phone|dial)(?: back| up)?(?: (?!about\b|and\b|because\b|ask\b)[a-z]+){1,5}$/,
    dialOut,
  ],
  [/^(?:call|ring|phone|dial) .*\bcalling card\b/, dialOut],
  [/\bring (?:him|her|them) back\b|\b(?:make|place) an? (?:[a-z]+ )?call\b/, dialOut],
  [
    /^call (?:this|that|the) (?:number|person|caller)\b|^(?:[a-z]+ )?calling(?: [a-z]+)?$|^enter (?:a|the) (?:(?:tele)?phone )?number$/,
    dialOut,
  ],
  [new RegExp(String.raw`\bwhere (?:is|are) ${them}|\bwhere ${them} (?:is|are)\b`), 'location'],
  [
    new RegExp(
      String.raw`\b(?:find out|ask for|get|give me|what is|need) (?:the|your|their) address(?: of (?:the|your) ${places})?$`,
    ),
    'location',
  ],
  [new RegExp(String.raw`\bhow (?:do i|can i|to) get (?:there$|to ${them})`), 'location'],
  [
    new RegExp(
      String.raw`\b(?:when|what time|how late|until when)(?: do| does| are| is| will)? ${them}(?: are| is)? (?:open|opens|close|closes)\b(?! (?:an?|my|the|your) )`,
    ),
    'hours',
  ],
  [
    new RegExp(
      String.raw`\b(?:do|are|will) ${them} (?:(?:be|still|already|ever|also) )?open(?=$| (?:on|at|in|all|now|late|early|before|after|until|till|over|this|tonight|today|tomorrow|[a-z]+days?)\b)`,
    ),
    'hours',
  ],
  [/\b(?:until when|how late|when) can i (?:come|drop|stop|visit)\b/, 'hours'],
];
