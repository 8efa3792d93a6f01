import type { PromptCompany } from '../companies/spoken-company.ts';
import { forPress, pause, pressFor } from './sounds.ts';

const toNumber = (place: string): PromptCompany['menus'][string] => ({
  prompts: [
    ...forPress('1', 'vm-Work', 'number'),
    pause,
    ...forPress('2', 'vm-Family', 'number'),
    pause,
    'vm-starmain',
  ],
  keys: { 1: `homeline-${place}-work`, 2: `homeline-${place}-family`, '*': 'main' },
});

const toPeople = (place: string): PromptCompany['menus'][string] => ({
  prompts: ['vm-tocallnum', 'vm-calldiffnum', pause, 'vm-starmain'],
  keys: { 1: `homeline-${place}-call`, 2: `homeline-${place}-change`, '*': 'main' },
});

/** A private line: messages, forwarding, do not disturb and speed dial. */
export const homeline: PromptCompany = {
  prefix: '17715550',
  menus: {
    main: {
      prompts: [
        'hello',
        pause,
        ...forPress('1', 'your', 'vm-messages'),
        pause,
        ...forPress('2', 'call-forwarding'),
        pause,
        ...forPress('3', 'do-not-disturb'),
        pause,
        ...forPress('4', 'speed-dial'),
        pause,
        'vm-reachoper',
      ],
      keys: { 1: 'messages', 2: 'forwarding', 3: 'quiet', 4: 'dial', 0: 'homeline-operator' },
    },
    messages: {
      prompts: [
        ...pressFor('1', 'vm-INBOX', 'vm-messages'),
        pause,
        ...pressFor('2', 'vm-Old', 'vm-messages'),
        pause,
        ...pressFor('3', 'vm-Urgent', 'vm-messages'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'new', 2: 'old', 3: 'urgent', '*': 'main' },
    },
    new: {
      prompts: ['vm-repeat', 'vm-next', 'vm-delete', 'vm-toforward', 'vm-savemessage'],
      keys: {
        5: 'homeline-new-repeat',
        6: 'homeline-new-next',
        7: 'homeline-new-delete',
        8: 'homeline-new-forward',
        9: 'homeline-new-save',
      },
    },
    old: {
      prompts: ['vm-repeat', 'vm-next', 'vm-delete'],
      keys: { 5: 'homeline-old-repeat', 6: 'homeline-old-next', 7: 'homeline-old-delete' },
    },
    urgent: {
      prompts: ['vm-toreply', 'vm-tocallback', 'vm-review-nonurgent', pause, 'vm-starmain'],
      keys: {
        1: 'homeline-urgent-reply',
        2: 'homeline-urgent-call',
        4: 'homeline-urgent-normal',
        '*': 'main',
      },
    },
    forwarding: {
      prompts: [
        ...pressFor('1', 'call-fwd-unconditional'),
        pause,
        ...pressFor('2', 'call-fwd-on-busy'),
        pause,
        ...pressFor('3', 'call-fwd-no-ans'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'always', 2: 'busy', 3: 'unanswered', '*': 'main' },
    },
    always: toNumber('always'),
    busy: toNumber('busy'),
    unanswered: toNumber('unanswered'),
    quiet: {
      prompts: [
        ...forPress('1', 'do-not-disturb', 'enabled'),
        pause,
        ...forPress('2', 'do-not-disturb', 'disabled'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'quietDay', 2: 'homeline-quiet-off', '*': 'main' },
    },
    quietDay: {
      prompts: [
        ...forPress('1', 'digits/today'),
        pause,
        ...forPress('2', 'digits/tomorrow'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'homeline-quiet-today', 2: 'homeline-quiet-tomorrow', '*': 'main' },
    },
    dial: {
      prompts: [
        ...forPress('1', 'vm-Family'),
        pause,
        ...forPress('2', 'vm-Friends'),
        pause,
        ...forPress('3', 'vm-Work'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'family', 2: 'friends', 3: 'work', '*': 'main' },
    },
    family: toPeople('family'),
    friends: toPeople('friends'),
    work: toPeople('work'),
  },
};
