import type { Errand } from '../errands.ts';

export const promptErrands: readonly Errand[] = [
  {
    number: '+13045550100',
    intent: "send every call to my cell from now on, it shouldn't ring here at all",
    right: /^exchange-always-number$/,
  },
  {
    number: '+13045550101',
    intent: 'get rid of the beep in my ear when somebody rings while I am talking',
    facts: [{ label: 'phone number', value: '304 555 0199' }],
    right: /^exchange-waiting$/,
  },
  {
    number: '+13045550102',
    intent: 'my daughter has a new number, change it on her quick dial key',
    right: /^exchange-family-number$/,
  },
  {
    number: '+13045550103',
    intent: 'the guy who just rang must never get me on the phone again, only my answering machine',
    right: /^exchange-caller-voicemail$/,
  },
  {
    number: '+13045550104',
    intent: 'my last bill is far too high, have somebody go through it with me',
    right: /operator$/,
  },
  {
    number: '+13075550100',
    intent: 'keep the message that just came in together with the others about my job',
    right: /^mailbox-save-work$/,
  },
  {
    number: '+13075550101',
    intent: 'I filed what grandma said under relatives, let me hear it again',
    right: /^mailbox-folder-family$/,
  },
  {
    number: '+13075550102',
    intent: "leave Mr Miller in the warehouse a note, I have no idea what his extension is, I'll look him up",
    right: /^mailbox-leave-directory$/,
  },
  {
    number: '+13075550103',
    intent: 'back from vacation, take the announcement about it off again',
    right: /^mailbox-temporary-erase$/,
  },
  { number: '+13075550104', intent: 'pick another secret code for my mailbox', right: undefined },
  {
    number: '+13085550100',
    intent: 'find out who is sitting in on this meeting',
    right: /^bridge-list$/,
  },
  {
    number: '+13085550101',
    intent: 'keep a tape of the meeting for those who are missing it',
    right: /^bridge-record$/,
  },
  {
    number: '+13085550102',
    intent: 'we will not be done in time, we need half an hour more',
    right: /^bridge-extend$/,
  },
  {
    number: '+13085550103',
    intent: 'get our money back for the meeting last week that never took place',
    right: /operator$/,
  },
];

/** To the same menus, written before any of these was tried: plainly, as most people put what they want. */
export const plainErrands: readonly Errand[] = [
  {
    number: '+13045550110',
    intent: 'forward my calls to another number when my line is busy',
    right: /^exchange-busy-number$/,
  },
  {
    number: '+13045550111',
    intent: 'turn on call waiting',
    facts: [{ label: 'phone number', value: '304 555 0199' }],
    right: /^exchange-waiting$/,
  },
  { number: '+13045550112', intent: 'switch on do not disturb', right: /^exchange-quiet$/ },
  {
    number: '+13045550113',
    intent: 'change the speed dial number of my family',
    right: /^exchange-family-number$/,
  },
  { number: '+13045550114', intent: 'call back whoever called me last', right: /^exchange-callback$/ },
  {
    number: '+13045550115',
    intent: 'I have a question about a repair, talk to somebody',
    right: /operator$/,
  },
  { number: '+13075550110', intent: 'delete my new voice message', right: /^mailbox-delete$/ },
  {
    number: '+13075550111',
    intent: 'record a temporary greeting for my vacation',
    right: /^mailbox-temporary-record$/,
  },
  { number: '+13075550112', intent: 'change the password of my mailbox', right: undefined },
  {
    number: '+13075550113',
    intent: 'hear the messages that I saved in the work folder',
    right: /^mailbox-folder-work$/,
  },
  { number: '+13075550114', intent: 'record a new busy message', right: /^mailbox-busy$/ },
  {
    number: '+13075550115',
    intent: 'call the person who left me the message',
    right: /^mailbox-callback$/,
  },
  { number: '+13085550110', intent: 'hear who is in the conference', right: /^bridge-list$/ },
  { number: '+13085550111', intent: 'record our conference', right: /^bridge-record$/ },
  { number: '+13085550112', intent: 'lock the conference', right: /^bridge-lock$/ },
  { number: '+13085550113', intent: 'make the conference longer', right: /^bridge-extend$/ },
  { number: '+13085550114', intent: 'leave the conference', right: /^bridge-leave$/ },
  {
    number: '+13085550115',
    intent: 'the others are too quiet, turn up their volume',
    right: /^bridge-louder$/,
  },
];

/** Written before any of these was tried: plainly, as most people put what they want. */
export const morePromptErrands: readonly Errand[] = [
  {
    number: '+13095550100',
    intent: 'turn on do not disturb for tomorrow',
    right: /^staffline-undisturbed-tomorrow$/,
  },
  { number: '+13095550101', intent: 'what is the hold time', right: /^staffline-hold$/ },
  {
    number: '+13095550102',
    intent: 'put my calls through to my cell phone',
    right: /^staffline-transfer-mobile$/,
  },
  {
    number: '+13095550103',
    intent: 'take the urgent mark off my urgent message',
    right: /^staffline-urgent-unmark$/,
  },
  {
    number: '+13095550104',
    intent: 'I sit at another desk now, change my extension to the one there',
    facts: [{ label: 'new extension', value: '314' }],
    right: /^staffline-place$/,
  },
  {
    number: '+13095550105',
    intent: 'my headset is broken, I need somebody to get me a new one',
    right: /operator$/,
  },
  { number: '+13145550100', intent: 'jump forwards in playback', right: /^dictation-ahead$/ },
  { number: '+13145550101', intent: 'mark my message as urgent', right: /^dictation-message-urgent$/ },
  {
    number: '+13145550102',
    intent: 'throw away the file I am recording and begin again',
    right: /^dictation-restart$/,
  },
  {
    number: '+13145550103',
    intent: 'my message is fine, add one more person it goes to',
    right: /^dictation-message-recipient$/,
  },
  {
    number: '+13145550104',
    intent: 'I deleted the last saved message by mistake and want it back',
    right: /^dictation-last-undelete$/,
  },
  { number: '+13145550105', intent: 'I would like to have a new password', right: undefined },
  {
    number: '+13205550100',
    intent: 'hear your hours on Saturday',
    right: /^frontdesk-hours-saturday$/,
  },
  { number: '+13205550101', intent: 'leave a message', right: /^frontdesk-message$/ },
  { number: '+13205550102', intent: 'ask for the address of the office', right: /^frontdesk-location$/ },
  {
    number: '+13205550103',
    intent: 'connect me with extension 205',
    facts: [{ label: 'extension', value: '205' }],
    right: /^frontdesk-extension$/,
  },
  {
    number: '+13205550104',
    intent: 'I need a new time for my appointment, tomorrow afternoon would be good',
    right: /^frontdesk-tomorrow-afternoon$/,
  },
  {
    number: '+13205550105',
    intent: 'I paid my invoice twice and want my money back',
    right: /operator$/,
  },
];
