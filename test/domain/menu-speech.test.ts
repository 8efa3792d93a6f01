import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { languageOf } from '../../src/domain/menu-speech/language-of.ts';
import type { MenuLanguage } from '../../src/domain/menu-speech/language.ts';
import { parseMenu } from '../../src/domain/menu-speech/parse-menu.ts';
import { readPrompt } from '../../src/domain/menu-speech/read-prompt.ts';
import { heldOutMenus, type MenuCase } from './held-out-menus.ts';

const options = (said: string, language?: MenuLanguage): Record<string, string> =>
  Object.fromEntries(parseMenu(said, language).map(({ digits, text }) => [digits, text]));

const faultOf = ({ said, options: wanted, language }: MenuCase): string | undefined => {
  const found = options(said, language);
  for (const [digits, text] of Object.entries(wanted))
    if (found[digits]?.includes(text) !== true)
      return `${digits}: "${found[digits]}" has no "${text}": ${said}`;
  const extra = Object.keys(found).filter((digits) => wanted[digits] === undefined && digits !== '0');
  return extra.length === 0 ? undefined : `${extra.join()} in: ${said}`;
};

const menus: readonly MenuCase[] = [
  {
    language: 'en',
    said: 'For billing, press two. For sales, press three.',
    options: { '2': 'billing', '3': 'sales' },
  },
  {
    language: 'en',
    said: 'Press 1 for sales, press 2 for support.',
    options: { '1': 'sales', '2': 'support' },
  },
  {
    language: 'en',
    said: 'Thank you for calling Acme. Please listen carefully as our menu options have changed. For billing press one. For repairs press two.',
    options: { '1': 'billing', '2': 'repairs' },
  },
  {
    language: 'en',
    said: 'for sales press one for billing press two or press zero to speak with an operator',
    options: { '1': 'sales', '2': 'billing', '0': 'speak with an operator' },
  },
  {
    language: 'en',
    said: 'for billing press to for support press three',
    options: { '2': 'billing', '3': 'support' },
  },
  {
    language: 'en',
    said: 'press one four billing press to four support press three four sales press four four claims',
    options: { '1': 'billing', '2': 'support', '3': 'sales', '4': 'claims' },
  },
  { language: 'en', said: 'press won if you have a question', options: { '1': 'question' } },
  {
    language: 'en',
    said: 'say billing or press one say support or press two',
    options: { '1': 'billing', '2': 'support' },
  },
  {
    language: 'en',
    said: 'to make a payment press the number one on your telephone keypad to hear your balance press the pound key',
    options: { '1': 'payment', '#': 'balance' },
  },
  {
    language: 'en',
    said: 'press one for accounts press for loans press three for cards',
    options: { '1': 'accounts', '2': 'loans', '3': 'cards' },
  },
  {
    language: 'en',
    said: 'press one full messages press taylor full call forwarding press three for hours press zero to reach an operator',
    options: { '1': 'messages', '2': 'call forwarding', '3': 'hours', '0': 'operator' },
  },
  {
    language: 'en',
    said: 'press one for sales press tailor full billing press member full are claims press full are full are repairs',
    options: { '1': 'sales', '2': 'billing', '3': 'claims', '4': 'repairs' },
  },
  { language: 'en', said: 'press one for sales press member full billing', options: { '1': 'sales' } },
  {
    language: 'en',
    said: 'press or line full are sales press two to enter eight different number',
    options: { '1': 'sales', '2': 'different number' },
  },
  // As a recogniser of speech writes it, with its own errors.
  {
    language: 'en',
    said: 'Press 1, 4, new telephone number, press 2, 4, old telephone number.',
    options: { '1': 'new', '2': 'old' },
  },
  {
    language: 'en',
    said: 'To report a power outage press one. To start service, press do. For billing, breath three. For energy saving programs, breath for. First street lights press side.',
    options: { '1': 'outage', '2': 'start', '3': 'billing', '4': 'energy', '5': 'street lights' },
  },
  {
    language: 'en',
    said: 'For internet press one.\nFour television, best two.\nFor home, phone, press three.\nTo speak with a representative, Bras zero.',
    options: { '1': 'internet', '2': 'television', '3': 'home phone', '0': 'representative' },
  },
  {
    language: 'en',
    said: 'For sales, Dao One. For service, press forward to. For parts, Pressed to.',
    options: { '1': 'sales', '2': 'parts' },
  },
  {
    language: 'en',
    said: 'To repeat this, Pressed Dart. To go back, press "pound gee". For an operator, Pres. Zero.',
    options: { '*': 'repeat', '#': 'go back', '0': 'operator' },
  },
  {
    language: 'en',
    said: 'Press 1 for the first, press 2 for the second, press 3 for the third, press forward to change it.',
    options: { '1': 'first', '2': 'second', '3': 'third', '4': 'change it' },
  },
  {
    language: 'en',
    said: 'For billing,\npress two.\nFor sales,\npress three.',
    options: { '2': 'billing', '3': 'sales' },
  },
  {
    language: 'en',
    said: 'Press one for P. D. Otrichs. Press two for I.D. cards.',
    options: { '1': 'p d otrichs', '2': 'cards' },
  },
  { language: 'en', said: 'If you have a touch-tone telephone, we press forward to serve you.', options: {} },
  {
    language: 'en',
    said: 'Take a deep breath for a moment. The best two of them dress for dinner.',
    options: {},
  },
  { language: 'en', said: 'No key was pressed. One moment please.', options: {} },
  { language: 'en', said: 'You have not pressed a key. One moment, Joe will help you.', options: {} },
  { language: 'en', said: 'You may press. One moment please.', options: {} },
  { language: 'en', said: 'Thank you for calling Price Line.', options: {} },
  { language: 'en', said: 'Best Tour.', options: {} },
  { language: 'en', said: 'We do all that we can to serve you best, too.', options: {} },
  { language: 'en', said: 'You are our best client.', options: {} },
  { language: 'en', said: 'Tell us which one you like best: the best one.', options: {} },
  {
    language: 'en',
    said: 'For sales, press one. We want to serve you best, too. Fly at our best price, two.',
    options: { '1': 'sales' },
  },
  {
    language: 'en',
    said: 'For sales, breath one. For service, best too.',
    options: { '1': 'sales', '2': 'service' },
  },
  { language: 'en', said: 'the press release says to press on for a better world', options: {} },
  { language: 'en', said: 'they pressed me for an answer and i said no', options: {} },
  { language: 'en', said: 'if this is an emergency please hang up and dial nine one one', options: {} },
  {
    language: 'en',
    said: 'To leave a message, press one. For your information, you are caller number two.',
    options: { '1': 'leave a message' },
  },
  { language: 'en', said: 'To speak with us, wait for agent number two. Thank you.', options: {} },
  { language: 'en', said: 'press one for delivery in two to three days', options: { '1': 'delivery' } },
  { language: 'en', said: 'you can also dial one eight hundred five five five', options: {} },
  {
    language: 'en',
    said: 'please enter your account number then press the pound key',
    options: {},
  },
  {
    language: 'en',
    said: 'For billing, press 1. For support, press 2. For billing, press 1.',
    options: { '1': 'billing', '2': 'support' },
  },
  {
    language: 'en',
    said: 'To report an accident or a hit and run, press 2. To report a theft, press 3. For all other questions press 4.',
    options: { '2': 'accident or a hit and run', '3': 'theft', '4': 'other questions' },
  },
  {
    language: 'en',
    said: 'For home insurance, press 1. To report a hit and run, press 3. To pay a bill, press 4.',
    options: { '1': 'home', '3': 'hit and run', '4': 'pay' },
  },
  {
    language: 'en',
    said: 'If your car hit, or was hit by, another vehicle, press 1. For push notifications, press 2. For hail, press 3.',
    options: { '1': 'your car hit', '2': 'push notifications', '3': 'hail' },
  },
  {
    language: 'en',
    said: 'For press inquiries, press 4. For the press office, press 5. To press charges, press 6.',
    options: { '4': 'press inquiries', '5': 'press office', '6': 'press charges' },
  },
  {
    language: 'en',
    said: 'For sales, press 1. For media and press relations, press 2. For members of the press, please press 3.',
    options: { '1': 'sales', '2': 'media and press relations', '3': 'members of the press' },
  },
  {
    language: 'en',
    said: 'For French press coffee makers, press 4.',
    options: { '4': 'french press coffee makers' },
  },
  {
    language: 'en',
    said: 'For espresso machines, press 1. For French press or filter coffee makers, press 2. For the hydraulic press, press 3.',
    options: { '1': 'espresso', '2': 'french press or filter coffee makers', '3': 'hydraulic press' },
  },
  {
    language: 'en',
    said: 'Press 4 for French press coffee makers. Press 5 for bench press and leg press machine parts.',
    options: { '4': 'french press coffee makers', '5': 'bench press and leg press machine parts' },
  },
  {
    language: 'en',
    said: 'for detroit free press subscriptions and billing press one for a heat press repair press two',
    options: { '1': 'detroit free press subscriptions', '2': 'heat press repair' },
  },
  {
    language: 'en',
    said: 'for sales press one for billing press member claims press three',
    options: { '1': 'sales', '2': 'billing', '3': 'claims' },
  },
  {
    language: 'en',
    said: 'For sales, hit one. For billing, push two. Stay on the line or push zero for an operator.',
    options: { '1': 'sales', '2': 'billing', '0': 'operator' },
  },
  {
    language: 'en',
    said: 'Press star 1 to mute. Press star 2 to unmute. Press star 3 to lock. Press star 4 for help.',
    options: { '*1': 'mute', '*2': 'unmute', '*3': 'lock', '*4': 'help' },
  },
  {
    language: 'en',
    said: 'to mute press star one to unmute press star two or press pound four to leave',
    options: { '*1': 'mute', '*2': 'unmute', '#4': 'leave' },
  },
  {
    language: 'en',
    said: 'Press star four billing. Press pound to repeat.',
    options: { '*': 'billing', '#': 'repeat' },
  },
  {
    language: 'en',
    said: 'Dial star 6 to mute.',
    options: { '*6': 'mute' },
  },
  {
    language: 'en',
    said: 'To report an outage press 1, 24 hour repair press 2.',
    options: { '1': 'outage', '2': '24 hour repair' },
  },
  {
    language: 'en',
    said: 'For a 1 bedroom apartment, press 1, 2 bedrooms, press 2, 3 bedrooms, press 3.',
    options: { '1': '1 bedroom apartment', '2': 'bedrooms', '3': '3 bedrooms' },
  },
  {
    language: 'de',
    said: 'Drücken Sie Stern 2, um das Mikrofon auszuschalten. Drücken Sie Stern 4 für die Hilfe.',
    options: { '*2': 'mikrofon', '*4': 'hilfe' },
  },
  {
    language: 'en',
    said: "If you're calling about a delivery, press 1. If not, press 0 for an operator.",
    options: { '1': 'delivery', '0': 'operator' },
  },
  {
    language: 'en',
    said: 'If you have your claim number, press 1. If not, press 3 to speak to an agent.',
    options: { '1': 'claim number', '3': 'agent' },
  },
  {
    language: 'en',
    said: 'if this is correct press one if not press nine',
    options: { '1': 'correct', '9': 'not' },
  },
  {
    language: 'en',
    said: "If you have an account, press 1. If you don't, press 2. If it was closed and you have not, press 3.",
    options: { '1': 'account', '2': 'you do not have an account', '3': 'closed' },
  },
  {
    language: 'en',
    said: 'Press 1 if so, press 2 if not.',
    options: { '1': 'so', '2': 'not' },
  },
  {
    language: 'en',
    said: 'If you have pressed seven by mistake, press star. Please do not press 3 before the tone. For billing, press 2.',
    options: { '*': 'mistake', '2': 'billing' },
  },
  {
    language: 'de',
    said: 'Wenn das richtig ist, drücken Sie die 1. Wenn nicht, drücken Sie die 2 für einen Mitarbeiter.',
    options: { '1': 'richtig', '2': 'mitarbeiter' },
  },
  {
    language: 'es',
    said: 'Si es correcto, oprima uno. Si no, oprima dos para hablar con un agente.',
    options: { '1': 'correcto', '2': 'agente' },
  },
  {
    language: 'en',
    said: 'To speak with Dr. Smith, press 1. To speak with Dr. Jones, press 2.',
    options: { '1': 'dr smith', '2': 'dr jones' },
  },
  {
    language: 'en',
    said: 'For Dr. Patel, press 1; for Dr. Lee, press 2. For the St. Louis office, press 3.',
    options: { '1': 'dr patel', '2': 'dr lee', '3': 'st louis office' },
  },
  {
    language: 'en',
    said: 'For help with example.com, press 2. For the John F. Kennedy terminal, press 3.',
    options: { '2': 'help with example com', '3': 'john f kennedy' },
  },
  {
    language: 'en',
    said: 'For version 2.0 support, press 2. For version 1.5 support, press 1.',
    options: { '2': 'version 2 0 support', '1': 'version 1 5 support' },
  },
  {
    language: 'en',
    said: 'For appointments until 5:30 p.m. Monday to Friday, press 2.',
    options: { '2': 'appointments until 5 30' },
  },
  {
    language: 'en',
    said: 'Press 1 for plan A. Press 2 for Acme Inc. For all else, press 3.',
    options: { '1': 'plan a', '2': 'acme inc', '3': 'all else' },
  },
  {
    language: 'de',
    said: 'Für Dr. Meier drücken Sie die 1. Für Dr. Schulz drücken Sie die 2.',
    options: { '1': 'dr meier', '2': 'dr schulz' },
  },
  {
    language: 'es',
    said: 'Para el Dr. Pérez, marque 1. Para la Sra. López, marque 2.',
    options: { '1': 'dr perez', '2': 'sra lopez' },
  },
  {
    language: 'fr',
    said: 'Pour Mme. Martin, tapez un. Pour M. Dupont, tapez deux.',
    options: { '1': 'mme martin', '2': 'm dupont' },
  },
  {
    language: 'en',
    said: 'Option 1: new appointments. Option 2: prescriptions. Option 3: test results.',
    options: { '1': 'new appointments', '2': 'prescriptions', '3': 'test results' },
  },
  {
    language: 'en',
    said: 'Option one for sales, two for service, three for parts.',
    options: { '1': 'sales', '2': 'service', '3': 'parts' },
  },
  {
    language: 'en',
    said: 'Select from the following options. 1, billing. 2, sales. 3, repairs.',
    options: { '1': 'billing', '2': 'sales', '3': 'repairs' },
  },
  {
    language: 'en',
    said: 'Your options are: 1 for billing, 2 for sales, or 3 for service.',
    options: { '1': 'billing', '2': 'sales', '3': 'service' },
  },
  {
    language: 'en',
    said: 'Your options are one for billing, two for sales.',
    options: { '1': 'billing', '2': 'sales' },
  },
  {
    language: 'en',
    said: 'To go back, press the number sign. For sales press 1.',
    options: { '#': 'go back', '1': 'sales' },
  },
  { language: 'en', said: 'One moment please. Two of our agents are free.', options: {} },
  {
    language: 'en',
    said: '1 caller is ahead of you. 2 minutes is your waiting time. 3 hours at most.',
    options: {},
  },
  {
    language: 'en',
    said: 'Our number is 1 800 555 1212. We are open 8 to 5. 1 to 3 on Sundays.',
    options: {},
  },
  {
    language: 'en',
    said: 'thank you for calling option one for sales option two to check an order or press zero for an operator',
    options: { '1': 'sales', '2': 'check an order', '0': 'operator' },
  },
  {
    language: 'en',
    said: 'Main menu. One: balance. Two: transfers. Press star to hear this again.',
    options: { '1': 'balance', '2': 'transfers', '*': 'hear this again' },
  },
  { language: 'en', said: 'We have two offers. One is free shipping. Two is a gift card.', options: {} },
  {
    language: 'en',
    said: 'Our options are great. 1 year warranty. 2 year service plans. Main menu. One agent is free.',
    options: {},
  },
  {
    language: 'en',
    said: 'You are 1 for the next agent. Thank you for choosing option 2 of our plans.',
    options: {},
  },
  {
    language: 'de',
    said: 'Ihre Möglichkeiten sind: 1 für die Rechnung, 2 für den Verkauf oder 3 für den Service.',
    options: { '1': 'rechnung', '2': 'verkauf', '3': 'service' },
  },
  {
    language: 'es',
    said: 'Opción 1: ventas. Opción 2: soporte. Opción 3: facturas de la empresa.',
    options: { '1': 'ventas', '2': 'soporte', '3': 'facturas' },
  },
  {
    language: 'fr',
    said: 'Choix 1 : les ventes. Choix 2 : le service. Choix 3 : la facture pour vous.',
    options: { '1': 'ventes', '2': 'service', '3': 'facture' },
  },
  {
    language: 'de',
    said: 'Zum Drucken drücken Sie die 1. Um eine Nummer zu wählen, drücken Sie die 2.',
    options: { '1': 'drucken', '2': 'nummer' },
  },
  {
    language: 'de',
    said: 'Für Fragen zur Rechnung drücken Sie die 1. Für technische Störungen drücken Sie die Zwei.',
    options: { '1': 'rechnung', '2': 'storungen' },
  },
  {
    language: 'de',
    said: 'drücken sie eins für bestellungen drücken sie zwei für reklamationen',
    options: { '1': 'bestellungen', '2': 'reklamationen' },
  },
  {
    language: 'de',
    said: 'möchten sie mit einem mitarbeiter sprechen wählen sie die null',
    options: { '0': 'mitarbeiter' },
  },
  {
    language: 'es',
    said: 'Para facturación, marque uno; para soporte técnico, marque dos.',
    options: { '1': 'facturacion', '2': 'soporte' },
  },
  {
    language: 'es',
    said: 'oprima la tecla tres para cancelar su servicio oprima la tecla cero para un operador',
    options: { '3': 'cancelar', '0': 'operador' },
  },
  {
    language: 'fr',
    said: 'Pour la facturation, appuyez sur le 1. Pour un problème technique, tapez deux.',
    options: { '1': 'facturation', '2': 'technique' },
  },
  {
    language: 'fr',
    said: 'tapez un pour les ventes tapez deux pour le support',
    options: { '1': 'ventes', '2': 'support' },
  },
];

const doubtful: MenuCase[] = [
  // Asterisk's conf-adminmenu-18, as Moonshine hears it.
  {
    language: 'en',
    said: 'Please press 1 to mute or unmute yourself 2 to lock or unlock the conference 3 to eject the last user 4 or 6 to decrease or increase the conference volume 5 to extend the conference 7 or 9 to decrease or increase your volume or 8 for more options',
    options: {
      '1': 'mute',
      '2': 'lock',
      '3': 'eject',
      '5': 'extend',
      '6': 'volume',
      '8': 'more',
      '9': 'your',
    },
  },
  {
    language: 'en',
    said: 'press 2 for billing 3 for support 4 for sales',
    options: { '2': 'billing', '3': 'support', '4': 'sales' },
  },
  {
    language: 'en',
    said: 'Press one for disabled. Press 2 for 20 seconds. Press 3, 4, 30 seconds.',
    options: { '1': 'disabled', '2': '20', '3': '30 seconds' },
  },
  {
    language: 'en',
    said: 'press three, four, Saturday press four, four, four, Sunday press five, four hours',
    options: { '3': 'saturday', '4': 'sunday', '5': 'hours' },
  },
  {
    language: 'en',
    said: 'Press one to send a reply. Press forward to remove the urgent status. Press 6 to go on.',
    options: { '1': 'reply', '4': 'remove', '6': 'go on' },
  },
];

test('keys are understood where their order, or the words around them, tell', () => {
  assert.equal(
    doubtful.map(faultOf).filter((fault) => fault !== undefined),
    [],
  );
});

test('a menu that was cut off at its last "press" is understood as far as it was heard', () => {
  assert.equal(parseMenu('Press 1, 4, messages, press 2, 4, call forwarding, press'), [
    { digits: '1', text: 'messages' },
    { digits: '2', text: 'call forwarding' },
  ]);
  assert.equal(options('press one for sales press two for billing. Press'), { '1': 'sales', '2': 'billing' });
  const keyLast = 'For sales, press one. For billing, press two. For repairs, press';
  assert.equal(options(keyLast), { '1': 'sales', '2': 'billing', '3': 'repairs' });
});

test('options are understood in either order, also as a bad recogniser hears them', () => {
  const faults = menus.map(faultOf).filter((fault) => fault !== undefined);
  assert.equal(faults, []);
});

test('of the menus that were set aside before the parser ran, at most two are misunderstood', () => {
  const faults = heldOutMenus.map(faultOf).filter((fault) => fault !== undefined);
  assert.ok(faults.length <= 2, faults.join('\n'));
});

test('the language of a text is known by its frequent words', () => {
  for (const { said, language } of [...menus, ...heldOutMenus])
    if (said.split(' ').length > 8) assert.is(languageOf(said), language, said);
});

test('an entry that was not understood is told apart', () => {
  for (const said of [
    "I'm sorry, that's not a valid option. Please try again.",
    'that is an invalid entry',
    'sorry i did not understand your response',
    'We did not receive a valid response.',
    'Ihre Eingabe ist ungültig.',
    'la opción no es válida intente de nuevo',
    "je n'ai pas compris votre choix",
    'for sales press one for billing press two sorry that is not a valid option for sales press one',
    'you pressed seven which is not a valid option please try again',
    'for repairs press three\ninvalid entry\nfor sales press one for billing press two',
    'we did not understand, please hold while I transfer you',
    'we do not recognize your account number, please try again',
    'You pressed 7 for billing, which is an invalid option. For sales, press 1.',
    'for sales press one for billing sorry we did not understand for sales press one for billing press two',
    'For sales press one. For that is not a valid choice press one for sales.',
    'for sales press one for billing invalid entry please try again press one for sales',
    'Ich habe Sie leider nicht verstanden.',
    'Es que no le entendí.',
  ])
    assert.ok(readPrompt(said).isInvalid, said);
});

test('a case, a choice, another day and a line that nobody knows are no refusals', () => {
  for (const said of [
    'for billing press one, for sales press two',
    'if we are disconnected please try again later, for billing press one, for support press two',
    'if we are disconnected please try again, for billing press one, for support press two',
    'for internet press one, for television press two, if you do not hear your option stay on the line',
    'to try again press one, to speak with an agent press two',
    'for an invalid card press one, for a lost card press two',
    'we do not recognize the number that you are calling from, for billing press one, for sales press two',
    'all of our agents are busy please hold or try again later, you are number three in the queue',
    'Alle Leitungen sind belegt, bitte versuchen Sie es später noch einmal.',
    'wenn sie die ansage nicht verstanden haben drücken sie die neun',
    'todos nuestros asesores están ocupados por favor intente de nuevo más tarde',
    'tous nos conseillers sont occupés veuillez réessayer plus tard',
    "si vous n'avez pas compris tapez neuf",
    'To report it lost, press 1. To activate it, press 2. For transactions you do not recognise, press 4.',
    "To report it lost, press 1. To dispute a charge you don't recognize, press 3.",
    'For a lost card press 1. Press 3 for a charge that you still do not recognize.',
    'For repairs press 1. If your statement of last month has a payment which was not recognised, press 2.',
    'To report an invalid charge, press 1. To make a payment, press 2.',
    'For repairs press 1. For cards that are not recognized by your television. Press 2.',
    'press one for a lost card press two for cards that were not recognized or press zero for an agent',
    'To set up your phone, press 1. For callers who cannot hear you, press 2.',
    'If you are calling about parcels you did not receive any answer to, press 1. For sales press 2.',
    'Für Buchungen, die Sie nicht verstehen, drücken Sie die 1.',
    'Um Buchungen zu melden, die nicht erkannt wurden, drücken Sie die 2.',
    'Para cargos que no reconoce, marque 1. Para cargos que usted no reconoce, marque 2.',
    "Pour une opération que vous n'avez pas reconnu, tapez 1.",
    'Pour une personne invalide, tapez 2.',
  ])
    assert.not(readPrompt(said).isInvalid, said);
});

test('a number that is asked for is known by its kind and by the key that ends it', () => {
  const cases: [string, string, string][] = [
    ['Please enter your account number followed by the pound key.', 'account', '#'],
    ['please enter your ten digit phone number', 'phone', ''],
    ['Please enter your 10-digit phone number, followed by the town key.', 'phone', '#'],
    ['Please enter your seven-digit prescription number, which is on the label.', 'other', ''],
    ['using your keypad enter your four digit pin then press pound', 'pin', '#'],
    ['please say or enter your date of birth', 'birth_date', ''],
    ['enter the last four digits of your social security number', 'social_security', ''],
    ['please key in your sixteen digit card number', 'card', ''],
    ['Enter the 6 digit number from your letter. Your PIN stays private.', 'other', ''],
    ['Please enter your. PIN number.', 'pin', ''],
    ['Please enter a new extension followed by pound.', 'extension', '#'],
    ['New telephone number followed by the pound key.', 'phone', '#'],
    ['Please enter the number you wish to call.', 'called', ''],
    ['If you know the extension enter it. Please provide your account number.', 'account', ''],
    ['Thank you. Do not enter your PIN; enter the code. Your card is not needed.', 'other', ''],
    ['Bitte geben Sie Ihre Kundennummer ein und drücken Sie die Rautetaste.', 'customer', '#'],
    ['ingrese su número de cuenta seguido de la tecla numeral', 'account', '#'],
    ['veuillez saisir votre numéro de client suivi de la touche dièse', 'customer', '#'],
    ['Verify your account by entering your PIN.', 'pin', ''],
    ['To verify your identity, say or enter your social security number.', 'social_security', ''],
    ['Please use your telephone keypad to enter your account number.', 'account', ''],
    ['Thank you. Enter your PIN.', 'pin', ''],
    ['Please verify your date of birth.', 'birth_date', ''],
    ['You may enter your account number now.', 'account', ''],
    ['Before I connect you to an agent, please enter your account number.', 'account', ''],
    ['before i connect you to an agent please enter your account number', 'account', ''],
    ['To speak with a representative, please enter your account number.', 'account', ''],
    ['So I can get you to the right department, please enter your account number.', 'account', ''],
    ['Please verify your PIN to speak with an agent.', 'pin', ''],
    ['Thank you for calling Booking.com, please enter your confirmation number.', 'order', ''],
    ['To access your online account, please enter your PIN.', 'pin', ''],
    ['To sign in on our website, please enter your PIN.', 'pin', ''],
    ['Please enter your online banking PIN.', 'pin', ''],
    ['Please enter the 6 digit number shown on our website.', 'other', ''],
    ['I can help with that, enter your account number.', 'account', ''],
    ["We'll look that up, enter your account number.", 'account', ''],
    ['Please do not hang up, say or enter your account number.', 'account', ''],
    ['If you do not have your PIN, please enter your account number.', 'account', ''],
    ['You can enter your PIN now.', 'pin', ''],
    [
      'Bitte geben Sie Ihre Kundennummer ein, wenn Sie diese nicht wissen, drücken Sie die Raute.',
      'customer',
      '',
    ],
    ['bitte geben sie ihre kundennummer ein wenn sie diese nicht wissen warten sie', 'customer', ''],
    ['Geben Sie Ihre Kundennummer ein, um weiter zu gehen.', 'customer', ''],
    ['Bevor wir Sie mit einem Mitarbeiter verbinden, geben Sie bitte Ihre Kundennummer ein.', 'customer', ''],
    ['Antes de comunicarlo con un agente, por favor ingrese su número de cuenta.', 'account', ''],
    ['Si no sabe su clave, por favor ingrese su número de cuenta.', 'account', ''],
    ['Le pedimos que ingrese su número de cuenta.', 'account', ''],
    ['Restez en ligne et saisissez votre numéro de compte.', 'account', ''],
    // A range of lengths is no choice.
    ['Please enter your four to six digit PIN.', 'pin', ''],
    ['Please enter your 8 or 9 digit account number.', 'account', ''],
    ['Bitte geben Sie Ihre vier- bis sechsstellige PIN ein.', 'pin', ''],
    ['Ingrese su número de cuenta de 8 a 10 dígitos.', 'account', ''],
    ['Saisissez votre code secret de quatre à six chiffres.', 'pin', ''],
    // Something else than the number, or somebody else's.
    ['Enter the amount you wish to pay from your account.', 'other', ''],
    ['Enter the expiration date of your card.', 'other', ''],
    ['Enter your area code.', 'other', ''],
    ['Please enter the security code on the back of your card.', 'other', ''],
    ['Please enter your credit card billing zip code.', 'postal_code', ''],
    ['Bitte geben Sie das Ablaufdatum Ihrer Kreditkarte ein.', 'other', ''],
    ['ingrese la cantidad que desea pagar de su cuenta', 'other', ''],
    ["saisissez la date d'expiration de votre carte", 'other', ''],
    // Keys for something else.
    ['Please enter your account number. To return to the main menu, press star.', 'account', ''],
    ["Enter your order number. If you don't have it, then press star.", 'order', ''],
    ['Please enter your zip code. If you do not know your zip code, press pound.', 'postal_code', ''],
    ['Please enter your account number. When you are finished, press the pound key.', 'account', '#'],
    ['Enter your account number. Press pound when you are done.', 'account', '#'],
    ['Please enter your account number and press pound.', 'account', '#'],
    ['Enter your PIN. Press pound to continue.', 'pin', '#'],
    ['Enter your PIN. Press the pound key to confirm.', 'pin', '#'],
    ['Enter your PIN. To continue, press star.', 'pin', '*'],
    ['Enter your PIN. Press pound to cancel.', 'pin', ''],
    ['Enter your PIN. If you do not have one, press pound to continue.', 'pin', ''],
    ['ingrese su clave. Presione numeral para continuar.', 'pin', '#'],
    ['Saisissez votre code secret. Appuyez sur dièse pour valider.', 'pin', '#'],
    ['Bitte geben Sie Ihre Kontonummer ein. Zurück mit der Sterntaste.', 'account', ''],
    ['Geben Sie Ihre Kontonummer ein und schließen Sie mit der Rautetaste ab.', 'account', '#'],
    ['ingrese su número de cuenta. Para regresar al menú oprima asterisco.', 'account', ''],
  ];
  for (const [said, kind, endKey] of cases) assert.equal(readPrompt(said).number, { kind, endKey }, said);
  for (const said of [
    'if you know your party extension you may enter it at any time',
    'Please enter the extension of your party or press zero.',
    'You may enter the extension of your party at any time.',
    'Please enter the extension now if you know it.',
    'for account questions press one',
    'press one to enter the automated system',
    'To change the type of car, press 2. To cancel your order, press 3.',
  ])
    assert.is(readPrompt(said).number, null, said);
});

test('a number that is only talked about, or wanted elsewhere, is not asked for', () => {
  for (const said of [
    'Please hold while we verify your PIN.',
    'For your security, our agents may verify your PIN. Press 1 for billing, press 2 for repairs.',
    'Our agents will verify your social security number.',
    'To help us provide better customer service, this call may be recorded. For billing press 1.',
    'We provide 24 hour customer support. Press 1 for billing, press 2 for repairs.',
    'You can also enter your account number on our website. For billing press 1.',
    'You may enter your account number at any time. For billing press 1, for repairs press 2.',
    'One moment while we confirm your order.',
    'We value your input. Customer service will be with you shortly.',
    'Our agents can update your address, verify your PIN, and confirm your order.',
    'You can check your balance, enter your account number or pay online.',
    'We will never ask you to provide your PIN.',
    'Please do not enter your PIN number followed by the pound key.',
    'Please give our agent your PIN.',
    'When an agent answers, please provide your PIN.',
    'Once you enter your PIN, you will be connected.',
    'Please confirm your order by pressing 1.',
    'For a change of room type, press one. To cancel your reservation, press two.',
    'Never share or enter your PIN.',
    'Never say, type or enter your PIN.',
    'Do not share, say or enter your PIN.',
    'We never ask you to say or enter your PIN.',
    'You can verify your social security number at any of our branches.',
    'You can enter your PIN at any ATM.',
    'You may enter your card number at any time.',
    'Please enter your PIN at one of our offices.',
    'Please enter your PIN online.',
    'Please enter your PIN on our website.',
    'When you visit our website, please enter your PIN.',
    'Please provide your PIN to the next available agent.',
    'Please confirm your PIN with an agent.',
    'We can update your address, verify your PIN, and confirm your order.',
    'Geben Sie niemals Ihre PIN weiter.',
    'Geben Sie Ihre PIN nicht ein, wenn Sie jemand fragt.',
    'Geben Sie Ihre PIN am Geldautomaten ein.',
    'Bitte nennen Sie dem Mitarbeiter Ihre PIN.',
    'Nunca diga su PIN.',
    'Nunca le pedimos que ingrese su PIN.',
    'No le pedimos que ingrese su PIN.',
    'Nunca comparta ni ingrese su PIN.',
    'Ne dites ou saisissez jamais votre code secret.',
    'marque el 1 para su cuenta, marque el 2 para su pedido',
    'ne donnez jamais votre code secret',
    'nos conseillers peuvent saisir votre numéro de client',
    'tapez 1 pour votre compte, tapez 2 pour une commande',
  ])
    assert.is(readPrompt(said).number, null, said);
});

test('no text takes long to read', () => {
  const ends = ['enter', 'the enter', 'x', 'or number', 'geben sie', 'ingrese su', 'saisissez'];
  for (const word of [
    ...[
      'only',
      'please',
      'kindly only',
      'say or',
      'never',
      'do not share ,',
      'just',
      'just number',
      'of the',
    ],
    ...[
      'thank you',
      'last one digit of',
      'or number',
      'enter',
      'enter your',
      'please enter to',
      'website on',
    ],
    ...['4 to 6 digit', 'ein', 'geben sie', 'ingrese su', 'nunca', 'ne', 'saisissez votre', 'press pound to'],
  ])
    for (const end of ends) {
      const said = `please ${`${word} `.repeat(200)}`.slice(0, 2980);
      const begin = performance.now();
      readPrompt(`${said} ${end} number.`);
      assert.ok(performance.now() - begin < 2000, `${word} … ${end}`);
    }
});

test('places in a queue and waiting times are read as numbers', () => {
  const cases: [string, number | null, number | null][] = [
    ['You are caller number three in line.', 3, null],
    ['you are currently number twelve in the queue', 12, null],
    ['your position in the queue is five', 5, null],
    ['there are four callers ahead of you', 5, null],
    ['you are next in line', 1, null],
    ['you are third in line', 3, null],
    ['You are now the second caller in line.', 2, null],
    ['You are number 3 in line.', 3, null],
    ['There are 4 colors ahead of you.', 5, null],
    ['The next available representative will be with you in about 10 minutes.', null, 10],
    ['Your late time is less than one minute.', null, 1],
    ['your estimated wait time is approximately ten minutes', null, 10],
    ['the expected waiting time is between five and ten minutes', null, 10],
    ['your wait time is less than a minute', null, 1],
    ['the average hold time is two hours', null, 120],
    ['you are number 7 in line and your estimated wait is 25 minutes', 7, 25],
    ['there is currently a fifteen minute wait', null, 15],
    [
      'Sie sind auf Position vier in der Warteschlange, die Wartezeit beträgt etwa fünfundzwanzig Minuten',
      4,
      25,
    ],
    ['vor ihnen sind noch drei anrufer', 4, null],
    ['usted es el número seis en la fila el tiempo de espera es de ocho minutos', 6, 8],
    ['vous êtes en position trois le temps d’attente est estimé à vingt cinq minutes', 3, 25],
    ['You are twenty first in line.', 21, null],
    ['You are the twelfth caller in line.', 12, null],
    ['You are number one hundred and twelve in the queue.', 112, null],
    ['There are one hundred and twenty callers ahead of you.', 121, null],
    ['You are next. Please hold.', 1, null],
    ['Your estimated wait time is 5-10 minutes.', null, 10],
    ['Your estimated wait time is one hour and fifteen minutes.', null, 75],
    ['Your wait time is an hour and a half.', null, 90],
    ['Sie sind Nummer einhundertzwölf in der Warteschlange.', 112, null],
    ['die Wartezeit beträgt eine Stunde und fünfzehn Minuten', null, 75],
    ['usted es el número ciento doce en la fila', 112, null],
    ['vous êtes en position cent douze', 112, null],
  ];
  for (const [said, position, waitMinutes] of cases)
    assert.equal(readPrompt(said).queue, { position, waitMinutes }, said);
  for (const said of [
    'for billing press one for sales press two',
    'our number is two zero two five five five',
    'please hold for the next available agent',
    'we are open from nine to five',
    'If you are the next of kin, press 2.',
    'You have been on hold for 10 minutes.',
    'You have been waiting for ten minutes.',
    'Please hold for one minute while I check.',
    'Wait one second please.',
    'Bitte warten Sie eine Minute.',
    'nuestro horario es el siguiente',
    'veuillez patienter une minute',
  ])
    assert.is(readPrompt(said).queue, null, said);
});

test('holding, staying, calling back, voicemail and closing time are told apart', () => {
  const flagsOf = (said: string): string[] => {
    const prompt = readPrompt(said);
    return (
      ['asksToHold', 'offersToStay', 'offersCallBack', 'isVoicemail', 'isClosed', 'isInvalid'] as const
    ).filter((flag) => prompt[flag]);
  };
  const cases: [string, string[]][] = [
    ['all of our agents are busy please hold for the next available agent', ['asksToHold']],
    ['or stay on the line to speak with an operator', ['asksToHold', 'offersToStay']],
    ['for other questions press 2 or hold', ['offersToStay']],
    ['to close a street or hold a public event press 3', []],
    ['we can call you back when it is your turn', ['offersCallBack']],
    ['press one to receive a call back without losing your place in line', ['offersCallBack']],
    ['to keep your place in line and have us call you back press one', ['offersCallBack']],
    ['please do not hang up or you will lose your place in line', []],
    ['please stay on the line to keep your place in the queue', ['asksToHold', 'offersToStay']],
    ['if we are disconnected i will call you back', []],
    ['we will call you back if we get disconnected', []],
    ['falls die verbindung unterbrochen wird rufen wir sie zurück', []],
    ['si la llamada se corta le llamaremos', []],
    ['please leave a message after the tone', ['isVoicemail']],
    ['the mailbox is full and cannot accept any messages', ['isVoicemail']],
    ['die mailbox ist voll', ['isVoicemail']],
    ['el buzón de voz está lleno', ['isVoicemail']],
    ['la boîte vocale de votre correspondant est pleine', ['isVoicemail']],
    ['wir rufen sie gerne zurück', ['offersCallBack']],
    ['si desea que le devolvamos la llamada', ['offersCallBack']],
    ['nous pouvons vous rappeler dans une heure', ['offersCallBack']],
    ['nous pouvons vous rappeler plus tard', ['offersCallBack']],
    ['veuillez nous rappeler plus tard', ['isClosed']],
    ['our office is currently closed', ['isClosed']],
    ['you have reached us outside of our business hours', ['isClosed']],
    ['bitte hinterlassen sie eine nachricht nach dem signalton', ['isVoicemail']],
    ['veuillez patienter un conseiller va vous répondre', ['asksToHold']],
    ['todos nuestros asesores están ocupados permanezca en la línea', ['asksToHold']],
    ['for billing press one', []],
  ];
  for (const [said, wanted] of cases) assert.equal(flagsOf(said), wanted, said);
});

test('no text makes the parser fail or take long', () => {
  const long = 'press one for billing or press '.repeat(2_000);
  const began = process.cpuUsage(); // how busy the machine is does not count
  assert.ok(parseMenu(long).length <= 12);
  readPrompt('for '.repeat(5_000));
  readPrompt('wait time is the the the the '.repeat(1_000));
  assert.ok(process.cpuUsage(began).user < 2_000_000);
  for (const said of ['', ' ', '|', 'press', 'press |', '###', '* * *', 'press one', '\u0000'.repeat(10)])
    readPrompt(said);
});

test('what was pressed, or was not, is no option', () => {
  for (const said of [
    'No key was pressed. For billing press two.',
    'I did not hear a key press. For billing press two.',
    'You have pressed seven. That is not valid. For billing press two.',
  ])
    assert.equal(
      parseMenu(said).map(({ digits }) => digits),
      ['2'],
      said,
    );
});

test('a key that was heard together with the word behind it is that key', () => {
  const keysOf = (said: string): string[] => parseMenu(said).map(({ digits }) => digits);
  assert.equal(keysOf('Press 14, New Messages, press 2 to change folders.'), ['1', '2']);
  assert.equal(keysOf('Press 12 hear your balance. Press 2 to pay.'), ['1', '2']);
  assert.equal(keysOf('Press 12 for sales. Press 14 to pay.'), ['12', '14'], 'keys of two digits');
});

test('"to-morrow" is one word', () => {
  assert.equal(
    parseMenu('Four to-day press one, four to-morrow press two.').map(({ text }) => text),
    ['today', 'tomorrow'],
  );
});

test('times of day end a sentence where the next word begins one', () => {
  const cases: [string, string][] = [
    ['We are open 8 a.m. to 6 p.m. For billing, press 1.', 'billing'],
    ['We are open 8:30 a.m. to 5:30 p.m. Press 1 for billing.', 'billing'],
    ['We are at 12 Main St. To hear the way, press 1.', 'hear the way'],
    ["If it is urgent, don't. Billing, press 1.", 'billing'],
    ['Le damos la bienvenida este año. Facturas, oprima 1.', 'facturas'],
  ];
  for (const [said, text] of cases) assert.equal(parseMenu(said), [{ digits: '1', text }], said);
});

test('a pause behind a word that ends no sentence is none', () => {
  assert.equal(
    parseMenu(
      'Press one to record your.\nTemporary greeting, or press two to erase your temporary greeting.',
    ),
    [
      { digits: '1', text: 'record your temporary greeting' },
      { digits: '2', text: 'erase your temporary greeting' },
    ],
  );
});

test('before a refusal stands the end of another menu', () => {
  const { options, isInvalid } = readPrompt(
    'Press 2. For that option is invalid. Please try again.\nPress one for sales.',
  );
  assert.equal([options, isInvalid], [[{ digits: '1', text: 'sales' }], true]);
  const condition = readPrompt('For a lost card press one. If you see what you do not recognize press two.');
  assert.equal(
    condition.options.map(({ digits }) => digits),
    ['1', '2'],
  );
  assert.equal(readPrompt('For a lost card press one. To report an invalid charge. Press two.').options, [
    { digits: '1', text: 'a lost card' },
    { digits: '2', text: 'report an invalid charge' },
  ]);
});

test.run();
