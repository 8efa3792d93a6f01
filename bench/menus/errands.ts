/** Errands as owners write them, and the queues of the phone company that are right for each. */
export interface Errand {
  number: string;
  intent: string;
  facts?: readonly { label: string; value: string }[];
  /** Every queue that suits this errand; undefined: only the owner can continue there. */
  right: RegExp | undefined;
}

/** Sets of errands, in the order in which they were written; within a set each errand has its own number. */

export const knownErrands: readonly Errand[] = [
  { number: '+12025550160', intent: 'ask about my bill', right: /^accounts-/ },
  {
    number: '+12025550161',
    intent: 'order call waiting for our old phone number',
    right: /^sales-waiting-old$/,
  },
  {
    number: '+12025550162',
    intent: 'I forgot my password',
    facts: [{ label: 'phone number', value: '202 555 0199' }],
    right: /^password$/,
  },
  { number: '+12025550163', intent: 'reset my password', right: undefined },
  { number: '+12025550164', intent: 'report a broken router', right: /operator$/ },
  { number: '+12025550170', intent: 'mute my phone in the conference', right: /^mute-/ },
  {
    number: '+12025550171',
    intent: 'the other participants are too loud, make them quieter',
    right: /^volume-others$/,
  },
  { number: '+12025550180', intent: 'listen to the next message', right: /^next$/ },
  { number: '+12025550181', intent: 'forward a message to a colleague', right: /^forward-/ },
];

export const unseenErrands: readonly Errand[] = [
  { number: '+12025550165', intent: 'cancel the delivery of tomorrow', right: /operator$/ },
  {
    number: '+12025550166',
    intent: 'somebody called me, find out who the last call was from',
    right: /^last-/,
  },
  { number: '+12025550167', intent: 'hear my new messages', right: /^messages-new$/ },
  {
    number: '+12025550168',
    intent: 'buy do not disturb for the new telephone number',
    right: /^sales-disturb-new$/,
  },
  {
    number: '+12025550172',
    intent: 'get rid of the participant who joined last',
    right: /^remove$/,
  },
  {
    number: '+12025550173',
    intent: 'lock the conference',
    facts: [{ label: 'conference PIN', value: '4711' }],
    right: /^lock$/,
  },
  {
    number: '+12025550174',
    intent: 'I am speaking too loud for the others, lower my speaking volume',
    right: /^volume-own$/,
  },
  { number: '+12025550182', intent: 'delete a message', right: /^delete$/ },
  { number: '+12025550183', intent: 'place a call to another number', right: undefined },
  { number: '+12025550184', intent: 'complain about your service', right: /operator$/ },
];

export const laterErrands: readonly Errand[] = [
  { number: '+12025550169', intent: 'I have a question about an invoice', right: /^accounts-/ },
  { number: '+12025550175', intent: 'unmute my mobile', right: /^mute-/ },
  { number: '+12025550176', intent: 'reset the volume of the conference', right: /^volume-reset$/ },
  { number: '+12025550177', intent: 'the last person who joined should be thrown out', right: /^remove$/ },
  {
    number: '+12025550178',
    intent: 'turn down the volume of the other participants',
    right: /^volume-others$/,
  },
  {
    number: '+12025550179',
    intent: 'unlock the conference',
    facts: [{ label: 'conference PIN', value: '4711' }],
    right: /^lock$/,
  },
  { number: '+12025550185', intent: 'hear the previous message', right: /^previous$/ },
  { number: '+12025550186', intent: 'have a message repeated', right: /^repeat$/ },
  {
    number: '+12025550187',
    intent: 'send a message on to somebody else by their extension',
    right: /^forward-/,
  },
  { number: '+12025550188', intent: 'talk to a person', right: /operator$/ },
  { number: '+12025550189', intent: 'erase a message', right: /^delete$/ },
];

/** In words that no table may be tuned to. */
export const untouchedErrands: readonly Errand[] = [
  { number: '+12025550160', intent: 'speak with accounting about a payment I made', right: /^accounts-/ },
  {
    number: '+12025550161',
    intent: 'buy speed dial for my new telephone number',
    right: /^sales-dial-new$/,
  },
  {
    number: '+12025550162',
    intent: 'somebody phoned, I want information about that last call',
    right: /^last-/,
  },
  { number: '+12025550163', intent: 'listen to my messages', right: /^messages-/ },
  { number: '+12025550170', intent: 'mute myself', right: /^mute-/ },
  { number: '+12025550171', intent: 'lower the volume of my own voice', right: /^volume-own$/ },
  { number: '+12025550172', intent: 'set the audio volume back to the default', right: /^volume-reset$/ },
  { number: '+12025550173', intent: 'remove the participant who came in last', right: /^remove$/ },
  { number: '+12025550180', intent: 'go to the next message', right: /^next$/ },
  { number: '+12025550181', intent: 'forward a voice message to another user', right: /^forward-/ },
  { number: '+12025550182', intent: 'speak to an operator', right: /operator$/ },
  { number: '+12025550183', intent: 'delete my message', right: /^delete$/ },
];
