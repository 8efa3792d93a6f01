import type { SpokenCompany } from './spoken-company.ts';

export const mobile: SpokenCompany = {
  prefix: '14255550',
  voice: 'rms',
  pauseMs: 450,
  menus: {
    language: {
      says: [
        'Hi, and welcome to Cascade Wireless.',
        'Para espanol, marque nueve.',
        'For English, press 1 now.',
      ],
      keys: { '1': 'main', '9': 'mobile-spanish' },
      otherwise: 'main',
    },
    main: {
      says: [
        'If you are calling about a bill or payment, press 1.',
        'If you are having trouble with your phone or with our network, press 2.',
        'To shop for a new phone or plan, press 3.',
        'To make changes to your plan or account, press 4.',
        'If your phone was lost or stolen, press 5.',
        'For anything else, press 0.',
      ],
      keys: {
        '1': 'billing',
        '2': 'trouble',
        '3': 'mobile-shop',
        '4': 'changes',
        '5': 'mobile-lost',
        '0': 'mobile-operator',
      },
    },
    billing: {
      says: [
        'To pay your bill now, press 1.',
        'For an explanation of your charges, press 2.',
        'To set up auto pay, press 3.',
        'To get a copy of an old bill, press 4.',
      ],
      keys: { '1': 'mobile-pay', '2': 'mobile-charges', '3': 'mobile-autopay', '4': 'mobile-copy' },
    },
    trouble: {
      says: [
        'For calls that drop or do not connect, press 1.',
        'For problems with text messages, press 2.',
        'For slow data or no data, press 3.',
        'For voicemail, press 4.',
        'For help with a broken screen or another defect of your phone, press 5.',
      ],
      keys: {
        '1': 'mobile-calls',
        '2': 'mobile-texts',
        '3': 'mobile-data',
        '4': 'mobile-voicemail',
        '5': 'mobile-repair',
      },
    },
    changes: {
      says: [
        'To change your rate plan, press 1.',
        'To add international roaming, press 2.',
        'To move your number to a new sim card, press 3.',
        'To cancel a line, press 4.',
      ],
      keys: { '1': 'mobile-plan', '2': 'mobile-roaming', '3': 'mobile-sim', '4': 'mobile-cancel' },
    },
  },
};
