import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { viewTranscript } from '../../src/contract/call-views.ts';
import type { StoredEvent } from '../../src/domain/events.ts';
import { ScriptedTranscriber } from '../rig/scripted-words.ts';
import { type DeskRig, heldCall, holding, pass, person, settle, withDesk } from './desk-rig.ts';

const transcribed = { ...heldCall, services: { transcription: true } };

async function hold(rig: DeskRig): Promise<string> {
  const { call } = await rig.desk.place(transcribed);
  await settle();
  rig.telephony.farLegs.at(-1)?.answer();
  await settle();
  return call.id;
}

function chunks(rig: DeskRig) {
  return rig.store.entries.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'transcript_chunk' ? [event.data] : [])),
  );
}

function transcript(rig: DeskRig, callId: string) {
  const events = rig.store.entries.flatMap(({ events }) => events);
  return viewTranscript(
    callId,
    events.map((event, id) => ({ ...event, id }) as StoredEvent),
  );
}

test('what was asked for is written down, with when it was said, and shown as an excerpt', () => {
  const words = new ScriptedTranscriber();
  return withDesk(
    async (rig) => {
      const id = await hold(rig);
      await pass(10);
      words.say('Thank you for calling.');
      const partials: unknown[] = [];
      const leave = rig.desk.onPartial((partial) => partials.push(partial));
      words.say('not yet', { isFinal: false });
      leave();
      words.say('nor now', { isFinal: false });
      assert.equal(partials, [
        { callId: id, text: 'not yet', speaker: 'far', start: 8, kind: 'announcement' },
      ]);
      assert.equal(chunks(rig), [
        {
          text: 'Thank you for calling.',
          speaker: 'far',
          is_final: true,
          start: 8,
          end: 10,
          kind: 'announcement',
          times_heard: 1,
        },
      ]);
      assert.is((await rig.desk.get(id)).transcriptExcerpt, 'Thank you for calling.');
      words.say(`One. ${'All of our agents are busy. '.repeat(40)}`);
      const excerpt = (await rig.desk.get(id)).transcriptExcerpt;
      assert.ok(excerpt.length <= 500 && excerpt.endsWith('agents are busy.'), excerpt);
      await rig.hear({ ...person, grade: 'sure' });
      assert.match((rig.last('human_detected') as { transcript_excerpt: string }).transcript_excerpt, /busy/);
      words.say('Hello, how can I help you?');
      assert.is(chunks(rig).at(-1)?.kind, 'person');
    },
    { transcriber: words },
  );
});

test('of a recogniser that sends endless sentences the beginnings are kept, and the service is not held up', () => {
  const words = new ScriptedTranscriber();
  return withDesk(
    async (rig) => {
      await hold(rig);
      const beganAtMs = performance.now();
      for (let n = 0; n < 60; n++) words.say(`${n} ${`word${n} another `.repeat(1000)}`.slice(0, 10_000));
      const tookMs = performance.now() - beganAtMs;
      assert.is(chunks(rig).length, 60);
      assert.ok(chunks(rig).every(({ text }) => text.length === 2000));
      assert.ok(tookMs < 5000, `${Math.round(tookMs)} ms`);
    },
    { transcriber: words },
  );
});

test('without the service nothing is written down, though menus are understood; the engine ends with the call', () => {
  const words = new ScriptedTranscriber();
  return withDesk(
    async (rig) => {
      const plain = await holding(rig);
      words.say('Thank you for calling.');
      await pass(5);
      assert.equal(chunks(rig), []);
      await rig.desk.hangUp(plain);
      await settle();
      assert.is(words.atWork.length, 0);
      const id = await hold(rig);
      assert.is(words.atWork.length, 1);
      await rig.desk.hangUp(id);
      await settle();
      assert.is(words.atWork.length, 0);
      assert.is(words.opened, 2);
    },
    { transcriber: words },
  );
});

test('an announcement that comes again and again is one line with a count', () => {
  const words = new ScriptedTranscriber();
  return withDesk(
    async (rig) => {
      const id = await hold(rig);
      for (let n = 0; n < 5; n++) {
        words.say('All of our agents are busy, please stay on the line.');
        words.say('Did you know that you can visit our website?');
        await pass(30);
      }
      assert.is(chunks(rig).length, 2);
      await rig.desk.hangUp(id);
      assert.is(chunks(rig).length, 4);
      const { chunks: lines, text } = transcript(rig, id);
      assert.equal(
        lines.map((line) => [line.text, line.times_heard]),
        [
          ['All of our agents are busy, please stay on the line.', 5],
          ['Did you know that you can visit our website?', 5],
        ],
      );
      assert.is(text.split('\n').length, 2);
      assert.is(rig.types().at(-1) === 'transcript_chunk', false, 'nothing comes after the end');
    },
    { transcriber: words },
  );
});

test('runs of digits are left out of everything that is kept, if that was asked for', () => {
  const words = new ScriptedTranscriber();
  return withDesk(
    async (rig) => {
      const id = await hold(rig);
      words.say('Your code is four two one seven, press one.');
      assert.is((await rig.desk.get(id)).transcriptExcerpt, 'Your code is # # # #, press one.');
      assert.is(chunks(rig)[0]?.text, 'Your code is # # # #, press one.');
      words.say('My number is forty two');
      words.say('seventeen');
      assert.equal(
        chunks(rig).map(({ text }) => text),
        ['Your code is # # # #, press one.', 'My number is # #', '#'],
        'said in parts',
      );
      assert.match((await rig.desk.get(id)).transcriptExcerpt, /My number is # # #$/);
    },
    { transcriber: words, settings: { masksDigits: true } },
  );
});

test('the detector is told the words of an engine that understands people, and of no other', async () => {
  for (const [recognises, told] of [
    ['speech', ['How can I help you?']],
    ['menus', []],
  ] as const) {
    const words = new ScriptedTranscriber(recognises);
    await withDesk(
      async (rig) => {
        await hold(rig);
        await pass(5);
        await rig.hear({ kind: 'prompt_end', at: 4, startedAt: 1 });
        words.say('How can I help you?');
        const heard = rig.listeners.at(-1)!.words;
        assert.equal(
          heard.map(({ text }) => text),
          told,
        );
        for (const { at } of heard) assert.ok(at > 0 && at < 10, `${at}`);
      },
      { transcriber: words },
    );
  }
});

test('a recogniser of menus writes down nothing of a person, and says so once', () => {
  const words = new ScriptedTranscriber('menus');
  return withDesk(
    async (rig) => {
      const id = await hold(rig);
      words.say('Thank you for calling.');
      await rig.hear({ ...person, grade: 'sure' });
      await settle();
      assert.is(words.atWork.length, 0, 'its process is not kept for a conversation');
      for (let n = 0; n < 2; n++) {
        rig.telephony.deviceLegs.at(-1)?.answer();
        await pass(3);
        assert.is(await rig.status(id), 'connected');
        void rig.desk.resumeHold(id, 'on_hold_again');
        await pass(2);
        assert.is(words.atWork.length, 1, 'on hold there are announcements again');
        await rig.hear({ ...person, grade: 'sure' });
        await settle();
      }
      assert.is(chunks(rig).length, 1);
      const told = rig.store.entries.flatMap(({ events }) =>
        events.filter(({ type }) => type === 'service_unavailable'),
      );
      assert.is(told.length, 1);
      assert.match(JSON.stringify(told[0]), /only menus and announcements/);
    },
    { transcriber: words },
  );
});

test('what the owner says in a talk is written down beside the other side, in order of time', () => {
  const words = new ScriptedTranscriber();
  return withDesk(
    async (rig) => {
      const id = await hold(rig);
      assert.is(words.atWork.length, 1, 'nobody is at the phone yet');
      await rig.hear({ ...person, grade: 'sure' });
      rig.telephony.listenFault = new Error('no free port');
      rig.telephony.deviceLegs.at(-1)?.answer();
      await pass(3);
      assert.equal(
        words.atWork.map(({ speaker }) => speaker),
        ['far', 'owner'],
      );
      assert.is(rig.telephony.ears.size, 2, 'his phone is listened to, at the second try');
      await pass(10);
      const at = Date.now();
      words.say('What is your number?', { startedAtMs: at - 9000, endedAtMs: at - 8000 });
      words.say('Thank you.', { startedAtMs: at - 4000, endedAtMs: at - 3000 });
      words.say('It is four two one seven.', { startedAtMs: at - 7000, endedAtMs: at - 5000 }, 'owner');
      assert.equal(
        transcript(rig, id).chunks.map(({ speaker, kind, text }) => [speaker, kind, text]),
        [
          ['far', 'person', 'What is your number?'],
          ['owner', 'owner', 'It is # # # #.'],
          ['far', 'person', 'Thank you.'],
        ],
      );
      assert.is((await rig.desk.get(id)).transcriptExcerpt, 'What is your number? Thank you.');
      assert.is(rig.listeners.at(-1)!.words.length, 2, 'his words are no evidence of a person there');
      void rig.desk.resumeHold(id, 'on_hold_again');
      await pass(2);
      assert.equal([words.atWork.length, rig.telephony.ears.size], [1, 1]);
      await rig.desk.hangUp(id);
      await settle();
      assert.equal([words.atWork.length, rig.telephony.ears.size], [0, 0]);
    },
    { transcriber: words, settings: { masksDigits: true } },
  );
});

test('the sentence in which a call ends is still written down, and an engine that never reports it delays nothing', () => {
  const words = new ScriptedTranscriber();
  return withDesk(
    async (rig) => {
      const id = await hold(rig);
      let tell: () => void = () => undefined;
      words.finishes = () => new Promise((resolve) => (tell = resolve));
      rig.telephony.farLegs.at(-1)?.end();
      await settle();
      assert.is(await rig.status(id), 'ended', 'at once');
      words.say('You can reach us again from');
      tell();
      await settle();
      assert.equal(
        chunks(rig).map(({ text, kind }) => [text, kind]),
        [['You can reach us again from', 'announcement']],
      );
      assert.is(words.atWork.length, 0);
      const other = await hold(rig);
      rig.telephony.farLegs.at(-1)?.end();
      await settle();
      assert.is(await rig.status(other), 'ended');
      assert.is(words.atWork.length, 1);
      await pass(2);
      assert.is(words.atWork.length, 0, 'after two seconds it is closed');
    },
    { transcriber: words },
  );
});

test("a failure is reported once and the call waits on; an engine that never opens does not delay the call's end", () => {
  const words = new ScriptedTranscriber();
  return withDesk(
    async (rig) => {
      const id = await hold(rig);
      words.atWork[0]?.failed('the server hung up');
      await settle();
      assert.equal(rig.last('service_unavailable'), {
        service: 'transcription',
        reason: 'the server hung up',
      });
      assert.is(await rig.status(id), 'on_hold');
      assert.is(words.atWork.length, 0);
      await rig.desk.hangUp(id);
      assert.is(rig.types().filter((type) => type === 'service_unavailable').length, 1);
      let open: () => void = () => undefined;
      words.waits = new Promise((resolve) => (open = resolve));
      const other = await hold(rig);
      const ended = rig.desk.hangUp(other);
      await settle();
      assert.is((await ended).status, 'ended');
      open();
      await settle();
      assert.is(words.atWork.length, 0, 'what opened too late is closed');
    },
    { transcriber: words },
  );
});

test.run();
