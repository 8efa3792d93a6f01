import type { SpokenCompany } from './spoken-company.ts';

export const maker: SpokenCompany = {
  prefix: '15025550',
  voice: 'rms',
  pauseMs: 350,
  menus: {
    main: {
      says: [
        'Welcome to Harmon Home Appliances.',
        'For quality assurance, calls are recorded.',
        'To schedule a repair, press 1.',
        'To check on a repair that is already scheduled, press 2.',
        'To order parts or accessories, press 3.',
        'To register a product, press 4.',
        'For warranty information, press 5.',
        'For product manuals and help using your appliance, press 6.',
        'For all other questions, press 0.',
      ],
      keys: {
        '1': 'repair',
        '2': 'maker-repair-status',
        '3': 'parts',
        '4': 'maker-register',
        '5': 'maker-warranty',
        '6': 'maker-manuals',
        '0': 'maker-operator',
      },
    },
    repair: {
      says: [
        'For a refrigerator or a freezer, press 1.',
        'For a washer or a dryer, press 2.',
        'For a dishwasher, press 3.',
        'For an oven or a range, press 4.',
        'For any other appliance, press 5.',
      ],
      keys: {
        '1': 'maker-refrigerator',
        '2': 'maker-washer',
        '3': 'maker-dishwasher',
        '4': 'maker-oven',
        '5': 'maker-repair-operator',
      },
    },
    parts: {
      says: [
        'For water filters, press 1.',
        'For all other parts, press 2.',
        'To check the status of an order, press 3.',
        'To return a part, press 4.',
      ],
      keys: { '1': 'maker-filters', '2': 'maker-parts', '3': 'maker-order', '4': 'maker-return' },
    },
  },
};
