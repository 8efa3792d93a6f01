import type { PromptCompany } from '../companies/spoken-company.ts';
import { forPress, pause, pressFor } from './sounds.ts';

/** A maker's switchboard: departments, help with what it sells, names, hours and places. */
export const awesome: PromptCompany = {
  prefix: '15255550',
  menus: {
    main: {
      prompts: ['basic-pbx-ivr-main', pause, ...forPress('5', 'location', 'vm-and', 'hours')],
      keys: {
        1: 'awesome-sales',
        2: 'advocate',
        3: 'accounting',
        4: 'directory',
        5: 'visiting',
        0: 'awesome-operator',
      },
    },
    advocate: {
      prompts: [
        'sorry-youre-having-problems',
        pause,
        ...forPress('1', 'spy-usbradio'),
        pause,
        ...forPress('2', 'spy-mobile'),
        pause,
        ...forPress('3', 'spy-console'),
        pause,
        ...forPress('4', 'info-about-last-call'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'awesome-radio', 2: 'mobile', 3: 'console', 4: 'awesome-last-call', '*': 'main' },
    },
    mobile: {
      prompts: [
        'spy-mobile',
        pause,
        ...pressFor('1', 'vm-password'),
        pause,
        ...pressFor('2', 'call-forwarding'),
        pause,
        ...pressFor('3', 'vm-messages'),
        pause,
        ...pressFor('4', 'vm-INBOX', 'telephone-number'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'awesome-mobile-password',
        2: 'awesome-mobile-forwarding',
        3: 'awesome-mobile-messages',
        4: 'awesome-mobile-number',
        '*': 'main',
      },
    },
    console: {
      prompts: [
        'spy-console',
        pause,
        ...pressFor('1', 'vm-password'),
        pause,
        ...pressFor('2', 'time'),
        pause,
        ...pressFor('3', 'speed-dial'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'awesome-console-password',
        2: 'awesome-console-time',
        3: 'awesome-console-speed',
        '*': 'main',
      },
    },
    accounting: {
      prompts: ['privacy-prompt'],
      number: { digits: 10, to: 'awesome-accounting' },
    },
    directory: {
      prompts: [
        'dir-welcome',
        pause,
        ...forPress('1', 'vm-first', 'digits/3', 'dir-first'),
        pause,
        ...forPress('2', 'vm-first', 'digits/3', 'dir-last'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'awesome-first-name', 2: 'awesome-last-name', '*': 'main' },
    },
    visiting: {
      prompts: [...forPress('1', 'hours'), pause, ...forPress('2', 'location'), pause, 'vm-starmain'],
      keys: { 1: 'hours', 2: 'location', '*': 'main' },
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
        1: 'awesome-hours-today',
        2: 'awesome-hours-tomorrow',
        3: 'awesome-hours-saturday',
        4: 'awesome-hours-sunday',
        '*': 'main',
      },
    },
    location: {
      prompts: [
        ...forPress('1', 'your', 'spy-local', 'location'),
        pause,
        ...forPress('2', 'vm-INBOX', 'location'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'awesome-location-local', 2: 'awesome-location-new', '*': 'main' },
    },
  },
};
