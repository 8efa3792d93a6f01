import type { PromptCompany } from '../companies/spoken-company.ts';
import { forPress, pause } from './sounds.ts';

/** A club in a park: golf, tango evenings, whiskey to take home, and when and where it is open. */
export const parkclub: PromptCompany = {
  prefix: '16555550',
  menus: {
    main: {
      prompts: [
        'hello',
        pause,
        ...forPress('1', 'phonetic/g_p'),
        pause,
        ...forPress('2', 'phonetic/t_p'),
        pause,
        ...forPress('3', 'phonetic/w_p'),
        pause,
        ...forPress('4', 'hours', 'vm-and', 'location'),
        pause,
        'vm-leavemsg',
        pause,
        'vm-reachoper',
      ],
      keys: {
        1: 'golf',
        2: 'tango',
        3: 'whiskey',
        4: 'visit',
        5: 'parkclub-message',
        0: 'parkclub-operator',
      },
    },
    golf: {
      prompts: [
        ...forPress('1', 'phonetic/g_p', 'digits/today'),
        pause,
        ...forPress('2', 'phonetic/g_p', 'digits/tomorrow'),
        pause,
        ...forPress('3', 'phonetic/g_p', 'digits/day-6', 'vm-and', 'digits/day-0'),
        pause,
        ...forPress('4', 'cancelled'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'golfToday',
        2: 'golfTomorrow',
        3: 'golfWeekend',
        4: 'parkclub-golf-cancelled',
        '*': 'main',
      },
    },
    golfToday: {
      prompts: [
        ...forPress('1', 'digits/3', 'digits/p-m'),
        pause,
        ...forPress('2', 'digits/6', 'digits/p-m'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'parkclub-golf-today-three', 2: 'parkclub-golf-today-six', '*': 'main' },
    },
    golfTomorrow: {
      prompts: [
        ...forPress('1', 'digits/8', 'digits/a-m'),
        pause,
        ...forPress('2', 'digits/11', 'digits/a-m'),
        pause,
        ...forPress('3', 'digits/4', 'digits/p-m'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'parkclub-golf-tomorrow-eight',
        2: 'parkclub-golf-tomorrow-eleven',
        3: 'parkclub-golf-tomorrow-four',
        '*': 'main',
      },
    },
    golfWeekend: {
      prompts: [
        ...forPress('1', 'digits/day-6'),
        pause,
        ...forPress('2', 'digits/day-0'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'parkclub-golf-saturday', 2: 'parkclub-golf-sunday', '*': 'main' },
    },
    tango: {
      prompts: [
        ...forPress('1', 'phonetic/t_p', 'digits/day-1'),
        pause,
        ...forPress('2', 'phonetic/t_p', 'digits/day-5'),
        pause,
        ...forPress('3', 'phonetic/t_p', 'with', 'vm-Friends'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'tangoMonday', 2: 'tangoFriday', 3: 'tangoFriends', '*': 'main' },
    },
    tangoMonday: {
      prompts: [
        ...forPress('1', 'digits/6', 'digits/oclock'),
        pause,
        ...forPress('2', 'digits/9', 'digits/oclock'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'parkclub-tango-monday-six', 2: 'parkclub-tango-monday-nine', '*': 'main' },
    },
    tangoFriday: {
      prompts: [
        ...forPress('1', 'digits/5', 'digits/oclock'),
        pause,
        ...forPress('2', 'digits/8', 'digits/oclock'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'parkclub-tango-friday-five', 2: 'parkclub-tango-friday-eight', '*': 'main' },
    },
    tangoFriends: {
      prompts: [
        ...forPress('1', 'queue-less-than', 'digits/10', 'vm-Friends'),
        pause,
        ...forPress('2', 'digits/10', 'vm-Friends'),
        pause,
        ...forPress('3', 'digits/20', 'vm-Friends'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'parkclub-tango-friends-few',
        2: 'parkclub-tango-friends-ten',
        3: 'parkclub-tango-friends-twenty',
        '*': 'main',
      },
    },
    whiskey: {
      prompts: [
        ...forPress('1', 'vm-Old', 'phonetic/w_p'),
        pause,
        ...forPress('2', 'vm-INBOX', 'phonetic/w_p'),
        pause,
        ...forPress('3', 'cancelled'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'oldWhiskey', 2: 'newWhiskey', 3: 'parkclub-whiskey-cancelled', '*': 'main' },
    },
    oldWhiskey: {
      prompts: [
        ...forPress('1', 'digits/90', 'digits/dollars'),
        pause,
        ...forPress('2', 'digits/2', 'digits/hundred', 'digits/dollars'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'parkclub-whiskey-old-ninety', 2: 'parkclub-whiskey-old-hundreds', '*': 'main' },
    },
    newWhiskey: {
      prompts: [
        ...forPress('1', 'digits/30', 'digits/dollars'),
        pause,
        ...forPress('2', 'digits/50', 'digits/dollars'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'parkclub-whiskey-new-thirty', 2: 'parkclub-whiskey-new-fifty', '*': 'main' },
    },
    visit: {
      prompts: [...forPress('1', 'hours'), pause, ...forPress('2', 'location'), pause, 'vm-starmain'],
      keys: { 1: 'open', 2: 'parkclub-location', '*': 'main' },
    },
    open: {
      prompts: [
        ...forPress('1', 'hours', 'digits/mon-6', 'vm-and', 'digits/mon-7'),
        pause,
        ...forPress('2', 'hours', 'digits/mon-11', 'vm-and', 'digits/mon-0'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'parkclub-hours-summer', 2: 'parkclub-hours-winter', '*': 'main' },
    },
  },
};
