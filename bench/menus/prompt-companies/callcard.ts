import type { PromptCompany } from '../companies/spoken-company.ts';
import { digits, forPress, pause, pressFor } from './sounds.ts';

/** A calling card; a pause follows every option but those of money. */
export const callcard: PromptCompany = {
  prefix: '14755550',
  menus: {
    main: {
      prompts: [
        'vm-youhave',
        'digits/6',
        'digits/dollars',
        'vm-and',
        'digits/40',
        'minutes',
        pause,
        ...forPress('1', 'your', 'digits/dollars'),
        pause,
        ...forPress('2', 'your', 'minutes'),
        pause,
        ...forPress('3', 'your', 'telephone-number', 'vm-and', 'vm-password'),
        pause,
        'vm-tomakecall',
        pause,
        'vm-reachoper',
      ],
      keys: { 1: 'dollars', 2: 'minutes', 3: 'account', 4: 'outgoing', 0: 'callcard-operator' },
    },
    dollars: {
      prompts: [
        ...forPress('1', 'digits/10', 'digits/dollars', 'added'),
        ...forPress('2', 'digits/20', 'digits/dollars', 'added'),
        ...forPress('3', 'digits/50', 'digits/dollars', 'added'),
        'vm-starmain',
      ],
      keys: { 1: 'callcard-add-ten', 2: 'callcard-add-twenty', 3: 'callcard-add-fifty', '*': 'main' },
    },
    minutes: {
      prompts: [
        ...forPress('1', 'your', 'minutes', 'digits/today'),
        pause,
        ...forPress('2', 'your', 'minutes', 'digits/yesterday'),
        pause,
        ...forPress('3', 'your', 'digits/mon-5', 'minutes'),
        pause,
        ...forPress('4', 'your', 'digits/mon-6', 'minutes'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'callcard-used-today',
        2: 'callcard-used-yesterday',
        3: 'callcard-used-june',
        4: 'callcard-used-july',
        '*': 'main',
      },
    },
    account: {
      prompts: [
        ...forPress('1', 'your', 'telephone-number'),
        pause,
        ...forPress('2', 'your', 'vm-password'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'phone', 2: 'password', '*': 'main' },
    },
    phone: {
      prompts: [
        'your',
        'telephone-number',
        'is-set-to',
        ...digits('5550199'),
        pause,
        'vm-calldiffnum',
        pause,
        'vm-starmain',
      ],
      keys: { 2: 'phonenumber', '*': 'main' },
    },
    phonenumber: { prompts: ['privacy-prompt'], number: { digits: 10, to: 'callcard-phone' } },
    password: { prompts: ['vm-newpassword'], number: { digits: 8, to: 'callcard-password' } },
    outgoing: {
      prompts: [
        'vm-toenternumber',
        pause,
        ...pressFor('2', 'vm-Friends', 'vm-and', 'vm-Family'),
        pause,
        ...pressFor('3', 'your', 'vm-last', 'number'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'outgoingnumber', 2: 'circle', 3: 'callcard-redial', '*': 'main' },
    },
    outgoingnumber: { prompts: ['vm-enter-num-to-call'], number: { digits: 10, to: 'callcard-dial' } },
    circle: {
      prompts: [...pressFor('1', 'vm-Friends'), pause, ...pressFor('2', 'vm-Family'), pause, 'vm-starmain'],
      keys: { 1: 'callcard-friends', 2: 'callcard-family', '*': 'main' },
    },
  },
};
