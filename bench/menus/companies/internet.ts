import type { SpokenCompany } from './spoken-company.ts';

export const internet: SpokenCompany = {
  prefix: '17205550',
  voice: 'kal',
  pauseMs: 400,
  menus: {
    account: {
      says: [
        'Thanks for calling Bluewave Internet and Cable.',
        'To help us find your account, please enter the ten digit phone number that is listed on it.',
      ],
      number: { digits: 10, to: 'main' },
      otherwise: 'main',
    },
    main: {
      says: [
        'For technical support, press 1.',
        'For questions about your bill, press 2.',
        'To upgrade or add services, press 3.',
        'If you are moving, press 4.',
        'To cancel your service, press 5.',
        'To hear these options again, press 9.',
      ],
      keys: {
        '1': 'technical',
        '2': 'billing',
        '3': 'internet-upgrade',
        '4': 'internet-moving',
        '5': 'internet-cancel',
        '9': 'main',
      },
    },
    technical: {
      says: [
        'For internet, press 1.',
        'For television, press 2.',
        'For home phone, press 3.',
        'For email, press 4.',
        'To speak with a representative, press 0.',
      ],
      keys: {
        '1': 'connection',
        '2': 'television',
        '3': 'internet-phone',
        '4': 'internet-email',
        '0': 'internet-operator',
      },
    },
    connection: {
      says: [
        'If you have no connection at all, press 1.',
        'If your connection is slow, or comes and goes, press 2.',
        'To find or change your wireless password, press 3.',
        'For all other internet questions, press 4.',
      ],
      keys: {
        '1': 'internet-none',
        '2': 'internet-slow',
        '3': 'internet-wireless',
        '4': 'internet-connection-operator',
      },
    },
    television: {
      says: [
        'If you have no picture or no sound, press 1.',
        'For help with your remote control, press 2.',
        'If a channel is missing, press 3.',
        'For all other television questions, press 4.',
      ],
      keys: {
        '1': 'internet-picture',
        '2': 'internet-remote',
        '3': 'internet-channel',
        '4': 'internet-television-operator',
      },
    },
    billing: {
      says: [
        'To make a payment, press 1.',
        'To hear your balance, press 2.',
        'To dispute a charge, press 3.',
        'To set up a payment arrangement, press 4.',
        'For all other billing questions, press 0.',
      ],
      keys: {
        '1': 'internet-pay',
        '2': 'internet-balance',
        '3': 'internet-dispute',
        '4': 'internet-arrangement',
        '0': 'internet-billing-operator',
      },
    },
  },
};
