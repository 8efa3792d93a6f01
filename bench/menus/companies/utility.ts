import type { SpokenCompany } from './spoken-company.ts';

export const utility: SpokenCompany = {
  prefix: '18045550',
  voice: 'slt',
  pauseMs: 600,
  menus: {
    main: {
      says: [
        'You have reached Riverbend Light and Power.',
        'If you smell gas, or see a downed power line, leave the area at once and call 911.',
        'To report a power outage, press 1.',
        'To start, stop, or move your service, press 2.',
        'For billing and payment options, press 3.',
        'For energy saving programs and rebates, press 4.',
        'For street lights and tree trimming, press 5.',
        'Otherwise, please hold for the next available representative.',
      ],
      keys: {
        '1': 'utility-outage',
        '2': 'service',
        '3': 'billing',
        '4': 'programs',
        '5': 'outside',
      },
      otherwise: 'utility-operator',
    },
    service: {
      says: [
        'For your home, press 1.',
        'For a business, press 2.',
        'To go back to the main menu, press pound.',
      ],
      keys: { '1': 'home', '2': 'utility-business', '#': 'main' },
    },
    home: {
      says: [
        'To start new service, press 1.',
        'To stop your service, press 2.',
        'To move your service to a new address, press 3.',
      ],
      keys: { '1': 'utility-start', '2': 'utility-stop', '3': 'utility-move' },
    },
    billing: {
      says: [
        'To pay by phone, press 1.',
        'If you need more time to pay, press 2.',
        'If you believe that your bill is too high, press 3.',
        'To enroll in budget billing or paperless billing, press 4.',
        'To speak with a representative, press 0.',
      ],
      keys: {
        '1': 'utility-pay',
        '2': 'utility-extension',
        '3': 'utility-high',
        '4': 'utility-budget',
        '0': 'utility-billing-operator',
      },
    },
    programs: {
      says: [
        'For rebates on appliances and heat pumps, press 1.',
        'For a home energy check, press 2.',
        'For solar panels, press 3.',
      ],
      keys: { '1': 'utility-rebate', '2': 'utility-check', '3': 'utility-solar' },
    },
    outside: {
      says: ['To report a street light that is out, press 1.', 'For trees near a power line, press 2.'],
      keys: { '1': 'utility-light', '2': 'utility-trees' },
    },
  },
};
