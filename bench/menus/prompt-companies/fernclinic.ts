import type { PromptCompany } from '../companies/spoken-company.ts';
import { pause } from './sounds.ts';

/** "Press two, for Monday", as the voice mail says it. */
const keyFor = (key: string, ...what: string[]): string[] => ['vm-press', `digits/${key}`, 'vm-for', ...what];

/** A clinic that takes X-rays: appointments, old pictures, and when and where it is open. */
export const fernclinic: PromptCompany = {
  prefix: '17355550',
  menus: {
    main: {
      prompts: [
        'hello',
        pause,
        'vm-onefor',
        'vm-INBOX',
        'phonetic/x_p',
        pause,
        ...keyFor('2', 'phonetic/x_p', 'cancelled'),
        pause,
        ...keyFor('3', 'your', 'vm-Old', 'phonetic/x_p'),
        pause,
        ...keyFor('4', 'hours', 'vm-and', 'location'),
        pause,
        'vm-reachoper',
      ],
      keys: { 1: 'book', 2: 'cancel', 3: 'old', 4: 'visit', 0: 'fernclinic-operator' },
    },
    book: {
      prompts: [
        'vm-onefor',
        'vm-Urgent',
        'phonetic/x_p',
        pause,
        ...keyFor('2', 'phonetic/x_p', 'digits/day-1'),
        pause,
        ...keyFor('3', 'digits/day-3'),
        pause,
        ...keyFor('4', 'digits/day-6'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'urgent', 2: 'monday', 3: 'wednesday', 4: 'saturday', '*': 'main' },
    },
    urgent: {
      prompts: [
        ...['for', 'phonetic/x_p', 'digits/today', 'vm-press', 'digits/1'],
        pause,
        ...['for', 'phonetic/x_p', 'digits/tomorrow', 'vm-press', 'digits/2'],
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'fernclinic-urgent-today', 2: 'fernclinic-urgent-tomorrow', '*': 'main' },
    },
    monday: {
      prompts: [
        ...keyFor('1', 'digits/day-1', 'digits/at', 'digits/9', 'digits/a-m'),
        pause,
        ...keyFor('2', 'digits/day-1', 'digits/at', 'digits/2', 'digits/p-m'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'fernclinic-monday-nine', 2: 'fernclinic-monday-two', '*': 'main' },
    },
    wednesday: {
      prompts: [
        ...keyFor('1', 'digits/day-3', 'digits/at', 'digits/11', 'digits/a-m'),
        pause,
        ...keyFor('2', 'digits/day-3', 'digits/at', 'digits/5', 'digits/p-m'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'fernclinic-wednesday-eleven', 2: 'fernclinic-wednesday-five', '*': 'main' },
    },
    saturday: {
      prompts: [
        ...keyFor('1', 'digits/day-6', 'digits/at', 'digits/10', 'digits/a-m'),
        pause,
        ...keyFor('2', 'digits/day-6', 'digits/at', 'digits/3', 'digits/p-m'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'fernclinic-saturday-ten', 2: 'fernclinic-saturday-three', '*': 'main' },
    },
    cancel: {
      prompts: [
        ...['for', 'digits/today', 'vm-press', 'digits/1'],
        pause,
        ...['for', 'digits/tomorrow', 'vm-press', 'digits/2'],
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'fernclinic-cancelled-today', 2: 'cancelTomorrow', '*': 'main' },
    },
    cancelTomorrow: {
      prompts: [
        ...['phonetic/x_p', 'digits/tomorrow', 'cancelled'],
        pause,
        'if-correct-press',
        'digits/1',
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'fernclinic-cancelled-tomorrow', '*': 'main' },
    },
    old: {
      prompts: [
        ...keyFor('1', 'pbx-transfer'),
        pause,
        ...keyFor('2', 'vm-Old', 'phonetic/x_p', 'removed'),
        pause,
        'vm-leavemsg',
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'transfer', 2: 'fernclinic-old-removed', 5: 'fernclinic-message', '*': 'main' },
    },
    transfer: {
      prompts: [
        ...keyFor('1', 'pbx-transfer', 'digits/today'),
        pause,
        ...keyFor('2', 'pbx-transfer', 'digits/tomorrow'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'fernclinic-transfer-today', 2: 'fernclinic-transfer-tomorrow', '*': 'main' },
    },
    visit: {
      prompts: [...keyFor('1', 'hours'), pause, ...keyFor('2', 'location'), pause, 'vm-starmain'],
      keys: { 1: 'open', 2: 'fernclinic-location', '*': 'main' },
    },
    open: {
      prompts: [
        ...['for', 'hours', 'digits/today', 'vm-press', 'digits/1'],
        pause,
        ...['for', 'digits/day-6', 'vm-press', 'digits/2'],
        pause,
        ...['for', 'digits/day-0', 'vm-press', 'digits/3'],
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'fernclinic-hours-today',
        2: 'fernclinic-hours-saturday',
        3: 'fernclinic-hours-sunday',
        '*': 'main',
      },
    },
  },
};
