import type { PromptCompany } from '../companies/spoken-company.ts';
import { forPress, pause, pressFor } from './sounds.ts';

/** The switchboard of Hotel Sierra, as its guests hear it from their rooms. */
export const inn: PromptCompany = {
  prefix: '15755550',
  menus: {
    main: {
      prompts: [
        'hello',
        'phonetic/h_p',
        'phonetic/s_p',
        pause,
        ...forPress('1', 'calling', 'your', 'extension', 'digits/at', 'your', 'time'),
        pause,
        ...forPress('2', 'your', 'vm-messages'),
        pause,
        ...forPress('3', 'do-not-disturb'),
        pause,
        'vm-tomakecall',
        pause,
        ...forPress('5', 'phonetic/g_p', 'phonetic/t_p', 'vm-and', 'phonetic/w_p'),
        pause,
        'vm-reachoper',
      ],
      keys: { 1: 'wake', 2: 'messages', 3: 'quiet', 4: 'outgoing', 5: 'leisure', 0: 'inn-operator' },
    },
    wake: {
      prompts: [
        ...forPress('1', 'calling', 'digits/today'),
        pause,
        ...forPress('2', 'calling', 'digits/tomorrow'),
        pause,
        ...forPress('3', 'calling', 'cancelled'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'today', 2: 'tomorrow', 3: 'inn-wake-cancelled', '*': 'main' },
    },
    today: {
      prompts: [
        ...forPress('1', 'calling', 'digits/at', 'digits/4', 'digits/p-m'),
        pause,
        ...forPress('2', 'calling', 'digits/at', 'digits/5', 'digits/p-m'),
        pause,
        ...forPress('3', 'calling', 'digits/at', 'digits/6', 'digits/p-m'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'inn-wake-today-four', 2: 'inn-wake-today-five', 3: 'inn-wake-today-six', '*': 'main' },
    },
    tomorrow: {
      prompts: [
        ...forPress('1', 'calling', 'digits/at', 'digits/6', 'digits/a-m'),
        pause,
        ...forPress('2', 'calling', 'digits/at', 'digits/7', 'digits/a-m'),
        pause,
        ...forPress('3', 'calling', 'digits/at', 'digits/8', 'digits/a-m'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'inn-wake-tomorrow-six',
        2: 'inn-wake-tomorrow-seven',
        3: 'inn-wake-tomorrow-eight',
        '*': 'main',
      },
    },
    messages: {
      prompts: [
        ...pressFor('1', 'vm-INBOX', 'vm-messages'),
        pause,
        ...pressFor('2', 'vm-Old', 'vm-messages'),
        pause,
        'vm-leavemsg',
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'inn-messages-new', 2: 'old', 5: 'leave', '*': 'main' },
    },
    old: {
      prompts: ['vm-youhave', 'digits/2', 'vm-Old', 'vm-messages', pause, 'vm-msginstruct'],
      keys: {
        6: 'inn-old-next',
        5: 'inn-old-repeat',
        4: 'inn-old-previous',
        0: 'inn-old-delete',
        '#': 'main',
      },
    },
    leave: { prompts: ['vm-whichbox'], number: { digits: 4, to: 'inn-leave' } },
    quiet: {
      prompts: [
        ...forPress('1', 'digits/2', 'hours'),
        pause,
        ...forPress('2', 'digits/8', 'hours'),
        pause,
        ...forPress('3', 'do-not-disturb', 'disabled'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'inn-quiet-two', 2: 'inn-quiet-eight', 3: 'inn-quiet-off', '*': 'main' },
    },
    outgoing: { prompts: ['vm-enter-num-to-call'], number: { digits: 10, to: 'inn-outgoing' } },
    leisure: {
      prompts: [
        ...pressFor('1', 'phonetic/g_p'),
        pause,
        ...pressFor('2', 'phonetic/t_p'),
        pause,
        ...pressFor('3', 'phonetic/w_p'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'golf', 2: 'inn-tango', 3: 'whiskey', '*': 'main' },
    },
    golf: {
      prompts: [
        ...forPress('1', 'phonetic/g_p', 'digits/today'),
        pause,
        ...forPress('2', 'phonetic/g_p', 'digits/tomorrow'),
        pause,
        ...forPress('3', 'phonetic/g_p', 'digits/day-6', 'vm-and', 'digits/day-0'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'inn-golf-today', 2: 'inn-golf-tomorrow', 3: 'inn-golf-weekend', '*': 'main' },
    },
    whiskey: {
      prompts: [
        ...forPress('1', 'phonetic/w_p', 'digits/at', 'your', 'location'),
        pause,
        ...forPress('2', 'phonetic/w_p', 'hours'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'inn-whiskey-room', 2: 'inn-whiskey-hours', '*': 'main' },
    },
  },
};
