import type { SpokenCompany } from './spoken-company.ts';

export const airline: SpokenCompany = {
  prefix: '16125550',
  voice: 'slt',
  pauseMs: 500,
  menus: {
    main: {
      says: [
        'Thank you for calling Northern Skies Airlines.',
        'You can check in, choose your seat, and see the status of your flight on our web site at any time.',
        'Press 1 for new reservations.',
        'Press 2 to change or cancel an existing reservation.',
        'Press 3 for flight status.',
        'Press 4 for baggage.',
        'Press 5 for our frequent flyer program.',
        'Press 0 to speak with an agent.',
        'To repeat this menu, press star.',
      ],
      keys: {
        '1': 'airline-new',
        '2': 'existing',
        '3': 'airline-status',
        '4': 'baggage',
        '5': 'rewards',
        '0': 'airline-operator',
        '*': 'main',
      },
    },
    existing: {
      says: [
        'Press 1 to change your flight.',
        'Press 2 to cancel your trip or request a refund.',
        'Press 3 to choose your seats, or for special assistance, such as a wheelchair.',
        'Press 9 to go back to the main menu.',
      ],
      keys: { '1': 'change', '2': 'cancel', '3': 'airline-assistance', '9': 'main' },
    },
    change: {
      says: ['Press 1 if you are traveling today or tomorrow.', 'Press 2 for all other travel dates.'],
      keys: { '1': 'airline-change-today', '2': 'airline-change-later' },
    },
    cancel: {
      says: [
        'Press 1 to cancel your trip.',
        'Press 2 for the status of a refund that you have already requested.',
        'Press 0 to speak with an agent.',
      ],
      keys: { '1': 'airline-cancel', '2': 'airline-refund-status', '0': 'airline-cancel-operator' },
    },
    baggage: {
      says: [
        'Press 1 if your bag did not arrive.',
        'Press 2 if your bag was damaged.',
        'Press 3 for baggage fees and allowances.',
        'Press 4 if you left something on board the aircraft.',
      ],
      keys: { '1': 'missing', '2': 'airline-damaged', '3': 'airline-fees', '4': 'airline-found' },
    },
    missing: {
      says: [
        'Press 1 if you have already filed a report at the airport.',
        'Press 2 if you have not filed a report yet.',
        'Press 0 to speak with a baggage agent.',
      ],
      keys: {
        '1': 'airline-missing-filed',
        '2': 'airline-missing-new',
        '0': 'airline-missing-operator',
      },
    },
    rewards: {
      says: [
        'Press 1 for your mileage balance.',
        'Press 2 to book an award flight.',
        'Press 3 to request credit for missing miles.',
        'Press 4 to update your profile.',
      ],
      keys: { '1': 'airline-miles', '2': 'airline-award', '3': 'airline-credit', '4': 'airline-profile' },
    },
  },
};
