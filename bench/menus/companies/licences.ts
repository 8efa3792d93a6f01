import type { SpokenCompany } from './spoken-company.ts';

export const licences: SpokenCompany = {
  prefix: '19165550',
  voice: 'rms',
  pauseMs: 700,
  menus: {
    main: {
      says: [
        'You have reached the Department of Motor Vehicles.',
        'Our offices are open Monday through Friday from 8 to 5.',
        'Did you know that many services are available on our web site?',
        'For driver licenses and identification cards, press 1.',
        'For vehicle registration and titles, press 2.',
        'To make, change, or cancel an office appointment, press 3.',
        'For suspensions and traffic tickets, press 4.',
        'For office locations and hours, press 5.',
        'To repeat this menu, press 9.',
      ],
      keys: {
        '1': 'license',
        '2': 'registration',
        '3': 'appointment',
        '4': 'licences-tickets',
        '5': 'licences-hours',
        '9': 'main',
      },
    },
    license: {
      says: [
        'To renew your license, press 1.',
        'To replace a lost or damaged license, press 2.',
        'For the driving test, press 3.',
        'To change the address on your license, press 4.',
        'To speak with a technician, press 0.',
      ],
      keys: {
        '1': 'licences-renew',
        '2': 'licences-replace',
        '3': 'licences-test',
        '4': 'licences-address',
        '0': 'licences-license-operator',
      },
    },
    registration: {
      says: [
        'To renew your registration, press 1.',
        'If you bought or sold a vehicle, press 2.',
        'For a duplicate title, press 3.',
        'For license plates and stickers, press 4.',
        'To speak with a technician, press 0.',
      ],
      keys: {
        '1': 'licences-registration',
        '2': 'licences-sold',
        '3': 'licences-title',
        '4': 'licences-plates',
        '0': 'licences-registration-operator',
      },
    },
    appointment: {
      says: ['To make an appointment, press 1.', 'To change or cancel an appointment, press 2.'],
      keys: { '1': 'licences-appointment', '2': 'licences-appointment-change' },
    },
  },
};
