import type { SpokenCompany } from './spoken-company.ts';

export const gym: SpokenCompany = {
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
