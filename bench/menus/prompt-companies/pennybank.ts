import type { PromptCompany } from '../companies/spoken-company.ts';
import { pause, pressFor } from './sounds.ts';

/** A savings bank: money sent and received, the password, the customer's telephone number, and its hours. */
export const pennybank: PromptCompany = {
  prefix: '16755550',
  menus: {
    main: {
      prompts: [
        ...pressFor('1', 'pbx-transfer', 'digits/dollars'),
        pause,
        ...pressFor('2', 'digits/dollars', 'vm-received'),
        pause,
        ...pressFor('3', 'vm-password'),
        pause,
        ...pressFor('4', 'your', 'telephone-number'),
        pause,
        ...pressFor('5', 'hours'),
        pause,
        'vm-reachoper',
      ],
      keys: {
        1: 'transfer',
        2: 'received',
        3: 'password',
        4: 'telephone',
        5: 'open',
        0: 'pennybank-operator',
      },
    },
    transfer: {
      prompts: [
        ...pressFor('1', 'vm-Family'),
        pause,
        ...pressFor('2', 'vm-Friends'),
        pause,
        ...pressFor('3', 'vm-Work'),
        pause,
        ...pressFor('4', 'pbx-transfer', 'cancelled'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'toFamily', 2: 'toFriends', 3: 'toWork', 4: 'cancelled', '*': 'main' },
    },
    toFamily: {
      prompts: [
        ...pressFor('1', 'pbx-transfer', 'digits/today'),
        pause,
        ...pressFor('2', 'pbx-transfer', 'digits/tomorrow'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'pennybank-family-today', 2: 'pennybank-family-tomorrow', '*': 'main' },
    },
    toFriends: {
      prompts: [
        ...pressFor('1', 'queue-less-than', 'digits/1', 'digits/hundred', 'digits/dollars'),
        pause,
        ...pressFor('2', 'digits/1', 'digits/hundred', 'digits/dollars'),
        pause,
        ...pressFor('3', 'digits/3', 'digits/hundred', 'digits/dollars'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'pennybank-friends-less',
        2: 'pennybank-friends-hundred',
        3: 'pennybank-friends-three',
        '*': 'main',
      },
    },
    toWork: {
      prompts: [
        ...pressFor('1', 'vm-Urgent', 'pbx-transfer'),
        pause,
        ...pressFor('2', 'pbx-transfer', 'digits/tomorrow'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'pennybank-work-urgent', 2: 'pennybank-work-tomorrow', '*': 'main' },
    },
    cancelled: {
      prompts: [
        ...pressFor('1', 'pbx-transfer', 'vm-from', 'digits/today'),
        pause,
        ...pressFor('2', 'pbx-transfer', 'vm-from', 'digits/yesterday'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'pennybank-cancelled-today', 2: 'pennybank-cancelled-yesterday', '*': 'main' },
    },
    received: {
      prompts: [
        ...pressFor('1', 'digits/dollars', 'vm-received', 'vm-from', 'vm-Family'),
        pause,
        ...pressFor('2', 'digits/dollars', 'vm-received', 'vm-from', 'vm-Work'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'fromFamily', 2: 'fromWork', '*': 'main' },
    },
    fromFamily: {
      prompts: [
        ...pressFor('1', 'vm-received', 'digits/today'),
        pause,
        ...pressFor('2', 'vm-received', 'digits/yesterday'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'pennybank-received-today', 2: 'pennybank-received-yesterday', '*': 'main' },
    },
    fromWork: {
      prompts: [
        ...pressFor('1', 'digits/mon-9'),
        pause,
        ...pressFor('2', 'digits/mon-10'),
        pause,
        ...pressFor('3', 'digits/mon-11'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'pennybank-received-october',
        2: 'pennybank-received-november',
        3: 'pennybank-received-december',
        '*': 'main',
      },
    },
    password: {
      prompts: [
        ...pressFor('1', 'vm-INBOX', 'vm-password'),
        pause,
        ...pressFor('2', 'vm-password', 'disabled'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'newPassword', 2: 'pennybank-password-disabled', '*': 'main' },
    },
    newPassword: { prompts: ['privacy-prompt'], number: { digits: 10, to: 'pennybank-password-new' } },
    telephone: {
      prompts: [
        ...pressFor('1', 'vm-INBOX', 'telephone-number'),
        pause,
        ...pressFor('2', 'vm-Old', 'telephone-number', 'removed'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'newTelephone', 2: 'pennybank-telephone-removed', '*': 'main' },
    },
    newTelephone: { prompts: ['privacy-prompt'], number: { digits: 10, to: 'pennybank-telephone-new' } },
    open: {
      prompts: [
        ...pressFor('1', 'hours', 'digits/today'),
        pause,
        ...pressFor('2', 'hours', 'digits/tomorrow'),
        pause,
        ...pressFor('3', 'hours', 'digits/day-6'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'pennybank-hours-today',
        2: 'pennybank-hours-tomorrow',
        3: 'pennybank-hours-saturday',
        '*': 'main',
      },
    },
  },
};
