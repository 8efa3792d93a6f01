import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Fact } from '../../src/domain/menu-choice/asked-number.ts';
import { noMemory } from '../../src/domain/menu-choice/menu-memory.ts';
import { nextMove } from '../../src/domain/menu-choice/next-move.ts';
import { readPrompt } from '../../src/domain/menu-speech/read-prompt.ts';

const sent = (said: string, facts: readonly Fact[]): string => {
  const move = nextMove(readPrompt(said), noMemory, { intent: 'a question', facts });
  return move.do === 'press' ? move.digits : move.do;
};

const card = { label: 'card number', value: '4111 1111 1111 1234' };
const pin = { label: 'PIN', value: '4711' };
const account = { label: 'account number', value: '5500123' };

test('the number on a card is the one that a fact names so, and no other', () => {
  const asking = [
    'Please enter the number on your card.',
    'Please enter the 16 digit number on the front of your card.',
    'Please enter the sixteen-digit number on the front of your card, followed by the pound key.',
    'Please enter the long number across the front of your card.',
    'Enter the 16 digits on the front of your card.',
    'Using your keypad, enter the full card number as printed on the front of your card.',
    'Please enter the number shown on your credit card.',
  ];
  for (const said of asking) {
    assert.is(sent(said, [account, pin, card]).replace('#', ''), '4111111111111234', said);
    assert.is(sent(said, [account, pin]), 'ask_owner', said);
  }
  assert.is(sent('Please enter the last four digits of the number on your card.', [card]), '1234');
  for (const said of [
    'Please enter the number on the back of your card.',
    'Please enter the three digit number on the back of your card.',
    'Please enter the last three digits on the back of your card.',
    'Please enter the member number on your insurance card.',
    'Please enter the number on your gift card.',
    'Please enter your gift card number.',
    'Please enter the 12 digit number on your library card.',
    'Please enter the expiry date on the front of your card.',
  ])
    assert.is(sent(said, [pin, card]), 'ask_owner', said);
  const others = [
    'card PIN',
    'card expiry date',
    'card security code',
    'gift card number',
    'SIM card number',
  ];
  const facts = others.map((label) => ({ label, value: '1225' }));
  assert.is(sent('Please enter the number on your card.', facts), 'ask_owner');
  assert.is(sent('Please enter your card number.', facts), 'ask_owner');
  assert.is(sent('Please enter your gift card number.', [card, ...facts]), '1225');
});

test('what is about a thing with a number is not its number', () => {
  assert.is(
    sent('Please enter your account number.', [{ label: 'account PIN', value: '4711' }]),
    'ask_owner',
  );
  assert.is(sent('Please enter your order number.', [{ label: 'order date', value: '1225' }]), 'ask_owner');
  assert.is(sent('Please enter your phone number.', [{ label: 'phone PIN', value: '4711' }]), 'ask_owner');
  assert.is(sent('Please enter your account PIN.', [{ label: 'account PIN', value: '4711' }]), '4711');
});

test('a secret that does not exist yet is not the one that the facts have', () => {
  const asking = [
    'Please enter your new PIN.',
    'Please enter a new four digit PIN, followed by the pound key.',
    'Now re-enter your new PIN.',
    'Please choose a PIN.',
    'Please choose a four digit PIN.',
    'Create a four digit passcode.',
    'Now set a new password.',
    'To protect your account, choose a PIN, then press pound.',
    'To protect your account, choose a PIN, or press 2.',
    'Please set up your PIN now.',
    'Enter a four digit PIN of your choice.',
    'Please enter the PIN you would like to use.',
    'Please enter a PIN that you will remember.',
    'Bitte geben Sie Ihre neue PIN ein.',
    'Bitte vergeben Sie eine vierstellige PIN.',
    'Por favor ingrese su nueva clave.',
    'Saisissez votre nouveau code secret.',
  ];
  for (const said of asking) {
    assert.is(sent(said, [pin, { label: 'password', value: '9911' }]), 'ask_owner', said);
    assert.is(sent(said, [pin, { label: 'new PIN', value: '8080' }]).replace('#', ''), '8080', said);
  }
  const both = [pin, { label: 'new PIN', value: '8080' }];
  for (const said of [
    'Please enter your PIN.',
    'Please enter your current PIN.',
    'Please enter your old PIN, then your new PIN.',
    'Please enter the PIN for your new card.',
    'If you have not yet chosen a new card, please enter your PIN.',
  ])
    assert.is(sent(said, both), '4711', said);
  for (const said of [
    'To choose a new PIN, press 2. To change your address, press 3.',
    'To activate a card, set your PIN, or request a replacement, press four. For sales, press five.',
    'If you have not yet set a PIN, press 2. For a lost PIN, press 3.',
    'You can set a new password on our website.',
    'Customers who create a PIN are served sooner.',
    'Our agents will help you set up a PIN.',
  ])
    assert.is(readPrompt(said).number, null, said);
});

test('of several PINs the one that the menu names is sent, or none', () => {
  const several = [
    { label: 'SIM PIN', value: '1111' },
    { label: 'bank PIN', value: '2222' },
  ];
  assert.is(sent('Please enter your PIN.', several), 'ask_owner');
  assert.is(sent('Please enter your bank PIN.', several), '2222');
  assert.is(sent('Please enter your PIN.', [...several, pin]), '4711');
});

test('a PIN that is to be entered here and now is sent, whatever else is said', () => {
  for (const said of [
    'Please enter your PIN, then go to our website for help.',
    'Please enter your PIN, and then visit our website.',
    'Please enter your PIN. For help, go to our website.',
    'Please enter your PIN, or use our app.',
    'Please enter your PIN, for help visit our website.',
    "You can use your phone's keypad to enter your PIN now.",
    'Please use the keypad on your phone to enter your PIN.',
    'Use your touch tone keypad to enter your PIN.',
    'Please use the keys on your telephone to enter your PIN.',
    'You may now use your keypad to enter your PIN.',
    'You can now enter your PIN.',
  ])
    assert.is(sent(said, [pin]), '4711', said);
});

test('a PIN that is wanted later, elsewhere or by somebody else is not sent', () => {
  for (const said of [
    'You will need to enter your PIN later.',
    'Please hold while we verify your PIN.',
    'You can enter your PIN on our website.',
    'You can enter your PIN now on our website.',
    "You can use your phone's keypad to enter your PIN at any time.",
    'Please go to our website, then enter your PIN.',
    'Please visit our website and enter your PIN.',
    'Please enter your PIN later.',
    'Please enter your PIN the next time you call.',
    'Please have your PIN ready to enter.',
    'You may be asked to use your keypad to enter your PIN.',
    'Please enter your PIN, if prompted.',
    'If you have entered your PIN, please hold.',
    'You have to enter your PIN on our website, then call us again.',
  ])
    assert.is(sent(said, [pin]), 'wait', said);
});

test.run();
