import type { SpokenCompany } from './spoken-company.ts';

export const hotel: SpokenCompany = {
  prefix: '17025550',
  voice: 'rms',
  pauseMs: 600,
  menus: {
    main: {
      says: [
        'Thank you for choosing Grand Canyon Hotels.',
        'To make a new reservation, press 1.',
        'For an existing reservation, press 2.',
        'For our guest rewards program, press 3.',
        'For meetings, weddings, and groups of ten rooms or more, press 4.',
        'For questions about a past stay, press 5.',
        'For everything else, press 6.',
      ],
      keys: {
        '1': 'hotel-new',
        '2': 'existing',
        '3': 'rewards',
        '4': 'hotel-groups',
        '5': 'past',
        '6': 'hotel-operator',
      },
    },
    existing: {
      says: [
        'To confirm your reservation, press 1.',
        'To change the dates of your stay, press 2.',
        'To cancel, press 3.',
        'To request early check in or late check out, press 4.',
        'To be connected to the hotel directly, press 5.',
      ],
      keys: {
        '1': 'hotel-confirm',
        '2': 'hotel-dates',
        '3': 'hotel-cancel',
        '4': 'hotel-late',
        '5': 'hotel-desk-operator',
      },
    },
    rewards: {
      says: [
        'To join, press 1.',
        'To book with points, press 2.',
        'If points are missing from your account, press 3.',
        'To reset your password, press 4.',
      ],
      keys: { '1': 'hotel-join', '2': 'hotel-points', '3': 'hotel-missing', '4': 'hotel-password' },
    },
    past: {
      says: [
        'For a copy of your receipt, press 1.',
        'If you were charged incorrectly, press 2.',
        'If you left something behind in your room, press 3.',
        'To share feedback or make a complaint, press 4.',
      ],
      keys: { '1': 'hotel-receipt', '2': 'hotel-charge', '3': 'hotel-found', '4': 'hotel-complaint' },
    },
  },
};
