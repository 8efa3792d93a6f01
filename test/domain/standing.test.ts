import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { noMemory } from '../../src/domain/menu-choice/menu-memory.ts';
import { nextMove } from '../../src/domain/menu-choice/next-move.ts';
import { parseMenu } from '../../src/domain/menu-speech/parse-menu.ts';
import { readPrompt } from '../../src/domain/menu-speech/read-prompt.ts';

const pressed = (said: string, intent: string, ...labels: string[]): string => {
  const facts = labels.map((label) => ({ label, value: '4471' }));
  const move = nextMove(readPrompt(said), noMemory, { intent, facts });
  return move.do === 'press' ? move.digits : move.do;
};
const textsOf = (said: string): string[] => parseMenu(said).map(({ digits, text }) => `${digits} ${text}`);

test('a bare answer is what it answers', () => {
  for (const [said, texts] of [
    [
      'If you have your claim number, press 1. If not, press 3.',
      ['1 you have your claim number', '3 you do not have your claim number'],
    ],
    [
      'If you do not have an account number, press 1. If you do, press 2.',
      ['1 you do not have an account number', '2 you have an account number'],
    ],
    [
      'Do you have your policy number? If so, press 1. If not, press 2.',
      ['1 you have your policy number', '2 you do not have your policy number'],
    ],
    [
      'Are you an existing customer? Press 1 for yes, or press 2 for no.',
      ['1 you are an existing customer', '2 you are not an existing customer'],
    ],
    [
      'Wenn Sie Ihre Kundennummer zur Hand haben, drücken Sie die 1. Wenn nicht, drücken Sie die 2.',
      ['1 sie ihre kundennummer zur hand haben', '2 sie ihre kundennummer nicht zur hand haben'],
    ],
    [
      'Si tiene su número de cuenta, marque 1. Si no, marque 2.',
      ['1 tiene su numero de cuenta', '2 no tiene su numero de cuenta'],
    ],
    [
      'Si vous avez votre numéro de client, tapez 1. Sinon, tapez 2.',
      ['1 vous avez votre numero de client', '2 vous n avez pas votre numero de client'],
    ],
  ] as const)
    assert.equal(textsOf(said), texts, said);
  // They answer something else.
  assert.equal(textsOf('If this is correct, press 1. If not, press 2.'), ['1 this is correct', '2 not']);
  assert.equal(
    textsOf('If you have a question about your bill, press 1. If not, press 2.')[1],
    '2 anything else',
  );
});

test('a yes is for who wants what was asked, and a no for everybody else', () => {
  for (const said of [
    'Are you calling about your recent order? Press 1 for yes, or 2 for no.',
    'Is this about order 4417? Say yes or press 1. Say no or press 2.',
  ]) {
    assert.is(pressed(said, 'my order has not arrived'), '1', said);
    assert.is(pressed(said, 'open a savings account'), '2', said);
  }
  for (const said of [
    'Would you like to take a short survey after this call? Press 1 for yes, or 2 for no.',
    'Would you like to hear about our new credit card? Press 1 for yes. Otherwise, press 2.',
    'Would you like to make another payment? For yes, press 1. For no, press 2.',
    'Would you like to receive a text message with a link? Press 1 for yes, or 2 for no.',
    'If you are calling from the number on your account, press 1. Otherwise, press 2.',
    'Are you calling about order number 4417? If so, press 1. Otherwise, press 2.',
  ])
    assert.is(pressed(said, 'ask about a bill'), '2', said);
  for (const [said, intent] of [
    [
      'Would you like to confirm your appointment? Press 1 for yes. Press 2 for no.',
      'confirm my appointment',
    ],
    ['Do you want to speak to a nurse? Press 1 for yes. Press 2 for no.', 'speak to a nurse'],
    ['Do you want to keep it? Press 1 for yes. Press 2 for no.', 'keep my reservation'],
  ] as const)
    assert.is(pressed(said, intent), '1', said);
  for (const said of [
    'We have your reservation. If you still need it, press 1. Otherwise, press 2.',
    'To stay in the queue, press 1. Otherwise, press 2.',
    'Would you like to continue? Press 1 for yes. Press 2 for no.',
    'If you can make it, press 1. Otherwise, press 2.',
  ])
    assert.is.not(pressed(said, 'keep my reservation'), '2', said);
  assert.is(pressed('If you know your account number, enter it now. Otherwise, press pound.', 'a bill'), '#');
  assert.equal(textsOf('If this is correct, press 1. Otherwise, press 2.'), [
    '1 this is correct',
    '2 otherwise',
  ]);
});

test('what may be offered because it is wanted is not declined, and a survey is', () => {
  const orDecline = 'To accept, press 1. To decline, press 2.';
  for (const [said, intent] of [
    ['We can offer you a payment plan.', 'set up a payment plan'],
    ['We can offer you another appointment on Monday.', 'get another appointment'],
  ] as const)
    assert.is.not(pressed(`${said} ${orDecline}`, intent), '2', said);
  for (const said of ['We can send you a link.', 'Please take a short survey after this call.'])
    assert.is(pressed(`${said} ${orDecline}`, 'ask about a bill'), '2', said);
});

test('what is true of every caller is taken, and what is true of some customers is not', () => {
  assert.is(pressed('If you are calling from a touch tone phone, press 1 now.', 'cancel my internet'), '1');
  // What callers agree to who continue is not known.
  for (const said of [
    'You will be charged four dollars and ninety nine cents for this call. To continue, press 1.',
    'You are about to cancel your service. To continue, press 1.',
  ])
    assert.is(pressed(said, 'ask about a bill'), '0', said);
  for (const said of [
    'Your payment will be submitted today. Press any key to continue.',
    'Press any key to leave the queue.',
  ])
    assert.is(pressed(said, 'ask about a bill'), 'wait', said);
  const states = 'For customers in Ohio, press 1. For customers in Indiana, press 2.';
  assert.is(pressed(states, 'ask about a bill'), '0');
  assert.is(pressed('For new customers, press 1. For existing customers, press 2.', 'ask about a bill'), '2');
});

const claims = 'If you have your claim number, press 1. If not, press 3.';

test('what an option says that callers have is decided by the facts of the call', () => {
  for (const [said, intent, labels, digits] of [
    [claims, 'open a claim', [], '3'],
    [claims, 'open a claim', ['Policy number'], '3'],
    [claims, 'ask about my claim', ['Claim number'], '1'],
    [claims, 'open a claim', ['Claim number'], '1'],
    [`${claims} To speak with an agent, press 0.`, 'open a claim', [], '3'],
    ['If you have a claim number, press 1. To open a new claim, press 2.', 'open a claim', [], '2'],
    [
      'If you have your account number ready, press 1. Otherwise, press 2.',
      'ask about a charge',
      ['account number'],
      '1',
    ],
    ['If you have your account number ready, press 1. Otherwise, press 2.', 'ask about a charge', [], '2'],
    [
      'If you know your tracking number, press 1. If you do not have it, press 2.',
      'where is my parcel',
      ['Tracking number'],
      '1',
    ],
    [
      "If you know your tracking number, press 1. If you don't have one, press 2.",
      'where is my parcel',
      [],
      '2',
    ],
    ["If you know your party's extension, press 1. For an operator, press 0.", 'speak with Ann Lee', [], '0'],
    [
      "If you know your party's extension, press 1. For an operator, press 0.",
      'speak with Ann Lee',
      ["Ann's extension"],
      '1',
    ],
    [
      'If you are an existing customer, press 1. If you are a new customer, press 2.',
      'whistle the anthem',
      ['customer number'],
      '1',
    ],
    [
      'If you are not a customer yet, press 1. If you are already a customer, press 2.',
      'whistle the anthem',
      ['account number'],
      '2',
    ],
    [
      'Wenn Sie Ihre Kundennummer zur Hand haben, drücken Sie die 1. Wenn nicht, drücken Sie die 2.',
      'eine Frage',
      ['Kundennummer'],
      '1',
    ],
    [
      'Wenn Sie Ihre Kundennummer zur Hand haben, drücken Sie die 1. Wenn nicht, drücken Sie die 2.',
      'eine Frage',
      [],
      '2',
    ],
    ['Si tiene su número de cuenta, marque 1. Si no, marque 2.', 'una pregunta sobre un cargo', [], '2'],
    [
      'Si vous avez votre numéro de client, tapez 1. Sinon, tapez 2.',
      'une question',
      ['numéro de client'],
      '1',
    ],
  ] as const)
    assert.is(pressed(said, intent, ...labels), digits, `${said} ${intent} ${labels.join()}`);
});

test('an option with a purpose of its own is chosen for that', () => {
  const menu =
    'If you have a question about your bill, press 1. If you have a new address, press 2. If you have lost your card, press 3. For an agent, press 0.';
  assert.is(pressed(menu, 'a question about my bill'), '1');
  assert.is(pressed(menu, 'tell them my new address'), '2');
  assert.is(pressed(menu, 'I lost my card'), '3');
});

test.run();
