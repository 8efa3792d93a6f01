import type { PromptCompany } from '../companies/spoken-company.ts';
import { digits, forPress, pause, pressFor, toPress } from './sounds.ts';

/** A conference bridge, for whoever leads the conference. */
export const gathering: PromptCompany = {
  prefix: '15455550',
  menus: {
    main: {
      prompts: [
        'conf-enteringno',
        ...digits('427'),
        pause,
        ...forPress('1', 'your', 'extension'),
        pause,
        ...forPress('2', 'conf-otherinparty'),
        pause,
        ...forPress('3', 'calling', 'vm-INBOX', 'confbridge-participants'),
        pause,
        ...forPress('4', 'dictate/record_mode'),
        pause,
        ...toPress('5', 'confbridge-lock-in'),
        pause,
        ...toPress('6', 'confbridge-leave-in'),
        pause,
        ...forPress('7', 'vm-INBOX', 'vm-password'),
        pause,
        'vm-reachoper',
      ],
      keys: {
        1: 'own',
        2: 'others',
        3: 'invite',
        4: 'recording',
        5: 'bridge-lock',
        6: 'bridge-leave',
        7: 'pin',
        0: 'bridge-operator',
      },
    },
    own: {
      prompts: [
        ...toPress('1', 'confbridge-mute-in'),
        pause,
        ...toPress('2', 'confbridge-inc-talk-vol-in'),
        pause,
        ...toPress('3', 'confbridge-dec-talk-vol-in'),
        pause,
        ...toPress('4', 'confbridge-rest-talk-vol-in'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'bridge-mute',
        2: 'bridge-speaking-up',
        3: 'bridge-speaking-down',
        4: 'bridge-speaking-reset',
        '*': 'main',
      },
    },
    others: {
      prompts: [
        'vm-press',
        'digits/1',
        'confbridge-inc-list-vol-out',
        pause,
        'vm-press',
        'digits/2',
        'confbridge-dec-list-vol-out',
        pause,
        'vm-press',
        'digits/3',
        'confbridge-remove-last-out',
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'bridge-hearing-up',
        2: 'bridge-hearing-down',
        3: 'bridge-remove-last',
        '*': 'main',
      },
    },
    invite: {
      prompts: ['vm-forward', pause, ...pressFor('3', 'telephone-number'), pause, 'vm-starmain'],
      keys: { 1: 'inviteExtension', 2: 'bridge-directory', 3: 'inviteNumber', '*': 'main' },
    },
    inviteExtension: {
      prompts: ['agent-newlocation'],
      number: { digits: 4, to: 'bridge-add-extension' },
    },
    inviteNumber: {
      prompts: ['vm-enter-num-to-call', 'vm-then-pound'],
      number: { digits: 10, to: 'bridge-add-number' },
    },
    recording: {
      prompts: [
        ...forPress('1', 'dictate/record'),
        pause,
        ...forPress('2', 'dictate/pause'),
        pause,
        ...forPress('3', 'dictate/playback'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'bridge-record', 2: 'bridge-record-pause', 3: 'playback', '*': 'main' },
    },
    playback: {
      prompts: [
        'dictate/playback_mode',
        pause,
        ...pressFor('1', 'digits/today'),
        pause,
        ...pressFor('2', 'digits/yesterday'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'bridge-playback-today', 2: 'bridge-playback-yesterday', '*': 'main' },
    },
    pin: {
      prompts: ['confbridge-pin'],
      number: { digits: 6, to: 'bridge-password' },
    },
  },
};
