import type { SpokenCompany } from './spoken-company.ts';

export const newspaper: SpokenCompany = {
  prefix: '19195550',
  voice: 'rms',
  pauseMs: 500,
  menus: {
    main: {
      says: [
        'Thank you for calling the Morning Chronicle.',
        'If you did not receive your paper today, press 1.',
        'To stop your delivery while you are on vacation, press 2.',
        'To start a new subscription, press 3.',
        'For billing or to cancel your subscription, press 4.',
        'To place an advertisement, press 5.',
        'For the newsroom, press 6.',
        'To repeat these options, press the star key.',
      ],
      keys: {
        '1': 'newspaper-missed',
        '2': 'newspaper-vacation',
        '3': 'newspaper-start',
        '4': 'subscription',
        '5': 'advertisement',
        '6': 'newspaper-newsroom',
        '*': 'main',
      },
      otherwise: 'newspaper-operator',
    },
    subscription: {
      says: [
        'For a question about a bill, press 1.',
        'To update your credit card, press 2.',
        'To cancel your subscription, press 3.',
      ],
      keys: { '1': 'newspaper-bill', '2': 'newspaper-card', '3': 'newspaper-cancel' },
    },
    advertisement: {
      says: [
        'For an obituary, press 1.',
        'For classified advertisements, press 2.',
        'For businesses, press 3.',
      ],
      keys: { '1': 'newspaper-obituary', '2': 'newspaper-classified', '3': 'newspaper-business' },
    },
  },
};
