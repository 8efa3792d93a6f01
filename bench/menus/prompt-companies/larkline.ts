import type { PromptCompany } from '../companies/spoken-company.ts';
import { forPress, pause, pressFor, toPress } from './sounds.ts';

/** A telephone company: messages, forwarding, quiet, the last call, unknown callers and speed-dial. */
export const larkline: PromptCompany = {
  prefix: '17655550',
  menus: {
    main: {
      prompts: [
        'vm-instructions',
        pause,
        ...forPress('2', 'call-forwarding'),
        pause,
        ...forPress('3', 'do-not-disturb'),
        pause,
        ...forPress('4', 'info-about-last-call'),
        pause,
        ...forPress('5', 'calling', 'from-unknown-caller'),
        pause,
        ...forPress('6', 'speed-dial'),
        pause,
        'vm-reachoper',
      ],
      keys: {
        1: 'messages',
        2: 'forwarding',
        3: 'quiet',
        4: 'lastCall',
        5: 'unknown',
        6: 'speedDial',
        0: 'larkline-operator',
        '#': 'larkline-goodbye',
      },
    },
    messages: {
      prompts: [
        ...['vm-onefor-full', 'vm-INBOX', 'vm-messages'],
        pause,
        ...pressFor('2', 'vm-Old', 'vm-messages'),
        pause,
        ...pressFor('3', 'vm-Old', 'vm-messages', 'removed'),
        pause,
        'vm-leavemsg',
        pause,
        ...toPress('9', 'confbridge-menu-exit-in'),
      ],
      keys: {
        1: 'newMessages',
        2: 'larkline-messages-old',
        3: 'removed',
        5: 'larkline-messages-leave',
        9: 'main',
      },
    },
    newMessages: {
      prompts: [
        ...pressFor('1', 'vm-messages', 'vm-from', 'vm-Family'),
        pause,
        ...pressFor('2', 'vm-messages', 'vm-from', 'vm-Friends'),
        pause,
        ...pressFor('3', 'vm-messages', 'vm-from', 'vm-Work'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'larkline-messages-family',
        2: 'larkline-messages-friends',
        3: 'larkline-messages-work',
        '*': 'main',
      },
    },
    removed: {
      prompts: [
        ...['your', 'vm-Old', 'vm-messages'],
        pause,
        'removed',
        pause,
        'if-correct-press',
        'digits/1',
        pause,
        'vm-star-cancel',
      ],
      keys: { 1: 'larkline-messages-removed', '*': 'messages' },
    },
    forwarding: {
      prompts: [
        ...pressFor('1', 'call-fwd-no-ans'),
        pause,
        ...pressFor('2', 'call-fwd-on-busy'),
        pause,
        ...pressFor('3', 'call-forwarding', 'de-activated'),
        pause,
        ...toPress('9', 'confbridge-menu-exit-in'),
      ],
      keys: { 1: 'noAnswer', 2: 'busy', 3: 'larkline-forwarding-off', 9: 'main' },
    },
    noAnswer: {
      prompts: [
        ...forPress('1', 'your', 'spy-mobile'),
        pause,
        ...['for', 'your', 'vm-Work', 'telephone-number', 'digits/2'],
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'larkline-noanswer-mobile', 2: 'larkline-noanswer-work', '*': 'main' },
    },
    busy: {
      prompts: [
        ...forPress('1', 'your', 'spy-mobile'),
        pause,
        ...['for', 'your', 'vm-Work', 'telephone-number', 'digits/2'],
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'larkline-busy-mobile', 2: 'larkline-busy-work', '*': 'main' },
    },
    quiet: {
      prompts: [
        ...pressFor('1', 'do-not-disturb', 'enabled'),
        pause,
        ...pressFor('2', 'do-not-disturb', 'disabled'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'quietWhen', 2: 'larkline-quiet-off', '*': 'main' },
    },
    quietWhen: {
      prompts: [
        ...forPress('1', 'digits/today'),
        pause,
        ...['for', 'digits/tomorrow', 'digits/2'],
        pause,
        ...['for', 'digits/day-0', 'digits/3'],
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'larkline-quiet-today',
        2: 'larkline-quiet-tomorrow',
        3: 'larkline-quiet-sunday',
        '*': 'main',
      },
    },
    lastCall: {
      prompts: [
        ...toPress('1', 'to-call-this-number'),
        pause,
        ...forPress('2', 'telephone-number'),
        pause,
        ...forPress('3', 'time'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'larkline-last-back', 2: 'larkline-last-number', 3: 'larkline-last-time', '*': 'main' },
    },
    unknown: {
      prompts: ['screen-callee-options'],
      keys: {
        1: 'larkline-unknown-connect',
        2: 'larkline-unknown-voicemail',
        3: 'larkline-unknown-torture',
        4: 'larkline-unknown-polite',
      },
    },
    speedDial: {
      prompts: [
        ...pressFor('1', 'speed-dial', 'added'),
        pause,
        ...pressFor('2', 'speed-dial', 'removed'),
        pause,
        ...toPress('9', 'confbridge-menu-exit-in'),
      ],
      keys: { 1: 'speedAdded', 2: 'larkline-speed-removed', 9: 'main' },
    },
    speedAdded: {
      prompts: [
        ...forPress('1', 'vm-Family'),
        pause,
        ...['for', 'vm-Friends', 'digits/2'],
        pause,
        ...['for', 'vm-Work', 'digits/3'],
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'larkline-speed-family',
        2: 'larkline-speed-friends',
        3: 'larkline-speed-work',
        '*': 'main',
      },
    },
  },
};
