import type { SpokenCompany } from './spoken-company.ts';

export const pharmacy: SpokenCompany = {
  prefix: '15035550',
  voice: 'rms',
  pauseMs: 550,
  menus: {
    main: {
      says: [
        'Thank you for calling Corner Drug, at Main Street and Fifth Avenue.',
        'The pharmacy is open Monday through Friday, from 8 A M to 9 P M, and on weekends, from 10 to 6.',
        'Get your flu shot today, no appointment necessary.',
        'To refill a prescription, press 1.',
        'To find out whether your prescription is ready, press 2.',
        'To transfer a prescription from another pharmacy, press 3.',
        'For vaccinations, press 4.',
        'If you are calling from a doctors office, press 5.',
        'For the photo center, or any other department of the store, press 6.',
        'To speak with the pharmacy staff, press 0.',
      ],
      keys: {
        '1': 'refill',
        '2': 'pharmacy-ready',
        '3': 'pharmacy-transfer',
        '4': 'vaccination',
        '5': 'pharmacy-doctor',
        '6': 'store',
        '0': 'pharmacy-operator',
      },
    },
    refill: {
      says: [
        'Please enter your seven digit prescription number, which is printed on the label of your bottle.',
        'If you do not know your prescription number, press the star key.',
      ],
      number: { digits: 7, to: 'pharmacy-refill' },
      otherwise: 'pharmacy-refill-operator',
    },
    vaccination: {
      says: [
        'To schedule an appointment, press 1.',
        'To change or cancel an appointment, press 2.',
        'To ask whether your insurance covers a vaccine, press 3.',
      ],
      keys: {
        '1': 'vaccine',
        '2': 'pharmacy-vaccination-change',
        '3': 'pharmacy-coverage',
      },
    },
    vaccine: {
      says: ['For a flu shot, press 1.', 'For travel vaccines, press 2.', 'For all other vaccines, press 3.'],
      keys: { '1': 'pharmacy-flu', '2': 'pharmacy-travel', '3': 'pharmacy-vaccine' },
    },
    store: {
      says: [
        'For the photo center, press 1.',
        'For beauty and skin care, press 2.',
        'For the store manager, press 3.',
        'To return to the pharmacy, press pound.',
      ],
      keys: { '1': 'pharmacy-photo', '2': 'pharmacy-beauty', '3': 'pharmacy-manager', '#': 'main' },
    },
  },
};
