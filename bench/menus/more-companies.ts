import type { SpokenCompany } from './companies.ts';

const hospital: SpokenCompany = {
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

const gym: SpokenCompany = {
  prefix: '12085550',
  voice: 'rms',
  pauseMs: 350,
  menus: {
    main: {
      says: [
        'Thanks for calling Iron Valley Fitness.',
        'To join, or to hear about our offers, press 1.',
        'If you are already a member, press 2.',
        'For class schedules and opening hours, press 3.',
        'For personal training, press 4.',
        'To speak with the front desk, press 0.',
      ],
      keys: {
        '1': 'gym-join',
        '2': 'members',
        '3': 'gym-hours',
        '4': 'gym-training',
        '0': 'gym-operator',
      },
    },
    members: {
      says: [
        'For questions about your monthly fee, press 1.',
        'To freeze your membership, press 2.',
        'To cancel your membership, press 3.',
        'To add a family member, press 4.',
        'To update your credit card, press 5.',
      ],
      keys: {
        '1': 'gym-fee',
        '2': 'gym-freeze',
        '3': 'gym-cancel',
        '4': 'gym-family',
        '5': 'gym-card',
      },
    },
  },
};

const county: SpokenCompany = {
  prefix: '13165550',
  voice: 'rms',
  pauseMs: 550,
  menus: {
    main: {
      says: [
        'You have reached the county treasurer.',
        'Please listen to all of the options before you choose.',
        'For property taxes, press 1.',
        'For marriage licenses, press 2.',
        'For business licenses, press 3.',
        'For dog licenses, press 4.',
        'For payments of court fines, press 5.',
        'For all other matters, press 6.',
        'To repeat these options, press star.',
      ],
      keys: {
        '1': 'property',
        '2': 'county-marriage',
        '3': 'business',
        '4': 'county-dog',
        '5': 'county-fines',
        '6': 'county-operator',
        '*': 'main',
      },
    },
    property: {
      says: [
        'To find out how much you owe, press 1.',
        'To get a copy of your tax bill, press 2.',
        'If you disagree with the value of your property, press 3.',
        'For exemptions for seniors and veterans, press 4.',
        'To change your mailing address, press 5.',
      ],
      keys: {
        '1': 'county-owe',
        '2': 'county-copy',
        '3': 'county-value',
        '4': 'county-exemption',
        '5': 'county-address',
      },
    },
    business: {
      says: [
        'To apply for a new license, press 1.',
        'To renew a license, press 2.',
        'To close a business, press 3.',
      ],
      keys: { '1': 'county-apply', '2': 'county-renew', '3': 'county-close' },
    },
  },
};

const trains: SpokenCompany = {
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

/** Written after that, and the rules mended again. */
export const moreCompanies = { hospital, gym, county, trains } as const;
