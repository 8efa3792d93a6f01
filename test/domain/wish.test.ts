import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isAllowed } from '../../src/domain/menu-choice/allowed-options.ts';
import { chooseOption } from '../../src/domain/menu-choice/choose-option.ts';
import { wishOf } from '../../src/domain/menu-choice/wish.ts';
import { parseMenu } from '../../src/domain/menu-speech/parse-menu.ts';

const chosen = (intent: string, menu: string): string | undefined =>
  chooseOption({ intent, facts: [] }, parseMenu(menu))?.option.digits;

const subscriptions =
  'To cancel your subscription, press 1. To change your card, press 2. For delivery problems, press 3. To speak with an agent, press 0.';
const bank =
  'For loans, press 1. For mortgages, press 2. For credit cards, press 3. To speak with an agent, press 0.';
const telecom =
  'For new orders, press 1. For billing and payments, press 2. For technical support, press 3. To cancel your service, press 4. To speak with a representative, press 0.';

test('what an intent rules out counts against an option, and what it wants instead for one', () => {
  for (const [intent, menu, digits] of [
    ['do not cancel my subscription, I only want to change the card', subscriptions, '2'],
    ["please don't cancel my subscription, just change the card", subscriptions, '2'],
    ['change the card without cancelling my subscription', subscriptions, '2'],
    ['I would rather change my card than cancel the subscription', subscriptions, '2'],
    ['change my card instead of cancelling the subscription', subscriptions, '2'],
    ['I want to change the card; I do not want to cancel.', subscriptions, '2'],
    ['not the loan but the mortgage', bank, '2'],
    ["I'm not calling about my mortgage, I have a question about a loan", bank, '1'],
    ['a mortgage, not a loan', bank, '2'],
    ["I don't want a new order, I need technical support", telecom, '3'],
    ['do not transfer me to billing, I need technical support', telecom, '3'],
    ['technical support, not billing', telecom, '3'],
    ['cancel my service, not my order', telecom, '4'],
  ] as const)
    assert.is(chosen(intent, menu), digits, intent);
});

test('an act that is ruled out is never pressed, whoever decides, and one that is offered beside what is wanted may be', () => {
  const [cancel, change, either] = [
    'cancel your booking',
    'change your booking',
    'change or cancel your booking',
  ];
  const purpose = { intent: 'do not cancel my booking, move it to Friday', facts: [] };
  const may = (text = ''): boolean => isAllowed(purpose, { digits: '1', text });
  assert.not(may(cancel));
  assert.ok(may(change));
  assert.ok(
    isAllowed(
      { intent: 'change my booking without cancelling it', facts: [] },
      { digits: '1', text: either },
    ),
  );
  assert.not(
    isAllowed(
      { intent: 'please do not call me back, I will wait', facts: [] },
      { digits: '1', text: 'receive a call back' },
    ),
  );
});

test('what does not work, was not received or cannot be done is what the call is about', () => {
  for (const intent of [
    "I can't log in",
    'my phone does not work',
    'I have not received my parcel',
    'the remote control is not working',
    'my card was not accepted',
    'I cannot cancel my subscription online',
    "I don't recognize a charge on my card",
    'do not recognise a payment',
    'there is no internet, not even on the phone',
    'I have been without power since Monday',
    'the bill is not right',
    "I don't understand my bill",
    "I don't want my subscription any more",
    'I do not want this contract',
    'we no longer need the sports channels',
    'I do not want to renew my contract',
    'my internet was not fixed but the technician left',
    'I was told not to use the boiler',
    'without internet since yesterday, please send a technician',
    'add do not disturb to my line',
    'my order arrived without the charger',
    'Mein Internet funktioniert nicht',
    'Ich kann mich nicht anmelden',
    'mi teléfono no funciona',
    "je n'ai pas reçu mon colis",
  ])
    assert.equal(wishOf(intent), { wanted: intent, unwanted: [] }, intent);
  assert.is(chosen("I can't log in", 'for billing press 1, for help to log in press 2'), '2');
  assert.is(chosen("I don't want my service any more", telecom), '4');
});

test('what is ruled out without another wish is still what the call is about', () => {
  const menu =
    'To cancel your booking press 1. For other questions about your booking press 2. For an agent press 0.';
  assert.is.not(chosen('please do not cancel my booking', menu), '1');
  const { wanted } = wishOf('do not cancel my flight, move it to Friday');
  assert.match(wanted, 'my flight');
  assert.match(wanted, 'move it to Friday');
});

test('what is ruled out is known in German, Spanish and French', () => {
  for (const [intent, menu, digits] of [
    [
      'Ich möchte den Vertrag nicht kündigen, sondern nur meine Adresse ändern',
      'Um zu kündigen, drücken Sie die 1. Für eine neue Adresse drücken Sie die 2.',
      '2',
    ],
    [
      'meine Adresse ändern, ohne den Vertrag zu kündigen',
      'Um zu kündigen, drücken Sie die 1. Für eine neue Adresse drücken Sie die 2.',
      '2',
    ],
    [
      'no quiero cancelar mi contrato, quiero cambiar mi dirección',
      'Para cancelar su contrato, marque uno. Para cambiar su dirección, marque dos.',
      '2',
    ],
    [
      'cambiar mi dirección sin cancelar el contrato',
      'Para cancelar su contrato, marque uno. Para cambiar su dirección, marque dos.',
      '2',
    ],
    [
      'je ne veux pas résilier, je veux changer mon adresse',
      'Pour résilier votre contrat, tapez 1. Pour changer votre adresse, tapez 2.',
      '2',
    ],
    [
      'changer mon adresse sans résilier le contrat',
      'Pour résilier votre contrat, tapez 1. Pour changer votre adresse, tapez 2.',
      '2',
    ],
  ] as const)
    assert.is(chosen(intent, menu), digits, intent);
});

test.run();
