import type { Errand } from '../errands.ts';

export const sixthPromptErrands: readonly Errand[] = [
  {
    number: '+15755550100',
    intent: 'Wake me at seven tomorrow morning.',
    right: /^inn-wake-tomorrow-seven$/,
  },
  {
    number: '+15755550101',
    intent: 'I no longer need the wake-up call that I ordered.',
    right: /^inn-wake-cancelled$/,
  },
  {
    number: '+15755550102',
    intent: 'I will lie down for a nap; get me up at five this afternoon.',
    right: /^inn-wake-today-five$/,
  },
  {
    number: '+15755550103',
    intent: 'Nobody should ring my room for the next eight hours, I want to sleep.',
    right: /^inn-quiet-eight$/,
  },
  {
    number: '+15755550104',
    intent: 'Erase a message that I have already listened to.',
    right: /^inn-old-delete$/,
  },
  {
    number: '+15755550105',
    intent: 'Book me a tee time for tomorrow.',
    right: /^inn-golf-tomorrow$/,
  },
  {
    number: '+15755550106',
    intent: 'Sign me up for the dance evening.',
    right: /^inn-tango$/,
  },
  {
    number: '+15755550107',
    intent: 'When is the bar open?',
    right: /^inn-whiskey-hours$/,
  },
  {
    number: '+15755550108',
    intent: 'Ring my wife at home.',
    facts: [{ label: "my wife's phone number", value: '575 555 0177' }],
    right: /^inn-outgoing$/,
  },
  {
    number: '+15755550109',
    intent: 'The air conditioning in my room is broken.',
    right: /^inn-operator$/,
  },
  {
    number: '+15855550100',
    intent: 'Sign me in, my shift begins.',
    facts: [{ label: 'agent number', value: '4417' }],
    right: /^agentline-login$/,
  },
  {
    number: '+15855550101',
    intent: 'I want to take half an hour for lunch.',
    right: /^agentline-off-thirty$/,
  },
  {
    number: '+15855550102',
    intent: 'I am done with work until the morning, sign me out.',
    right: /^agentline-off-today$/,
  },
  {
    number: '+15855550103',
    intent: 'How many customers are in line for us right now?',
    right: /^agentline-waiting-number$/,
  },
  {
    number: '+15855550104',
    intent: 'How long does it take at the moment until a customer gets through to one of us?',
    right: /^agentline-waiting-time$/,
  },
  {
    number: '+15855550105',
    intent: 'We were cut off: find out which number that customer rang from.',
    right: /^agentline-last-number$/,
  },
  {
    number: '+15855550106',
    intent: 'I want to begin at noon tomorrow instead.',
    right: /^agentline-tomorrow-noon$/,
  },
  {
    number: '+15855550107',
    intent: 'Plan me in for Sunday, but not for Saturday.',
    right: /^agentline-weekend-sunday$/,
  },
  {
    number: '+15855550108',
    intent: 'I am on a trip and will take my calls from where I am staying.',
    right: /^agentline-location-hotel$/,
  },
  {
    number: '+15855550109',
    intent: 'Change the secret code that I sign in with.',
    right: undefined,
  },
  {
    number: '+16055550100',
    intent: 'Dictate the whole letter again from scratch.',
    right: /^scribe-anew$/,
  },
  {
    number: '+16055550101',
    intent: 'Hold the recording for a moment while I think.',
    right: /^scribe-record-pause$/,
  },
  {
    number: '+16055550102',
    intent: 'Begin a new dictation under its own number.',
    facts: [{ label: 'number of the dictation', value: '220814' }],
    right: /^scribe-filename$/,
  },
  {
    number: '+16055550103',
    intent: 'I am listening to my dictation and it goes too slowly, speed it up.',
    right: /^scribe-fast$/,
  },
  {
    number: '+16055550104',
    intent: 'I missed a sentence while listening, go back a little.',
    right: /^scribe-backwards$/,
  },
  {
    number: '+16055550105',
    intent: 'Let the typist know that this one is in a hurry.',
    right: /^scribe-urgent$/,
  },
  {
    number: '+16055550106',
    intent: 'Tell me when this one came in and who it is from.',
    right: /^scribe-envelope$/,
  },
  {
    number: '+16055550107',
    intent: 'Send this to a colleague whose extension I know, with a few words of mine ahead of it.',
    right: /^scribe-introduced-extension$/,
  },
  {
    number: '+16055550108',
    intent: 'Pass this on just as it is to somebody whose extension I have to look up.',
    right: /^scribe-plain-directory$/,
  },
  {
    number: '+16055550109',
    intent: 'Keep this with the things from my job.',
    right: /^scribe-save-work$/,
  },
  {
    number: '+16155550100',
    intent: 'What time is it in Bombay?',
    right: /^townline-time-india$/,
  },
  {
    number: '+16155550101',
    intent: 'When my mother rings, put her through to my cell phone.',
    right: /^townline-family-mobile$/,
  },
  {
    number: '+16155550102',
    intent: 'My boss should not reach me at the weekend.',
    right: /^townline-work-weekend$/,
  },
  {
    number: '+16155550103',
    intent: 'Colleagues may ring me at any hour again.',
    right: /^townline-work-always$/,
  },
  {
    number: '+16155550104',
    intent: 'People who hide their number should land in my mailbox.',
    right: /^townline-unknown-voicemail$/,
  },
  {
    number: '+16155550105',
    intent: 'Strangers should be told kindly not to ring me.',
    right: /^townline-unknown-polite$/,
  },
  {
    number: '+16155550106',
    intent: 'Whenever I try to ring anybody, I hear that every line is taken.',
    right: /^townline-trouble-circuits$/,
  },
  {
    number: '+16155550107',
    intent: "Store my sister's number, so that I can reach her with one key.",
    facts: [{ label: "my sister's phone number", value: '615 555 0188' }],
    right: /^townline-speed-added$/,
  },
  {
    number: '+16155550108',
    intent: 'I have left my job, so take the office off my list of short numbers.',
    right: /^townline-speed-less-work$/,
  },
  {
    number: '+16155550109',
    intent: 'I would like to become a customer.',
    right: /^townline-operator$/,
  },
];
