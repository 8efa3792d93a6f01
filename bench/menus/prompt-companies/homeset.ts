import type { PromptCompany } from '../companies/spoken-company.ts';
import { forPress, pause, pressFor } from './sounds.ts';

/** A household's own telephone system: where its calls go, its messages, and peace and quiet. */
export const homeset: PromptCompany = {
  prefix: '16255550',
  menus: {
    main: {
      prompts: [
        ...forPress('1', 'call-forwarding'),
        pause,
        ...forPress('2', 'call-waiting'),
        pause,
        ...forPress('3', 'vm-messages'),
        pause,
        'vm-tomakecall',
        pause,
        ...forPress('5', 'do-not-disturb'),
        pause,
        ...forPress('6', 'info-about-last-call'),
      ],
      keys: { 1: 'forwarding', 2: 'waiting', 3: 'messages', 4: 'outgoing', 5: 'quiet', 6: 'last' },
    },
    forwarding: {
      prompts: [
        ...forPress('1', 'call-fwd-unconditional'),
        pause,
        ...forPress('2', 'call-fwd-on-busy'),
        pause,
        ...forPress('3', 'call-fwd-no-ans'),
        pause,
        ...forPress('4', 'call-forwarding', 'de-activated'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'always',
        2: 'homeset-forward-busy',
        3: 'unanswered',
        4: 'homeset-forward-off',
        '*': 'main',
      },
    },
    always: {
      prompts: [
        ...pressFor('1', 'spy-mobile'),
        pause,
        ...pressFor('2', 'vm-Work'),
        pause,
        ...pressFor('3', 'vm-Family'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'homeset-forward-mobile',
        2: 'homeset-forward-work',
        3: 'homeset-forward-family',
        '*': 'main',
      },
    },
    unanswered: {
      prompts: [
        ...forPress('1', 'digits/20', 'seconds'),
        pause,
        ...forPress('2', 'digits/40', 'seconds'),
        pause,
        ...forPress('3', 'digits/1', 'minute'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'homeset-forward-twenty',
        2: 'homeset-forward-forty',
        3: 'homeset-forward-minute',
        '*': 'main',
      },
    },
    waiting: {
      prompts: [
        ...forPress('1', 'call-waiting', 'activated'),
        pause,
        ...forPress('2', 'call-waiting', 'de-activated'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'homeset-waiting-on', 2: 'homeset-waiting-off', '*': 'main' },
    },
    messages: {
      prompts: ['vm-onefor-full', 'vm-INBOX', 'vm-messages', pause, 'vm-opts-full', pause, 'vm-starmain'],
      keys: { 1: 'fresh', 2: 'folders', 3: 'homeset-message-mailbox', 0: 'mailbox', '*': 'main' },
    },
    fresh: {
      prompts: [
        'vm-tohearenv',
        pause,
        'vm-repeat',
        pause,
        'vm-delete',
        pause,
        'vm-toforward',
        pause,
        'vm-savemessage',
        pause,
        'vm-starmain',
      ],
      keys: {
        3: 'homeset-new-envelope',
        5: 'homeset-new-repeat',
        7: 'homeset-new-delete',
        8: 'homeset-new-forward',
        9: 'homeset-new-save',
        '*': 'main',
      },
    },
    folders: {
      prompts: [
        ...pressFor('1', 'vm-Family'),
        pause,
        ...pressFor('2', 'vm-Friends'),
        pause,
        ...pressFor('3', 'vm-Work'),
        pause,
        'vm-starmain',
      ],
      keys: {
        1: 'homeset-folder-family',
        2: 'homeset-folder-friends',
        3: 'homeset-folder-work',
        '*': 'main',
      },
    },
    mailbox: {
      prompts: ['vm-options'],
      keys: {
        1: 'homeset-greeting-unavailable',
        2: 'homeset-greeting-busy',
        3: 'homeset-greeting-name',
        4: 'homeset-greeting-temporary',
        5: 'homeset-password',
        '*': 'main',
      },
    },
    outgoing: { prompts: ['vm-enter-num-to-call'], number: { digits: 10, to: 'homeset-outgoing' } },
    quiet: {
      prompts: [
        ...forPress('1', 'digits/2', 'hours'),
        pause,
        ...forPress('2', 'digits/8', 'hours'),
        pause,
        ...forPress('3', 'do-not-disturb', 'de-activated'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'homeset-quiet-two', 2: 'homeset-quiet-eight', 3: 'homeset-quiet-off', '*': 'main' },
    },
    last: {
      prompts: [
        'vm-tocallnum',
        pause,
        ...forPress('2', 'telephone-number'),
        pause,
        ...forPress('3', 'time'),
        pause,
        'vm-starmain',
      ],
      keys: { 1: 'homeset-last-call', 2: 'homeset-last-number', 3: 'homeset-last-time', '*': 'main' },
    },
  },
};
