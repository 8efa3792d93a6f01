import type { SpokenCompany } from './spoken-company.ts';

export const health: SpokenCompany = {
  prefix: '18605550',
  voice: 'rms',
  pauseMs: 500,
  menus: {
    who: {
      says: [
        'Thank you for calling Evergreen Health Plan.',
        'If this is a life threatening emergency, please hang up and dial 911.',
        'If you are a member, press 1.',
        'If you are a doctor, a hospital, or another health care provider, press 2.',
        'If you are an employer or a broker, press 3.',
        'If you are interested in joining our plan, press 4.',
      ],
      keys: { '1': 'main', '2': 'health-provider', '3': 'health-employer', '4': 'health-join' },
    },
    main: {
      says: [
        'For questions about a claim or a bill from your doctor, press 1.',
        'To find a doctor in our network, press 2.',
        'For your benefits and what is covered, press 3.',
        'For a new member ID card, press 4.',
        'For pharmacy and prescription drug benefits, press 5.',
        'To request prior authorization, press 6.',
        'For all other questions, stay on the line.',
      ],
      keys: {
        '1': 'claims',
        '2': 'health-find',
        '3': 'benefits',
        '4': 'health-card',
        '5': 'health-pharmacy',
        '6': 'health-authorization',
      },
      otherwise: 'health-operator',
    },
    claims: {
      says: [
        'To check the status of a claim, press 1.',
        'If a claim was denied and you want to appeal, press 2.',
        'If you received a bill that you do not understand, press 3.',
      ],
      keys: { '1': 'health-claim-status', '2': 'health-appeal', '3': 'health-bill' },
    },
    benefits: {
      says: [
        'For medical benefits, press 1.',
        'For dental benefits, press 2.',
        'For vision benefits, press 3.',
        'To find out how much of your deductible you have met, press 4.',
      ],
      keys: { '1': 'health-medical', '2': 'health-dental', '3': 'health-vision', '4': 'health-deductible' },
    },
  },
};
