import type { PromptCompany } from '../companies/spoken-company.ts';
import { digits, forPress, pause, pressFor } from './sounds.ts';

const enterNumber = ['vm-enter-num-to-call', 'vm-then-pound'];

const dollars = (...what: string[]): string[] => [
  ...what,
  'minutes',
  pause,
  ...pressFor('1', 'digits/10', 'digits/dollars'),
  pause,
  ...pressFor('2', 'digits/20', 'digits/dollars'),
  pause,
  ...pressFor('3', 'digits/50', 'digits/dollars'),
  pause,
  'vm-starmain',
];

/** A calling card: calls, what is left on the card, numbers kept; a pause follows every option. */
export const cardline: PromptCompany = {
  prefix: '14065550',
  menus: {
    main: {
      prompts: [
        'hello',
        'vm-youhave',
        'digits/40',
        'digits/7',
        'minutes',
        pause,
        ...forPress('1', 'calling'),
        pause,
        ...forPress('2', 'minutes'),
        pause,
        ...forPress('3', 'speed-dial'),
        pause,
        ...forPress('4', 'your', 'vm-password'),
        pause,
        ...forPress('5', 'info-about-last-call'),
        pause,
        'vm-reachoper',
      ],
      keys: {
        1: 'calling',
        2: 'minutes',
        3: 'speed',
        4: 'cardline-password',
        5: 'last',
        0: 'cardline-operator',
      },
    },
    calling: {
      prompts: [
        ...forPress('1', 'spy-local', 'calling'),
        pause,
        ...forPress('2', 'calling', 'phonetic/q_p'),
        pause,
        ...forPress('3', 'calling', 'phonetic/i_p'),
        pause,
        ...forPress('4', 'calling', 'phonetic/l_p'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'calllocal', 2: 'callquebec', 3: 'callindia', 4: 'calllima', '*': 'main' },
    },
    calllocal: { prompts: enterNumber, number: { digits: 10, to: 'cardline-call-local' } },
    callquebec: { prompts: enterNumber, number: { digits: 15, to: 'cardline-call-quebec' } },
    callindia: { prompts: enterNumber, number: { digits: 15, to: 'cardline-call-india' } },
    calllima: { prompts: enterNumber, number: { digits: 15, to: 'cardline-call-lima' } },
    minutes: {
      prompts: [
        ...forPress('1', 'spy-local', 'minutes'),
        pause,
        ...forPress('2', 'phonetic/q_p', 'minutes'),
        pause,
        ...forPress('3', 'phonetic/i_p', 'minutes'),
        pause,
        ...forPress('4', 'phonetic/l_p', 'minutes'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'buylocal', 2: 'buyquebec', 3: 'buyindia', 4: 'buylima', '*': 'main' },
    },
    buylocal: {
      prompts: dollars('spy-local'),
      keys: { 1: 'cardline-local-10', 2: 'cardline-local-20', 3: 'cardline-local-50', '*': 'main' },
    },
    buyquebec: {
      prompts: dollars('phonetic/q_p'),
      keys: { 1: 'cardline-quebec-10', 2: 'cardline-quebec-20', 3: 'cardline-quebec-50', '*': 'main' },
    },
    buyindia: {
      prompts: dollars('phonetic/i_p'),
      keys: { 1: 'cardline-india-10', 2: 'cardline-india-20', 3: 'cardline-india-50', '*': 'main' },
    },
    buylima: {
      prompts: dollars('phonetic/l_p'),
      keys: { 1: 'cardline-lima-10', 2: 'cardline-lima-20', 3: 'cardline-lima-50', '*': 'main' },
    },
    speed: {
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
    family: {
      prompts: [
        'vm-num-i-have',
        ...digits('5550177'),
        pause,
        'vm-tocallnum',
        pause,
        'vm-calldiffnum',
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'cardline-family-call', 2: 'cardline-family-change', '*': 'main' },
    },
    friends: {
      prompts: ['speed-dial-empty', pause, 'vm-toenternumber', pause, 'vm-starmain'],
      keys: { 1: 'cardline-friends-new', '*': 'main' },
    },
    work: {
      prompts: [
        'vm-num-i-have',
        ...digits('5550126'),
        pause,
        'vm-tocallnum',
        pause,
        'vm-calldiffnum',
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'cardline-work-call', 2: 'cardline-work-change', '*': 'main' },
    },
    last: {
      prompts: [
        ...forPress('1', 'time'),
        pause,
        ...forPress('2', 'minutes'),
        pause,
        ...forPress('3', 'telephone-number'),
        pause,
        ...forPress('4', 'digits/dollars'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'cardline-last-time',
        2: 'cardline-last-minutes',
        3: 'cardline-last-number',
        4: 'cardline-last-dollars',
        '*': 'main',
      },
    },
  },
};
