import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { JournalEntry } from '../../src/calls/store.ts';
import type { Call } from '../../src/domain/call.ts';
import type { NewEvent } from '../../src/domain/events.ts';
import { pendingEntry } from '../../src/store/journal/journal-batch.ts';
import type { Store } from '../../src/store/open.ts';
import { WaitingLine } from '../../src/store/journal/waiting-line.ts';
import { withRig } from '../http/rig.ts';
import { aCall, heard, started } from './fixtures.ts';
import { lockDatabase, untilFaulty } from './database-lock.ts';

const test = suite('an outage of the database that lasts');

const entries = 60_000;
const statusEvery = 1_000;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

function heapMebibytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 2 ** 20;
}

/** What the ledger of a call that waits records: each classification comes with the call as it stands and a segment. */
function recordHold(store: Store, call: Call, n: number): void {
  const audioClass = n % 2 === 0 ? 'music' : 'announcement';
  const atSeconds = n / 10;
  const next = { fromMs: n, startSeconds: atSeconds, endSeconds: null, audioClass, confidence: 0.9 } as const;
  void store.journal.record({
    events: [heard(call.id, n)],
    call: { ...call, audioType: audioClass },
    segment: { callId: call.id, endSeconds: atSeconds, next },
  });
}

function step(call: Call, n: number): NewEvent {
  const data = { step_id: `step ${n}`, step_type: 'HOLD', description: '' };
  return { type: 'ivr_step', callId: call.id, atMs: n, data };
}

test('memory is bounded, what restores a call and the order are kept, and /health says what was dropped', () =>
  withRig(async (rig) => {
    const { store } = rig;
    const calls = [aCall(), aCall(), aCall()];
    for (const call of calls) await store.calls.insert(call, [started(call)]);
    const unlock = await lockDatabase(store);
    const heapBefore = heapMebibytes();
    let maxMebibytes = 0;
    for (let n = 0; n < entries; n++) {
      const call = calls[n % calls.length] as Call;
      if (n % statusEvery === 0)
        void store.journal.record({ events: [step(call, n)], call: { ...call, flowStep: `step ${n}` } });
      else recordHold(store, { ...call, flowStep: `step ${n - (n % statusEvery)}` }, n);
      if (n % 5_000 === 0) {
        await new Promise((resolve) => setImmediate(resolve));
        maxMebibytes = Math.max(maxMebibytes, heapMebibytes() - heapBefore);
      }
    }
    await untilFaulty(store);
    const said = /; (\d+) entries wait, (\d+) events that restore no call were dropped since 2\d{3}-/.exec(
      store.journal.faulty ?? '',
    );
    assert.ok(said !== null, store.journal.faulty);
    assert.ok(Number(said?.[1]) <= 20_500, said?.[0]);
    assert.ok(maxMebibytes < 80, `${maxMebibytes} MiB`);
    assert.ok(Number(said?.[2]) > 30_000, said?.[0]);
    assert.is((await rig.ask('GET', '/health')).body.database.detail, store.journal.faulty);
    await unlock();
    await store.journal.flush(300_000);

    const events = await store.journal.read(0, {}, entries);
    const stamps = events.filter(({ type }) => type !== 'call_started').map(orderOf);
    assert.equal(
      stamps,
      stamps.toSorted((a, b) => a - b),
      'in order',
    );
    assert.is(events.filter(({ type }) => type === 'ivr_step').length, entries / statusEvery);
    assert.is(stamps.at(-1), entries - 1, 'the newest are kept');
    for (const [index, call] of calls.entries()) {
      const last = entries - calls.length + index;
      const stored = await store.calls.get(call.id);
      assert.is(stored?.flowStep, `step ${entries - statusEvery}`);
      assert.is(stored?.audioType, last % 2 === 0 ? 'music' : 'announcement');
      const segments = await store.calls.segments(call.id);
      assert.is(segments.filter(({ endSeconds }) => endSeconds === null).length, 1);
      assert.is(segments.at(-1)?.startSeconds, last / 10);
      for (const [at, segment] of segments.slice(0, -1).entries())
        assert.ok((segment.endSeconds ?? NaN) <= (segments[at + 1]?.startSeconds ?? NaN), `segment ${at}`);
    }
    const health = (await rig.ask('GET', '/health')).body;
    assert.is(health.database.ok, true);
    assert.match(health.database.detail, /^\d+ events that restore no call were dropped since .+ until /);
  }));

function orderOf(event: { type: string; atMs: number; data: object }): number {
  return event.type === 'ivr_step' ? event.atMs : (event.data as { features: { n: number } }).features.n;
}

test('the drop is told once, what only commented is answered, and an end of a flow is never dropped', () => {
  let drops = 0;
  let answered = 0;
  const line = new WaitingLine(10, () => (drops += 1));
  const push = (entry: JournalEntry): void =>
    line.push({
      ...pendingEntry(entry),
      giveUpAtMs: Infinity,
      resolve: () => (answered += 1),
      reject: () => assert.unreachable(),
    });
  const call = aCall();
  push({ events: [heard(call.id, 0)], call, flowRun: { flowId: 'flow_x', succeeded: true } });
  for (let n = 1; n < 40; n++) push({ events: [heard('', n)] });
  assert.is(drops, 1);
  assert.ok(line.length <= 10);
  assert.is(line.dropped?.events, answered);
  const [first] = line.take(1);
  assert.equal(first?.flowRun, { flowId: 'flow_x', succeeded: true });
  line.forgetDropped();
  for (let n = 40; n < 60; n++) push({ events: [heard('', n)] });
  assert.is(drops, 2, 'once for each outage');
});

test('what changes a call without an event is answered only when it is stored: its INVITE waits for that', () => {
  let isAnswered = false;
  const line = new WaitingLine(10, () => undefined);
  const push = (entry: JournalEntry, resolve = (): void => undefined): void =>
    line.push({ ...pendingEntry(entry), giveUpAtMs: Infinity, resolve, reject: () => assert.unreachable() });
  const call = aCall();
  push({ events: [], call: { ...call, farInvitedAtMs: 1 } }, () => (isAnswered = true));
  for (let n = 1; n < 40; n++) push({ events: [heard(call.id, n)], call: { ...call, farInvitedAtMs: 1 } });
  assert.ok(line.length <= 11, String(line.length));
  assert.not(isAnswered);
});

test.run();
