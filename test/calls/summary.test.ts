import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { ChatSummariser } from '../../src/chat/chat-summariser.ts';
import type { CallSummary } from '../../src/domain/call-summary.ts';
import { type Asked, saying, withChat } from '../chat/chat-service.ts';
import { patienceSeconds } from '../rig/patience.ts';
import { ScriptedTranscriber } from '../rig/scripted-words.ts';
import { type DeskRig, heldCall, pass, person, type RigOptions, settle, withDesk } from './desk-rig.ts';

const transcribed = { ...heldCall, intent: 'my claim 88-1042', services: { transcription: true } };
const summary = {
  who: 'Dana, claims',
  agreed: 'The claim is paid within ten days.',
  references: ['88-1042'],
  to_do: ['Send the invoice.'],
};

/** A call in which the owner and a person talk; the person says these sentences. */
async function talked(rig: DeskRig, words: ScriptedTranscriber, ...sentences: string[]): Promise<string> {
  const { call } = await rig.desk.place(transcribed);
  await settle();
  rig.telephony.farLegs.at(-1)?.answer();
  await settle();
  await rig.hear({ ...person, grade: 'sure' });
  rig.telephony.deviceLegs.at(-1)?.answer();
  await pass(3);
  for (const sentence of sentences) words.say(sentence);
  return call.id;
}

const told = (rig: DeskRig): number => rig.types().filter((type) => type === 'call_summarised').length;

/** Answers of a real server come when they come. The limit goes by the one clock that stands still in no test. */
async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const giveUpAtSeconds = process.uptime() + patienceSeconds;
  while (!(await holds())) {
    assert.ok(process.uptime() < giveUpAtSeconds, `it did not happen within ${patienceSeconds} s`);
    await settle();
  }
}

async function withSummaries(
  answer: Parameters<typeof withChat>[0],
  act: (rig: DeskRig, words: ScriptedTranscriber, asked: Asked[]) => Promise<void>,
  settings: RigOptions['settings'] = {},
): Promise<void> {
  const words = new ScriptedTranscriber();
  await withChat(answer, (service, asked) =>
    withDesk((rig) => act(rig, words, asked), {
      transcriber: words,
      summariser: new ChatSummariser(service),
      settings,
    }),
  );
}

const kept = async (rig: DeskRig, callId: string): Promise<CallSummary | null> =>
  (await rig.desk.get(callId)).summary;

test('after a talk its transcript is summarised; the call, an event and the next process have it', () =>
  withSummaries(
    () => ({ body: saying(`Here it is:\n\`\`\`json\n${JSON.stringify({ ...summary, more: 1 })}\n\`\`\``) }),
    async (rig, words, asked) => {
      const id = await talked(rig, words, 'Claims, this is Dana.', 'It is paid within ten days.');
      assert.is(asked.length, 0, 'not before it is over');
      await rig.desk.hangUp(id);
      await until(async () => (await kept(rig, id)) !== null);
      const call = await rig.desk.get(id);
      const { at, ...said } = (rig.last('call_summarised') as { summary: typeof summary & { at: string } })
        .summary;
      assert.equal(said, summary);
      assert.is(Date.parse(at), call.summary?.atMs);
      assert.not.ok(call.summaryDue);
      const [{ path, authorization, body }] = asked as [Asked];
      assert.equal([path, authorization, body.model], ['/v1/chat/completions', 'Bearer key', 'm']);
      assert.equal(JSON.parse(body.messages[1]!.content), {
        intent: 'my claim 88-1042',
        company: '',
        transcript: 'other side: Claims, this is Dana.\nother side: It is paid within ten days.',
      });
      await rig.desk.edit(id, { note: 'done' });
      assert.is((await kept(rig, id))?.who, 'Dana, claims', 'an edit keeps it');
    },
  ));

test('runs of digits do not leave this machine if they are not to be kept', () =>
  withSummaries(
    () => ({ body: saying(JSON.stringify(summary)) }),
    async (rig, words, asked) => {
      const id = await talked(rig, words, 'Your card ends in four two one seven.');
      await rig.desk.hangUp(id);
      await until(() => asked.length > 0);
      const sent = asked[0]!.body.messages[1]!.content;
      assert.match(sent, /ends in # # # #/);
      assert.not.match(sent, /1042|four two/);
      await until(() => told(rig) > 0);
    },
    { masksDigits: true },
  ));

test('nothing is sent without a talk, a transcript or a service', async () => {
  await withSummaries(
    () => ({ body: saying(JSON.stringify(summary)) }),
    async (rig, words, asked) => {
      const silent = await talked(rig, words);
      await rig.desk.hangUp(silent);
      const { call } = await rig.desk.place(transcribed);
      await settle();
      rig.telephony.farLegs.at(-1)?.answer();
      await settle();
      words.say('Please hold.');
      await rig.desk.hangUp(call.id);
      await pass(5);
      assert.equal([asked.length, told(rig)], [0, 0]);
      assert.not.ok((await rig.desk.get(silent)).summaryDue, 'it is not tried again');
    },
  );
  const words = new ScriptedTranscriber();
  await withDesk(
    async (rig) => {
      const id = await talked(rig, words, 'This is Dana.');
      await rig.desk.hangUp(id);
      await pass(5);
      assert.not.ok((await rig.desk.get(id)).summaryDue);
    },
    { transcriber: words },
  );
});

/** Waits out the pauses before the tries that follow each of these many. */
async function passPauses(asked: Asked[], pausesSeconds: readonly number[]): Promise<void> {
  for (const [index, seconds] of pausesSeconds.entries()) {
    await until(() => asked.length > index);
    // The answer is read before the pause begins.
    for (let n = 0; n < 40; n++) await settle();
    await pass(seconds);
  }
}

test('a service that is away is asked again, five times at most', async () => {
  for (const isBetterAtLast of [true, false])
    await withSummaries(
      (asked) =>
        isBetterAtLast && asked === 5 ? { body: saying('{"who": null}') } : { status: 500, body: '' },
      async (rig, words, asked) => {
        const id = await talked(rig, words, 'This is Dana.');
        await rig.desk.hangUp(id);
        await passPauses(asked, [10, 60, 300, 1800]);
        await until(async () => !(await rig.desk.get(id)).summaryDue);
        await pass(4000);
        assert.is(asked.length, 5);
        assert.is(told(rig), isBetterAtLast ? 1 : 0);
        assert.is((await rig.desk.get(id)).status, 'ended');
      },
    );
});

test('one that answers nonsense is asked twice: it would answer the same', async () => {
  for (const body of [saying('Dana will pay.'), saying('{"who": {}}'), saying('{}'), 'x'.repeat(300_000)])
    await withSummaries(
      () => ({ body }),
      async (rig, words, asked) => {
        const id = await talked(rig, words, 'This is Dana.');
        await rig.desk.hangUp(id);
        await passPauses(asked, [10]);
        await until(async () => !(await rig.desk.get(id)).summaryDue);
        await pass(4000);
        assert.equal([asked.length, told(rig)], [2, 0]);
      },
    );
});

test('an answer of nearly the requested shape is accepted', async () => {
  const empty = { who: null, agreed: null, references: [], toDo: [] };
  const cases: [string, Partial<CallSummary>][] = [
    [
      JSON.stringify({ who: ' ', agreed: 'x'.repeat(3000), references: [88, '', ' A-1 '], to_do: 'Call.' }),
      { agreed: 'x'.repeat(2000), references: ['88', 'A-1'], toDo: ['Call.'] },
    ],
    // Numbers keep their digits.
    ['{"references": [12345678901234567]}', { references: ['12345678901234567'] }],
    ['{"references": [9400111899223197428490, 0.10]}', { references: ['9400111899223197428490', '0.10'] }],
    ['{"references": [0042137, 88-1042, 7731AB]}', { references: ['0042137', '88-1042', '7731AB'] }],
    ['{"references":9400111899223197428490}', { references: ['9400111899223197428490'] }],
    [
      String.raw`{"agreed": "say \"12\": 34, [56]", "to_do": ["wait 5 days\\", 6]}`,
      { agreed: 'say "12": 34, [56]', toDo: ['wait 5 days\\', '6'] },
    ],
    // What is odd in one field costs no other.
    ['{"who": "Ann", "references": [null]}', { who: 'Ann' }],
    [
      '{"who": "Ann", "references": [{"type": "claim", "number": 17}, false, {}, ["A"]]}',
      { who: 'Ann', references: ['claim, 17', 'A'] },
    ],
    [
      '{"who": "Ann", "agreed": ["It is paid.", "They call."]}',
      { who: 'Ann', agreed: 'It is paid. They call.' },
    ],
    ['{"who": {"name": "Ann", "role": "agent"}, "to_do": {}}', { who: 'Ann, agent' }],
    ['{"who": 42, "agreed": {}, "to_do": [{"do": ["Call.", null]}]}', { who: '42', toDo: ['Call.'] }],
    ['{"who": true, "agreed": false, "references": [], "to_do": ""}', {}],
    [`{"who": "Ann", "agreed": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`, { who: 'Ann' }],
  ];
  for (const [said, wanted] of cases)
    await withSummaries(
      () => ({ body: saying(said) }),
      async (rig, words) => {
        const id = await talked(rig, words, 'This is Dana.');
        await rig.desk.hangUp(id);
        await until(async () => !(await rig.desk.get(id)).summaryDue);
        const { atMs: _at, ...told } = (await kept(rig, id)) ?? { atMs: 0 };
        assert.equal(told, { ...empty, ...wanted }, said.slice(0, 80));
      },
    );
});

test('what a recogniser of menus wrote down of a talk is not sent: it is not the talk', async () => {
  const words = new ScriptedTranscriber('menus');
  await withChat(
    () => ({ body: saying(JSON.stringify(summary)) }),
    (service, asked) =>
      withDesk(
        async (rig) => {
          const id = await talked(rig, words, 'Please hold.');
          await rig.desk.hangUp(id);
          await pass(5);
          assert.is(asked.length, 0);
          assert.not.ok((await rig.desk.get(id)).summaryDue);
        },
        { transcriber: words, summariser: new ChatSummariser(service) },
      ),
  );
});

test('a service that hangs is asked again, and keeps no later call from its summary', () =>
  withSummaries(
    (asked) => (asked === 1 ? () => undefined : { body: saying(JSON.stringify(summary)) }),
    async (rig, words, asked) => {
      const id = await talked(rig, words, 'This is Dana.');
      await rig.desk.hangUp(id);
      await until(() => asked.length === 1);
      await pass(120);
      await until(() => rig.logged.includes('a call has no summary yet'));
      await pass(10);
      await until(async () => (await kept(rig, id)) !== null);
      assert.is(asked.length, 2);
    },
  ));

test('a restart between the end of the call and its summary resumes it, within a day', () => {
  let hangs = true;
  return withSummaries(
    () => (hangs ? () => undefined : { body: saying(JSON.stringify(summary)) }),
    async (rig, words, asked) => {
      const id = await talked(rig, words, 'This is Dana.');
      await rig.desk.hangUp(id);
      await until(() => asked.length === 1);
      hangs = false;
      await rig.restart();
      await until(async () => (await kept(rig, id)) !== null);
      assert.is((await kept(rig, id))?.agreed, summary.agreed);
      assert.is(asked.length, 2);
      const old = rig.store.calls.get(id)!;
      rig.store.calls.set(id, {
        ...old,
        summary: null,
        summaryDue: true,
        endedAtMs: Date.now() - 90_000_000,
      });
      await rig.restart();
      await pass(5);
      assert.is(asked.length, 2);
    },
  );
});

test.run();
