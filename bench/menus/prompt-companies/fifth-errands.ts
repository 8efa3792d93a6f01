import type { Errand } from '../errands.ts';

export const fifthPromptErrands: readonly Errand[] = [
  {
    number: '+15155550100',
    intent: 'Stop forwarding all of my calls.',
    right: /^lines-always-off$/,
  },
  {
    number: '+15155550101',
    intent: 'Turn on call forwarding for when my line is busy.',
    right: /^lines-busy-on$/,
  },
  {
    number: '+15155550102',
    intent: 'Have calls that I do not answer forwarded after thirty seconds.',
    right: /^lines-unanswered-thirty$/,
  },
  {
    number: '+15155550103',
    intent: 'Turn off call waiting on my phone.',
    right: /^lines-waiting-off$/,
  },
  {
    number: '+15155550104',
    intent: 'I do not want to be disturbed by calls this weekend.',
    right: /^lines-undisturbed-weekend$/,
  },
  {
    number: '+15155550105',
    intent: 'I am sick of anonymous calls. Only people who show their number should be able to ring me.',
    right: /^lines-unknown-callers$/,
  },
  {
    number: '+15155550106',
    intent: 'My family has moved; change their number in my speed dial.',
    facts: [{ label: 'new number of the family', value: '2065550173' }],
    right: /^lines-family-number$/,
  },
  {
    number: '+15155550107',
    intent: 'Call back whoever called me last.',
    right: /^lines-last-call$/,
  },
  {
    number: '+15155550108',
    intent: 'Get me a new phone number.',
    right: undefined,
  },
  {
    number: '+15155550109',
    intent: 'Set my phone to do not disturb for the next two hours.',
    right: /^lines-undisturbed-two$/,
  },
  {
    number: '+15255550100',
    intent: 'Find out their opening hours on Saturday.',
    right: /^awesome-hours-saturday$/,
  },
  {
    number: '+15255550101',
    intent: 'They have just moved; find out where their new place is.',
    right: /^awesome-location-new$/,
  },
  {
    number: '+15255550102',
    intent: 'I forgot the password of my Bluetooth mobile phone and need help with it.',
    right: /^awesome-mobile-password$/,
  },
  {
    number: '+15255550103',
    intent: 'The USB radio I bought from them makes no sound any more.',
    right: /^awesome-radio$/,
  },
  {
    number: '+15255550104',
    intent: 'I need help setting the clock on the console they sold me.',
    right: /^awesome-console-time$/,
  },
  {
    number: '+15255550105',
    intent: 'I would like to become a sales partner of theirs.',
    right: /^awesome-sales$/,
  },
  {
    number: '+15255550106',
    intent: 'Ask their accounting department whether my payment has arrived.',
    facts: [{ label: 'my phone number', value: '3125550148' }],
    right: /^awesome-accounting$/,
  },
  {
    number: '+15255550107',
    intent: 'Find a Mr. Kowalski in their company directory. I do not know his first name.',
    right: /^awesome-last-name$/,
  },
  {
    number: '+15255550108',
    intent: 'Get me the operator.',
    right: /^awesome-operator$/,
  },
  {
    number: '+15255550109',
    intent: 'I cannot get call forwarding to work on my Bluetooth mobile; get me help.',
    right: /^awesome-mobile-forwarding$/,
  },
  {
    number: '+15355550100',
    intent: 'Play me my new voicemail.',
    right: /^mailbox-listen$/,
  },
  {
    number: '+15355550101',
    intent: 'Call back the person who left me the new voicemail.',
    right: /^mailbox-call-back$/,
  },
  {
    number: '+15355550102',
    intent: 'Save my new voicemail in the family folder.',
    right: /^mailbox-save-family$/,
  },
  {
    number: '+15355550103',
    intent: 'Forward my new voicemail to my colleague Dana.',
    facts: [{ label: "Dana's extension", value: '4170' }],
    right: /^mailbox-forward-extension$/,
  },
  {
    number: '+15355550104',
    intent: 'I want to record a new greeting for callers who find my line busy.',
    right: /^mailbox-busy-greeting$/,
  },
  {
    number: '+15355550105',
    intent:
      'I am back from vacation, so my vacation greeting can go and callers should hear the usual one again.',
    right: /^mailbox-temporary-erase$/,
  },
  {
    number: '+15355550106',
    intent: 'Change the password of my voicemail.',
    right: undefined,
  },
  {
    number: '+15355550107',
    intent: "Leave a message in my boss's mailbox.",
    facts: [{ label: "boss's mailbox number", value: '2210' }],
    right: /^mailbox-leave-message$/,
  },
  {
    number: '+15355550108',
    intent: 'Play me the last message in my work folder.',
    right: /^mailbox-work-last$/,
  },
  {
    number: '+15355550109',
    intent: 'Record my name again for my voicemail.',
    right: /^mailbox-name$/,
  },
  {
    number: '+15455550100',
    intent: 'Mute me in the conference.',
    right: /^bridge-mute$/,
  },
  {
    number: '+15455550101',
    intent: 'My voice is too quiet in the conference; make me louder for the others.',
    right: /^bridge-speaking-up$/,
  },
  {
    number: '+15455550102',
    intent: 'The other people in the conference are too loud for me; turn them down.',
    right: /^bridge-hearing-down$/,
  },
  {
    number: '+15455550103',
    intent: 'Throw out the person who just joined the conference.',
    right: /^bridge-remove-last$/,
  },
  {
    number: '+15455550104',
    intent: 'Lock the conference so that nobody else can get in.',
    right: /^bridge-lock$/,
  },
  {
    number: '+15455550105',
    intent: 'Start recording the conference.',
    right: /^bridge-record$/,
  },
  {
    number: '+15455550106',
    intent: "Play me the recording of yesterday's conference.",
    right: /^bridge-playback-yesterday$/,
  },
  {
    number: '+15455550107',
    intent: 'Bring my sister into the conference on her phone.',
    facts: [{ label: "sister's phone number", value: '4155550136' }],
    right: /^bridge-add-number$/,
  },
  {
    number: '+15455550108',
    intent: 'Set a new password for the conference.',
    right: undefined,
  },
  {
    number: '+15455550109',
    intent: 'Add my colleague Priya to the conference.',
    facts: [{ label: "Priya's extension", value: '3140' }],
    right: /^bridge-add-extension$/,
  },
];
