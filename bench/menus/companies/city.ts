import type { SpokenCompany } from './spoken-company.ts';

export const city: SpokenCompany = {
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
