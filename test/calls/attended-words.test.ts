import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ScriptedTranscriber } from '../rig/scripted-words.ts';
import { heldCall, holding, pass, person, settle, withDesk } from './desk-rig.ts';

/** An engine cheap enough to listen to every call. */
function atHand(): ScriptedTranscriber {
  const words = new ScriptedTranscriber();
  words.runsForEveryCall = true;
  return words;
}

test('until a person is there, an engine at hand listens to calls that asked for no transcript, which keep nothing of it', () => {
  const words = atHand();
  return withDesk(
    async (rig) => {
      const id = await holding(rig);
      const [session] = words.atWork;
      await rig.hear({ kind: 'hold', at: 1, audioClass: 'music', confidence: 1 });
      words.say('Hello, this is Linda speaking, how may I help you?');
      assert.equal(
        rig.listeners[0]?.words.map(({ text }) => text),
        ['Hello, this is Linda speaking, how may I help you?'],
      );
      assert.not.ok(rig.types().includes('transcript_chunk'));
      assert.is((await rig.desk.get(id)).transcriptExcerpt, '');
      assert.is(session?.wantsPartials?.(), true);
      await rig.hear({ ...person, grade: 'likely' });
      assert.is(session?.wantsPartials?.(), true, 'what follows decides');
      await rig.hear({ kind: 'person_confirmed', at: person.at + 1, confidence: 1, reason: '' });
      assert.is(session?.wantsPartials?.(), false);
      rig.telephony.deviceLegs[0]?.answer();
      await settle();
      assert.is(await rig.status(id), 'connected');
      assert.is(words.atWork.length, 0);
      await rig.desk.hangUp(id);
      await rig.desk.place({ ...heldCall, mode: 'direct' });
      await settle();
      assert.is(words.atWork.length, 0, 'an owner who dials waits for nobody');
    },
    { transcriber: words, settings: { exploresMenus: false } },
  );
});

test('menus are read in every word until music puts the call into a queue; from then on only what is new is', () => {
  const words = atHand();
  return withDesk(
    async (rig) => {
      const id = await holding(rig);
      const listener = rig.listeners.at(-1)!;
      const session = words.atWork[0];
      assert.equal(
        [listener.demand, session?.wantsRereading?.()],
        ['everything', true],
        'and known by its sound',
      );
      await rig.hear({ kind: 'hold', at: 9, audioClass: 'music', confidence: 0.9 });
      assert.equal([listener.demand, session?.wantsRereading?.()], ['new speech', false]);
      await rig.desk.hangUp(id);
    },
    { transcriber: words, settings: { exploresMenus: true } },
  );
});

test('if it fails, only those who asked for words are told', () => {
  const words = atHand();
  const failures = (types: readonly string[]) =>
    types.filter((type) => type === 'service_unavailable').length;
  return withDesk(
    async (rig) => {
      const plain = await holding(rig);
      words.fail('it is not installed');
      await settle();
      assert.is(failures(rig.types()), 0);
      await rig.desk.hangUp(plain);
      await rig.desk.place({ ...heldCall, services: { transcription: true } });
      await settle();
      rig.telephony.farLegs.at(-1)?.answer();
      await settle();
      words.fail('it is not installed');
      await settle();
      assert.is(failures(rig.types()), 1);
    },
    { transcriber: words, settings: { exploresMenus: false } },
  );
});

test('an engine that fails early in a long wait is asked again; what it then hears counts, and nobody is told twice', () => {
  const words = atHand();
  return withDesk(
    async (rig) => {
      const told = () => rig.types().filter((type) => type === 'service_unavailable').length;
      const id = await holding(rig, { ...heldCall, services: { transcription: true } });
      await rig.hear({ kind: 'hold', at: 1, audioClass: 'music', confidence: 1 });
      words.fail('the server restarts');
      await settle();
      assert.equal([words.atWork.length, told()], [0, 1]);
      await pass(119);
      assert.is(words.atWork.length, 0, 'not at once');
      await pass(2);
      assert.is(words.atWork.length, 1);
      words.fail('it is still being started');
      await pass(121);
      assert.equal([words.atWork.length, told()], [1, 1]);
      words.say('Hello, this is Linda speaking.');
      assert.is(rig.listeners[0]?.words.length, 1);
      words.fail('the server is away');
      await settle();
      assert.is(told(), 2, 'another failure is news');
      await rig.desk.hangUp(id);
      await settle();
      const opened = words.opened;
      await pass(300);
      assert.is(words.opened, opened, 'a call that is over asks no more');
    },
    { transcriber: words, settings: { exploresMenus: false } },
  );
});

test.run();
