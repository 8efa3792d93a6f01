import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { once } from 'node:events';
import type { Store } from '../../src/store/open.ts';
import { aCall } from '../store/fixtures.ts';
import { type Rig, withRig } from './rig.ts';

const number = '+12025550100';
/** A Monday, 09:00 in New York. */
const mondayMs = Date.UTC(2026, 5, 1, 13);
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

function held(startedAtMs: number, holdSeconds: number, changes: Parameters<typeof aCall>[0] = {}) {
  return aCall({
    startedAtMs,
    holdSeconds,
    status: 'ended',
    connectedAtMs: startedAtMs + holdSeconds * 1000,
    person: { grade: 'sure', confidence: 0.9, reason: '', atMs: startedAtMs },
    ...changes,
  });
}

async function store(rig: Rig, ...calls: ReturnType<typeof held>[]): Promise<void> {
  for (const call of calls) await rig.store.calls.insert(call, []);
}

const lookUp = (rig: Rig, typed = number) =>
  rig.ask('GET', `/api/v1/numbers/${encodeURIComponent(typed)}?tz=America/New_York`);

test('a number is looked up: how it is written, whether it may be dialled, and why not', () =>
  withRig(async (rig) => {
    const known = await lookUp(rig, '+1 (202) 555-0100');
    assert.equal(known.body, {
      number,
      formatted: '+1 202 555 0100',
      country: 'US',
      company: null,
      flow_id: null,
      allowed: true,
      detail: null,
      estimate: null,
    });
    const abroad = await lookUp(rig, '+442079460000');
    assert.equal([abroad.body.allowed, abroad.body.country], [false, 'GB']);
    assert.match(abroad.body.detail, /^allowed_countries: /);
    const emergency = await lookUp(rig, '911');
    assert.equal([emergency.status, emergency.body.number, emergency.body.allowed], [200, null, false]);
    assert.is((await lookUp(rig, '12345')).status, 400);
    assert.is((await lookUp(rig, '<script>')).status, 400);
    assert.is((await rig.ask('GET', `/api/v1/numbers/${number}?tz=Atlantis`)).status, 400);
  }));

test('from three waits that ended with a person on, the next one is estimated', () =>
  withRig(async (rig) => {
    await store(rig, held(mondayMs, 100), held(mondayMs + dayMs, 200));
    await store(
      rig,
      held(mondayMs + 2 * dayMs, 9_000, { person: null }),
      held(mondayMs, 5, { number: '+12025550111' }),
    );
    assert.is((await lookUp(rig)).body.estimate, null);
    await store(rig, held(mondayMs + 7 * dayMs, 400));
    assert.equal((await lookUp(rig)).body.estimate, {
      calls: 3,
      samples: [400, 200, 100],
      p25: 150,
      p50: 200,
      p75: 300,
      best: null,
    });
  }));

test("the best part of a week is given in the owner's local time, even across a change of the clocks", () =>
  withRig(async (rig) => {
    const inWinterMs = Date.UTC(2026, 0, 5, 14); // Monday, 09:00 in New York
    await store(rig, ...[0, 7].map((days) => held(mondayMs + days * dayMs, 60)), held(inWinterMs, 90));
    await store(rig, ...[1, 8, 15].map((days) => held(mondayMs + days * dayMs, 600)));
    assert.equal((await lookUp(rig)).body.estimate.best, { weekday: 1, from: '08:00', to: '10:00', p50: 60 });
  }));

test('how long calls waited, by day, company and hour', () =>
  withRig(async (rig) => {
    await store(
      rig,
      held(mondayMs, 100, { company: 'Acme' }),
      held(mondayMs + hourMs, 300),
      held(mondayMs + 12 * hourMs, 50, { person: null, connectedAtMs: null }),
      held(mondayMs, 7, { mode: 'direct' }),
      held(mondayMs, 7, { status: 'on_hold' }),
      held(mondayMs, 0, { endReason: 'cancelled', person: null, connectedAtMs: null }),
      held(mondayMs - 30 * dayMs, 7),
    );
    const range = `from=${new Date(mondayMs - dayMs).toISOString()}&to=${new Date(mondayMs + dayMs).toISOString()}`;
    const { body } = await rig.ask('GET', `/api/v1/stats/holds?${range}&tz=Asia/Tokyo`);
    assert.equal(body, {
      hold_time: 450,
      calls: 3,
      reached: 2,
      by_day: [
        { date: '2026-06-01', hold_time: 400 },
        { date: '2026-06-02', hold_time: 50 },
      ],
      by_company: [{ company: 'Acme', number, samples: [300, 100], p25: 150, p50: 200, p75: 250 }],
      by_hour: [
        { number, weekday: 1, hour: 23, calls: 1, p50: 300 },
        { number, weekday: 1, hour: 22, calls: 1, p50: 100 },
      ],
    });
    for (const query of [
      'from=2026-01-02T00:00Z&to=2026-01-01T00:00Z',
      'from=2020-01-01T00:00Z',
      'tz=x',
      'from=x',
    ])
      assert.is((await rig.ask('GET', `/api/v1/stats/holds?${query}`)).status, 400, query);
  }));

test('favourites are replaced together, and name the company of a call', () =>
  withRig(async (rig) => {
    assert.equal((await rig.ask('GET', '/api/v1/favourites')).body, { favourites: [] });
    const wanted = [{ label: 'Acme <b>', number: '+1 202 555 0100', intent: 'bill' }];
    const expected = [{ label: 'Acme <b>', number, intent: 'bill', call_flow_id: null, mode: 'hold_slayer' }];
    assert.equal(
      (await rig.ask('PUT', '/api/v1/favourites', { favourites: wanted })).body.favourites,
      expected,
    );
    assert.equal((await rig.ask('GET', '/api/v1/favourites')).body.favourites, expected);
    assert.is((await lookUp(rig)).body.company, 'Acme <b>');
    const { call_id } = (await rig.ask('POST', '/api/v1/calls/hold-slayer', { number })).body;
    assert.is((await rig.ask('GET', `/api/v1/calls/${call_id}`)).body.company, 'Acme <b>');
    const put = async (each: object) =>
      (await rig.ask('PUT', '/api/v1/favourites', { favourites: [each] })).status;
    assert.is(await put({ label: 'x', number, call_flow_id: 'flow_none' }), 404);
    assert.is(await put({ label: 'x', number: '12' }), 400);
    assert.is(await put({ label: 'x' }), 400);
    assert.equal(
      (await rig.ask('GET', '/api/v1/favourites')).body.favourites,
      expected,
      'nothing of a refused one',
    );
  }));

/** Ten thousand calls an hour apart, five hundred of them to one number. */
async function fill({ prisma }: Store): Promise<void> {
  await prisma.$executeRaw`
    WITH RECURSIVE counted(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n < 9999)
    INSERT INTO calls (id, number, mode, intent, status, recording, transcription, started_at, connected_at, hold_seconds,
      transcript_excerpt, person_confidence, search_text)
    SELECT 'call_' || n, '+1202555' || (1000 + n % 20), 'hold_slayer', 'matter ' || n, 'ended', 0, 0,
      strftime('%Y-%m-%dT%H:%M:%f+00:00', ${mondayMs / 1000} - n * 3600, 'unixepoch'),
      strftime('%Y-%m-%dT%H:%M:%f+00:00', ${mondayMs / 1000} - n * 3600 + 900, 'unixepoch'),
      60 + n % 900, '', 0.9, '+1202555' || (1000 + n % 20) || char(10) || 'matter ' || n
    FROM counted`;
}

test('ten thousand stored calls keep neither the search nor the estimates waiting', () =>
  withRig(async (rig) => {
    await fill(rig.store);
    const to = new Date(mondayMs + dayMs).toISOString();
    const from = new Date(mondayMs - 399 * dayMs).toISOString();
    const took: Record<string, number> = {};
    for (const path of [
      '/calls?state=all',
      '/calls?q=matter%209999',
      '/calls?outcome=missed&q=nothing',
      `/numbers/${encodeURIComponent('+12025551007')}`,
      `/stats/holds?from=${from}&to=${to}&tz=Europe/Berlin`,
    ]) {
      await rig.ask('GET', `/api/v1${path}`); // statements are compiled at their first use
      const times: number[] = [];
      for (let n = 0; n < 5; n++) {
        const before = process.cpuUsage();
        assert.is((await rig.ask('GET', `/api/v1${path}`)).status, 200, path);
        const { user, system } = process.cpuUsage(before);
        times.push((user + system) / 1000);
      }
      took[path.slice(0, 20)] = Math.round(Math.min(...times));
    }
    if (process.env['TEST_FIGURES'] !== undefined) console.log(JSON.stringify(took));
    // The search takes 110 ms alone, and half as long again beside another group on the same core.
    for (const [path, ms] of Object.entries(took)) assert.ok(ms < 300, `${path}: ${ms} ms of processor time`);
    const found = (await rig.ask('GET', '/api/v1/calls?q=matter%209999')).body;
    assert.equal([found.total, found.calls.length], [1, 1]);
  }));

test('a search takes a number as it was copied: from a page, or with the hidden marks of an address book', () =>
  withRig(async (rig) => {
    await store(rig, held(mondayMs, 60));
    for (const copied of [
      '+1\u00a0202\u00a0555\u00a00100',
      '202\u2011555\u20130100',
      '\u202d+1 (202) 555-0100\u202c',
    ]) {
      const found = await rig.ask('GET', `/api/v1/calls?q=${encodeURIComponent(copied)}`);
      assert.equal([found.status, found.body.total], [200, 1], JSON.stringify(copied));
    }
    const hidden = await rig.ask('GET', `/api/v1/calls?q=${encodeURIComponent('bill\u202d')}`);
    assert.is(hidden.status, 400, 'in words they stay refused');
  }));

test('the pulse, without an id, reaches the clients that asked for it, and no others', () =>
  withRig(async (rig) => {
    const { call_id } = (await rig.ask('POST', '/api/v1/calls/hold-slayer', { number })).body;
    rig.calls.pulses = () => [
      { callId: call_id, levelDb: -21.04, audioType: 'music', confidence: 0.9, person: 0.1, holdSeconds: 3 },
    ];
    const quiet = rig.openStream();
    const heard: unknown[] = [];
    quiet.on('message', (data) => heard.push(data));
    const stream = rig.openStream(`?pulse=1&call_id=${call_id}`);
    const other = rig.openStream('?pulse=1&call_id=call_other');
    other.on('message', (data) => heard.push(data));
    const [data] = (await once(stream, 'message')) as [Buffer];
    const { timestamp, ...pulse } = JSON.parse(data.toString());
    assert.match(timestamp, /^2.+Z$/);
    assert.equal(pulse, {
      type: 'call_pulse',
      call_id,
      data: { level_db: -21, audio_type: 'music', confidence: 0.9, person: 0.1, hold_time: 3 },
    });
    await once(stream, 'message');
    assert.equal(heard, []);
    assert.is(
      (await rig.ask('GET', `/api/v1/calls/${call_id}/events`)).body.events.some(
        ({ type }: { type: string }) => type === 'call_pulse',
      ),
      false,
    );
  }));

test('partial transcripts, without an id, reach the clients that asked for them, and are not stored', () =>
  withRig(async (rig) => {
    const { call_id } = (await rig.ask('POST', '/api/v1/calls/hold-slayer', { number })).body;
    const listeners = new Set<Parameters<typeof rig.calls.onPartial>[0]>();
    rig.calls.onPartial = (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    const quiet = rig.openStream();
    const other = rig.openStream('?partials=1&call_id=call_other');
    const stream = rig.openStream(`?partials=1&call_id=${call_id}`);
    const heard: unknown[] = [];
    for (const socket of [quiet, other]) socket.on('message', (data) => heard.push(data));
    await Promise.all([quiet, other, stream].map((socket) => once(socket, 'open')));
    assert.is(listeners.size, 2, 'nobody is told who did not ask');
    const said = { text: 'how can i', speaker: 'far', start: 61.2, kind: 'person' } as const;
    const message = once(stream, 'message') as Promise<[Buffer]>;
    for (const tell of listeners) tell({ callId: call_id, ...said });
    const { timestamp, ...partial } = JSON.parse((await message)[0].toString());
    assert.match(timestamp, /^2.+Z$/);
    assert.equal(partial, { type: 'transcript_partial', call_id, data: said });
    assert.equal(heard, []);
    stream.terminate();
    while (listeners.size > 1) await new Promise((resolve) => setImmediate(resolve));
    assert.is((await rig.ask('GET', `/api/v1/calls/${call_id}/transcript`)).body.text, '');
    const refused = rig.openStream('?partials=yes');
    const [, response] = (await once(refused, 'unexpected-response')) as [unknown, { statusCode: number }];
    assert.is(response.statusCode, 400);
  }));

test.run();
