import type { SpokenCompany } from './spoken-company.ts';

export const county: SpokenCompany = {
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
