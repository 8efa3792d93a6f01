import type { SpokenCompany } from './spoken-company.ts';

export const clinic: SpokenCompany = {
  prefix: '16175550',
  voice: 'awb',
  pauseMs: 350,
  menus: {
    main: {
      says: [
        'Thank you for calling Lakeside Family Medicine.',
        'If this is a medical emergency, hang up now and dial 911.',
        'If you are a physician or a pharmacist, press 1.',
        'To schedule, change, or cancel an appointment, press 2.',
        'For prescription refills, press 3.',
        'For test results, press 4.',
        'For billing or insurance questions, press 5.',
        'For medical records, press 6.',
        'To speak with a nurse, press 7.',
        'For our address and office hours, press 8.',
        'To hear this menu again, press 9, or stay on the line for the front desk.',
      ],
      keys: {
        '1': 'clinic-physician',
        '2': 'appointment',
        '3': 'clinic-refill',
        '4': 'clinic-results',
        '5': 'clinic-billing',
        '6': 'records',
        '7': 'clinic-nurse',
        '8': 'clinic-hours',
        '9': 'main',
      },
      otherwise: 'clinic-operator',
    },
    appointment: {
      says: [
        'Press 1 to make a new appointment.',
        'Press 2 to change or cancel an appointment.',
        'Press 3 to confirm an appointment.',
      ],
      keys: { '1': 'department', '2': 'clinic-change', '3': 'clinic-confirm' },
    },
    department: {
      says: [
        'Press 1 for family medicine.',
        'Press 2 for pediatrics.',
        'Press 3 for physical therapy.',
        'Press 4 for womens health.',
        'Press 0 if you are not sure.',
      ],
      keys: {
        '1': 'clinic-family',
        '2': 'clinic-pediatrics',
        '3': 'clinic-therapy',
        '4': 'clinic-women',
        '0': 'clinic-department-operator',
      },
    },
    records: {
      says: [
        'To request a copy of your records, press 1.',
        'To have your records sent to another doctor, press 2.',
        'For X rays and other images, press 3.',
      ],
      keys: { '1': 'clinic-copy', '2': 'clinic-sent', '3': 'clinic-images' },
    },
  },
};
