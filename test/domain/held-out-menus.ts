import type { MenuCase } from './menu-cases.ts';

/**
 * Menus that the parser was not written from, and is not tuned to: written before it first ran, the later ones as a recogniser that
 * errs in one word of four hears them.
 */
export const heldOutMenus: readonly MenuCase[] = [
  {
    language: 'en',
    said: 'Welcome to Northwind Energy. To report a power outage, press 1. To start or stop service, press 2. For questions about your bill, press 3. For everything else, press 4.',
    options: { '1': 'outage', '2': 'start or stop', '3': 'bill', '4': 'everything else' },
  },
  {
    language: 'en',
    said: 'Press 1 for new patients. Press 2 for prescription refills. Press 3 for test results. Press 0 for the front desk.',
    options: { '1': 'new patients', '2': 'refills', '3': 'results', '0': 'front desk' },
  },
  {
    language: 'en',
    said: 'If you are calling to check in for a flight, say check in or press one. If you want to change a reservation, say change or press two. If you need a refund, say refund or press three.',
    options: { '1': 'check in', '2': 'change a reservation', '3': 'refund' },
  },
  {
    language: 'en',
    said: 'Main menu. For account balances, press 1. For recent transactions, press 2. For lost or stolen cards, press 3. Or press 0 to speak with a banker.',
    options: { '1': 'balances', '2': 'transactions', '3': 'stolen', '0': 'banker' },
  },
  {
    language: 'en',
    said: 'thank you for choosing blue harbor hotels for a new reservation press one to change an existing stay press two for the rewards desk press three to hear these choices again press nine',
    options: { '1': 'new reservation', '2': 'existing stay', '3': 'rewards', '9': 'again' },
  },
  {
    language: 'en',
    said: 'four homeowners insurance press one four auto insurance press to four claims press three',
    options: { '1': 'homeowners', '2': 'auto', '3': 'claims' },
  },
  {
    language: 'en',
    said: 'for parts pressed won for service pressed too for warranty pressed tree for the parts counter pressed for',
    options: { '1': 'parts', '2': 'service', '3': 'warranty', '4': 'counter' },
  },
  {
    language: 'en',
    said: 'press one for english\npress two for spanish',
    options: { '1': 'english', '2': 'spanish' },
  },
  {
    language: 'en',
    said: 'for tire appointments\npress one\nfor an oil change\npress two\nto reach the manager\npress the star key',
    options: { '1': 'tire', '2': 'oil change', '*': 'manager' },
  },
  {
    language: 'en',
    said: 'for store hours press one for directions press for deliveries press three',
    options: { '1': 'hours', '2': 'directions', '3': 'deliveries' },
  },
  {
    language: 'en',
    said: 'members of the press should visit our website to pay a parking ticket press 1 to contest a ticket press 2 if this is an emergency hang up and dial 911',
    options: { '1': 'pay a parking', '2': 'contest' },
  },
  {
    language: 'en',
    said: 'you entered four four two if that is correct press one to try once more press two',
    options: { '1': 'correct', '2': 'once more' },
  },
  {
    language: 'de',
    said: 'Willkommen bei den Stadtwerken. Für Fragen zu Ihrer Rechnung drücken Sie die Eins. Für einen Umzug drücken Sie die Zwei. Für Störungen drücken Sie die Drei.',
    options: { '1': 'rechnung', '2': 'umzug', '3': 'storungen' },
  },
  {
    language: 'de',
    said: 'Drücken Sie die 1 für Privatkunden, drücken Sie die 2 für Geschäftskunden oder die 0 für einen Mitarbeiter.',
    options: { '1': 'privatkunden', '2': 'geschaftskunden' },
  },
  {
    language: 'de',
    said: 'wenn sie einen termin vereinbaren möchten wählen sie bitte die eins wenn sie ein rezept brauchen wählen sie bitte die zwei',
    options: { '1': 'termin', '2': 'rezept' },
  },
  {
    language: 'de',
    said: 'um eine karte zu sperren sagen oder drücken sie drei um ihren kontostand zu hören sagen oder drücken sie vier',
    options: { '3': 'sperren', '4': 'kontostand' },
  },
  {
    language: 'es',
    said: 'Para consultar su saldo, marque uno. Para reportar una falla, marque dos. Para hablar con un asesor, marque cero.',
    options: { '1': 'saldo', '2': 'falla', '0': 'asesor' },
  },
  {
    language: 'es',
    said: 'Oprima uno para ventas, oprima dos para soporte técnico, oprima tres para facturación.',
    options: { '1': 'ventas', '2': 'soporte', '3': 'facturacion' },
  },
  {
    language: 'es',
    said: 'si desea cancelar una cita presione el número cuatro si desea una cita nueva presione el número cinco',
    options: { '4': 'cancelar', '5': 'nueva' },
  },
  {
    language: 'es',
    said: 'gracias por llamar para pagos pulse la tecla uno para reclamaciones pulse la tecla dos',
    options: { '1': 'pagos', '2': 'reclamaciones' },
  },
  {
    language: 'fr',
    said: 'Bonjour. Pour le service commercial, tapez 1. Pour une panne, tapez 2. Pour parler à un conseiller, tapez étoile.',
    options: { '1': 'commercial', '2': 'panne', '*': 'conseiller' },
  },
  {
    language: 'fr',
    said: 'appuyez sur le un pour vos factures appuyez sur le deux pour un déménagement',
    options: { '1': 'factures', '2': 'demenagement' },
  },
  {
    language: 'fr',
    said: 'si vous êtes déjà client faites le un si vous souhaitez un devis faites le deux',
    options: { '1': 'deja client', '2': 'devis' },
  },
  {
    language: 'fr',
    said: 'pour suivre un colis dites suivi ou tapez trois pour une réclamation dites réclamation ou tapez quatre',
    options: { '3': 'colis', '4': 'reclamation' },
  },
  // As companies say it: the key of all but the first option without "press".
  {
    language: 'en',
    said: 'Thank you for calling Lakeshore Medical. Para español, oprima el nueve. For English, stay on the line.',
    options: { '9': 'espanol' },
  },
  {
    language: 'en',
    said: "If you know your party's extension, dial it at any time. For the pharmacy, press two. To hear these options again, press star.",
    options: { '2': 'pharmacy', '*': 'again' },
  },
  {
    language: 'en',
    said: 'Press or say one for flight status, or two for baggage claims.',
    options: { '1': 'flight status', '2': 'baggage' },
  },
  {
    language: 'en',
    said: 'Press 2 for claims; for billing 3; for anything else, 0.',
    options: { '2': 'claims', '3': 'billing', '0': 'anything else' },
  },
  {
    language: 'en',
    said: 'For sales, one. For service, two. For parts, three.',
    options: { '1': 'sales', '2': 'service', '3': 'parts' },
  },
  {
    language: 'en',
    said: 'For appointments or referrals, press 3. To return to the previous menu, press the asterisk. To repeat this menu, press hash.',
    options: { '3': 'referrals', '*': 'previous', '#': 'repeat' },
  },
  {
    language: 'de',
    said: 'Wenn Sie Fragen zu Ihrem Konto haben, drücken Sie bitte die 1. Bei Fragen zum Online-Banking die 2. Für alle anderen Anliegen die 3.',
    options: { '1': 'konto', '2': 'online banking', '3': 'anderen' },
  },
  {
    language: 'de',
    said: 'Möchten Sie einen Schaden melden, dann wählen Sie die Eins. Geht es um Ihren Vertrag, wählen Sie die Zwei. Für alles Weitere die Drei.',
    options: { '1': 'schaden', '2': 'vertrag', '3': 'weitere' },
  },
  {
    language: 'de',
    said: 'Drücken Sie die 1 für Bestellungen, die 2 für Reklamationen und die 3 für Fragen zur Rechnung.',
    options: { '1': 'bestellungen', '2': 'reklamationen', '3': 'rechnung' },
  },
  {
    language: 'fr',
    said: 'Vous souhaitez suivre votre commande, faites le 1. Vous souhaitez retourner un article, faites le 2. Pour parler à un conseiller, faites le 0.',
    options: { '1': 'commande', '2': 'article', '0': 'conseiller' },
  },
  {
    language: 'fr',
    said: "Appuyez sur 1 pour les horaires d'ouverture, sur 2 pour prendre rendez-vous, ou sur 3 pour joindre l'accueil.",
    options: { '1': 'horaires', '2': 'rendez vous', '3': 'accueil' },
  },
  {
    language: 'es',
    said: 'Presione 1 para ventas, 2 para soporte técnico o 3 para facturación.',
    options: { '1': 'ventas', '2': 'soporte', '3': 'facturacion' },
  },
  {
    language: 'es',
    said: 'Para citas médicas, diga o marque uno. Para resultados de laboratorio, diga o marque dos.',
    options: { '1': 'citas', '2': 'laboratorio' },
  },
];
