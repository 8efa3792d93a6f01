import type { SpokenCompany } from './spoken-company.ts';

export const parcel: SpokenCompany = {
  prefix: '19015550',
  voice: 'rms',
  pauseMs: 350,
  menus: {
    main: {
      says: [
        'Thank you for calling Meridian Parcel.',
        'To track a package, press 1.',
        'To schedule a pickup, press 2.',
        'To find a location near you, press 3.',
        'For rates and transit times, press 4.',
        'To order supplies, press 5.',
        'For billing, press 6.',
        'For claims on lost or damaged packages, press 7.',
        'To hear these choices again, press the pound key.',
      ],
      keys: {
        '1': 'tracking',
        '2': 'pickup',
        '3': 'parcel-location',
        '4': 'parcel-rates',
        '5': 'parcel-supplies',
        '6': 'parcel-billing',
        '7': 'claims',
        '#': 'main',
      },
      otherwise: 'parcel-operator',
    },
    tracking: {
      says: [
        'If you know your tracking number, press 1.',
        'If you received a notice on your door, press 2.',
        'To change the delivery address or the day of delivery, press 3.',
        'If the package shows as delivered, but you did not receive it, press 4.',
      ],
      keys: {
        '1': 'number',
        '2': 'parcel-notice',
        '3': 'parcel-change',
        '4': 'parcel-missing',
      },
    },
    number: {
      says: ['Please enter your twelve digit tracking number, then press pound.'],
      number: { digits: 12, to: 'parcel-tracked' },
    },
    pickup: {
      says: [
        'For a pickup today, press 1.',
        'For a pickup on another day, press 2.',
        'To cancel a pickup, press 3.',
      ],
      keys: { '1': 'parcel-pickup-today', '2': 'parcel-pickup-later', '3': 'parcel-pickup-cancel' },
    },
    claims: {
      says: [
        'To file a claim, press 1.',
        'To check the status of a claim, press 2.',
        'To speak with a claims specialist, press 0.',
      ],
      keys: { '1': 'parcel-claim-new', '2': 'parcel-claim-status', '0': 'parcel-claims-operator' },
    },
  },
};
