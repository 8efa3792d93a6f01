import type { SpokenCompany } from './spoken-company.ts';

export const rental: SpokenCompany = {
  prefix: '14055550',
  voice: 'rms',
  pauseMs: 450,
  menus: {
    main: {
      says: [
        'Thank you for calling Redwood Car Rental.',
        'Please note that our menu has changed.',
        'If you need roadside assistance, or were in an accident, press 1.',
        'For a new reservation, press 2.',
        'To change or cancel an existing reservation, press 3.',
        'To extend a rental that you have now, press 4.',
        'For a receipt, a toll, or a charge on a past rental, press 5.',
        'If you lost something in a car, press 6.',
        'To speak with an agent, press 0.',
      ],
      keys: {
        '1': 'roadside',
        '2': 'rental-new',
        '3': 'change',
        '4': 'rental-extend',
        '5': 'past',
        '6': 'rental-found',
        '0': 'rental-operator',
      },
    },
    roadside: {
      says: [
        'If anyone is injured, hang up and dial 911.',
        'For a flat tire, press 1.',
        'If you are locked out of the car, press 2.',
        'If the car does not start, press 3.',
        'To report an accident, press 4.',
      ],
      keys: { '1': 'rental-tire', '2': 'rental-locked', '3': 'rental-start', '4': 'rental-accident' },
    },
    change: {
      says: [
        'To change the date or place of your rental, press 1.',
        'To change the type of car, press 2.',
        'To cancel your reservation, press 3.',
        'To go back, press star.',
      ],
      keys: { '1': 'rental-date', '2': 'rental-type', '3': 'rental-cancel', '*': 'main' },
    },
    past: {
      says: [
        'To get a copy of your receipt, press 1.',
        'For a question about a toll or a traffic ticket, press 2.',
        'To dispute a charge, press 3.',
      ],
      keys: { '1': 'rental-receipt', '2': 'rental-toll', '3': 'rental-dispute' },
    },
  },
};
