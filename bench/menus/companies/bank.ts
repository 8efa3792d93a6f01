import type { SpokenCompany } from './spoken-company.ts';

export const bank: SpokenCompany = {
  prefix: '13125550',
  voice: 'rms',
  pauseMs: 300,
  menus: {
    language: {
      says: [
        'Thank you for calling First Harbor Bank, member F D I C.',
        'For English, press one.',
        'Para continuar en espanol, oprima dos.',
      ],
      keys: { '1': 'main', '2': 'bank-spanish' },
    },
    main: {
      says: [
        'Please listen carefully, as our menu options have recently changed.',
        'This call may be monitored or recorded for quality and training purposes.',
        'For account balances and recent transactions, press one.',
        'To report a lost or stolen card, or suspicious activity, press two.',
        'For mortgages and other loans, press three.',
        'For help with online banking or our mobile app, press four.',
        'For branch locations and hours, press five.',
        'For all other inquiries, press zero.',
      ],
      keys: {
        '1': 'bank-balance',
        '2': 'card',
        '3': 'loans',
        '4': 'online',
        '5': 'bank-branches',
        '0': 'bank-operator',
      },
    },
    card: {
      says: [
        'If your debit card was lost or stolen, press one.',
        'For a lost or stolen credit card, press two.',
        'If you see a transaction that you do not recognize, press three.',
        'To return to the main menu, press star.',
      ],
      keys: { '1': 'debit', '2': 'bank-credit-card', '3': 'bank-unknown-transaction', '*': 'main' },
    },
    debit: {
      says: [
        'For your protection, we will lock your card right away.',
        'To order a replacement card, press one.',
        'If you have found your card and want to unlock it, press two.',
        'To speak with a card specialist, press zero.',
      ],
      keys: { '1': 'bank-debit-replacement', '2': 'bank-debit-unlock', '0': 'bank-debit-operator' },
    },
    loans: {
      says: [
        'For an existing mortgage, press one.',
        'To apply for a new home loan, press two.',
        'For auto loans, press three.',
        'For student loans, press four.',
        'To go back, press star.',
      ],
      keys: { '1': 'mortgage', '2': 'bank-home-loan', '3': 'bank-auto', '4': 'bank-student', '*': 'main' },
    },
    mortgage: {
      says: [
        'For payoff information, press one.',
        'For questions about your escrow account, property taxes, or homeowners insurance, press two.',
        'If you are having difficulty making your payments, press three.',
        'To speak with a mortgage specialist, press zero.',
      ],
      keys: {
        '1': 'bank-payoff',
        '2': 'bank-escrow',
        '3': 'bank-hardship',
        '0': 'bank-mortgage-operator',
      },
    },
    online: {
      says: [
        'To reset your password, press one.',
        'If you are locked out of your account, press two.',
        'For help with mobile deposits, press three.',
        'For bill pay or transfers, press four.',
      ],
      keys: { '1': 'bank-password', '2': 'bank-locked', '3': 'bank-deposit', '4': 'bank-transfers' },
    },
  },
};
