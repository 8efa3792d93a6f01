import { test } from 'uvu';
import * as assert from 'uvu/assert';

import { shown, walk } from './menu-rig.ts';

test('an extension and the number to call are sent where they are asked for', () => {
  const said = 'Please enter the extension, followed by the pound key.';
  const facts = [{ label: 'her extension', value: '205' }];
  assert.equal(shown(walk([said], { intent: 'speak with my sister', facts })), ['205#']);
  assert.equal(shown(walk([said], { intent: 'speak with my sister', facts: [] })), ['wait']);
  const party = 'Please enter the number you wish to call, then press pound.';
  const numbers = [
    { label: 'my phone number', value: '304 555 0199' },
    { label: "my aunt's number", value: '+91 22 5550 0143' },
  ];
  assert.equal(shown(walk([party], { intent: 'call my aunt', facts: numbers, number: '+12025550100' })), [
    '912255500143#',
  ]);
  assert.equal(shown(walk([party], { intent: 'call my aunt', facts: numbers.slice(0, 1) })), ['ask_owner']);
  assert.equal(shown(walk([party], { intent: 'call my uncle', facts: numbers, number: '+12025550100' })), [
    'ask_owner',
  ]);
  const orNot = 'Please enter the extension, or stay on the line for an operator.';
  assert.equal(shown(walk([orNot], { intent: 'speak with my sister', facts: [] })), ['wait']);
  // The call has chosen to enter one: nothing follows by itself.
  const choice = 'To enter an extension, press 1. For our hours, press 2.';
  const who = { intent: 'bring my sister into the conference by her extension', facts: [] };
  assert.equal(shown(walk([choice, said], who)), ['1', 'ask_owner']);
  assert.equal(shown(walk([choice, said], { ...who, facts })), ['1', '205#']);
});

test('a password is sent where a password is asked for, and a new one where a new one is', () => {
  const facts = [
    { label: 'password', value: '11223' },
    { label: 'new password', value: '72915' },
  ];
  const changing = { intent: 'change my password', facts };
  assert.equal(shown(walk(['Please enter your new password followed by the pound key.'], changing)), [
    '72915#',
  ]);
  assert.equal(shown(walk(['Please enter your password.'], changing)), ['11223']);
  assert.equal(shown(walk(['Please enter your old password, then your new password.'], changing)), ['11223']);
  assert.equal(shown(walk(['Please enter your PIN.'], changing)), ['ask_owner']);
  const ofOthers = [
    { label: 'wifi password', value: '88442211' },
    { label: 'bank password', value: '4455' },
  ];
  const mailbox = { intent: 'hear my messages', facts: ofOthers };
  assert.equal(shown(walk(['Please enter your password.'], mailbox)), ['ask_owner']);
  assert.equal(shown(walk(['Please enter your voicemail password.'], mailbox)), ['ask_owner']);
});

test("somebody's number of a kind is a number of that kind", () => {
  const facts = [{ label: "Tom's mailbox number", value: '4471' }];
  const said = 'To leave a message, please enter a mailbox number.';
  assert.equal(shown(walk([said], { intent: 'leave a message', facts })), ['4471']);
  const own = 'Please enter your mailbox number.';
  assert.equal(shown(walk([own], { intent: 'hear my messages', facts })), ['ask_owner'], 'his is not mine');
});

test('a number comes from the fact whose label names it, with the key that ends it, and from nowhere else', () => {
  const asked = 'please enter your account number followed by the pound key';
  const [move] = walk([asked]);
  assert.equal(move, {
    do: 'press',
    digits: '44112200#',
    reason: 'the account number is asked for: the fact "Account number"',
    fact: 'Account number',
  });
  assert.equal(shown(walk([asked, asked, asked])), ['44112200#', '44112200#', 'ask_owner']);
  for (const other of [
    'please enter your pin',
    'please enter your sixteen digit card number',
    'enter the last four digits of your social security number',
    'please enter the number',
  ])
    assert.equal(shown(walk([other])), ['ask_owner'], other);
  assert.equal(
    shown(walk([asked, 'you entered four four one one if this is correct press one otherwise press two'])),
    ['44112200#', '1'],
  );
  const again = 'to enter it again, press 1. If the account number you entered is correct, press 2.';
  assert.equal(shown(walk([asked, again])), ['44112200#', '2']);
});

test('who lacks a number waits where callers who wait are put through', () => {
  const said = 'Please enter your ten digit account number, or stay on the line for a representative.';
  const facts = [{ label: 'Account number', value: '4411220033' }];
  assert.equal(shown(walk([said], { intent: 'ask about a bill', facts: [] })), ['wait']);
  assert.equal(shown(walk([said], { intent: 'ask about a bill', facts })), ['4411220033']);
});

test('who lacks a number skips it where that is offered', () => {
  const said =
    'For faster service, please enter your account number followed by the pound key, or press pound to skip.';
  const facts = [{ label: 'Account number', value: '4411220033' }];
  assert.equal(shown(walk([said], { intent: 'ask about a bill', facts: [] })), ['#']);
  assert.equal(shown(walk([said], { intent: 'ask about a bill', facts })), ['4411220033#']);
});

test('who lacks the extension leaves by the key that the prompt offers', () => {
  const said =
    'Please enter the extension followed by pound. If you do not have it, press zero for the operator.';
  assert.equal(shown(walk([said])), ['0']);
  const facts = [{ label: 'her extension', value: '205' }];
  assert.equal(shown(walk([said], { intent: 'speak with my sister', facts })), ['205#']);
});

test('an extension that a prompt merely offers to dial comes from a fact, where no option fits', () => {
  const offered = (how: string): string =>
    `Thank you for calling Oak. ${how} For sales, press 1. For repairs, press 2. For the operator, press 0.`;
  const facts = [{ label: "Maria's extension", value: '205' }];
  for (const [how, digits] of [
    ["If you know your party's extension, you may dial it at any time.", '205'],
    ["If you know your party's extension, please enter it now, followed by the pound key.", '205#'],
    ['You may dial an extension at any time.', '205'],
    ['Please enter the extension of the person you wish to reach.', '205'],
  ] as const) {
    assert.equal(shown(walk([offered(how)], { intent: 'talk to Maria', facts })), [digits], how);
    assert.equal(shown(walk([offered(how)], { intent: 'talk to Maria', facts: [] })), ['0'], how);
    assert.equal(shown(walk([offered(how)], { intent: 'my heater needs repairs', facts })), ['2'], how);
  }
  const said = offered("If you know your party's extension, you may dial it at any time.");
  for (const others of [
    [{ label: 'My extension', value: '117' }],
    [...facts, { label: "Tom's extension", value: '310' }],
  ])
    assert.equal(shown(walk([said], { intent: 'talk to somebody', facts: others })), ['0']);
  const both = [...facts, { label: "Tom's extension", value: '310' }];
  assert.equal(shown(walk([said], { intent: 'talk to Tom', facts: both })), ['310']);
  assert.equal(shown(walk([said, said], { intent: 'talk to Maria', facts })), ['205', '0'], 'it was refused');
  const byKey = "If you know your party's extension, press 1. For the operator, press 0.";
  assert.equal(shown(walk([byKey], { intent: 'talk to Maria', facts })), ['1']);
});

test('a number of no common kind comes from the fact that has its name', () => {
  const facts = [
    { label: 'Meter number', value: '88 110' },
    { label: 'Prescription number', value: '771 0342' },
  ];
  const [move] = walk(['Please enter your seven-digit prescription number.'], { intent: 'a refill', facts });
  assert.is(move?.do === 'press' && move.digits, '7710342');
  assert.equal(shown(walk(['please enter the number'], { intent: 'a refill', facts })), ['ask_owner']);
});

test('a number goes out only where the prompt names it right where it asks, and never a private one', () => {
  const facts = ['Phone', 'Customer', 'Order', 'PIN', 'Password', 'Service'].map((name, index) => ({
    label: name.length > 3 ? `${name} number` : name,
    value: `12345${index}`,
  }));
  for (const said of [
    'Using your phone keypad, please enter your nine digit meter number.',
    'Acme customer service. Please enter your 6 digit store number.',
    'In order to continue your call, enter the code.',
    'Do not enter your PIN; enter the 6 digit number.',
    'Enter the 6 digit number, not your PIN.',
    'Welcome to customer service. Please enter the 6 digit number.',
    'Please enter the number for this service.',
  ])
    assert.equal(shown(walk([said], { intent: 'a refill', facts })), ['ask_owner'], said);
  for (const [label, value, said] of [
    ['Meter number', '991882773', 'Using your phone keypad, please enter your nine digit meter number.'],
    ['store', '991882', 'Acme customer service. Please enter your 6 digit store ID.'],
    ['Zählernummer', '99', 'Bitte geben Sie Ihre Zählernummer ein.'],
  ] as const)
    assert.equal(
      shown(walk([said], { intent: 'a refill', facts: [...facts, { label, value }] })),
      [value],
      said,
    );
});

test('a telephone number is sent as it is written in the country that was called, or the owner is asked', () => {
  const sent = (said: string, value: string, number: string): string =>
    shown(walk([said], { intent: 'a question', facts: [{ label: 'phone number', value }], number })).join();
  const [london, berlin, newYork] = ['+442079460000', '+493023125000', '+12125550100'];
  const any = 'Please enter your phone number.';
  for (const [said, value, number, digits] of [
    [any, '+44 20 7946 0958', london, '02079460958'],
    [any, '+44 (0)20 7946 0958', london, '02079460958'],
    ['Enter your 10 digit phone number.', '+44 20 7946 0958', london, '2079460958'],
    ['Enter the first five digits of your phone number.', '+44 20 7946 0958', london, '02079'],
    ['Bitte geben Sie Ihre Telefonnummer ein.', '+49 1512 3456789', berlin, '015123456789'],
    [any, '+1 212 555 0123', newYork, '2125550123'],
    [any, '1 (212) 555-0123', newYork, '2125550123'],
    ['Enter your 11 digit phone number.', '+1 212 555 0123', newYork, '12125550123'],
    [any, '030 23125000', berlin, '03023125000'],
    // Not a number of that country: what it lacks is not known.
    [any, '+49 151 2345678', berlin, 'ask_owner'],
    // Abroad: ten of its digits would be another one's number there.
    [any, '+44 20 7946 0958', newYork, 'ask_owner'],
    ['Enter your 10 digit phone number.', '+44 20 7946 0958', newYork, 'ask_owner'],
    ['Enter the last four digits of your phone number.', '+44 20 7946 0958', newYork, '0958'],
  ] as const)
    assert.is(sent(said, value, number), digits, `${said} ${value} ${number}`);
});

test('a date is understood as people write it, or the owner is asked', () => {
  const sent = (value: string): string => {
    const facts = [{ label: 'date of birth', value }];
    const said = 'Please enter your date of birth: month, day and year.';
    return shown(walk([said], { intent: 'a question', facts })).join();
  };
  for (const value of [
    '5th of January 1980',
    'the 5th of January, 1980',
    'January the 5th, 1980',
    '5 Jan 1980',
    '5 de enero de 1980',
    'le 5 janvier 1980',
    '5. Januar 1980',
  ])
    assert.is(sent(value), '01051980', value);
  assert.is(sent('1er juillet 1980'), '07011980');
  for (const value of ['5 jui 1980', '5th of January', '5th or 6th of January 1980', '5 January 80'])
    assert.is(sent(value), 'ask_owner', value);
});

test('a number is sent in the form that is asked for, or the owner is asked', () => {
  const sent = (said: string, label: string, value: string): string =>
    shown(walk([said], { intent: 'a question', facts: [{ label, value }] })).join();
  const dob = 'Please enter your date of birth';
  for (const [label, value, said, digits] of [
    ['SSN', '123-45-6789', 'Enter the last four digits of your social security number.', '6789'],
    ['SSN', '123-45-6789', 'Geben Sie die letzten vier Ziffern Ihrer Sozialversicherungsnummer ein.', '6789'],
    ['SSN', '123-45-6789', 'ingrese los últimos cuatro dígitos de su número de seguro social', '6789'],
    [
      'SSN',
      '123-45-6789',
      'saisissez les quatre derniers chiffres de votre numéro de sécurité sociale',
      '6789',
    ],
    ['card number', '4111 1111 1111 1234', 'Enter the last 4 digits of your card number.', '1234'],
    ['account number', '12345678', 'Enter the amount you wish to pay from your account.', 'ask_owner'],
    ['account number', '12345678', 'Enter your ten digit account number.', 'ask_owner'],
    ['card number', '4111 1111 1111 1234', 'Enter the expiration date of your card.', 'ask_owner'],
    ['order number', '90210', 'Enter the number of tickets you would like to order.', 'ask_owner'],
    ['phone number', '+1 202 555 0100', 'Enter your area code.', 'ask_owner'],
    ['phone number', '+1 202 555 0100', 'Enter your 10 digit phone number.', '2025550100'],
    ['phone number', '+1 202 555 0100', 'Enter the first six digits of your phone number.', '202555'],
    ['number to call', '+1 202 555 0100', 'Enter the 10 digit number you wish to call.', '2025550100'],
    ['PIN', '12345', 'Enter your four to six digit PIN.', '12345'],
    ['PIN', '123', 'Enter your four to six digit PIN.', 'ask_owner'],
    ['account number', '123456789', 'Enter your 8 or 9 digit account number.', '123456789'],
    ['account number', '123456789', 'Geben Sie Ihre 9- bis 10-stellige Kontonummer ein.', '123456789'],
    ['phone number', '+44 20 7946 0958', 'Enter your 11 digit phone number.', '02079460958'],
    ['zip code', '20500-0003', 'Enter your five digit zip code.', '20500'],
    ['zip code', '20500-0003', 'Enter your nine digit zip code.', '205000003'],
    [
      'date of birth',
      '1/5/1980',
      `${dob}, two digits for the month, two for the day, four for the year.`,
      '01051980',
    ],
    [
      'date of birth',
      '1980-01-05',
      `${dob} as two digits month, two digits day, four digit year.`,
      '01051980',
    ],
    ['date of birth', 'January 5, 1980', `${dob}: month, day and year.`, '01051980'],
    ['date of birth', '25.12.1980', `${dob}, month, day, year.`, '12251980'],
    ['date of birth', '1/5/1980', 'Enter your six digit date of birth, MM DD YY.', '010580'],
    ['date of birth', '1980-01-05', 'Enter the four digit year of your birth.', '1980'],
    ['date of birth', '1980-01-05', `${dob}.`, 'ask_owner'],
    ['date of birth', '1980-01-05', "Enter your spouse's date of birth.", 'ask_owner'],
    ["spouse's date of birth", '1980-01-05', `${dob}, month, day, year.`, 'ask_owner'],
    ["spouse's date of birth", '1/5/1980', "Enter your spouse's date of birth.", '01051980'],
    ['date of birth', '1/5/1980', "Enter the patient's date of birth, month, day, year.", '01051980'],
    ['SSN', '123-45-6789', "Enter your social security number or your spouse's.", '123456789'],
    ['SSN', '123-45-6789', 'Enter the social security number of the employee.', '123456789'],
    ['SSN', '123-45-6789', 'Enter the social security number of the deceased.', 'ask_owner'],
    ['SSN', '123-45-6789', 'Enter the social security number of the executor.', 'ask_owner'],
    ['SSN', '123-45-6789', 'Enter the last four digits of the social security number.', '6789'],
    ['SSN', '123-45-6789', 'Enter your account number or social security number.', '123456789'],
    ['PIN', '1234', 'Please hold while we verify your PIN.', 'wait'],
  ] as const)
    assert.is(sent(said, label, value), digits, said);
});

test('a number is asked for by who tells callers that know it to enter it', () => {
  const facts = [{ label: 'account number', value: '2041-7733' }];
  for (const [said, known, unknown] of [
    [
      'If you know your account number, enter it now, followed by the pound sign. Otherwise, press pound.',
      '20417733#',
      '#',
    ],
    ['If you know your account number, enter it now, otherwise press pound.', '20417733', '#'],
    ['If you have your account number, please enter it now. If not, press star.', '20417733', '*'],
    [
      "If you know your account number, you may enter it now. If you don't know it, press star.",
      '20417733',
      '*',
    ],
    ['Please enter your account number. Otherwise, press pound.', '20417733', '#'],
  ] as const) {
    assert.equal(shown(walk([said], { intent: 'a high bill', facts })), [known], said);
    assert.equal(shown(walk([said], { intent: 'a high bill', facts: [] })), [unknown], said);
  }
  const elsewhere = 'If you know your account number, enter it on our website. For billing, press 1.';
  assert.equal(shown(walk([elsewhere], { intent: 'a high bill', facts })), ['1']);
});

test.run();
