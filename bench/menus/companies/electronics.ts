import type { SpokenCompany } from './spoken-company.ts';

export const electronics: SpokenCompany = {
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
