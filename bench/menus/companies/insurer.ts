import type { SpokenCompany } from './spoken-company.ts';

export const insurer: SpokenCompany = {
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
