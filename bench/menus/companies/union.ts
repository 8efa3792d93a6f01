import type { SpokenCompany } from './spoken-company.ts';

export const union: SpokenCompany = {
  prefix: '13035550',
  voice: 'rms',
  pauseMs: 450,
  menus: {
    main: {
      says: [
        'Welcome to Prairie Credit Union.',
        'For your security, this call is recorded.',
        'If you are calling about a lost or stolen card, press 1.',
        'For account information, press 2.',
        'For loans, press 3.',
        'For help with online banking, press 4.',
        'To open an account, press 5.',
        'For all other questions, press 0.',
      ],
      keys: {
        '1': 'union-lost',
        '2': 'account',
        '3': 'loans',
        '4': 'union-online',
        '5': 'union-open',
        '0': 'union-operator',
      },
    },
    account: {
      says: [
        'For your balance, press 1.',
        'To find out whether a check has cleared, press 2.',
        'To order checks, press 3.',
        'To stop a payment, press 4.',
        'For wire transfers, press 5.',
      ],
      keys: {
        '1': 'union-balance',
        '2': 'union-cleared',
        '3': 'union-checks',
        '4': 'union-stop',
        '5': 'union-wire',
      },
    },
    loans: {
      says: [
        'To apply for a loan, press 1.',
        'For the status of an application, press 2.',
        'For the payoff amount of a loan, press 3.',
        'To skip a payment, press 4.',
      ],
      keys: { '1': 'union-apply', '2': 'union-application', '3': 'union-payoff', '4': 'union-skip' },
    },
  },
};
