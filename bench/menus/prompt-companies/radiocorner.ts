import type { PromptCompany } from '../companies/spoken-company.ts';
import { forPress, pause, toPress } from './sounds.ts';

/** A small shop for radios and mobile telephones: its hours, where its two shops are, and its counters. */
export const radiocorner: PromptCompany = {
  prefix: '15955550',
  menus: {
    main: {
      prompts: [
        'hello',
        pause,
        ...forPress('1', 'hours', 'vm-and', 'location'),
        pause,
        ...forPress('2', 'spy-usbradio'),
        pause,
        ...forPress('3', 'spy-mobile'),
        pause,
        ...forPress('4', 'extension'),
        pause,
        'vm-leavemsg',
        pause,
        'vm-reachoper',
      ],
      keys: {
        1: 'visit',
        2: 'radio',
        3: 'mobile',
        4: 'staff',
        5: 'radiocorner-message',
        0: 'radiocorner-operator',
      },
    },
    visit: {
      prompts: [
        ...forPress('1', 'hours', 'digits/day-6'),
        pause,
        ...forPress('2', 'hours', 'digits/day-0'),
        pause,
        ...forPress(
          '3',
          'hours',
          'digits/day-1',
          'digits/day-2',
          'digits/day-3',
          'digits/day-4',
          'vm-and',
          'digits/day-5',
        ),
        pause,
        ...forPress('4', 'location'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'radiocorner-hours-saturday',
        2: 'radiocorner-hours-sunday',
        3: 'radiocorner-hours-week',
        4: 'place',
        '*': 'main',
      },
    },
    place: {
      prompts: [
        ...forPress('1', 'location', 'digits/h-5', 'vm-and', 'digits/h-30'),
        pause,
        ...forPress('2', 'location', 'digits/h-2', 'vm-and', 'digits/h-10'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'radiocorner-place-fifth', 2: 'radiocorner-place-second', '*': 'main' },
    },
    radio: {
      prompts: [
        ...forPress('1', 'something-terribly-wrong'),
        pause,
        ...forPress('2', 'digits/dollars'),
        pause,
        ...forPress('3', 'cancelled'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'radiocorner-radio-fault', 2: 'price', 3: 'radiocorner-radio-cancelled', '*': 'main' },
    },
    price: {
      prompts: [
        'queue-less-than',
        'digits/1',
        'digits/hundred',
        ...toPress('1', 'digits/dollars'),
        pause,
        'vm-from',
        'digits/1',
        'digits/hundred',
        ...toPress('2', 'digits/dollars'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'radiocorner-price-less', 2: 'radiocorner-price-more', '*': 'main' },
    },
    mobile: {
      prompts: [
        ...forPress('1', 'activated'),
        pause,
        ...forPress('2', 'vm-password'),
        pause,
        ...forPress('3', 'telephone-number'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'radiocorner-mobile-activated',
        2: 'radiocorner-mobile-password',
        3: 'radiocorner-mobile-number',
        '*': 'main',
      },
    },
    staff: {
      prompts: ['vm-forward', pause, 'vm-starmain'],
      keys: { 1: 'radiocorner-staff-extension', 2: 'radiocorner-staff-directory', '*': 'main' },
    },
  },
};
