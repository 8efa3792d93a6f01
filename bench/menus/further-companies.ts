import type { SpokenCompany } from './companies.ts';

const card: SpokenCompany = {
  prefix: '13025550',
  voice: 'rms',
  pauseMs: 400,
  menus: {
    main: {
      says: [
        'Welcome to Summit Card Services.',
        'Your call may be recorded.',
        'To activate a new card, press 1.',
        'To make a payment, press 2.',
        'For your balance or available credit, press 3.',
        'To report a lost card or charges you did not make, press 4.',
        'To dispute a charge with a merchant, press 5.',
        'For information about your rewards, press 6.',
        'For more options, press 8.',
        'To speak with a customer service representative, press 0.',
      ],
      keys: {
        '1': 'card-activate',
        '2': 'card-pay',
        '3': 'card-balance',
        '4': 'security',
        '5': 'dispute',
        '6': 'rewards',
        '8': 'more',
        '0': 'card-operator',
      },
    },
    security: {
      says: [
        'If your card was lost or stolen, press 1.',
        'If you have your card, but see charges that are not yours, press 2.',
      ],
      keys: { '1': 'card-lost', '2': 'card-fraud' },
    },
    dispute: {
      says: [
        'To open a new dispute, press 1.',
        'To check on an existing dispute, press 2.',
        'To send us documents, press 3.',
      ],
      keys: { '1': 'card-dispute-new', '2': 'card-dispute-existing', '3': 'card-dispute-documents' },
    },
    rewards: {
      says: [
        'To hear your points balance, press 1.',
        'To redeem points, press 2.',
        'To speak with a travel consultant, press 3.',
      ],
      keys: { '1': 'card-points', '2': 'card-redeem', '3': 'card-travel' },
    },
    more: {
      says: [
        'To request a credit limit increase, press 1.',
        'To change your address or phone number, press 2.',
        'To add an authorized user, press 3.',
        'To close your account, press 4.',
        'To return to the main menu, press star.',
      ],
      keys: {
        '1': 'card-limit',
        '2': 'card-address',
        '3': 'card-user',
        '4': 'card-close',
        '*': 'main',
      },
    },
  },
};

const mobile: SpokenCompany = {
  prefix: '14255550',
  voice: 'rms',
  pauseMs: 450,
  menus: {
    language: {
      says: [
        'Hi, and welcome to Cascade Wireless.',
        'Para espanol, marque nueve.',
        'For English, press 1 now.',
      ],
      keys: { '1': 'main', '9': 'mobile-spanish' },
      otherwise: 'main',
    },
    main: {
      says: [
        'If you are calling about a bill or payment, press 1.',
        'If you are having trouble with your phone or with our network, press 2.',
        'To shop for a new phone or plan, press 3.',
        'To make changes to your plan or account, press 4.',
        'If your phone was lost or stolen, press 5.',
        'For anything else, press 0.',
      ],
      keys: {
        '1': 'billing',
        '2': 'trouble',
        '3': 'mobile-shop',
        '4': 'changes',
        '5': 'mobile-lost',
        '0': 'mobile-operator',
      },
    },
    billing: {
      says: [
        'To pay your bill now, press 1.',
        'For an explanation of your charges, press 2.',
        'To set up auto pay, press 3.',
        'To get a copy of an old bill, press 4.',
      ],
      keys: { '1': 'mobile-pay', '2': 'mobile-charges', '3': 'mobile-autopay', '4': 'mobile-copy' },
    },
    trouble: {
      says: [
        'For calls that drop or do not connect, press 1.',
        'For problems with text messages, press 2.',
        'For slow data or no data, press 3.',
        'For voicemail, press 4.',
        'For help with a broken screen or another defect of your phone, press 5.',
      ],
      keys: {
        '1': 'mobile-calls',
        '2': 'mobile-texts',
        '3': 'mobile-data',
        '4': 'mobile-voicemail',
        '5': 'mobile-repair',
      },
    },
    changes: {
      says: [
        'To change your rate plan, press 1.',
        'To add international roaming, press 2.',
        'To move your number to a new sim card, press 3.',
        'To cancel a line, press 4.',
      ],
      keys: { '1': 'mobile-plan', '2': 'mobile-roaming', '3': 'mobile-sim', '4': 'mobile-cancel' },
    },
  },
};

const parcel: SpokenCompany = {
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

const health: SpokenCompany = {
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

const hotel: SpokenCompany = {
  prefix: '17025550',
  voice: 'rms',
  pauseMs: 600,
  menus: {
    main: {
      says: [
        'Thank you for choosing Grand Canyon Hotels.',
        'To make a new reservation, press 1.',
        'For an existing reservation, press 2.',
        'For our guest rewards program, press 3.',
        'For meetings, weddings, and groups of ten rooms or more, press 4.',
        'For questions about a past stay, press 5.',
        'For everything else, press 6.',
      ],
      keys: {
        '1': 'hotel-new',
        '2': 'existing',
        '3': 'rewards',
        '4': 'hotel-groups',
        '5': 'past',
        '6': 'hotel-operator',
      },
    },
    existing: {
      says: [
        'To confirm your reservation, press 1.',
        'To change the dates of your stay, press 2.',
        'To cancel, press 3.',
        'To request early check in or late check out, press 4.',
        'To be connected to the hotel directly, press 5.',
      ],
      keys: {
        '1': 'hotel-confirm',
        '2': 'hotel-dates',
        '3': 'hotel-cancel',
        '4': 'hotel-late',
        '5': 'hotel-desk-operator',
      },
    },
    rewards: {
      says: [
        'To join, press 1.',
        'To book with points, press 2.',
        'If points are missing from your account, press 3.',
        'To reset your password, press 4.',
      ],
      keys: { '1': 'hotel-join', '2': 'hotel-points', '3': 'hotel-missing', '4': 'hotel-password' },
    },
    past: {
      says: [
        'For a copy of your receipt, press 1.',
        'If you were charged incorrectly, press 2.',
        'If you left something behind in your room, press 3.',
        'To share feedback or make a complaint, press 4.',
      ],
      keys: { '1': 'hotel-receipt', '2': 'hotel-charge', '3': 'hotel-found', '4': 'hotel-complaint' },
    },
  },
};

const licences: SpokenCompany = {
  prefix: '19165550',
  voice: 'rms',
  pauseMs: 700,
  menus: {
    main: {
      says: [
        'You have reached the Department of Motor Vehicles.',
        'Our offices are open Monday through Friday from 8 to 5.',
        'Did you know that many services are available on our web site?',
        'For driver licenses and identification cards, press 1.',
        'For vehicle registration and titles, press 2.',
        'To make, change, or cancel an office appointment, press 3.',
        'For suspensions and traffic tickets, press 4.',
        'For office locations and hours, press 5.',
        'To repeat this menu, press 9.',
      ],
      keys: {
        '1': 'license',
        '2': 'registration',
        '3': 'appointment',
        '4': 'licences-tickets',
        '5': 'licences-hours',
        '9': 'main',
      },
    },
    license: {
      says: [
        'To renew your license, press 1.',
        'To replace a lost or damaged license, press 2.',
        'For the driving test, press 3.',
        'To change the address on your license, press 4.',
        'To speak with a technician, press 0.',
      ],
      keys: {
        '1': 'licences-renew',
        '2': 'licences-replace',
        '3': 'licences-test',
        '4': 'licences-address',
        '0': 'licences-license-operator',
      },
    },
    registration: {
      says: [
        'To renew your registration, press 1.',
        'If you bought or sold a vehicle, press 2.',
        'For a duplicate title, press 3.',
        'For license plates and stickers, press 4.',
        'To speak with a technician, press 0.',
      ],
      keys: {
        '1': 'licences-registration',
        '2': 'licences-sold',
        '3': 'licences-title',
        '4': 'licences-plates',
        '0': 'licences-registration-operator',
      },
    },
    appointment: {
      says: ['To make an appointment, press 1.', 'To change or cancel an appointment, press 2.'],
      keys: { '1': 'licences-appointment', '2': 'licences-appointment-change' },
    },
  },
};

/** Written after the rules were mended with the first ones. */
export const furtherCompanies = { card, mobile, parcel, health, hotel, licences } as const;
