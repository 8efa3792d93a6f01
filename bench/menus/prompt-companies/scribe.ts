import type { PromptCompany } from '../companies/spoken-company.ts';
import { pause, pressFor } from './sounds.ts';

/** A dictation service: its modes are described as Asterisk's Dictate describes them. */
export const scribe: PromptCompany = {
  prefix: '16055550',
  menus: {
    main: {
      prompts: [
        ...pressFor('1', 'dictate/record'),
        pause,
        ...pressFor('2', 'dictate/playback'),
        pause,
        'vm-advopts',
        pause,
        'vm-toforward',
        pause,
        'vm-savemessage',
        pause,
        'dictate/forhelp',
      ],
      keys: { 1: 'record', 2: 'playback', 3: 'advanced', 8: 'forward', 9: 'folder', 0: 'scribe-operator' },
    },
    record: {
      prompts: ['dictate/record_mode', pause, 'dictate/record_help', pause, 'dictate/both_help'],
      keys: { 1: 'playback', 8: 'scribe-anew', '*': 'scribe-record-pause', '#': 'filename' },
    },
    playback: {
      prompts: ['dictate/playback_mode', pause, 'dictate/play_help', pause, 'dictate/both_help'],
      keys: {
        1: 'record',
        2: 'scribe-fast',
        7: 'scribe-backwards',
        8: 'scribe-forwards',
        '*': 'scribe-playback-pause',
        '#': 'filename',
      },
    },
    filename: {
      prompts: ['dictate/enter_filename'],
      number: { digits: 6, to: 'scribe-filename' },
      otherwise: 'main',
    },
    advanced: {
      prompts: [
        'vm-tocallback',
        pause,
        'vm-tohearenv',
        pause,
        'vm-review-urgent',
        pause,
        'vm-delete',
        pause,
        'vm-starmain',
      ],
      keys: {
        2: 'scribe-call-back',
        3: 'scribe-envelope',
        4: 'scribe-urgent',
        7: 'scribe-delete',
        '*': 'main',
      },
    },
    forward: {
      prompts: ['vm-forwardoptions', pause, 'vm-starmain'],
      keys: { 1: 'introduced', 2: 'plain', '*': 'main' },
    },
    introduced: {
      prompts: ['vm-forward', pause, 'vm-starmain'],
      keys: { 1: 'scribe-introduced-extension', 2: 'scribe-introduced-directory', '*': 'main' },
    },
    plain: {
      prompts: ['vm-forward', pause, 'vm-starmain'],
      keys: { 1: 'scribe-plain-extension', 2: 'scribe-plain-directory', '*': 'main' },
    },
    folder: {
      prompts: [
        'vm-savefolder',
        pause,
        ...pressFor('1', 'vm-Work'),
        pause,
        ...pressFor('2', 'vm-Friends'),
        pause,
        ...pressFor('3', 'vm-Family'),
        pause,
        'vm-star-cancel',
      ],
      keys: { 1: 'scribe-save-work', 2: 'scribe-save-friends', 3: 'scribe-save-family', '*': 'main' },
    },
  },
};
