import type { SpokenCompany } from './spoken-company.ts';

export const trains: SpokenCompany = {
  prefix: '12155550',
  voice: 'rms',
  pauseMs: 500,
  menus: {
    main: {
      says: [
        'Welcome to Pacific Coast Rail.',
        'Press 1 for schedules and fares.',
        'Press 2 if your train is late or was cancelled.',
        'Press 3 to buy tickets.',
        'Press 4 to change or refund a ticket that you have.',
        'Press 5 for lost and found.',
        'Press 6 for passengers with disabilities.',
        'Press 7 for compliments and complaints.',
        'Press 0 to talk to an agent.',
      ],
      keys: {
        '1': 'trains-schedules',
        '2': 'trains-late',
        '3': 'tickets',
        '4': 'change',
        '5': 'trains-found',
        '6': 'trains-disabilities',
        '7': 'trains-complaint',
        '0': 'trains-operator',
      },
    },
    tickets: {
      says: ['Press 1 for a single trip.', 'Press 2 for a monthly pass.', 'Press 3 for groups.'],
      keys: { '1': 'trains-single', '2': 'trains-monthly', '3': 'trains-groups' },
    },
    change: {
      says: [
        'Press 1 to travel on another day.',
        'Press 2 to ask for a refund.',
        'Press 3 to change a name.',
      ],
      keys: { '1': 'trains-day', '2': 'trains-refund', '3': 'trains-name' },
    },
  },
};
