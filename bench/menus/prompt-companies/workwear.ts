import type { PromptCompany } from '../companies/spoken-company.ts';
import { forPress, pause, pressFor } from './sounds.ts';

/** A maker of uniforms: new ones, names on them, old ones, orders called off, and its hours. */
export const workwear: PromptCompany = {
  prefix: '17455550',
  menus: {
    main: {
      prompts: [
        // "Thank you for calling."
        ...['auth-thankyou', 'for', 'calling'],
        pause,
        ...pressFor('1', 'vm-INBOX', 'phonetic/u_p'),
        pause,
        ...pressFor('2', 'phonetic/u_p', 'with', 'dir-firstlast'),
        pause,
        ...pressFor('3', 'your', 'vm-Old', 'phonetic/u_p'),
        pause,
        ...pressFor('4', 'phonetic/u_p', 'cancelled'),
        pause,
        ...pressFor('5', 'hours'),
        pause,
        'vm-reachoper',
      ],
      keys: { 1: 'order', 2: 'names', 3: 'old', 4: 'cancel', 5: 'open', 0: 'workwear-operator' },
    },
    order: {
      prompts: [
        ...forPress('1', 'phonetic/h_p', 'phonetic/u_p'),
        pause,
        ...forPress('2', 'phonetic/g_p', 'phonetic/u_p'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'hotel', 2: 'golf', '*': 'main' },
    },
    hotel: {
      prompts: [
        ...forPress('1', 'queue-less-than', 'digits/50'),
        pause,
        ...['for', 'digits/50', 'vm-press', 'digits/2'],
        pause,
        ...forPress('3', 'digits/1', 'digits/hundred'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'workwear-hotel-less', 2: 'workwear-hotel-fifty', 3: 'workwear-hotel-hundred', '*': 'main' },
    },
    golf: {
      prompts: [
        ...forPress('1', 'queue-less-than', 'digits/20'),
        pause,
        ...forPress('2', 'digits/20'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'workwear-golf-less', 2: 'workwear-golf-twenty', '*': 'main' },
    },
    names: {
      prompts: [...forPress('1', 'dir-first'), pause, ...forPress('2', 'dir-last'), pause, 'vm-starmain'],
      keys: { 1: 'firstName', 2: 'lastName', '*': 'main' },
    },
    firstName: {
      prompts: [
        ...forPress('1', 'uppercase'),
        pause,
        ...['for', 'lowercase', 'digits/2'],
        pause,
        ...['for', 'removed', 'digits/3'],
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'workwear-first-upper',
        2: 'workwear-first-lower',
        3: 'workwear-first-removed',
        '*': 'main',
      },
    },
    lastName: {
      prompts: [
        ...forPress('1', 'uppercase'),
        pause,
        ...['for', 'lowercase', 'digits/2'],
        pause,
        ...['for', 'removed', 'digits/3'],
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'workwear-last-upper', 2: 'workwear-last-lower', 3: 'workwear-last-removed', '*': 'main' },
    },
    old: {
      prompts: [
        ...forPress('1', 'vm-Old', 'phonetic/u_p', 'removed'),
        pause,
        ...pressFor('2', 'digits/dollars', 'vm-for', 'your', 'vm-Old', 'phonetic/u_p'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'removed', 2: 'workwear-old-dollars', '*': 'main' },
    },
    removed: {
      prompts: [
        ...pressFor('1', 'digits/today'),
        pause,
        ...pressFor('2', 'digits/tomorrow'),
        pause,
        ...pressFor('3', 'digits/day-5'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'workwear-removed-today',
        2: 'workwear-removed-tomorrow',
        3: 'workwear-removed-friday',
        '*': 'main',
      },
    },
    cancel: {
      prompts: [
        ...pressFor('1', 'phonetic/u_p', 'vm-from', 'digits/today'),
        pause,
        ...pressFor('2', 'phonetic/u_p', 'vm-from', 'digits/yesterday'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'workwear-cancelled-today', 2: 'cancelYesterday', '*': 'main' },
    },
    cancelYesterday: {
      prompts: [
        ...['phonetic/u_p', 'vm-from', 'digits/yesterday', 'cancelled'],
        pause,
        'if-correct-press',
        'digits/1',
        pause,
        'vm-star-cancel',
      ],
      keys: { 1: 'workwear-cancelled-yesterday', '*': 'main' },
    },
    open: {
      prompts: [
        ...forPress('1', 'hours', 'digits/today'),
        pause,
        ...['for', 'digits/day-4', 'digits/2'],
        pause,
        ...['for', 'digits/day-6', 'digits/3'],
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'workwear-hours-today',
        2: 'workwear-hours-thursday',
        3: 'workwear-hours-saturday',
        '*': 'main',
      },
    },
  },
};
