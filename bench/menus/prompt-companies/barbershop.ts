import type { PromptCompany } from '../companies/spoken-company.ts';
import { forPress, pause, pressFor } from './sounds.ts';

/** A barber's appointment line: a time with one of two hairdressers, hours, and where the shop is. */
export const barbershop: PromptCompany = {
  prefix: '16355550',
  menus: {
    main: {
      prompts: [
        ...pressFor('1', 'time', 'with', 'phonetic/j_p'),
        pause,
        ...pressFor('2', 'time', 'with', 'phonetic/o_p'),
        pause,
        ...pressFor('3', 'time', 'cancelled'),
        pause,
        ...pressFor('4', 'hours'),
        pause,
        'vm-leavemsg',
        pause,
        ...pressFor('6', 'location'),
        pause,
        'vm-reachoper',
      ],
      keys: {
        1: 'juliet',
        2: 'oscar',
        3: 'cancelled',
        4: 'hours',
        5: 'barbershop-message',
        6: 'barbershop-location',
        0: 'barbershop-operator',
      },
    },
    juliet: {
      prompts: [
        ...forPress('1', 'digits/day-2'),
        pause,
        ...forPress('2', 'digits/day-4'),
        pause,
        ...forPress('3', 'digits/day-6'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'juliettuesday', 2: 'julietthursday', 3: 'barbershop-juliet-saturday', '*': 'main' },
    },
    juliettuesday: {
      prompts: [
        ...forPress('1', 'digits/10', 'digits/oclock', 'digits/a-m'),
        pause,
        ...forPress('2', 'digits/4', 'digits/oclock', 'digits/p-m'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'barbershop-juliet-tuesday-ten', 2: 'barbershop-juliet-tuesday-four', '*': 'main' },
    },
    julietthursday: {
      prompts: [
        ...forPress('1', 'digits/9', 'digits/oclock', 'digits/a-m'),
        pause,
        ...forPress('2', 'digits/2', 'digits/oclock', 'digits/p-m'),
        pause,
        ...forPress('3', 'digits/6', 'digits/oclock', 'digits/p-m'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'barbershop-juliet-thursday-nine',
        2: 'barbershop-juliet-thursday-two',
        3: 'barbershop-juliet-thursday-six',
        '*': 'main',
      },
    },
    oscar: {
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
        1: 'barbershop-oscar-monday',
        2: 'barbershop-oscar-wednesday',
        3: 'oscarfriday',
        '*': 'main',
      },
    },
    oscarfriday: {
      prompts: [
        ...forPress('1', 'digits/11', 'digits/oclock', 'digits/a-m'),
        pause,
        ...forPress('2', 'digits/3', 'digits/oclock', 'digits/p-m'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'barbershop-oscar-friday-eleven', 2: 'barbershop-oscar-friday-three', '*': 'main' },
    },
    cancelled: {
      prompts: [
        ...forPress('1', 'digits/today'),
        pause,
        ...forPress('2', 'digits/tomorrow'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'barbershop-cancelled-today', 2: 'barbershop-cancelled-tomorrow', '*': 'main' },
    },
    hours: {
      prompts: [
        ...forPress('1', 'hours', 'digits/day-6'),
        pause,
        ...forPress(
          '2',
          'hours',
          'digits/day-1',
          'digits/day-2',
          'digits/day-3',
          'digits/day-4',
          'vm-and',
          'digits/day-5',
        ),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'barbershop-hours-saturday', 2: 'barbershop-hours-week', '*': 'main' },
    },
  },
};
