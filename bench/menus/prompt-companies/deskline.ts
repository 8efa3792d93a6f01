import type { PromptCompany } from '../companies/spoken-company.ts';
import { forPress, pause, pressFor } from './sounds.ts';

/** The telephones of an office: extensions, greetings and passwords, and moving to another desk. */
export const deskline: PromptCompany = {
  prefix: '17735550',
  menus: {
    main: {
      prompts: [
        'hello',
        pause,
        ...pressFor('1', 'your', 'vm-password'),
        pause,
        ...pressFor('2', 'your', 'vm-extension'),
        pause,
        ...pressFor('3', 'your', 'telephone-number'),
        pause,
        ...pressFor('4', 'your', 'vm-messages'),
        pause,
        ...pressFor('5', 'call-waiting'),
        pause,
        'vm-reachoper',
      ],
      keys: {
        1: 'password',
        2: 'extension',
        3: 'telephone',
        4: 'mailbox',
        5: 'waiting',
        0: 'deskline-operator',
      },
    },
    password: { prompts: ['vm-newpassword'], number: { digits: 4, to: 'deskline-password' } },
    extension: {
      prompts: [
        ...forPress('1', 'vm-INBOX', 'vm-extension'),
        pause,
        ...forPress('2', 'vm-extension', 'removed'),
        pause,
        ...forPress('3', 'vm-extension', 'pbx-transfer'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'extensionDay', 2: 'deskline-extension-removed', 3: 'move', '*': 'main' },
    },
    extensionDay: {
      prompts: [
        ...forPress('1', 'digits/today'),
        pause,
        ...forPress('2', 'digits/tomorrow'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'deskline-extension-today', 2: 'deskline-extension-tomorrow', '*': 'main' },
    },
    move: {
      prompts: [
        ...forPress('1', 'digits/day-1'),
        pause,
        ...forPress('2', 'digits/day-3'),
        pause,
        ...forPress('3', 'digits/day-5'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'deskline-move-monday',
        2: 'deskline-move-wednesday',
        3: 'deskline-move-friday',
        '*': 'main',
      },
    },
    telephone: {
      prompts: [
        'vm-toenternumber',
        pause,
        ...forPress('2', 'telephone-number', 'removed'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'deskline-number-new', 2: 'deskline-number-removed', '*': 'main' },
    },
    mailbox: {
      prompts: ['vm-options'],
      keys: {
        1: 'deskline-unavailable',
        2: 'deskline-busy',
        3: 'deskline-name',
        4: 'temporary',
        5: 'password',
        '*': 'main',
      },
    },
    temporary: {
      prompts: ['vm-tempgreeting2'],
      keys: { 1: 'deskline-temporary-record', 2: 'deskline-temporary-erase' },
    },
    waiting: {
      prompts: [
        ...forPress('1', 'call-waiting', 'activated'),
        pause,
        ...forPress('2', 'call-waiting', 'de-activated'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'deskline-waiting-on', 2: 'deskline-waiting-off', '*': 'main' },
    },
  },
};
