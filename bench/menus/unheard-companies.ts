import type { SpokenCompany } from './companies.ts';

const union: SpokenCompany = {
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

const electronics: SpokenCompany = {
  prefix: '16515550',
  voice: 'rms',
  pauseMs: 350,
  menus: {
    main: {
      says: [
        'Thank you for calling Circuit Barn.',
        'For store hours and locations, press 1.',
        'For an order that you placed online, press 2.',
        'To ask whether a product is in stock, press 3.',
        'For installation, press 4.',
        'For computer and phone repair, press 5.',
        'For gift cards, press 6.',
        'For anything else, press 7.',
      ],
      keys: {
        '1': 'electronics-hours',
        '2': 'order',
        '3': 'electronics-stock',
        '4': 'installation',
        '5': 'repair',
        '6': 'electronics-gift',
        '7': 'electronics-operator',
      },
    },
    order: {
      says: [
        'To track your order, press 1.',
        'To cancel your order, press 2.',
        'To return or exchange an item, press 3.',
        'If something is missing from your order, press 4.',
      ],
      keys: {
        '1': 'electronics-track',
        '2': 'electronics-cancel',
        '3': 'electronics-return',
        '4': 'electronics-missing',
      },
    },
    installation: {
      says: [
        'To schedule an installation, press 1.',
        'To change an installation appointment, press 2.',
        'If the installer is late, press 3.',
      ],
      keys: {
        '1': 'electronics-install',
        '2': 'electronics-install-change',
        '3': 'electronics-late',
      },
    },
    repair: {
      says: [
        'For a computer or a tablet, press 1.',
        'For a phone, press 2.',
        'To check on a repair, press 3.',
      ],
      keys: { '1': 'electronics-computer', '2': 'electronics-phone', '3': 'electronics-repair' },
    },
  },
};

const animals: SpokenCompany = {
  prefix: '17575550',
  voice: 'rms',
  pauseMs: 600,
  menus: {
    main: {
      says: [
        'You have reached Willow Creek Animal Hospital.',
        'If your pet is having an emergency, press 1 now.',
        'To make or change an appointment, press 2.',
        'For prescription refills and food orders, press 3.',
        'To ask about a pet that is staying with us, press 4.',
        'For boarding and grooming, press 5.',
        'For records, press 6.',
        'To speak with the receptionist, stay on the line.',
      ],
      keys: {
        '1': 'animals-emergency',
        '2': 'animals-appointment',
        '3': 'orders',
        '4': 'animals-staying',
        '5': 'boarding',
        '6': 'animals-records',
      },
      otherwise: 'animals-operator',
    },
    orders: {
      says: ['For medication, press 1.', 'For pet food, press 2.'],
      keys: { '1': 'animals-medication', '2': 'animals-food' },
    },
    boarding: {
      says: ['For boarding, press 1.', 'For grooming, press 2.'],
      keys: { '1': 'animals-boarding', '2': 'animals-grooming' },
    },
  },
};

const newspaper: SpokenCompany = {
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

/** Written last: no rule was changed because of them. */
export const unheardCompanies = { union, electronics, animals, newspaper } as const;
