import type { MenuLanguage } from '../../src/domain/menu-speech/language.ts';

/** A menu, and of each key the words that must stand in what is made of it. */
export interface MenuCase {
  language: MenuLanguage;
  said: string;
  options: Readonly<Record<string, string>>;
}

/** Menus in either order of key and purpose, also as a bad recogniser hears them. */
export const menus: readonly MenuCase[] = [
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
    said: 'Hello world, thank you for your patience. Press one, four, telephone number, press two, four, agent, press nine, press five to repeat the current message.',
    options: { '1': 'telephone number', '2': 'agent', '5': 'repeat', '9': '' },
  },
  {
    language: 'en',
    said: 'Hello world, thank you for your patience. Press one, four, telephone number, press two,',
    options: { '1': 'telephone number', '2': '' },
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

/** Keys that only their order, or the words around them, tell. */
export const doubtfulMenus: readonly MenuCase[] = [
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
