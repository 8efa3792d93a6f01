import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseMenu } from '../../src/domain/menu-speech/parse-menu.ts';
import { readPrompt } from '../../src/domain/menu-speech/read-prompt.ts';

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
    ['You have reached us after business hours.', ['isClosed']],
    ['For stores press 1. To hear these options again, please stay on the line.', []],
    ['For stores press 1. Stay on the line to hear these options again.', []],
    [
      'Für Filialen drücken Sie die 1. Um die Auswahl noch einmal zu hören, bleiben Sie bitte in der Leitung.',
      [],
    ],
    ['Para tiendas oprima 1. Para escuchar las opciones otra vez, permanezca en la línea.', []],
    ['Pour les magasins, tapez 1. Pour réécouter ce menu, restez en ligne.', []],
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
