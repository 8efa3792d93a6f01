import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { wordCondition } from '../../src/store/calls/call-search.ts';
import { StoredCalls } from '../../src/store/calls/calls.ts';
import { Prisma } from '../../src/store/client/client.ts';
import { countTurns } from '../rig/event-loop-turns.ts';
import { aCall, started, withStore } from './fixtures.ts';
import { plansOf } from './query-plans.ts';

const test = suite('stored calls');

const hourMs = 3_600_000;

test('a call comes back as it was stored, every field', () =>
  withStore(async (store) => {
    const call = aCall({
      status: 'failed',
      endReason: 'busy',
      error: 'the line is busy',
      flowId: 'flow_x',
      flowStep: 'menu',
      flowStepActed: true,
      activity: 'work_menu',
      retry: { on: ['busy', 'closed'], times: 3, minutes: 15 },
      redial: true,
      attempt: 2,
      redials: 1,
      previousCallId: 'call_before',
      farInvitedAtMs: 1_700_000_000_000,
      requestedDevice: 'kitchen',
      wayBack: 'work_menu',
      chosen: { devices: ['dev_x', 'dev_y'] },
      transfer: { device: null },
      company: 'Acme',
      note: 'first line\nsecond',
      facts: [{ label: 'claim', value: 'A-1' }],
      deviceName: 'Kitchen',
      talkSeconds: 3.5,
      talkSinceMs: 1_700_000_000_005,
      talkSecondsBefore: 1.5,
      waitingPerson: 'sure',
      missedPerson: true,
      heardHoldMusic: true,
      deviceId: 'dev_x',
      services: { recording: true, transcription: true },
      answeredAtMs: 1_700_000_000_001,
      connectedAtMs: 1_700_000_000_002,
      endedAtMs: 1_700_000_000_003,
      holdSeconds: 12.345,
      holdSinceMs: 1_700_000_000_004,
      audioType: 'music',
      transcriptExcerpt: 'grüß Gott 👋',
      person: { grade: 'likely', confidence: 0.91, reason: 'voice', atMs: 1_700_000_000_006 },
      summary: { who: 'Dana', agreed: null, references: ['88-1042'], toDo: ['pay'], atMs: 1_700_000_000_007 },
      summaryDue: true,
    });
    await store.calls.insert(call, [started(call)]);
    assert.equal(await store.calls.get(call.id), call);
    assert.is(await store.calls.get('call_none'), undefined);
  }));

test('unfinished calls, oldest first', () =>
  withStore(async (store) => {
    const calls = [
      aCall({ startedAtMs: 2_000, status: 'on_hold' }),
      aCall({ startedAtMs: 1_000, status: 'connected' }),
      aCall({ startedAtMs: 3_000, status: 'ended' }),
      aCall({ startedAtMs: 4_000, status: 'failed' }),
    ];
    for (const call of calls) await store.calls.insert(call, []);
    assert.equal(
      (await store.calls.listUnfinished()).map(({ startedAtMs }) => startedAtMs),
      [1_000, 2_000],
    );
  }));

for (const [what, read] of [
  ['active calls', (calls: StoredCalls) => calls.page({ state: 'active', limit: 50 })],
  ['unfinished calls', (calls: StoredCalls) => calls.listUnfinished()],
] as const)
  test(`${what} are found by their status: those that are over are not read`, () =>
    withStore(async (store, path) => {
      await store.calls.insert(aCall({ status: 'on_hold' }), []);
      const plans = (
        await plansOf(path, (prisma) => read(new StoredCalls(prisma, undefined as never)))
      ).filter((plan) => plan.includes('calls'));
      assert.ok(plans.length > 0);
      for (const plan of plans) assert.match(plan, /USING .*(calls_status_idx|autoindex_calls)/);
    }));

test('calls to be placed again: over, not long ago, with a plan, and without a successor', () =>
  withStore(async (store) => {
    const retry = { on: ['busy'], times: 1, minutes: 5 } as const;
    const over = { status: 'failed', endedAtMs: 5_000, startedAtMs: 1_000 } as const;
    const [planned, redialled] = [
      aCall({ ...over, retry }),
      aCall({ ...over, redial: true, startedAtMs: 2_000 }),
    ];
    const followed = aCall({ ...over, retry });
    for (const call of [
      ...[planned, redialled, followed],
      aCall({ status: 'scheduled', previousCallId: followed.id }),
      aCall(over),
      aCall({ ...over, retry, status: 'connected' }),
      aCall({ ...over, retry, endedAtMs: 4_000 }),
    ])
      await store.calls.insert(call, []);
    assert.equal(await store.calls.listDueFollowUps(4_500), [planned, redialled]);
  }));

test('calls that need a summary: over, marked, and not long ago', () =>
  withStore(async (store) => {
    const due = { status: 'ended', summaryDue: true, endedAtMs: 5_000 } as const;
    const wanted = aCall(due);
    for (const call of [
      wanted,
      aCall({ ...due, summaryDue: false }),
      aCall({ ...due, status: 'connected' }),
      aCall({ ...due, endedAtMs: 4_000 }),
    ])
      await store.calls.insert(call, []);
    assert.equal(await store.calls.listUnsummarised(4_500), [wanted]);
  }));

test('calls of the same millisecond page without a gap or a double', () =>
  withStore(async (store) => {
    const calls = Array.from({ length: 7 }, () => aCall({ startedAtMs: 1_000, status: 'ended' }));
    for (const call of calls) await store.calls.insert(call, []);
    const seen = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await store.calls.page({ state: 'ended', limit: 3, cursor });
      for (const { id } of page.calls) seen.add(id);
      assert.is(page.total, 7);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined);
    assert.is(seen.size, 7);
  }));

test('a search finds what was said, in any letter case, and not what was never final', () =>
  withStore(async (store) => {
    await store.calls.insert(aCall({ id: 'call_a', startedAtMs: 1_000, status: 'ended' }), []);
    await store.calls.insert(aCall({ id: 'call_b', startedAtMs: 2_000, status: 'ended' }), []);
    const say = (callId: string, text: string, more: object = {}) =>
      store.journal.record({
        events: [
          {
            type: 'transcript_chunk',
            callId,
            atMs: 3_000,
            data: { text, speaker: 'far', is_final: true, ...more },
          },
        ],
      });
    await say('call_a', 'Ihre Überweisung ist da.');
    await say('call_a', 'Guten Tag.');
    await say('call_b', 'Guten Tag.', { times_heard: 1 });
    await say('call_b', 'Guten Tag.', { times_heard: 7 });
    await say('call_b', 'Never said.', { is_final: false });
    const find = async (search: string) =>
      (await store.calls.page({ state: 'all', limit: 10, search })).calls.map(({ id }) => id).join(' ');
    assert.is(await find('überweisung'), 'call_a');
    assert.is(await find('GUTEN ÜBERWEISUNG'), 'call_a');
    assert.is(await find('guten'), 'call_b call_a');
    assert.is(await find('never'), '');
  }));

test('a search reads the words of a call once, however many it looks for', () =>
  withStore(async ({ prisma }) => {
    const words = wordCondition('a b c d e f g h a b');
    const plan = await prisma.$queryRaw<{ detail: string }[]>(
      Prisma.sql`EXPLAIN QUERY PLAN SELECT id FROM calls WHERE ${words}`,
    );
    assert.is(plan.filter(({ detail }) => detail.includes('spoken_texts')).length, 1);
  }));

test('a search of many calls lets everything else have its turn in between, and finds what it would at once', () =>
  withStore(async (store) => {
    await store.calls.insert(aCall({ id: 'call_first', startedAtMs: 0, status: 'ended' }), []);
    const columns = await store.prisma.$queryRaw<{ name: string }[]>`PRAGMA table_info(calls)`;
    const others = columns.map(({ name }) => name).filter((name) => !['id', 'started_at'].includes(name));
    await store.prisma.$executeRawUnsafe(`
      INSERT INTO calls (id, started_at, ${others.join()})
      SELECT 'call_' || value, strftime('%Y-%m-%dT%H:%M:%f+00:00', value, 'unixepoch'), ${others.join()}
      FROM calls, generate_series(1, 3000)`);
    await store.prisma.$executeRaw`
      INSERT INTO spoken_texts (call_id, text) SELECT 'call_' || value, 'claim ' || (value % 1000) FROM generate_series(1, 3000)`;
    const endCount = countTurns();
    const found: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.calls.page({ state: 'all', limit: 2, search: 'claim 77', cursor });
      found.push(...page.calls.map(({ id }) => id));
      assert.is(page.total, 3 * 19);
      cursor = page.nextCursor ?? undefined;
    } while (cursor !== undefined && found.length < 4);
    const turns = endCount();
    assert.equal(found, ['call_2977', 'call_2877', 'call_2779', 'call_2778']);
    assert.ok(turns > 100, `${turns} turns in two searches`);
  }));

test('a search finds calls by words, number, company, outcome and time', () =>
  withStore(async (store) => {
    const place = async (id: string, changes: Parameters<typeof aCall>[0]) => {
      await store.calls.insert(aCall({ id: `call_${id}`, status: 'ended', intent: '', ...changes }), []);
    };
    await place('a', {
      startedAtMs: 1_000,
      company: 'Müller & Söhne',
      note: '100% sicher',
      connectedAtMs: 2_000,
    });
    await place('b', { startedAtMs: 2_000, number: '+493012345678', intent: 'Refund of a BILL' });
    await place('c', { startedAtMs: 3_000, facts: [{ label: 'claim', value: 'A_1' }], status: 'failed' });
    await place('d', { startedAtMs: 4_000, company: 'Acme', status: 'on_hold', connectedAtMs: 4_500 });
    await place('e', { startedAtMs: 5_000, endReason: 'cancelled' });
    await place('f', { startedAtMs: 6_000, endReason: 'trial_complete' });
    const find = async (query: object) =>
      (await store.calls.page({ state: 'all', limit: 10, ...query })).calls
        .map(({ id }) => id.slice(5))
        .join('');
    assert.is(await find({ search: 'MÜLLER' }), 'a');
    assert.is(await find({ search: 'bill refund' }), 'b');
    assert.is(await find({ search: 'bill acme' }), '');
    assert.is(await find({ search: '100%' }), 'a');
    assert.is(await find({ search: 'A_1' }), 'c', 'neither % nor _ stands for anything else');
    assert.is(await find({ search: '%' }), 'a');
    assert.is(await find({ search: '30 1234-5678' }), 'b');
    assert.is(await find({ search: '  ' }), 'fedcba');
    assert.is(await find({ company: 'acme' }), 'd');
    assert.is(await find({ company: 'MÜLLER & SÖHNE' }), 'a');
    assert.is(await find({ company: 'Müller' }), '', 'the whole name');
    assert.is(await find({ outcome: 'reached' }), 'a', 'a call that is not over has no outcome');
    assert.is(
      await find({ outcome: 'missed' }),
      'cb',
      'nor has one that was cancelled before it was due, or a trial',
    );
    assert.is(await find({ fromMs: 2_000, toMs: 4_000 }), 'cb');
    const page = await store.calls.page({ state: 'ended', outcome: 'missed', limit: 1 });
    assert.equal([page.total, page.calls[0]?.id], [2, 'call_c']);
    const { nextCursor } = page;
    assert.is(await find({ outcome: 'missed', limit: 1, cursor: nextCursor }), 'b');
  }));

test('an invalid cursor is refused', () =>
  withStore(async (store) => {
    for (const cursor of ['x', '!!', Buffer.from('1.flow_x').toString('base64url')]) {
      const refusal = await store.calls
        .page({ state: 'all', limit: 1, cursor })
        .catch((error: unknown) => error);
      assert.instance(refusal, AppError, cursor);
      assert.is((refusal as AppError).code, 'invalid');
    }
  }));

test('an idempotency key is found for its day, and may be used again after it', () =>
  withStore(async (store) => {
    const nowMs = Date.now();
    await store.calls.insert(aCall(), [], { key: 'k', digest: 'd' });
    await store.prisma.idempotencyKey.updateMany({ data: { createdAt: new Date(nowMs - 25 * hourMs) } });
    assert.is(await store.calls.findByIdempotencyKey('k', nowMs - 24 * hourMs), undefined);
    const fresh = aCall({ startedAtMs: nowMs });
    await store.calls.insert(fresh, [], { key: 'k', digest: 'e' });
    const found = await store.calls.findByIdempotencyKey('k', nowMs - 24 * hourMs);
    assert.equal([found?.call.id, found?.digest], [fresh.id, 'e']);
  }));

test('a call that is scheduled uses up its own key alone, and from now on', () =>
  withStore(async (store) => {
    const nowMs = Date.now();
    const call = aCall();
    await store.calls.insert(call, [], { key: 'now', digest: 'd' });
    await store.calls.insert(aCall({ startedAtMs: nowMs + 72 * hourMs }), [], { key: 'later', digest: 'd' });
    const found = await store.calls.findByIdempotencyKey('now', nowMs - 24 * hourMs);
    assert.is(found?.call.id, call.id);
    assert.is(await store.calls.findByIdempotencyKey('later', nowMs + 25 * hourMs), undefined);
  }));

test('two that use the same key at once: one is stored, the other is a conflict and leaves nothing', () =>
  withStore(async (store) => {
    const calls = [aCall(), aCall()];
    const results = await Promise.allSettled(
      calls.map((call) => store.calls.insert(call, [started(call)], { key: 'k', digest: 'd' })),
    );
    assert.equal(results.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    const refusals = results.flatMap((result) =>
      result.status === 'rejected' ? [result.reason as AppError] : [],
    );
    assert.equal(
      refusals.map(({ code }) => code),
      ['conflict'],
    );
    assert.is((await store.calls.page({ state: 'all', limit: 10 })).total, 1);
    assert.is((await store.journal.read(0, {}, 10)).length, 1);
  }));

test('recordings come back as bytes, are refreshed, and are bounded per number', () =>
  withStore(async (store) => {
    const recording = (id: string, byte: number) => ({
      id,
      audioClass: 'announcement' as const,
      fingerprint: Uint8Array.from({ length: 300 }, (_, n) => (n + byte) % 256),
      seconds: 4.5,
      timesHeard: 1,
      lastHeardAt: 33.25,
    });
    await store.recordings.learn('+12025550100', [recording('a', 0), recording('b', 7)], 1_000);
    assert.equal(await store.recordings.recall('+12025550100'), [recording('a', 0), recording('b', 7)]);
    assert.equal(await store.recordings.recall('+12025550199'), []);
    await store.recordings.learn('+12025550100', [{ ...recording('b', 7), timesHeard: 2 }], 2_000);
    assert.equal(
      (await store.recordings.recall('+12025550100')).map(({ id, timesHeard }) => [id, timesHeard]),
      [
        ['b', 2],
        ['a', 1],
      ],
    );
    const many = Array.from({ length: 64 }, (_, n) => recording(`new-${n}`, n));
    await store.recordings.learn('+12025550100', many, 3_000);
    const kept = await store.recordings.recall('+12025550100');
    assert.is(kept.length, 64);
    assert.not.ok(
      kept.some(({ id }) => id === 'a' || id === 'b'),
      'the longest unheard go first',
    );
    const huge = { ...recording('huge', 0), fingerprint: new Uint8Array(1_000_000) };
    await store.recordings.learn('+12025550177', [huge], 4_000);
    assert.equal(await store.recordings.recall('+12025550177'), []);
  }));

test('what one number of a company plays is known at its others, behind what they play themselves', () =>
  withStore(async (store) => {
    const recording = (id: string) => ({
      id,
      audioClass: 'music' as const,
      fingerprint: new Uint8Array([1, 2, 3]),
      seconds: 4,
      timesHeard: 1,
      lastHeardAt: 3,
    });
    const [sales, support, stranger, nameless] = [100, 101, 102, 103].map((n) => `+12025550${n}`) as [
      string,
      string,
      string,
      string,
    ];
    for (const [phoneNumber, company] of [
      [sales, 'Acme'],
      [support, ' acme'],
      [stranger, 'Other'],
      [nameless, ''],
    ] as const)
      await store.flows.insert({
        id: `flow_${phoneNumber}`,
        name: 'x',
        company,
        phoneNumber,
        description: '',
        tags: [],
        steps: [],
        version: 1,
        successCount: 0,
        failCount: 0,
        createdAtMs: 0,
        updatedAtMs: 0,
      });
    await store.recordings.learn(sales, [recording('a'), recording('both')], 2_000);
    await store.recordings.learn(support, [recording('both'), recording('own')], 1_000);
    await store.recordings.learn(nameless, [recording('z')], 1_000);
    const known = async (number: string) => (await store.recordings.recall(number)).map(({ id }) => id);
    assert.equal(await known(support), ['both', 'own', 'a']);
    assert.equal(await known(stranger), []);
    assert.equal(await known('+12025550199'), []);
  }));

test.run();
