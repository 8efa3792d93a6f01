import type { SpokenCompany } from './spoken-company.ts';

export const card: SpokenCompany = {
  prefix: '13025550',
  voice: 'rms',
  pauseMs: 400,
  menus: {
    main: {
      says: [
        'Welcome to Summit Card Services.',
        'Your call may be recorded.',
        'To activate a new card, press 1.',
        'To make a payment, press 2.',
        'For your balance or available credit, press 3.',
        'To report a lost card or charges you did not make, press 4.',
        'To dispute a charge with a merchant, press 5.',
        'For information about your rewards, press 6.',
        'For more options, press 8.',
        'To speak with a customer service representative, press 0.',
      ],
      keys: {
        '1': 'card-activate',
        '2': 'card-pay',
        '3': 'card-balance',
        '4': 'security',
        '5': 'dispute',
        '6': 'rewards',
        '8': 'more',
        '0': 'card-operator',
      },
    },
    security: {
      says: [
        'If your card was lost or stolen, press 1.',
        'If you have your card, but see charges that are not yours, press 2.',
      ],
      keys: { '1': 'card-lost', '2': 'card-fraud' },
    },
    dispute: {
      says: [
        'To open a new dispute, press 1.',
        'To check on an existing dispute, press 2.',
        'To send us documents, press 3.',
      ],
      keys: { '1': 'card-dispute-new', '2': 'card-dispute-existing', '3': 'card-dispute-documents' },
    },
    rewards: {
      says: [
        'To hear your points balance, press 1.',
        'To redeem points, press 2.',
        'To speak with a travel consultant, press 3.',
      ],
      keys: { '1': 'card-points', '2': 'card-redeem', '3': 'card-travel' },
    },
    more: {
      says: [
        'To request a credit limit increase, press 1.',
        'To change your address or phone number, press 2.',
        'To add an authorized user, press 3.',
        'To close your account, press 4.',
        'To return to the main menu, press star.',
      ],
      keys: {
        '1': 'card-limit',
        '2': 'card-address',
        '3': 'card-user',
        '4': 'card-close',
        '*': 'main',
      },
    },
  },
};
