import type { SpokenCompany } from './companies.ts';

const rental: SpokenCompany = {
  prefix: '14055550',
  voice: 'rms',
  pauseMs: 450,
  menus: {
    main: {
      says: [
        'Thank you for calling Redwood Car Rental.',
        'Please note that our menu has changed.',
        'If you need roadside assistance, or were in an accident, press 1.',
        'For a new reservation, press 2.',
        'To change or cancel an existing reservation, press 3.',
        'To extend a rental that you have now, press 4.',
        'For a receipt, a toll, or a charge on a past rental, press 5.',
        'If you lost something in a car, press 6.',
        'To speak with an agent, press 0.',
      ],
      keys: {
        '1': 'roadside',
        '2': 'rental-new',
        '3': 'change',
        '4': 'rental-extend',
        '5': 'past',
        '6': 'rental-found',
        '0': 'rental-operator',
      },
    },
    roadside: {
      says: [
        'If anyone is injured, hang up and dial 911.',
        'For a flat tire, press 1.',
        'If you are locked out of the car, press 2.',
        'If the car does not start, press 3.',
        'To report an accident, press 4.',
      ],
      keys: { '1': 'rental-tire', '2': 'rental-locked', '3': 'rental-start', '4': 'rental-accident' },
    },
    change: {
      says: [
        'To change the date or place of your rental, press 1.',
        'To change the type of car, press 2.',
        'To cancel your reservation, press 3.',
        'To go back, press star.',
      ],
      keys: { '1': 'rental-date', '2': 'rental-type', '3': 'rental-cancel', '*': 'main' },
    },
    past: {
      says: [
        'To get a copy of your receipt, press 1.',
        'For a question about a toll or a traffic ticket, press 2.',
        'To dispute a charge, press 3.',
      ],
      keys: { '1': 'rental-receipt', '2': 'rental-toll', '3': 'rental-dispute' },
    },
  },
};

const maker: SpokenCompany = {
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

const retirement: SpokenCompany = {
  prefix: '18575550',
  voice: 'rms',
  pauseMs: 550,
  menus: {
    main: {
      says: [
        'Welcome to Old Harbor Investments.',
        'Press 1 for retirement plans, such as a 401 K.',
        'Press 2 for brokerage accounts.',
        'Press 3 if you are calling about the death of an account owner.',
        'Press 4 for tax forms.',
        'Press 5 if you need help signing in to our web site.',
        'Press 0 to speak with a representative.',
      ],
      keys: {
        '1': 'plans',
        '2': 'brokerage',
        '3': 'retirement-death',
        '4': 'tax',
        '5': 'retirement-login',
        '0': 'retirement-operator',
      },
    },
    plans: {
      says: [
        'Press 1 for your account balance.',
        'Press 2 to change how much you contribute.',
        'Press 3 for loans and withdrawals.',
        'Press 4 to move money from another plan, also called a rollover.',
        'Press 5 to change your beneficiary.',
      ],
      keys: {
        '1': 'retirement-balance',
        '2': 'retirement-contribute',
        '3': 'withdrawal',
        '4': 'retirement-rollover',
        '5': 'retirement-beneficiary',
      },
    },
    withdrawal: {
      says: [
        'Press 1 to request a loan.',
        'Press 2 for a hardship withdrawal.',
        'Press 3 if you have left your employer.',
      ],
      keys: { '1': 'retirement-loan', '2': 'retirement-hardship', '3': 'retirement-left' },
    },
    brokerage: {
      says: [
        'Press 1 to place a trade.',
        'Press 2 to transfer money.',
        'Press 3 to open a new account.',
        'Press 4 for statements.',
      ],
      keys: {
        '1': 'retirement-trade',
        '2': 'retirement-transfer',
        '3': 'retirement-open',
        '4': 'retirement-statements',
      },
    },
    tax: {
      says: ['Press 1 to have a form mailed to you.', 'Press 2 if something on your form is wrong.'],
      keys: { '1': 'retirement-form', '2': 'retirement-form-wrong' },
    },
  },
};

const city: SpokenCompany = {
  prefix: '15095550',
  voice: 'rms',
  pauseMs: 650,
  menus: {
    main: {
      says: [
        'Thank you for calling the City of Fairview information line.',
        'If this is an emergency, hang up and dial 911.',
        'For trash and recycling, press 1.',
        'For potholes, street lights, and traffic signals, press 2.',
        'For your water bill, press 3.',
        'For parking tickets and permits, press 4.',
        'For noise and animal complaints, press 5.',
        'To reach a city operator, press 0, or stay on the line.',
      ],
      keys: {
        '1': 'trash',
        '2': 'streets',
        '3': 'water',
        '4': 'parking',
        '5': 'complaints',
        '0': 'city-operator',
      },
      otherwise: 'city-operator',
    },
    trash: {
      says: [
        'If your trash was not picked up, press 1.',
        'To schedule a pickup of large items, such as furniture, press 2.',
        'For a new or a replacement bin, press 3.',
      ],
      keys: { '1': 'city-missed', '2': 'city-large', '3': 'city-bin' },
    },
    streets: {
      says: [
        'To report a pothole, press 1.',
        'For a street light, press 2.',
        'For a traffic signal, press 3.',
      ],
      keys: { '1': 'city-pothole', '2': 'city-light', '3': 'city-signal' },
    },
    water: {
      says: [
        'To pay your bill, press 1.',
        'If your bill is higher than usual, press 2.',
        'To start or stop water service, press 3.',
        'To report a leak, press 4.',
      ],
      keys: { '1': 'city-pay', '2': 'city-high', '3': 'city-service', '4': 'city-leak' },
    },
    parking: {
      says: [
        'To pay a parking ticket, press 1.',
        'To contest a parking ticket, press 2.',
        'For residential parking permits, press 3.',
        'If your car was towed, press 4.',
      ],
      keys: { '1': 'city-ticket', '2': 'city-contest', '3': 'city-permit', '4': 'city-towed' },
    },
    complaints: {
      says: ['For noise, press 1.', 'For a stray or dangerous animal, press 2.', 'For a lost pet, press 3.'],
      keys: { '1': 'city-noise', '2': 'city-animal', '3': 'city-pet' },
    },
  },
};

/** Written after the rules were mended with those, and the rules mended again. */
export const lastCompanies = { rental, maker, retirement, city } as const;
