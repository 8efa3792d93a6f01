import type { Errand } from '../errands.ts';

export const tenthPromptErrands: readonly Errand[] = [
  { number: '+17715550100', intent: 'delete the new voicemail I got', right: /^homeline-new-delete$/ },
  {
    number: '+17715550101',
    intent: 'Turn on do not disturb for tomorrow',
    right: /^homeline-quiet-tomorrow$/,
  },
  {
    number: '+17715550102',
    intent: "forward my calls to my work number when I don't answer",
    right: /^homeline-unanswered-work$/,
  },
  {
    number: '+17715550103',
    intent: "Send all my calls to my family's number from now on",
    right: /^homeline-always-family$/,
  },
  {
    number: '+17715550104',
    intent: 'change the speed dial number of my friends',
    right: /^homeline-friends-change$/,
  },
  {
    number: '+17715550105',
    intent: 'call back the person who left me the urgent message',
    right: /^homeline-urgent-call$/,
  },
  {
    number: '+17715550106',
    intent: 'take the urgent mark off my message',
    right: /^homeline-urgent-normal$/,
  },
  { number: '+17715550107', intent: 'turn off do not disturb', right: /^homeline-quiet-off$/ },
  {
    number: '+17715550108',
    intent: 'Forward my new message to another user',
    right: /^homeline-new-forward$/,
  },
  {
    number: '+17715550109',
    intent: 'my line is noisy, I want to talk to someone',
    right: /^homeline-operator$/,
  },
  { number: '+17725550100', intent: 'mute me in the conference', right: /^callroom-mute$/ },
  {
    number: '+17725550101',
    intent: 'I am too loud for the others. Lower my speaking volume.',
    right: /^callroom-quieter$/,
  },
  {
    number: '+17725550102',
    intent: 'lock the conference, the PIN is 4711',
    facts: [{ label: 'conference PIN', value: '4711' }],
    right: /^callroom-lock$/,
  },
  { number: '+17725550103', intent: 'kick out whoever joined last', right: /^callroom-remove$/ },
  { number: '+17725550104', intent: 'What are your hours on Saturday?', right: /^callroom-hours-saturday$/ },
  { number: '+17725550105', intent: 'where is your office', right: /^callroom-location$/ },
  {
    number: '+17725550106',
    intent: 'record a temporary greeting, I am on vacation until June 12',
    right: /^callroom-greeting$/,
  },
  { number: '+17725550107', intent: 'leave an urgent message', right: /^callroom-message-urgent$/ },
  { number: '+17725550108', intent: 'are you open on Sunday', right: /^callroom-hours-sunday$/ },
  { number: '+17725550109', intent: 'leave the conference', right: /^callroom-leave$/ },
  { number: '+17735550100', intent: 'change my password', right: undefined },
  {
    number: '+17735550101',
    intent: 'I need a new extension tomorrow',
    right: /^deskline-extension-tomorrow$/,
  },
  {
    number: '+17735550102',
    intent: 'transfer my extension to another desk on Friday',
    right: /^deskline-move-friday$/,
  },
  { number: '+17735550103', intent: 'remove my old phone number', right: /^deskline-number-removed$/ },
  { number: '+17735550104', intent: 'record my busy message', right: /^deskline-busy$/ },
  { number: '+17735550105', intent: 'erase my temporary greeting', right: /^deskline-temporary-erase$/ },
  { number: '+17735550106', intent: 'Turn off call waiting', right: /^deskline-waiting-off$/ },
  { number: '+17735550107', intent: 'get rid of extension 214', right: /^deskline-extension-removed$/ },
  { number: '+17735550108', intent: 'record my name', right: /^deskline-name$/ },
  {
    number: '+17735550109',
    intent: 'my headset broke, I need somebody to bring me another',
    right: /^deskline-operator$/,
  },
];
