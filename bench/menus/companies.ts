/** Companies whose menus were written as American call centres word theirs, before any of them was heard. */
export interface SpokenCompany {
  /** The first eight digits of its numbers; each errand dials a number of its own. */
  prefix: string;
  /** Of flite. */
  voice: 'rms' | 'slt' | 'awb' | 'kal';
  /** Between two sentences. */
  pauseMs: number;
  /** The first is where calls arrive. */
  menus: Readonly<Record<string, SpokenMenu>>;
}

/** Where a call comes next: a menu of the company, or else a queue. A queue of people for everything ends in "operator". */
type Target = string;

export interface SpokenMenu {
  /** Its sentences. */
  says: readonly string[];
  keys?: Readonly<Record<string, Target>>;
  /** It takes so many digits, or fewer and the pound key. */
  number?: { digits: number; to: Target };
  /** Where those come who press nothing; without it they hear the menu again. */
  otherwise?: Target;
}

const bank: SpokenCompany = {
  prefix: '13125550',
  voice: 'rms',
  pauseMs: 300,
  menus: {
    language: {
      says: [
        'Thank you for calling First Harbor Bank, member F D I C.',
        'For English, press one.',
        'Para continuar en espanol, oprima dos.',
      ],
      keys: { '1': 'main', '2': 'bank-spanish' },
    },
    main: {
      says: [
        'Please listen carefully, as our menu options have recently changed.',
        'This call may be monitored or recorded for quality and training purposes.',
        'For account balances and recent transactions, press one.',
        'To report a lost or stolen card, or suspicious activity, press two.',
        'For mortgages and other loans, press three.',
        'For help with online banking or our mobile app, press four.',
        'For branch locations and hours, press five.',
        'For all other inquiries, press zero.',
      ],
      keys: {
        '1': 'bank-balance',
        '2': 'card',
        '3': 'loans',
        '4': 'online',
        '5': 'bank-branches',
        '0': 'bank-operator',
      },
    },
    card: {
      says: [
        'If your debit card was lost or stolen, press one.',
        'For a lost or stolen credit card, press two.',
        'If you see a transaction that you do not recognize, press three.',
        'To return to the main menu, press star.',
      ],
      keys: { '1': 'debit', '2': 'bank-credit-card', '3': 'bank-unknown-transaction', '*': 'main' },
    },
    debit: {
      says: [
        'For your protection, we will lock your card right away.',
        'To order a replacement card, press one.',
        'If you have found your card and want to unlock it, press two.',
        'To speak with a card specialist, press zero.',
      ],
      keys: { '1': 'bank-debit-replacement', '2': 'bank-debit-unlock', '0': 'bank-debit-operator' },
    },
    loans: {
      says: [
        'For an existing mortgage, press one.',
        'To apply for a new home loan, press two.',
        'For auto loans, press three.',
        'For student loans, press four.',
        'To go back, press star.',
      ],
      keys: { '1': 'mortgage', '2': 'bank-home-loan', '3': 'bank-auto', '4': 'bank-student', '*': 'main' },
    },
    mortgage: {
      says: [
        'For payoff information, press one.',
        'For questions about your escrow account, property taxes, or homeowners insurance, press two.',
        'If you are having difficulty making your payments, press three.',
        'To speak with a mortgage specialist, press zero.',
      ],
      keys: {
        '1': 'bank-payoff',
        '2': 'bank-escrow',
        '3': 'bank-hardship',
        '0': 'bank-mortgage-operator',
      },
    },
    online: {
      says: [
        'To reset your password, press one.',
        'If you are locked out of your account, press two.',
        'For help with mobile deposits, press three.',
        'For bill pay or transfers, press four.',
      ],
      keys: { '1': 'bank-password', '2': 'bank-locked', '3': 'bank-deposit', '4': 'bank-transfers' },
    },
  },
};

const airline: SpokenCompany = {
  prefix: '16125550',
  voice: 'slt',
  pauseMs: 500,
  menus: {
    main: {
      says: [
        'Thank you for calling Northern Skies Airlines.',
        'You can check in, choose your seat, and see the status of your flight on our web site at any time.',
        'Press 1 for new reservations.',
        'Press 2 to change or cancel an existing reservation.',
        'Press 3 for flight status.',
        'Press 4 for baggage.',
        'Press 5 for our frequent flyer program.',
        'Press 0 to speak with an agent.',
        'To repeat this menu, press star.',
      ],
      keys: {
        '1': 'airline-new',
        '2': 'existing',
        '3': 'airline-status',
        '4': 'baggage',
        '5': 'rewards',
        '0': 'airline-operator',
        '*': 'main',
      },
    },
    existing: {
      says: [
        'Press 1 to change your flight.',
        'Press 2 to cancel your trip or request a refund.',
        'Press 3 to choose your seats, or for special assistance, such as a wheelchair.',
        'Press 9 to go back to the main menu.',
      ],
      keys: { '1': 'change', '2': 'cancel', '3': 'airline-assistance', '9': 'main' },
    },
    change: {
      says: ['Press 1 if you are traveling today or tomorrow.', 'Press 2 for all other travel dates.'],
      keys: { '1': 'airline-change-today', '2': 'airline-change-later' },
    },
    cancel: {
      says: [
        'Press 1 to cancel your trip.',
        'Press 2 for the status of a refund that you have already requested.',
        'Press 0 to speak with an agent.',
      ],
      keys: { '1': 'airline-cancel', '2': 'airline-refund-status', '0': 'airline-cancel-operator' },
    },
    baggage: {
      says: [
        'Press 1 if your bag did not arrive.',
        'Press 2 if your bag was damaged.',
        'Press 3 for baggage fees and allowances.',
        'Press 4 if you left something on board the aircraft.',
      ],
      keys: { '1': 'missing', '2': 'airline-damaged', '3': 'airline-fees', '4': 'airline-found' },
    },
    missing: {
      says: [
        'Press 1 if you have already filed a report at the airport.',
        'Press 2 if you have not filed a report yet.',
        'Press 0 to speak with a baggage agent.',
      ],
      keys: {
        '1': 'airline-missing-filed',
        '2': 'airline-missing-new',
        '0': 'airline-missing-operator',
      },
    },
    rewards: {
      says: [
        'Press 1 for your mileage balance.',
        'Press 2 to book an award flight.',
        'Press 3 to request credit for missing miles.',
        'Press 4 to update your profile.',
      ],
      keys: { '1': 'airline-miles', '2': 'airline-award', '3': 'airline-credit', '4': 'airline-profile' },
    },
  },
};

const insurer: SpokenCompany = {
  prefix: '16145550',
  voice: 'awb',
  pauseMs: 700,
  menus: {
    main: {
      says: [
        'Welcome to Pioneer Mutual Insurance.',
        'If this is an emergency, please hang up and dial 911.',
        'To report or check on a claim, say claims, or press one.',
        'For billing and payments, say billing, or press two.',
        'For a free quote, say quote, or press three.',
        'To make changes to your policy, say policy, or press four.',
        'For roadside assistance, say roadside, or press five.',
        'For anything else, say representative, or press zero.',
      ],
      keys: {
        '1': 'claims',
        '2': 'billing',
        '3': 'insurer-quote',
        '4': 'policy',
        '5': 'insurer-roadside',
        '0': 'insurer-operator',
      },
    },
    claims: {
      says: [
        'To report a new claim, press one.',
        'To check the status of an existing claim, press two.',
        'For glass damage only, press three.',
      ],
      keys: { '1': 'new-claim', '2': 'claim-number', '3': 'insurer-glass' },
    },
    'new-claim': {
      says: [
        'For an auto accident, press one.',
        'For damage to your home, press two.',
        'For boats, motorcycles, and recreational vehicles, press three.',
        'For all other claims, press four.',
      ],
      keys: {
        '1': 'insurer-accident',
        '2': 'insurer-home',
        '3': 'insurer-recreation',
        '4': 'insurer-claims-operator',
      },
    },
    'claim-number': {
      says: [
        'Please enter your eight digit claim number, followed by the pound key.',
        'If you do not have your claim number, please stay on the line.',
      ],
      number: { digits: 8, to: 'insurer-claim-status' },
      otherwise: 'insurer-status-operator',
    },
    billing: {
      says: [
        'To make a payment, press one.',
        'To find out when your next payment is due, press two.',
        'To change your payment method or set up automatic payments, press three.',
        'If you have a question about a charge, press four.',
      ],
      keys: { '1': 'insurer-pay', '2': 'insurer-due', '3': 'insurer-method', '4': 'insurer-charge' },
    },
    policy: {
      says: [
        'To add or remove a vehicle, press one.',
        'To add or remove a driver, press two.',
        'To change your address, press three.',
        'For proof of insurance or I D cards, press four.',
        'To cancel your policy, press five.',
        'For other changes, press six.',
      ],
      keys: {
        '1': 'insurer-vehicle',
        '2': 'insurer-driver',
        '3': 'insurer-address',
        '4': 'insurer-proof',
        '5': 'insurer-cancel',
        '6': 'insurer-policy-operator',
      },
    },
  },
};

const internet: SpokenCompany = {
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

const pharmacy: SpokenCompany = {
  prefix: '15035550',
  voice: 'rms',
  pauseMs: 550,
  menus: {
    main: {
      says: [
        'Thank you for calling Corner Drug, at Main Street and Fifth Avenue.',
        'The pharmacy is open Monday through Friday, from 8 A M to 9 P M, and on weekends, from 10 to 6.',
        'Get your flu shot today, no appointment necessary.',
        'To refill a prescription, press 1.',
        'To find out whether your prescription is ready, press 2.',
        'To transfer a prescription from another pharmacy, press 3.',
        'For vaccinations, press 4.',
        'If you are calling from a doctors office, press 5.',
        'For the photo center, or any other department of the store, press 6.',
        'To speak with the pharmacy staff, press 0.',
      ],
      keys: {
        '1': 'refill',
        '2': 'pharmacy-ready',
        '3': 'pharmacy-transfer',
        '4': 'vaccination',
        '5': 'pharmacy-doctor',
        '6': 'store',
        '0': 'pharmacy-operator',
      },
    },
    refill: {
      says: [
        'Please enter your seven digit prescription number, which is printed on the label of your bottle.',
        'If you do not know your prescription number, press the star key.',
      ],
      number: { digits: 7, to: 'pharmacy-refill' },
      otherwise: 'pharmacy-refill-operator',
    },
    vaccination: {
      says: [
        'To schedule an appointment, press 1.',
        'To change or cancel an appointment, press 2.',
        'To ask whether your insurance covers a vaccine, press 3.',
      ],
      keys: {
        '1': 'vaccine',
        '2': 'pharmacy-vaccination-change',
        '3': 'pharmacy-coverage',
      },
    },
    vaccine: {
      says: ['For a flu shot, press 1.', 'For travel vaccines, press 2.', 'For all other vaccines, press 3.'],
      keys: { '1': 'pharmacy-flu', '2': 'pharmacy-travel', '3': 'pharmacy-vaccine' },
    },
    store: {
      says: [
        'For the photo center, press 1.',
        'For beauty and skin care, press 2.',
        'For the store manager, press 3.',
        'To return to the pharmacy, press pound.',
      ],
      keys: { '1': 'pharmacy-photo', '2': 'pharmacy-beauty', '3': 'pharmacy-manager', '#': 'main' },
    },
  },
};

const utility: SpokenCompany = {
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

const clinic: SpokenCompany = {
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

export const companies = { bank, airline, insurer, internet, pharmacy, utility, clinic } as const;
