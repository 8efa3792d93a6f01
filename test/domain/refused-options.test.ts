import { test } from 'uvu';
import * as assert from 'uvu/assert';

import { chosen } from './menu-rig.ts';

test('what pays, hangs up, calls back, goes back or speaks another language is not chosen for want of another', () => {
  for (const menu of [
    'to pay your bill press one',
    'to end this call press one',
    'to receive a call back press one',
    'to return to the main menu press star',
    'para español oprima dos',
    'if this is an emergency press one',
  ])
    assert.is(chosen('question about my invoice', menu), undefined, menu);
});

test('what takes money or does something else is for who wants the latter, too', () => {
  const parking =
    'for a parking permit press 1, to pay or appeal a parking citation press 2, for jobs press 3';
  assert.is(chosen('appeal a parking citation', parking), '2');
  const tuition = 'for scholarships press 1, to pay tuition or ask about a charge press 2, for loans press 3';
  assert.is(chosen('ask about a charge on my tuition bill', tuition), '2');
  const cards = 'to pay by debit or credit card press 1, for hours press 2';
  assert.is(chosen('a question about my credit card', cards), undefined);
});

test('who wants to leave a message may, in any words', () => {
  const menu = 'to hear your messages again press one, to leave a message press five';
  for (const intent of ['leave a message', 'leave an urgent message', 'leave Dr. Lee a message'])
    assert.is(chosen(intent, menu), '5', intent);
  assert.is(chosen('ask about my bill', menu), undefined);
});

test('a caller who just wants to pay is not sent to payment arrangements, unless bills have no other option', () => {
  for (const [intent, menu, digits] of [
    [
      'pay my electric bill',
      'to make a payment by card press 1, for a payment arrangement or help with a past due bill press 3, for budget billing and autopay press 5',
      '1',
    ],
    [
      'I cannot pay my bill this month',
      'to make a payment by card press 1, for a payment arrangement press 3',
      '3',
    ],
    ['dispute a charge', 'for billing and payment arrangements press 1, for an agent press 0', '1'],
    ['my internet is slow', 'for technical difficulties press 1, for an agent press 0', '1'],
  ] as const)
    assert.is(chosen(intent, menu), digits, `${intent}: ${menu}`);
});

test('lines for emergencies are for callers without power, and for nobody else', () => {
  const outage = 'for a power outage or an emergency press 1, for billing press 2, for an agent press 0';
  for (const [intent, menu, digits] of [
    [
      'my power is out',
      'to report a power outage or another emergency press 1, for billing press 2, for tree trimming near power lines press 3',
      '1',
    ],
    [
      'my heater is broken',
      'for an emergency such as a gas leak or a broken pipe press 1, for repairs press 2, for billing press 3',
      '2',
    ],
    [
      'I have a question about gardening',
      'if this is an emergency press 1, for weddings, private charters and group outings press 6, for an agent press 0',
      '0',
    ],
    ['internet outage', outage, '0'],
    ['planned outage next week', outage, '0'],
    ['outage compensation', outage, '0'],
    ['my wifi has no power', outage, '0'],
  ] as const)
    assert.is(chosen(intent, menu), digits, `${intent}: ${menu}`);
});

test('a line for people in danger is for callers who say so', () => {
  for (const intent of [
    'I smell gas',
    'my kitchen smells of gas',
    "there's a rotten egg smell in the basement",
  ])
    assert.is(
      chosen(intent, 'if you smell gas press 1, to report a power outage press 2, for an agent press 0'),
      '1',
      intent,
    );
  for (const [intent, line] of [
    ['there was smoke damage last year', 'to request police or fire dispatch'],
    ['move the cable in my yard', 'to report a downed line'],
    ['shoulder pain', 'if you have chest pain or trouble breathing'],
    ['my stove is not working', 'if you smell gas'],
    ['power is out on our whole block', 'if a power line is down'],
  ] as const)
    assert.is(chosen(intent, `${line} press 1, for billing press 2, for an agent press 0`), '0', intent);
  const campus = 'for admissions press 1, for campus police and parking press 2';
  assert.is(chosen('appeal a parking ticket', campus), '2');
  const power =
    'if a power line is down press 1, to report an outage press 2, to report a street light that is out press 3';
  assert.is(chosen('power is out on our whole block', power), '2');
  assert.is(chosen('the power line is down in front of my house', power), '1');
});

test('who says that somebody else has not paid is not sent to pay', () => {
  const menu = 'to make a payment press one, for an operator press zero';
  assert.is(chosen('my insurance did not pay the hospital', menu), '0');
  assert.is(chosen('I have not been paid for the repair', menu), '0');
  assert.is(chosen('my insurance refused to pay the hospital', menu), '0');
  assert.is(chosen('pay the hospital', menu), '1');
  assert.is(chosen('I have not paid my bill yet and want to pay it now', menu), '1');
  assert.is(chosen('pay my bill, it was not paid by autopay', menu), '1');
});

test('nothing is removed for who did not ask for it', () => {
  const menu = 'to remove the participant who joined last press one, for more options press two';
  assert.is(chosen('get a list of the people in my conference', menu), '2');
  assert.is(chosen('throw out the participant who joined last', menu), '1');
  assert.is(chosen('delete the recording of the conference', menu), '2');
  assert.is(
    chosen('cancel my cable', 'to disconnect your service press one, for an operator press zero'),
    '1',
  );
  const list = 'to remove your name from our mailing list press two, to order press one';
  assert.is(chosen('unsubscribe from the mailing list', list), '2');
});

test('what is hard to undo is not chosen for who asks for nothing of the kind, however likely', () => {
  const menu = (option: string): string =>
    `${option} press one, to place an order press two, for an operator press zero`;
  const cases: [string, string, string][] = [
    ['it is too expensive', 'to cancel your service', '0'],
    ['I want a refund', 'to cancel your order', '0'],
    ['what are your emails about', 'to unsubscribe', '0'],
    ['I want to talk to my lawyer', 'to accept the agreement', '0'],
    ['I missed a call from this number', 'to be removed from our calling list', '0'],
    ['get out of my contract', 'to cancel your service', '1'],
    ['my phone was stolen', 'to block your sim card', '1'],
  ];
  for (const [intent, option, digits] of cases) assert.is(chosen(intent, menu(option)), digits, intent);
});

test('what is urgent is no emergency', () => {
  const menu = 'to accept the recording press one, to mark this message as urgent press two';
  assert.is(chosen('mark my message as urgent', menu), '2');
  const french = 'pour une urgence appuyez sur le un, pour le service client appuyez sur le deux';
  assert.is.not(chosen('une urgence', french), '1');
});

test.run();
