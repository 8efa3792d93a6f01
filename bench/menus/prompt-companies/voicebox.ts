import type { PromptCompany } from '../companies/spoken-company.ts';
import { digits, pause, pressFor } from './sounds.ts';

/** A voicemail service, worded much as Asterisk's own; no pauses between what can be done with a message. */
export const voicebox: PromptCompany = {
  prefix: '14455550',
  menus: {
    main: {
      prompts: [
        'vm-youhave',
        'digits/3',
        'vm-INBOX',
        'vm-and',
        'digits/2',
        'vm-Old',
        'vm-messages',
        pause,
        'vm-onefor',
        'vm-INBOX',
        'vm-messages',
        pause,
        'vm-opts-full',
      ],
      keys: { 1: 'fresh', 2: 'folders', 3: 'otherbox', 0: 'greetings' },
    },
    fresh: {
      prompts: [
        'vm-first',
        'vm-from-phonenumber',
        ...digits('5550171'),
        pause,
        'vm-advopts',
        'vm-repeat',
        'vm-next',
        'vm-delete',
        'vm-toforward',
        'vm-savemessage',
      ],
      keys: {
        3: 'advanced',
        5: 'voicebox-repeat',
        6: 'voicebox-next',
        7: 'voicebox-delete',
        8: 'forward',
        9: 'saving',
      },
    },
    advanced: {
      prompts: ['vm-toreply', 'vm-tocallback', 'vm-tohearenv', 'vm-starmain'],
      keys: { 1: 'voicebox-reply', 2: 'voicebox-sender', 3: 'voicebox-envelope', '*': 'main' },
    },
    forward: {
      prompts: ['vm-forward'],
      keys: { 1: 'forwardextension', 2: 'voicebox-forward-name' },
    },
    forwardextension: {
      prompts: ['extension', 'astcc-followed-by-the-pound-key'],
      number: { digits: 6, to: 'voicebox-forward-extension' },
    },
    saving: {
      prompts: [
        'vm-savefolder',
        pause,
        ...pressFor('1', 'vm-Old', 'vm-messages'),
        pause,
        ...pressFor('2', 'vm-Work', 'vm-messages'),
        pause,
        ...pressFor('3', 'vm-Family', 'vm-messages'),
        pause,
        ...pressFor('4', 'vm-Friends', 'vm-messages'),
      ],
      keys: {
        1: 'voicebox-save-old',
        2: 'voicebox-save-work',
        3: 'voicebox-save-family',
        4: 'voicebox-save-friends',
      },
    },
    folders: {
      prompts: [
        'vm-changeto',
        pause,
        ...pressFor('1', 'vm-Old', 'vm-messages'),
        pause,
        ...pressFor('2', 'vm-Work', 'vm-messages'),
        pause,
        ...pressFor('3', 'vm-Family', 'vm-messages'),
        pause,
        ...pressFor('4', 'vm-Friends', 'vm-messages'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'voicebox-folder-old',
        2: 'voicebox-folder-work',
        3: 'voicebox-folder-family',
        4: 'voicebox-folder-friends',
        '*': 'main',
      },
    },
    otherbox: { prompts: ['vm-whichbox'], number: { digits: 4, to: 'voicebox-other' } },
    greetings: {
      prompts: ['vm-options'],
      keys: {
        1: 'voicebox-unavailable',
        2: 'voicebox-busy',
        3: 'voicebox-name',
        4: 'temporary',
        5: 'password',
        '*': 'main',
      },
    },
    temporary: {
      prompts: ['vm-tmpexists', pause, 'vm-tempgreeting2', pause, 'vm-starmain'],
      keys: { 1: 'voicebox-temporary-record', 2: 'voicebox-temporary-erase', '*': 'main' },
    },
    password: { prompts: ['vm-newpassword'], number: { digits: 8, to: 'voicebox-password' } },
  },
};
