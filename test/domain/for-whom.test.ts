import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chooseOption } from '../../src/domain/menu-choice/choose-option.ts';
import { isForOthers } from '../../src/domain/menu-choice/for-whom.ts';
import { wordsOf } from '../../src/domain/menu-choice/what-texts-say.ts';
import { chosen } from './menu-rig.ts';

test('whoever returns brings nothing back, and is known to the company', () => {
  for (const [intent, menu, digits] of [
    [
      'question about my lab results',
      "For new patients, press 1. For returning patients, press 2. For doctors' offices, press 3.",
      '2',
    ],
    [
      'ask about my dorm deposit',
      'If you are a prospective student, press 1. If you are a returning student, press 2. For faculty and staff, press 3.',
      '2',
    ],
    ['return the shoes', 'For returning customers, press 1. For returns and exchanges, press 2.', '2'],
  ] as const)
    assert.is(chosen(intent, menu), digits, menu);
});

test('members beside other subjects are one of them; hours of business tell nobody from private callers', () => {
  const gym = 'For members, press 1. For class schedules, press 2. For anything else, press 0.';
  assert.is(chosen('ask about a lost jacket', gym), '0');
  assert.is(chosen('freeze my membership', gym), '1');
  const council = (first: string): string =>
    `For ${first}, press 1. For residential permits, press 2. For all other questions, press 3.`;
  assert.is(chosen('ask why my trash was not picked up', council('our business hours')), '3');
  assert.is(chosen('ask why my trash was not picked up', council('business permits')), '2');
});

test('who the company calls a patient, a customer or a member is the caller himself', () => {
  for (const [intent, menu, digits] of [
    [
      'make an appointment',
      'If you are a doctor or a hospital, press 1. If you are a patient and would like to make an appointment, press 2. For directions, press 3.',
      '2',
    ],
    ['file a claim', 'If you are the policy holder and have a claim, press 1. For sales, press 2.', '1'],
    ['a prescription refill', 'If you are an existing member with a prescription, press 1.', '1'],
    ['an appointment', "If you are a patient's doctor with an appointment, press 1.", undefined],
    ['an appointment', 'If you are a member of the media with an appointment, press 1.', undefined],
  ] as const)
    assert.is(chosen(intent, menu), digits, `${intent}: ${menu}`);
});

test('business customers are not most callers, and who is looked for, visited or complained about answers no other questions', () => {
  const trade = 'for new customers press 1, for business customers press 2, for anything else press 0';
  assert.is(chosen('no bars at all at home', trade), '0');
  assert.is(chosen('open a business account', trade), '2');
  for (const about of [
    'to find an agent near you',
    'to schedule a visit with a specialist',
    'for a complaint about our staff',
    'to arrange a wheelchair, travel with a service animal or request other assistance',
  ])
    assert.is(chosen('renew my membership', `${about} press 1, for payments press 2`), undefined, about);
  for (const to of ['to speak with one of our representatives', 'to schedule a visit or speak with an agent'])
    assert.is(chosen('renew my membership', `${to} press 1, for payments press 2`), '1', to);
  const users = 'for organisations with more than fifty users press 1, for an operator press 0';
  assert.is(chosen('put two more people on it', users), '0');
});

test('who says who he is gets the option for those', () => {
  const menu = 'if you are a doctor press one, for appointments press two, for an operator press zero';
  assert.is(chosen('I am a doctor and want to refer a patient', menu), '1');
  assert.is.not(chosen('find a doctor for my knee', menu), '1');
});

const customers =
  "if you are a current customer press one, if you'd like to become a new customer press two, if you are returning a missed call from a technician press three";

test('who has a bill, a service or a password is a customer, and who was called says so', () => {
  for (const [intent, digits] of [
    ['internet has been down since 7 this morning', '1'],
    ['cancel my internet', '1'],
    ['forgot wifi password', '1'],
    ['Move my service to a new house on October 12', '1'],
    ['upgrade to the 1 gig plan', '1'],
    ['move the technician visit from Thursday to Saturday', '1'],
    ['can I get fiber at 512 Birch Lane? not a customer yet', '2'],
    ['I want to become a customer', '2'],
    ['switch my internet to you, I am a new customer', '2'],
    ['a technician called me and left a message, call him back', '3'],
  ] as const)
    assert.is(chosen(intent, customers), digits, intent);
});

test('what homes are offered is for most callers, where something is for a doctor’s office', () => {
  const menu = 'For residential service, press 1. If you are calling from a doctor’s office, press 2.';
  assert.is(chosen('where is my parcel', menu), '1');
});

test('what a company calls its customers is for most callers, where one option is for them', () => {
  const insurer =
    'If you are a policyholder, press 1. If you are an agent or broker, press 2. If you are a medical provider, press 3.';
  assert.is(chosen('traded in the Civic for another car', insurer), '1');
  const university =
    'Prospective students, press 1. Current students and parents, press 2. Faculty and staff, press 3.';
  assert.is(chosen('his dorm room has no heat', university), '2');
  const clinics = 'If you are a patient, press 1. If you are a subscriber, press 2.';
  assert.is(chosen('his dorm room has no heat', clinics), undefined);
});

test('an option for customers is for most callers only where it tells them from other people', () => {
  const bankWith = (other: string): string =>
    `For cardholders, press 1. For ${other}, press 2. For all other questions, press 0.`;
  const intent = 'his dorm room has no heat';
  assert.is(chosen(intent, bankWith('mortgages')), '0');
  for (const other of ['merchants', 'insurance agents', 'new customers'])
    assert.is(chosen(intent, bankWith(other)), '1', other);
  assert.is(chosen(intent, 'For current students, press 1. For admissions, press 2.'), '1');
});

test('who has a service does not join, in whatever words joining is offered', () => {
  for (const joining of ["you're thinking of joining us", 'you want to switch to us']) {
    assert.is(isForOthers(wordsOf(joining), 'got a new flat, take my internet with me'), true, joining);
    assert.is(isForOthers(wordsOf(joining), 'switch my internet to you'), false, joining);
  }
});

test('personal customers are callers, and everyone else is everybody who has no key', () => {
  const intent = 'his dorm room has no heat';
  const bank = 'If you are a personal customer, press 1. If you are a business customer, press 2.';
  assert.is(chosen(intent, bank), '1');
  for (const rest of ['everyone else', 'everybody else', 'all others'])
    assert.is(
      chosen(intent, `For seniors, press 1. For veterans, press 2. For ${rest}, press 0.`),
      '0',
      rest,
    );
});

test('whoever is on duty for one thing answers no other questions', () => {
  const menu =
    'For meal plans, press 4. To reach the resident advisor on duty, press 8. For the front desk, press 0.';
  assert.is(chosen('his dorm room has no heat', menu), '0');
});

test('students are customers only where they are said to be', () => {
  const fares = (students: string): string =>
    `For seniors, press 1. For ${students}, press 2. For veterans, press 3. For everyone else, press 0.`;
  const intent = 'his dorm room has no heat';
  assert.is.not(chosen(intent, fares('students')), '2');
  for (const kind of ['existing', 'current', 'registered'])
    assert.is(chosen(intent, fares(`${kind} students`)), '2', kind);
});

test('an option for customers that was heard in two versions is one option', () => {
  const heard = [
    { digits: '1', text: 'you are a policyholder' },
    { digits: '1', text: 'you are a policy holder' },
    { digits: '2', text: 'you are an agent or broker' },
  ];
  const choice = chooseOption({ intent: 'traded in the Civic for another car', facts: [] }, heard);
  assert.is(choice?.option.digits, '1');
});

test('an option for people who call about a customer is not for most callers', () => {
  const clinicFor = (who: string): string =>
    `If you are ${who}, press 1. If you are a supplier, press 2. For all other questions, press 9.`;
  const intent = 'his dorm room has no heat';
  assert.is(chosen(intent, clinicFor('a doctor calling about a current patient')), '9');
  for (const who of ['a prospective or existing patient', 'one of our customers'])
    assert.is(chosen(intent, clinicFor(who)), '1', who);
  const insurer = 'If you are an individual, press 1. If you are an employer, press 2.';
  assert.is(chosen(intent, insurer), '1');
});

test.run();
