import type { PromptCompany } from '../companies/spoken-company.ts';
import { digits, forPress, pause } from './sounds.ts';

/** A company's switchboard, which begins as the one of Asterisk's example configuration does. */
export const superawesome: PromptCompany = {
  prefix: '14655550',
  menus: {
    main: {
      prompts: ['basic-pbx-ivr-main', pause, ...forPress('5', 'location', 'vm-and', 'hours')],
      keys: {
        1: 'superawesome-sales',
        2: 'advocate',
        3: 'superawesome-accounting',
        4: 'directory',
        5: 'visit',
        0: 'superawesome-operator',
      },
    },
    advocate: {
      prompts: [
        'queue-periodic-announce',
        'queue-holdtime',
        'digits/12',
        'queue-minutes',
        pause,
        'vm-leavemsg',
        pause,
        'vm-num-i-have',
        ...digits('5550147'),
        pause,
        'vm-tocallnum',
        pause,
        'vm-calldiffnum',
      ],
      keys: { 5: 'superawesome-message', 1: 'superawesome-callback-here', 2: 'callback' },
      otherwise: 'superawesome-advocate-operator',
    },
    callback: { prompts: ['privacy-prompt'], number: { digits: 10, to: 'superawesome-callback-elsewhere' } },
    directory: {
      prompts: ['dir-welcome', pause, 'vm-forward', pause, 'vm-starmain'],
      keys: { 1: 'extension', 2: 'superawesome-names', '*': 'main' },
    },
    extension: {
      prompts: ['extension', 'astcc-followed-by-the-pound-key'],
      number: { digits: 6, to: 'superawesome-extension' },
    },
    visit: {
      prompts: [...forPress('1', 'location'), pause, ...forPress('2', 'hours'), pause, 'vm-starmain'],
      keys: { 1: 'superawesome-location', 2: 'hours', '*': 'main' },
    },
    hours: {
      prompts: [
        ...forPress('1', 'hours', 'digits/today'),
        pause,
        ...forPress('2', 'hours', 'digits/tomorrow'),
        pause,
        ...forPress('3', 'digits/day-6', 'hours'),
        pause,
        ...forPress('4', 'digits/day-0', 'hours'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'superawesome-today',
        2: 'superawesome-tomorrow',
        3: 'superawesome-saturday',
        4: 'superawesome-sunday',
        '*': 'main',
      },
    },
  },
};
