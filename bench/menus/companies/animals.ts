import type { SpokenCompany } from './spoken-company.ts';

export const animals: SpokenCompany = {
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
