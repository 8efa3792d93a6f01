import type { SpokenCompany } from './spoken-company.ts';

export const hospital: SpokenCompany = {
  prefix: '12055550',
  voice: 'rms',
  pauseMs: 450,
  menus: {
    main: {
      says: [
        'Thank you for calling Saint Clare Hospital.',
        'If this is an emergency, please hang up and dial 911.',
        'To reach a patient room, press 1.',
        'For billing, press 2.',
        'For medical records, press 3.',
        'To schedule a test or an X ray, press 4.',
        'For visiting hours and directions, press 5.',
        'For jobs, press 6.',
        'For the operator, press 0.',
      ],
      keys: {
        '1': 'hospital-room',
        '2': 'billing',
        '3': 'hospital-records',
        '4': 'tests',
        '5': 'hospital-hours',
        '6': 'hospital-jobs',
        '0': 'hospital-operator',
      },
    },
    billing: {
      says: [
        'To pay a bill, press 1.',
        'To set up a payment plan, press 2.',
        'For an itemized statement, press 3.',
        'If you need financial assistance, press 4.',
        'To update your insurance, press 5.',
        'To speak with a billing specialist, press 0.',
      ],
      keys: {
        '1': 'hospital-pay',
        '2': 'hospital-plan',
        '3': 'hospital-statement',
        '4': 'hospital-assistance',
        '5': 'hospital-insurance',
        '0': 'hospital-billing-operator',
      },
    },
    tests: {
      says: [
        'For a mammogram, press 1.',
        'For an M R I or a C T scan, press 2.',
        'For blood tests, press 3.',
        'For all other tests, press 4.',
      ],
      keys: {
        '1': 'hospital-mammogram',
        '2': 'hospital-scan',
        '3': 'hospital-blood',
        '4': 'hospital-tests-operator',
      },
    },
  },
};
