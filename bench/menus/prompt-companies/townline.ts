import type { PromptCompany } from '../companies/spoken-company.ts';
import { forPress, pause, pressFor } from './sounds.ts';

/** A telephone office: the time elsewhere, who may ring and where, faults, and short numbers. */
export const townline: PromptCompany = {
  prefix: '16155550',
  menus: {
    main: {
      prompts: [
        ...forPress('1', 'time'),
        pause,
        ...forPress('2', 'followme/call-from', 'vm-Family', 'vm-Work', 'vm-and', 'vm-unknown-caller'),
        pause,
        ...forPress('3', 'something-terribly-wrong'),
        pause,
        ...forPress('4', 'speed-dial'),
        pause,
        'queue-periodic-announce',
      ],
      keys: { 1: 'time', 2: 'incoming', 3: 'trouble', 4: 'speed' },
      otherwise: 'townline-operator',
    },
    time: {
      prompts: [
        ...forPress('1', 'time', 'phonetic/q_p'),
        pause,
        ...forPress('2', 'time', 'phonetic/l_p'),
        pause,
        ...forPress('3', 'time', 'phonetic/i_p'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'townline-time-quebec', 2: 'townline-time-lima', 3: 'townline-time-india', '*': 'main' },
    },
    incoming: {
      prompts: [
        ...forPress('1', 'followme/call-from', 'vm-Family'),
        pause,
        ...forPress('2', 'followme/call-from', 'vm-Work'),
        pause,
        ...pressFor('3', 'followme/no-recording', 'vm-unknown-caller'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'family', 2: 'work', 3: 'unknown', '*': 'main' },
    },
    family: {
      prompts: [
        ...forPress('1', 'pbx-transfer', 'to-extension'),
        pause,
        ...forPress('2', 'pbx-transfer', 'spy-mobile'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'townline-family-extension', 2: 'townline-family-mobile', '*': 'main' },
    },
    work: {
      prompts: [
        ...forPress('1', 'do-not-disturb', 'vm-from', 'digits/6', 'digits/p-m'),
        pause,
        ...forPress('2', 'do-not-disturb', 'digits/day-6', 'vm-and', 'digits/day-0'),
        pause,
        ...forPress('3', 'do-not-disturb', 'de-activated'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'townline-work-evening',
        2: 'townline-work-weekend',
        3: 'townline-work-always',
        '*': 'main',
      },
    },
    unknown: {
      prompts: ['screen-callee-options', pause, 'vm-starmain'],
      keys: {
        1: 'townline-unknown-connect',
        2: 'townline-unknown-voicemail',
        3: 'townline-unknown-torture',
        4: 'townline-unknown-polite',
        '*': 'main',
      },
    },
    trouble: {
      prompts: [
        'sorry-youre-having-problems',
        pause,
        ...forPress('1', 'number-not-answering'),
        pause,
        ...forPress('2', 'all-circuits-busy-now'),
        pause,
        ...forPress('3', 'feature-not-avail-line'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'townline-trouble-answer',
        2: 'townline-trouble-circuits',
        3: 'townline-trouble-feature',
        '*': 'main',
      },
    },
    speed: {
      prompts: [
        ...forPress('1', 'number', 'added'),
        pause,
        ...forPress('2', 'number', 'removed'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'added', 2: 'removed', '*': 'main' },
    },
    added: { prompts: ['vm-enter-num-to-call'], number: { digits: 10, to: 'townline-speed-added' } },
    removed: {
      prompts: [
        ...pressFor('1', 'vm-Friends'),
        pause,
        ...pressFor('2', 'vm-Family'),
        pause,
        ...pressFor('3', 'vm-Work'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'townline-speed-less-friends',
        2: 'townline-speed-less-family',
        3: 'townline-speed-less-work',
        '*': 'main',
      },
    },
  },
};
