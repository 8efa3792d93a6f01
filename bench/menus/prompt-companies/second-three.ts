import type { PromptCompany } from '../companies/spoken-company.ts';
import { digits, forPress, pause, pressFor } from './sounds.ts';

/** What those who work in a call centre dial; a pause follows every option. */
const staffline: PromptCompany = {
  prefix: '13095550',
  menus: {
    main: {
      prompts: [
        'hello',
        pause,
        ...pressFor('1', 'your', 'extension'),
        pause,
        ...pressFor('2', 'do-not-disturb'),
        pause,
        ...pressFor('3', 'queue-reporthold'),
        pause,
        ...pressFor('4', 'vm-messages'),
        pause,
        ...pressFor('5', 'vm-Work', 'hours'),
        pause,
        'vm-reachoper',
      ],
      keys: {
        1: 'extension',
        2: 'undisturbed',
        3: 'staffline-hold',
        4: 'messages',
        5: 'shifts',
        0: 'staffline-operator',
      },
    },
    extension: {
      prompts: [
        'your',
        'extension',
        'is-set-to',
        ...digits('207'),
        pause,
        ...pressFor('1', 'vm-INBOX', 'location'),
        pause,
        ...pressFor('2', 'pbx-transfer'),
        pause,
        ...pressFor('3', 'vm-password'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'place', 2: 'transfer', 3: 'password', '*': 'main' },
    },
    place: {
      prompts: ['agent-newlocation'],
      number: { digits: 4, to: 'staffline-place' },
    },
    transfer: {
      prompts: [
        'pbx-transfer',
        pause,
        ...pressFor('1', 'spy-mobile'),
        pause,
        ...pressFor('2', 'spy-console'),
        pause,
        ...pressFor('3', 'spy-local', 'telephone-number'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'staffline-transfer-mobile',
        2: 'staffline-transfer-console',
        3: 'staffline-transfer-local',
        '*': 'main',
      },
    },
    password: {
      prompts: ['agent-pass'],
      number: { digits: 4, to: 'staffline-password' },
    },
    undisturbed: {
      prompts: [
        'do-not-disturb',
        'is',
        'de-activated',
        pause,
        ...pressFor('1', 'digits/today'),
        pause,
        ...pressFor('2', 'digits/tomorrow'),
        pause,
        'vm-star-cancel',
      ],
      keys: { 1: 'staffline-undisturbed-today', 2: 'staffline-undisturbed-tomorrow', '*': 'main' },
    },
    messages: {
      prompts: [
        'vm-youhave',
        'digits/6',
        'vm-messages',
        pause,
        ...pressFor('1', 'vm-Urgent', 'vm-messages'),
        pause,
        ...pressFor('2', 'vm-Work', 'vm-messages'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'urgent', 2: 'work', '*': 'main' },
    },
    urgent: {
      prompts: [
        'vm-from-extension',
        ...digits('118'),
        pause,
        'vm-toreply',
        pause,
        'vm-review-nonurgent',
        pause,
        'vm-next',
        pause,
        'vm-delete',
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'staffline-urgent-reply',
        4: 'staffline-urgent-unmark',
        6: 'staffline-urgent-next',
        7: 'staffline-urgent-delete',
        '*': 'main',
      },
    },
    work: {
      prompts: [
        'vm-from-extension',
        ...digits('124'),
        pause,
        'vm-prev',
        pause,
        'vm-repeat',
        pause,
        'vm-next',
        pause,
        'vm-starmain',
      ],
      keys: {
        4: 'staffline-work-previous',
        5: 'staffline-work-repeat',
        6: 'staffline-work-next',
        '*': 'main',
      },
    },
    shifts: {
      prompts: [
        ...pressFor('1', 'digits/today'),
        pause,
        ...pressFor('2', 'digits/tomorrow'),
        pause,
        ...pressFor('3', 'digits/day-6'),
        pause,
        ...pressFor('4', 'digits/day-0'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'staffline-shift-today',
        2: 'staffline-shift-tomorrow',
        3: 'staffline-shift-saturday',
        4: 'staffline-shift-sunday',
        '*': 'main',
      },
    },
  },
};

/** Recordings of one's own and messages to others; nothing is between the options, and nobody to be reached. */
const dictation: PromptCompany = {
  prefix: '13145550',
  menus: {
    main: {
      prompts: [
        'vm-youhave',
        'digits/3',
        'vm-saved',
        'vm-messages',
        ...pressFor('1', 'dictate/playback_mode'),
        ...pressFor('2', 'dictate/record_mode'),
        ...pressFor('3', 'your', 'vm-message'),
        ...pressFor('4', 'vm-saved', 'vm-messages'),
        ...pressFor('5', 'vm-password'),
      ],
      keys: { 1: 'playing', 2: 'recording', 3: 'review', 4: 'saved', 5: 'password' },
    },
    playing: {
      prompts: ['dictate/playback_mode', 'dictate/play_help'],
      keys: { 1: 'recording', 2: 'dictation-fast', 7: 'dictation-back', 8: 'dictation-ahead' },
    },
    recording: {
      prompts: ['dictate/record_mode', 'dictate/record_help', 'vm-starmain'],
      keys: { 1: 'playing', 8: 'dictation-restart', '*': 'main' },
    },
    review: {
      prompts: ['vm-review', 'vm-review-urgent', 'vm-tocancelmsg'],
      keys: {
        1: 'sending',
        2: 'dictation-message-listen',
        3: 'dictation-message-again',
        4: 'dictation-message-urgent',
        '*': 'main',
      },
    },
    sending: {
      prompts: ['vm-forward-multiple', 'vm-starmain'],
      keys: { 1: 'dictation-message-send', 2: 'dictation-message-recipient', '*': 'main' },
    },
    saved: {
      prompts: [
        ...pressFor('1', 'vm-first', 'vm-message'),
        ...pressFor('2', 'vm-last', 'vm-message'),
        'vm-starmain',
      ],
      keys: { 1: 'first', 2: 'last', '*': 'main' },
    },
    first: {
      prompts: ['vm-tohearenv', 'vm-repeat', 'vm-delete', 'vm-starmain'],
      keys: {
        3: 'dictation-first-envelope',
        5: 'dictation-first-repeat',
        7: 'dictation-first-delete',
        '*': 'main',
      },
    },
    last: {
      prompts: ['vm-message', 'vm-deleted', 'vm-tocallback', 'vm-undelete', 'vm-starmain'],
      keys: { 2: 'dictation-last-call', 7: 'dictation-last-undelete', '*': 'main' },
    },
    password: {
      prompts: ['confbridge-pin'],
      number: { digits: 4, to: 'dictation-password' },
    },
  },
};

/** An office for those who call it; only the first menu and some of the others pause. */
const frontdesk: PromptCompany = {
  prefix: '13205550',
  menus: {
    main: {
      prompts: [
        'hello',
        pause,
        ...forPress('1', 'hours', 'vm-and', 'location'),
        pause,
        ...forPress('2', 'pbx-transfer', 'to-extension'),
        pause,
        ...forPress('3', 'vm-INBOX', 'time'),
        pause,
        'vm-leavemsg',
        pause,
        ...forPress('9', 'spy-agent'),
      ],
      keys: {
        1: 'about',
        2: 'extension',
        3: 'appointment',
        5: 'frontdesk-message',
        9: 'frontdesk-operator',
      },
    },
    about: {
      prompts: [
        ...forPress('1', 'hours'),
        ...forPress('2', 'location'),
        ...forPress('3', 'telephone-number'),
        'vm-starmain',
      ],
      keys: { 1: 'hours', 2: 'frontdesk-location', 3: 'frontdesk-telephone', '*': 'main' },
    },
    hours: {
      prompts: [
        ...forPress('1', 'digits/day-1'),
        pause,
        ...forPress('2', 'digits/day-6'),
        pause,
        ...forPress('3', 'digits/day-0'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'frontdesk-hours-monday',
        2: 'frontdesk-hours-saturday',
        3: 'frontdesk-hours-sunday',
        '*': 'main',
      },
    },
    extension: {
      prompts: ['to-extension', 'number', 'astcc-followed-by-the-pound-key'],
      number: { digits: 4, to: 'frontdesk-extension' },
    },
    appointment: {
      prompts: [
        ...forPress('1', 'digits/today'),
        ...forPress('2', 'digits/tomorrow'),
        ...forPress('3', 'digits/day-5'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'today', 2: 'tomorrow', 3: 'friday', '*': 'main' },
    },
    today: {
      prompts: [...forPress('1', 'digits/a-m'), pause, ...forPress('2', 'digits/p-m')],
      keys: { 1: 'frontdesk-today-morning', 2: 'frontdesk-today-afternoon' },
    },
    tomorrow: {
      prompts: [...forPress('1', 'digits/a-m'), pause, ...forPress('2', 'digits/p-m')],
      keys: { 1: 'frontdesk-tomorrow-morning', 2: 'frontdesk-tomorrow-afternoon' },
    },
    friday: {
      prompts: [...forPress('1', 'digits/a-m'), ...forPress('2', 'digits/p-m'), 'vm-starmain'],
      keys: { 1: 'frontdesk-friday-morning', 2: 'frontdesk-friday-afternoon', '*': 'main' },
    },
  },
};

/** Asterisk's own prompts speak all their menus, too. */
export const morePromptCompanies = { staffline, dictation, frontdesk } as const;
