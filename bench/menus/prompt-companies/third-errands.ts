import type { Errand } from '../errands.ts';

/** For the calling card, the resort and the personal number; their writer had not seen the explorer's rules. */
export const thirdPromptErrands: readonly Errand[] = [
  {
    number: '+14065550100',
    intent: 'phone my aunt in India',
    facts: [{ label: 'phone number of my aunt', value: '91 22 5550 0143' }],
    right: /^cardline-call-india$/,
  },
  {
    number: '+14065550101',
    intent: 'put twenty dollars on my card for calls to Lima',
    right: /^cardline-lima-20$/,
  },
  { number: '+14065550102', intent: 'make a call to Quebec', right: undefined },
  {
    number: '+14065550103',
    intent: 'buy ten dollars of minutes for local calls',
    right: /^cardline-local-10$/,
  },
  {
    number: '+14065550104',
    intent: 'change the number of my family in the speed dial',
    right: /^cardline-family-change$/,
  },
  { number: '+14065550105', intent: 'ring my office with speed dial', right: /^cardline-work-call$/ },
  {
    number: '+14065550106',
    intent: 'save a speed dial number for my friends',
    right: /^cardline-friends-new$/,
  },
  {
    number: '+14065550107',
    intent: 'tell somebody there that my card was stolen',
    right: /^cardline-operator$/,
  },
  {
    number: '+14065550108',
    intent: 'I want to know what the call I just made has cost me',
    right: /^cardline-last-dollars$/,
  },
  {
    number: '+14065550109',
    intent: 'my roommate has seen the secret code of my card, I need another one',
    right: /^cardline-password$/,
  },

  {
    number: '+14155550100',
    intent: 'book a round of golf for Saturday at nine',
    right: /^clubhouse-golf-saturday-9$/,
  },
  {
    number: '+14155550101',
    intent: 'reserve the golf course for tomorrow afternoon',
    right: /^clubhouse-golf-tomorrow-pm$/,
  },
  {
    number: '+14155550102',
    intent: 'sign me up for golf this Sunday, ten in the morning',
    right: /^clubhouse-golf-sunday-10$/,
  },
  {
    number: '+14155550103',
    intent: 'get a one hour tango lesson with Romeo',
    right: /^clubhouse-tango-60-romeo$/,
  },
  {
    number: '+14155550104',
    intent: 'book Juliet for half an hour of tango',
    right: /^clubhouse-tango-30-juliet$/,
  },
  { number: '+14155550105', intent: 'find out where the hotel is', right: /^clubhouse-hotel-location$/ },
  {
    number: '+14155550106',
    intent: 'check whether there are new messages for me at the hotel',
    right: /^clubhouse-messages-new$/,
  },
  { number: '+14155550107', intent: 'be put through to Oscar', right: /^clubhouse-oscar$/ },
  {
    number: '+14155550108',
    intent: 'I am staying at the hotel and want to sleep all day today, nobody should ring or knock',
    right: /^clubhouse-quiet-today$/,
  },
  {
    number: '+14155550109',
    intent: 'I must have left my umbrella with you last week, ask if anybody found it',
    right: /^clubhouse-operator$/,
  },

  { number: '+15655550100', intent: 'stop forwarding all my calls', right: /^reachme-always-off$/ },
  {
    number: '+15655550101',
    intent: 'turn on call forwarding for when my line is busy',
    right: /^reachme-busy-on$/,
  },
  {
    number: '+15655550102',
    intent: 'when I do not pick up, forward the call after thirty seconds',
    right: /^reachme-unanswered-30$/,
  },
  {
    number: '+15655550103',
    intent: 'answer the message my family left me',
    right: /^reachme-family-reply$/,
  },
  { number: '+15655550104', intent: 'erase the message from work', right: /^reachme-work-delete$/ },
  {
    number: '+15655550105',
    intent: 'record a new announcement for when I am on another call',
    right: /^reachme-greeting-busy$/,
  },
  {
    number: '+15655550106',
    intent: 'add the last caller to my speed dial as a friend',
    right: /^reachme-speed-friends$/,
  },
  { number: '+15655550107', intent: 'switch on do not disturb', right: /^reachme-disturb$/ },
  {
    number: '+15655550108',
    intent: 'people who hide their number should get my answering machine instead of me',
    right: /^reachme-unknown-voicemail$/,
  },
  {
    number: '+15655550109',
    intent: 'somebody rang while I was in the shower, I would like to ring them back',
    right: /^reachme-last-call$/,
  },
];
