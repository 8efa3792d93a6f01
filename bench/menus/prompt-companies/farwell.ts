import type { PromptCompany } from '../companies/spoken-company.ts';
import { forPress, pause } from './sounds.ts';

/** A travel agency: two places to go to, what was cancelled, its agents, and its hours. */
export const farwell: PromptCompany = {
  prefix: '16855550',
  menus: {
    main: {
      prompts: [
        'hello',
        pause,
        ...forPress('1', 'phonetic/q_p'),
        pause,
        ...forPress('2', 'phonetic/l_p'),
        pause,
        ...forPress('3', 'cancelled'),
        pause,
        ...forPress('4', 'spy-agent'),
        pause,
        ...forPress('5', 'hours'),
        pause,
        'vm-reachoper',
      ],
      keys: { 1: 'quebec', 2: 'lima', 3: 'cancelled', 4: 'agent', 5: 'open', 0: 'farwell-operator' },
    },
    quebec: {
      prompts: [
        ...forPress('1', 'phonetic/q_p', 'digits/today'),
        pause,
        ...forPress('2', 'phonetic/q_p', 'digits/tomorrow'),
        pause,
        ...forPress('3', 'phonetic/h_p'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'quebecToday', 2: 'quebecTomorrow', 3: 'quebecHotel', '*': 'main' },
    },
    quebecToday: {
      prompts: [
        ...forPress('1', 'digits/4', 'digits/p-m'),
        pause,
        ...forPress('2', 'digits/9', 'digits/p-m'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'farwell-quebec-today-four', 2: 'farwell-quebec-today-nine', '*': 'main' },
    },
    quebecTomorrow: {
      prompts: [
        ...forPress('1', 'digits/7', 'digits/a-m'),
        pause,
        ...forPress('2', 'digits/10', 'digits/a-m'),
        pause,
        ...forPress('3', 'digits/5', 'digits/p-m'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'farwell-quebec-tomorrow-seven',
        2: 'farwell-quebec-tomorrow-ten',
        3: 'farwell-quebec-tomorrow-five',
        '*': 'main',
      },
    },
    quebecHotel: {
      prompts: [
        ...forPress('1', 'phonetic/h_p', 'digits/80', 'digits/dollars'),
        pause,
        ...forPress('2', 'phonetic/h_p', 'digits/2', 'digits/hundred', 'digits/dollars'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'farwell-quebec-hotel-eighty', 2: 'farwell-quebec-hotel-hundreds', '*': 'main' },
    },
    lima: {
      prompts: [
        ...forPress('1', 'phonetic/l_p', 'digits/mon-0'),
        pause,
        ...forPress('2', 'phonetic/l_p', 'digits/mon-5'),
        pause,
        ...forPress('3', 'phonetic/l_p', 'digits/mon-8'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'limaJanuary', 2: 'limaJune', 3: 'farwell-lima-september', '*': 'main' },
    },
    limaJanuary: {
      prompts: [
        ...forPress('1', 'phonetic/l_p', 'with', 'vm-Family'),
        pause,
        ...forPress('2', 'phonetic/l_p', 'with', 'vm-Friends'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'farwell-lima-january-family', 2: 'farwell-lima-january-friends', '*': 'main' },
    },
    limaJune: {
      prompts: [
        ...forPress('1', 'phonetic/l_p', 'with', 'vm-Friends'),
        pause,
        ...forPress('2', 'phonetic/l_p', 'with', 'vm-Family'),
        pause,
        ...forPress('3', 'vm-Work'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'farwell-lima-june-friends',
        2: 'farwell-lima-june-family',
        3: 'farwell-lima-june-work',
        '*': 'main',
      },
    },
    cancelled: {
      prompts: [
        ...forPress('1', 'phonetic/h_p', 'cancelled'),
        pause,
        ...forPress('2', 'your', 'digits/dollars'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'cancelledHotel', 2: 'farwell-cancelled-dollars', '*': 'main' },
    },
    cancelledHotel: {
      prompts: [
        ...forPress('1', 'phonetic/h_p', 'digits/today'),
        pause,
        ...forPress('2', 'phonetic/h_p', 'digits/tomorrow'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'farwell-cancelled-hotel-today', 2: 'farwell-cancelled-hotel-tomorrow', '*': 'main' },
    },
    agent: {
      prompts: [
        ...forPress('1', 'spy-agent', 'phonetic/m_p'),
        pause,
        ...forPress('2', 'spy-agent', 'phonetic/j_p'),
        pause,
        ...forPress('3', 'spy-agent', 'phonetic/v_p'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'mike', 2: 'juliet', 3: 'farwell-agent-victor', '*': 'main' },
    },
    mike: {
      prompts: [...forPress('1', 'extension'), pause, ...forPress('2', 'spy-mobile'), pause, 'vm-starmain'],
      keys: { 1: 'farwell-agent-mike-extension', 2: 'farwell-agent-mike-mobile', '*': 'main' },
    },
    juliet: {
      prompts: [
        'phonetic/j_p',
        'vm-isonphone',
        pause,
        ...forPress('1', 'vm-INBOX', 'vm-message'),
        pause,
        ...forPress('2', 'vm-Urgent', 'vm-message'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'farwell-agent-juliet-message', 2: 'farwell-agent-juliet-urgent', '*': 'main' },
    },
    open: {
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
        1: 'farwell-hours-today',
        2: 'farwell-hours-saturday',
        3: 'farwell-hours-sunday',
        '*': 'main',
      },
    },
  },
};
