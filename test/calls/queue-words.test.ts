import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pass } from './desk-rig.ts';
import { exploring, first } from './explorer-rig.ts';

test('in a queue no key is tried that does not fit: it would lose the place', () =>
  exploring(async (scene) => {
    await scene.hear({ kind: 'hold', at: 20, audioClass: 'music', confidence: 0.9 });
    await scene.hearSaid('to leave a message press one', 'for our opening hours press two');
    await pass(10);
    assert.equal(scene.digits(), []);
    assert.equal(scene.all('menu_needs_owner'), []);
    assert.is(await scene.status(scene.callId), 'on_hold');
    await scene.hearSaid('for sales press one', 'for billing press two');
    assert.equal(scene.digits(), [], 'music may follow');
    await pass(3);
    assert.equal(scene.digits(), ['2']);
  }));

test('places in the queue and waiting times are events and stand in the call', () =>
  exploring(async (scene) => {
    await scene.hearSaid('you are caller number four in line', 'your estimated wait is ten minutes');
    assert.equal(scene.all('queue_position'), [{ position: 4, wait_minutes: 10 }]);
    const { queue } = await scene.desk.get(scene.callId);
    assert.equal([queue?.position, queue?.waitMinutes], [4, 10]);
    await scene.hearSaid('you are next in line');
    assert.is((await scene.desk.get(scene.callId)).queue?.position, 1);
    assert.is(await scene.status(scene.callId), 'on_hold');
    assert.equal(scene.digits(), []);
  }));

test('a voicemail is told; a queue or a menu that offers to leave a message is none', () =>
  exploring(async (scene) => {
    for (const said of [
      'to leave a message press two to hold press one',
      'please continue to hold or leave a message after the tone',
      'we can call you back as soon as an agent is free',
    ])
      await scene.hearSaid(said);
    assert.equal(scene.all('voicemail_detected'), []);
    assert.is(scene.all('callback_offered').at(-1)?.['digits'], null);
    await scene.hearSaid('we can call you back when it is your turn', 'to leave a message press one');
    assert.is(scene.all('callback_offered').at(-1)?.['digits'], null, 'the key is for a message');
    await scene.hearSaid('the mailbox is full and cannot take any messages');
    assert.equal(scene.all('voicemail_detected'), [
      { transcript: 'the mailbox is full and cannot take any messages' },
    ]);
  }));

test('a voicemail whose keys only end the message is told', async () => {
  for (const said of [
    'Please leave your message after the tone. When done, hang up or press the pound key.',
    'please record your message after the tone when you are finished press pound for more options',
    'At the tone please record your message. When you are finished recording you may hang up, or press one for more options. To leave a callback number, press five.',
    'Bitte hinterlassen Sie eine Nachricht nach dem Signalton. Danach legen Sie auf oder drücken Sie die Rautetaste.',
    'Laissez un message après le bip sonore puis appuyez sur dièse.',
    'Deje su mensaje después del tono. Al terminar cuelgue o pulse almohadilla.',
  ])
    await exploring(async (scene) => {
      await scene.hearSaid(said);
      assert.equal(scene.all('voicemail_detected'), [{ transcript: said }], said);
    });
  for (const said of [
    'to leave a message press pound',
    'leave a message after the beep or press pound to reach our operator',
    'if you are finished press pound to leave a message press one',
  ])
    await exploring(async (scene) => {
      await scene.hearSaid(said);
      assert.equal(scene.all('voicemail_detected'), [], said);
    });
});

test('what else is said with a refusal is heard: a place in the queue, a transfer', () =>
  exploring(async (scene) => {
    await scene.hearSaid(
      'all of our agents are busy please hold or try again later',
      'you are number three in the queue',
    );
    assert.equal(scene.all('queue_position'), [{ position: 3, wait_minutes: null }]);
    await scene.hearSaid(...first);
    assert.is(await scene.status(scene.callId), 'navigating');
    await scene.hearSaid('sorry i did not understand please hold while i transfer you');
    assert.is(await scene.status(scene.callId), 'on_hold');
    await scene.hearSaid('sorry that is not valid', 'you are number two in the queue');
    assert.equal(scene.all('queue_position').at(-1), { position: 2, wait_minutes: null });
    assert.equal(scene.digits(), ['2']);
  }));

test('nothing is pressed into a queue that offers to call back', () =>
  exploring(async (scene) => {
    for (let again = 0; again < 5; again++)
      await scene.hearSaid('all of our agents are busy please hold', 'to receive a call back press one');
    const [offer, ...more] = scene.all('callback_offered');
    assert.is(offer?.['digits'], '1');
    assert.match(String(offer?.['transcript']), /to receive a call back press one/);
    assert.equal(more, [], 'told once');
    assert.equal(scene.all('voicemail_detected'), []);
    assert.equal(scene.digits(), []);
    assert.is(scene.all('menu_needs_owner').length, 0);
    assert.is(await scene.status(scene.callId), 'on_hold');
  }));

test('an offer to call back and a voicemail are told once per call, also when the process is another', () =>
  exploring(async (scene) => {
    const offer = ['all of our agents are busy please hold', 'to receive a call back press one'];
    const voicemail = 'the mailbox is full and cannot take any messages';
    await scene.hearSaid(...offer);
    await scene.hearSaid(voicemail);
    const told = () => [scene.all('callback_offered').length, scene.all('voicemail_detected').length];
    assert.equal(told(), [1, 1]);
    await scene.restart(scene.callId, { far: scene.telephony.farLegs.at(-1) });
    await scene.hearSaid(...offer);
    await scene.hearSaid(voicemail);
    assert.equal(told(), [1, 1]);
    await scene.hearSaid('to receive a call back press two');
    assert.equal(told(), [2, 1], 'another key');
  }));

test.run();
