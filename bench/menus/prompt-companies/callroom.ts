import type { PromptCompany } from '../companies/spoken-company.ts';
import { forPress, pause, pressFor, toPress } from './sounds.ts';

/** Rooms for conferences: who may speak and come in, how loud it is, and when the office is open. */
export const callroom: PromptCompany = {
  prefix: '17725550',
  menus: {
    main: {
      prompts: [
        ...toPress('1', 'confbridge-mute-in'),
        pause,
        ...toPress('2', 'confbridge-lock-in'),
        pause,
        ...pressFor('3', 'vm-messages'),
        pause,
        ...pressFor('4', 'hours', 'vm-and', 'location'),
        pause,
        ...toPress('5', 'confbridge-leave-in'),
        pause,
        'vm-reachoper',
      ],
      keys: { 1: 'mute', 2: 'door', 3: 'messages', 4: 'office', 5: 'callroom-leave', 0: 'callroom-operator' },
    },
    mute: {
      prompts: [
        ...toPress('1', 'confbridge-inc-talk-vol-in'),
        pause,
        ...toPress('2', 'confbridge-dec-talk-vol-in'),
        pause,
        ...toPress('3', 'confbridge-mute-in'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'callroom-louder', 2: 'callroom-quieter', 3: 'callroom-mute', '*': 'main' },
    },
    door: {
      prompts: [
        ...toPress('1', 'confbridge-lock-in'),
        pause,
        ...toPress('2', 'confbridge-remove-last-in'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'pin', 2: 'callroom-remove', '*': 'main' },
    },
    pin: { prompts: ['conf-getpin'], number: { digits: 4, to: 'callroom-lock' } },
    messages: {
      prompts: ['vm-tempgreeting2', pause, 'vm-leavemsg', pause, 'vm-starmain'],
      keys: { 1: 'callroom-greeting', 2: 'callroom-greeting-off', 5: 'leave', '*': 'main' },
    },
    leave: {
      prompts: [
        ...pressFor('1', 'vm-Urgent', 'vm-message'),
        pause,
        ...pressFor('2', 'vm-message', 'digits/tomorrow'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'callroom-message-urgent', 2: 'callroom-message-tomorrow', '*': 'main' },
    },
    office: {
      prompts: [...forPress('1', 'hours'), pause, ...forPress('2', 'location'), pause, 'vm-starmain'],
      keys: { 1: 'hours', 2: 'callroom-location', '*': 'main' },
    },
    hours: {
      prompts: [
        ...forPress('1', 'hours', 'digits/today'),
        pause,
        ...forPress('2', 'hours', 'digits/day-6'),
        pause,
        ...forPress('3', 'hours', 'digits/day-0'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'callroom-hours-today',
        2: 'callroom-hours-saturday',
        3: 'callroom-hours-sunday',
        '*': 'main',
      },
    },
  },
};
