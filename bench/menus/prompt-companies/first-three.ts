import type { PromptCompany } from '../companies/spoken-company.ts';
import { digits, pause } from './sounds.ts';

const press = (key: string): string[] => ['vm-press', `digits/${key}`];
/** "For call waiting, press two." */
const forPress = (key: string, ...what: string[]): string[] => ['for', ...what, ...press(key), pause];
/** "Press two for old messages." */
const pressFor = (key: string, ...what: string[]): string[] => [...press(key), 'vm-for', ...what];

/** "The number I have is ... Press 1 to call this number, press 2 to enter a different number." */
const storedNumber = (number: string): string[] => [
  'vm-num-i-have',
  ...digits(number),
  pause,
  'vm-tocallnum',
  'vm-calldiffnum',
  pause,
  'vm-starmain',
];

/** "Press 1 for old messages", and so on, as Asterisk's voicemail lists its folders. */
const folders: readonly string[] = [
  ...pressFor('1', 'vm-Old', 'vm-messages'),
  ...pressFor('2', 'vm-Work', 'vm-messages'),
  ...pressFor('3', 'vm-Family', 'vm-messages'),
  ...pressFor('4', 'vm-Friends', 'vm-messages'),
  'vm-tocancel',
];

/** The features of a phone line. */
const exchange: PromptCompany = {
  prefix: '13045550',
  menus: {
    main: {
      prompts: [
        'hello',
        pause,
        ...forPress('1', 'call-forwarding'),
        ...forPress('2', 'call-waiting'),
        ...forPress('3', 'do-not-disturb'),
        ...forPress('4', 'speed-dial'),
        ...forPress('5', 'info-about-last-call'),
        'vm-reachoper',
      ],
      keys: {
        1: 'forwarding',
        2: 'waiting',
        3: 'exchange-quiet',
        4: 'speed',
        5: 'last',
        0: 'exchange-operator',
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
    always: {
      prompts: ['call-fwd-unconditional', 'is', 'disabled', pause, 'vm-toenternumber', 'vm-star-cancel'],
      keys: { 1: 'exchange-always-number', '*': 'forwarding' },
    },
    busy: {
      prompts: [
        'call-fwd-on-busy',
        'is-set-to',
        ...digits('5550142'),
        pause,
        'vm-calldiffnum',
        'vm-star-cancel',
      ],
      keys: { 2: 'exchange-busy-number', '*': 'forwarding' },
    },
    unanswered: {
      prompts: ['call-fwd-no-ans', 'is', 'disabled', pause, 'vm-toenternumber', 'vm-star-cancel'],
      keys: { 1: 'exchange-unanswered-number', '*': 'forwarding' },
    },
    waiting: {
      prompts: ['call-waiting', pause, 'privacy-prompt'],
      number: { digits: 10, to: 'exchange-waiting' },
    },
    speed: {
      prompts: [
        'speed-dial',
        pause,
        ...forPress('1', 'vm-Family'),
        ...forPress('2', 'vm-Friends'),
        ...forPress('3', 'vm-Work'),
        'vm-starmain',
      ],
      keys: { 1: 'family', 2: 'friends', 3: 'work', '*': 'main' },
    },
    family: {
      prompts: storedNumber('5550123'),
      keys: { 1: 'exchange-family-call', 2: 'exchange-family-number', '*': 'main' },
    },
    friends: {
      prompts: storedNumber('5550168'),
      keys: { 1: 'exchange-friends-call', 2: 'exchange-friends-number', '*': 'main' },
    },
    work: {
      prompts: storedNumber('5550170'),
      keys: { 1: 'exchange-work-call', 2: 'exchange-work-number', '*': 'main' },
    },
    last: {
      prompts: [
        'privacy-to-blacklist-last-caller',
        ...digits('5550187'),
        pause,
        'to-call-this-number',
        ...press('1'),
        pause,
        'vm-advopts',
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'exchange-callback', 3: 'caller', '*': 'main' },
    },
    caller: {
      prompts: ['priv-callee-options'],
      keys: {
        1: 'exchange-caller-through',
        2: 'exchange-caller-voicemail',
        3: 'exchange-caller-torture',
        4: 'exchange-caller-polite',
        5: 'exchange-caller-once',
      },
    },
  },
};

/** Voicemail, whose options follow each other without pauses, as Asterisk plays them. */
const mailbox: PromptCompany = {
  prefix: '13075550',
  menus: {
    main: {
      prompts: [
        'vm-youhave',
        'digits/2',
        'vm-INBOX',
        'vm-messages',
        pause,
        'vm-onefor',
        'vm-INBOX',
        'vm-messages',
        'vm-opts',
      ],
      keys: { 1: 'new', 2: 'folders', 3: 'advanced', 0: 'options' },
    },
    new: {
      prompts: [
        'vm-first',
        'vm-message',
        pause,
        'vm-repeat',
        'vm-next',
        'vm-delete',
        'vm-toforward',
        'vm-savemessage',
      ],
      keys: {
        5: 'mailbox-repeat',
        6: 'mailbox-next',
        7: 'mailbox-delete',
        8: 'forward',
        9: 'save',
      },
    },
    forward: {
      prompts: ['vm-forward'],
      keys: { 1: 'mailbox-forward-extension', 2: 'mailbox-forward-directory' },
    },
    save: {
      prompts: ['vm-savefolder', ...folders],
      keys: {
        1: 'mailbox-save-old',
        2: 'mailbox-save-work',
        3: 'mailbox-save-family',
        4: 'mailbox-save-friends',
        '#': 'new',
      },
    },
    folders: {
      prompts: ['vm-changeto', ...folders],
      keys: {
        1: 'mailbox-folder-old',
        2: 'mailbox-folder-work',
        3: 'mailbox-folder-family',
        4: 'mailbox-folder-friends',
        '#': 'main',
      },
    },
    advanced: {
      prompts: ['vm-toreply', 'vm-tocallback', 'vm-tohearenv', 'vm-tomakecall', 'vm-leavemsg', 'vm-starmain'],
      keys: {
        1: 'mailbox-reply',
        2: 'mailbox-callback',
        3: 'mailbox-envelope',
        4: 'mailbox-outgoing',
        5: 'leave',
        '*': 'main',
      },
    },
    leave: {
      prompts: ['vm-forward'],
      keys: { 1: 'mailbox-leave-extension', 2: 'mailbox-leave-directory' },
    },
    options: {
      prompts: ['vm-options'],
      keys: {
        1: 'mailbox-unavailable',
        2: 'mailbox-busy',
        3: 'mailbox-name',
        4: 'temporary',
        5: 'password',
        '*': 'main',
      },
    },
    temporary: {
      prompts: ['vm-tmpexists', 'vm-tempgreeting2'],
      keys: { 1: 'mailbox-temporary-record', 2: 'mailbox-temporary-erase' },
    },
    password: {
      prompts: ['vm-newpassword'],
      number: { digits: 4, to: 'mailbox-password' },
    },
  },
};

/** A conference, for the one who leads it. */
const bridge: PromptCompany = {
  prefix: '13085550',
  menus: {
    main: {
      prompts: [
        'confbridge-there-are',
        'digits/4',
        'confbridge-participants',
        pause,
        'confbridge-inc-list-vol-in',
        ...press('1'),
        'confbridge-dec-list-vol-in',
        ...press('2'),
        'vm-advopts',
        pause,
        ...press('4'),
        'confbridge-leave-out',
        pause,
        'vm-reachoper',
      ],
      keys: {
        1: 'bridge-louder',
        2: 'bridge-quieter',
        3: 'advanced',
        4: 'bridge-leave',
        0: 'bridge-operator',
      },
    },
    advanced: {
      prompts: ['conf-adminmenu-18'],
      keys: {
        1: 'bridge-mute',
        2: 'bridge-lock',
        3: 'bridge-eject',
        4: 'bridge-all-quieter',
        5: 'bridge-extend',
        6: 'bridge-all-louder',
        7: 'bridge-own-quieter',
        8: 'more',
        9: 'bridge-own-louder',
      },
    },
    more: {
      prompts: ['conf-adminmenu-menu8'],
      keys: {
        1: 'bridge-list',
        2: 'bridge-kick',
        3: 'bridge-mute-others',
        4: 'bridge-record',
        8: 'main',
      },
    },
  },
};

/** Asterisk's own prompts speak all their menus. */
export const promptCompanies = { exchange, mailbox, bridge } as const;
