import type { SpokenCompany } from './spoken-company.ts';

export const retirement: SpokenCompany = {
  prefix: '18575550',
  voice: 'rms',
  pauseMs: 550,
  menus: {
    main: {
      says: [
        'Welcome to Old Harbor Investments.',
        'Press 1 for retirement plans, such as a 401 K.',
        'Press 2 for brokerage accounts.',
        'Press 3 if you are calling about the death of an account owner.',
        'Press 4 for tax forms.',
        'Press 5 if you need help signing in to our web site.',
        'Press 0 to speak with a representative.',
      ],
      keys: {
        '1': 'plans',
        '2': 'brokerage',
        '3': 'retirement-death',
        '4': 'tax',
        '5': 'retirement-login',
        '0': 'retirement-operator',
      },
    },
    plans: {
      says: [
        'Press 1 for your account balance.',
        'Press 2 to change how much you contribute.',
        'Press 3 for loans and withdrawals.',
        'Press 4 to move money from another plan, also called a rollover.',
        'Press 5 to change your beneficiary.',
      ],
      keys: {
        '1': 'retirement-balance',
        '2': 'retirement-contribute',
        '3': 'withdrawal',
        '4': 'retirement-rollover',
        '5': 'retirement-beneficiary',
      },
    },
    withdrawal: {
      says: [
        'Press 1 to request a loan.',
        'Press 2 for a hardship withdrawal.',
        'Press 3 if you have left your employer.',
      ],
      keys: { '1': 'retirement-loan', '2': 'retirement-hardship', '3': 'retirement-left' },
    },
    brokerage: {
      says: [
        'Press 1 to place a trade.',
        'Press 2 to transfer money.',
        'Press 3 to open a new account.',
        'Press 4 for statements.',
      ],
      keys: {
        '1': 'retirement-trade',
        '2': 'retirement-transfer',
        '3': 'retirement-open',
        '4': 'retirement-statements',
      },
    },
    tax: {
      says: ['Press 1 to have a form mailed to you.', 'Press 2 if something on your form is wrong.'],
      keys: { '1': 'retirement-form', '2': 'retirement-form-wrong' },
    },
  },
};
