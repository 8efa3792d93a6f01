import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { digestOf } from '../../src/contract/request-digest.ts';
import { aCall } from '../store/fixtures.ts';
import { ScriptedDesk } from '../rig/scripted-desk.ts';
import { withRig } from './rig.ts';

const test = suite('calls over REST');

const number = '+12025550100';

test('a call is placed: 201, the specified body, and its Location', () =>
  withRig(async (rig) => {
    const answer = await rig.ask('POST', '/api/v1/calls/outbound', { number: '+1 (202) 555-0100' });
    assert.is(answer.status, 201);
    assert.equal(Object.keys(answer.body).sort(), ['call_id', 'mode', 'number', 'started_at', 'status']);
    assert.is(answer.body.number, number);
    assert.is(answer.body.mode, 'direct');
    assert.is(answer.body.status, 'trying');
    assert.match(answer.body.started_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.is(answer.headers.get('location'), `/api/v1/calls/${answer.body.call_id}`);
    const shown = await rig.ask('GET', answer.headers.get('location') ?? '');
    assert.is(shown.status, 200);
    assert.is(shown.body.audio_type, 'unknown');
    assert.equal(shown.body.services, { recording: false, transcription: false });
    assert.equal(shown.body.classification_history, []);
  }));

test('every field that is wrong is named at once, one that is missing first, and none is quoted', () =>
  withRig(async (rig) => {
    const detailOf = async (at: string, body: object): Promise<string> => {
      const { status, body: refusal } = await rig.ask('POST', at, body);
      assert.equal([status, Object.keys(refusal)], [400, ['detail']]);
      return refusal.detail;
    };
    const misspelt = { nmber: number, intent: 5, services: { tape: true } };
    assert.is(
      await detailOf('/api/v1/calls/outbound', misspelt),
      '"number" is required; "intent" must be a string; "services.tape" is not allowed; "nmber" is not allowed',
    );
    const steps = [{ id: 'pin', type: 'DTMF', dtmf: '4711x', secret: true }];
    const told = await detailOf('/api/v1/call-flows', { name: null, phone_number: number, steps, tag: 'x' });
    assert.match(
      told,
      /^"name" must be a string, not null; "steps\[0\]\.dtmf" must be .*; "tag" is not allowed$/,
    );
    assert.not.match(told, '4711');
    const strange = Object.fromEntries(Array.from({ length: 1000 }, (_, n) => [`field_${n}`, n]));
    const many = await detailOf('/api/v1/calls/outbound', strange);
    assert.is(many.split('; ').length, 10);
  }));

test('what is wrong with a number, an address or a URL is told together with the other fields', () =>
  withRig(async (rig) => {
    const faultsOf = async (at: string, body: object, method = 'POST'): Promise<string[]> => {
      const { status, body: refusal } = await rig.ask(method, at, body);
      assert.is(status, 400);
      return refusal.detail.split('; ');
    };
    const services = { recording: 1, transcription: 'no', tape: true };
    const call = { mode: 'x', services };
    for (const route of ['outbound', 'hold-slayer']) {
      const [first, ...others] = await faultsOf(`/api/v1/calls/${route}`, { ...call, number: '+1 202' });
      assert.is(first, '"number" is too short for a phone number that begins with +1: +1202');
      const fields = ['"mode"', '"services.recording"', '"services.transcription"', '"services.tape"'];
      assert.equal(new Set(others.map((fault) => fault.split(' ')[0])), new Set(fields));
    }
    const emergency = await faultsOf('/api/v1/calls/outbound', { ...call, number: '911' });
    assert.match(emergency[0] ?? '', '"number" is an emergency number');
    const steps = [{ id: 'queue', type: 'HOLD' }];
    const named: [method: string, at: string, body: object, fields: string[]][] = [
      ['POST', 'call-flows', { name: '', phone_number: '2025550100', steps }, ['"name"', '"phone_number"']],
      [
        'PUT',
        'favourites',
        { favourites: [{ label: 'Bank', number: '+1' }], x: 1 },
        ['"favourites[0].number"', '"x"'],
      ],
      ['POST', 'devices', { name: '', type: 'softphone', sip_uri: 'sip:kitchen' }, ['"name"', '"sip_uri"']],
      [
        'POST',
        'devices',
        { name: 'Mobile', type: 'external', sip_uri: 'tel:1', priority: -1 },
        ['"sip_uri"', '"priority"'],
      ],
      ['POST', 'devices', { name: 'Mobile', type: 'mobile', sip_uri: 'tel:+1' }, ['"type"', '"sip_uri"']],
      ['PUT', 'devices/dev_x', { sip_uri: 'kitchen', online: true }, ['"sip_uri"', '"online"']],
      ['POST', 'webhooks', { name: 'Home', url: 'ftp://home.lan/x', types: [] }, ['"url"', '"types"']],
    ];
    for (const [method, at, body, fields] of named) {
      const faults = await faultsOf(`/api/v1/${at}`, body, method);
      assert.equal(
        faults.map((fault) => fault.split(' ')[0]),
        fields,
        at,
      );
    }
  }));

test('hold-slayer is outbound in that mode, and transfer_to is its device', () =>
  withRig(async (rig) => {
    const steps = [{ id: 'queue', type: 'HOLD' }];
    await rig.ask('POST', '/api/v1/call-flows', { id: 'flow_x', name: 'x', phone_number: number, steps });
    const body = { number, intent: 'cancel', call_flow_id: 'flow_x', transfer_to: 'kitchen' };
    const answer = await rig.ask('POST', '/api/v1/calls/hold-slayer', body);
    assert.is(answer.status, 201);
    assert.is(answer.body.mode, 'hold_slayer');
    assert.is(rig.calls.placed[0]?.device, 'kitchen');
    assert.is(rig.calls.placed[0]?.callFlowId, 'flow_x');
  }));

test('the same Idempotency-Key gives the same call, however the body is written; another body is a conflict', () =>
  withRig(async (rig) => {
    const key = { 'Idempotency-Key': 'shortcut-1' };
    const one = await rig.ask('POST', '/api/v1/calls/outbound', { number, intent: 'x' }, key);
    const two = await rig.ask(
      'POST',
      '/api/v1/calls/outbound',
      `{ "intent": "x",  "number": "${number}" }`,
      key,
    );
    const other = await rig.ask('POST', '/api/v1/calls/outbound', { number, intent: 'y' }, key);
    assert.equal([one.status, two.status, other.status], [201, 201, 409]);
    assert.is(two.body.call_id, one.body.call_id);
    assert.is(rig.calls.placed.length, 1);
    const retry = { on: ['busy'], times: 2, minutes: 5 };
    const plans = [retry, { minutes: 5, times: 2, on: ['busy'] }, { ...retry, times: 1 }];
    const planned = [];
    for (const plan of plans)
      planned.push(
        await rig.ask(
          'POST',
          '/api/v1/calls/outbound',
          { number, retry: plan },
          { 'Idempotency-Key': 'plan' },
        ),
      );
    assert.equal(
      planned.map(({ status }) => status),
      [201, 201, 409],
    );
    assert.is(planned[1]?.body.call_id, planned[0]?.body.call_id);
  }));

test('what acts on a call is done once for its Idempotency-Key, also by the next process', () =>
  withRig(async (rig) => {
    const placed = await rig.ask('POST', '/api/v1/calls/hold-slayer', { number });
    const at = `/api/v1/calls/${placed.body.call_id}`;
    const key = { 'Idempotency-Key': 'keys-1' };
    const send = (digits: string, headers: Record<string, string>) =>
      rig.ask('POST', `${at}/dtmf`, { digits }, headers);
    const early = await send('12', key);
    assert.is(early.status, 409, 'not answered yet');
    const far = await rig.calls.telephony.farLegOf(placed.body.call_id);
    await rig.calls.farEnd(placed.body.call_id, (leg) => leg.answer());
    const sent = (): string[] => far.asked.filter((order) => order.startsWith('dtmf'));
    const together = await Promise.all([send('12', key), send('12', key)]);
    const again = await send('12', key);
    assert.equal(
      [...together, again].map(({ status, body }) => [status, body.call_id]),
      [
        [200, placed.body.call_id],
        [200, placed.body.call_id],
        [200, placed.body.call_id],
      ],
    );
    assert.equal(sent(), ['dtmf 12']);
    assert.is((await send('13', key)).status, 409);
    assert.is((await rig.ask('POST', '/api/v1/calls/hold-slayer', { number }, key)).status, 409);
    assert.is((await send('12', {})).status, 200);
    assert.equal(sent(), ['dtmf 12', 'dtmf 12']);

    await rig.store.journal.flush(1_000);
    const next = await ScriptedDesk.create(rig.store);
    const digest = digestOf(['sendDtmf', placed.body.call_id, { digits: '12' }]);
    const idempotency = { key: 'keys-1', digest };
    const act = async () => assert.unreachable('it was done before');
    assert.is((await next.once(placed.body.call_id, idempotency, act as never)).id, placed.body.call_id);

    const hangUp = () => rig.ask('POST', `${at}/hangup`, undefined, { 'Idempotency-Key': 'end-1' });
    assert.equal([(await hangUp()).status, (await hangUp()).status], [200, 200]);
    assert.is((await rig.ask('POST', `${at}/hangup`)).status, 409);
  }));

test('the digest of a request ignores the order of fields, but not of lists', () => {
  const [wait, hold] = [{ id: 'a', type: 'WAIT', timeout: 1 }, { id: 'b' }];
  const digest = digestOf(['try', { number, steps: [wait, hold] }]);
  assert.is(digestOf(['try', { steps: [{ timeout: 1, type: 'WAIT', id: 'a' }, hold], number }]), digest);
  assert.is.not(digestOf(['try', { number, steps: [hold, wait] }]), digest);
});

test('a repeated request to call later gives the same call even once it is due', () =>
  withRig(async (rig) => {
    const { now } = Date;
    const body = { number, at: new Date(now() + 1_800_000).toISOString() };
    const ask = (headers: Record<string, string>) =>
      rig.ask('POST', '/api/v1/calls/hold-slayer', body, headers);
    const key = { 'Idempotency-Key': 'shortcut-2' };
    const first = await ask(key);
    assert.is(first.body.status, 'scheduled');
    Date.now = () => now() + 3_600_000;
    try {
      const again = await ask(key);
      assert.equal([again.status, again.body.call_id], [201, first.body.call_id]);
      const late = await ask({});
      assert.is(late.status, 400);
      assert.match(late.body.detail, /^"at" must be a time within/);
    } finally {
      Date.now = now;
      await rig.ask('POST', `/api/v1/calls/${first.body.call_id}/hangup`);
    }
  }));

test('refusals of the desk keep their status and reason', () =>
  withRig(async (rig) => {
    const place = (body: object) => rig.ask('POST', '/api/v1/calls/hold-slayer', { number, ...body });
    const forbidden = await place({ number: '+442079460000' });
    assert.is(forbidden.status, 400);
    assert.match(forbidden.body.detail, /^allowed_countries: /);
    const nobody = await place({ transfer_to: 'nobody' });
    assert.equal([nobody.status, Object.keys(nobody.body)], [404, ['detail']]);
    assert.equal([(await place({})).status, (await place({})).status], [201, 201]);
    const third = await place({});
    assert.is(third.status, 409);
    assert.match(third.body.detail, /^max_concurrent_calls: /);
    rig.calls.telephony.refusal = 'Asterisk is away';
    const away = await place({});
    assert.equal([away.status, away.body], [503, { detail: 'Asterisk is away' }]);
  }));

test('actions on a call answer with its view; on a finished call 409, on an unknown one 404', () =>
  withRig(async (rig) => {
    const { body: call } = await rig.ask('POST', '/api/v1/calls/hold-slayer', { number });
    const at = `/api/v1/calls/${call.call_id}`;
    assert.is((await rig.ask('POST', `${at}/dtmf`, { digits: '1' })).status, 409, 'not answered yet');
    assert.is((await rig.ask('POST', `${at}/resume-hold`)).status, 409, 'no person was found');
    await rig.calls.farEnd(call.call_id, (far) => far.answer());
    assert.is((await rig.ask('POST', `${at}/transfer`, { device: 'kitchen' })).body.status, 'transferring');
    assert.is((await rig.ask('POST', `${at}/transfer`, { device: 'nobody' })).status, 404);
    assert.is((await rig.ask('POST', `${at}/dtmf`, { digits: '1w2#' })).status, 200);
    assert.is((await rig.ask('POST', `${at}/resume-hold`)).body.status, 'on_hold');
    const ended = await rig.ask('POST', `${at}/hangup`);
    assert.equal([ended.status, ended.body.status, ended.body.end_reason], [200, 'ended', 'hangup_api']);
    for (const [path, body] of [
      ['hangup', undefined],
      ['resume-hold', {}],
      ['transfer', { device: 'kitchen' }],
      ['dtmf', { digits: '1' }],
    ] as const) {
      assert.is((await rig.ask('POST', `${at}/${path}`, body)).status, 409, path);
      assert.is((await rig.ask('POST', `/api/v1/calls/call_none/${path}`, body)).status, 404, path);
    }
    assert.is((await rig.ask('GET', at)).body.status, 'ended', 'it stays readable');
  }));

test('a note and facts are stored with a call, even when it is over', () =>
  withRig(async (rig) => {
    const { body: call } = await rig.ask('POST', '/api/v1/calls/hold-slayer', { number, company: 'Acme' });
    const at = `/api/v1/calls/${call.call_id}`;
    const facts = [{ label: 'claim', value: '<b>A-1</b>' }];
    const noted = await rig.ask('PATCH', at, { note: 'first line\r\nsecond', facts }); // as Windows ends lines
    assert.equal(
      [noted.status, noted.body.note, noted.body.facts, noted.body.company],
      [200, 'first line\nsecond', facts, 'Acme'],
    );
    await rig.ask('POST', `${at}/hangup`);
    const later = await rig.ask('PATCH', at, { note: 'done' });
    assert.equal([later.body.note, later.body.facts], ['done', facts], 'what is absent stays');
    assert.equal((await rig.ask('GET', at)).body.note, 'done');
    assert.is((await rig.ask('PATCH', at, { will_ring: [] })).status, 409);
    assert.is((await rig.ask('PATCH', '/api/v1/calls/call_none', { note: '' })).status, 404);
    for (const body of [
      { note: 'x'.repeat(5001) },
      { facts: [{ label: '' }] },
      { note: '\u202e' },
      { note: 'over\rwritten' },
      { notes: '' },
    ])
      assert.is((await rig.ask('PATCH', at, body)).status, 400, JSON.stringify(body));
    const { events } = (await rig.ask('GET', `${at}/events`)).body;
    const edits = events.filter((event: { type: string }) => event.type === 'call_edited');
    assert.equal(
      edits.map(({ data }: { data: object }) => data),
      [{ fields: ['note', 'facts'] }, { fields: ['note'] }],
    );
  }));

test('the answer says which event it includes: the stream from there brings the rest, once', () =>
  withRig(async (rig) => {
    const { body: call } = await rig.ask('POST', '/api/v1/calls/hold-slayer', { number });
    const at = `/api/v1/calls/${call.call_id}`;
    const shown = await rig.ask('GET', at);
    const listed = await rig.ask('GET', '/api/v1/calls');
    const all = (await rig.ask('GET', `${at}/events`)).body;
    assert.is(shown.body.event_id, all.next_since);
    assert.is(listed.body.event_id, all.next_since);
    const noted = await rig.ask('PATCH', at, { note: 'x' });
    assert.is(noted.body.event_id, all.next_since + 1, 'the change is part of its answer');
  }));

test('a company is remembered with the number', () =>
  withRig(async (rig) => {
    const place = async (body: object) => {
      const { call_id } = (await rig.ask('POST', '/api/v1/calls/hold-slayer', { number, ...body })).body;
      return (await rig.ask('POST', `/api/v1/calls/${call_id}/hangup`)).body.company;
    };
    assert.is(await place({}), '');
    assert.is(await place({ company: 'Acme' }), 'Acme');
    assert.is(await place({ company: ' ' }), 'Acme');
    assert.is(await place({}), 'Acme');
    assert.is(await place({ number: '+12025550111' }), '');
  }));

test('the list shows active calls; the history pages newest first', () =>
  withRig(async (rig) => {
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) {
      const { body } = await rig.ask('POST', '/api/v1/calls/outbound', { number });
      ids.unshift(body.call_id);
      if (n < 4) await rig.ask('POST', `/api/v1/calls/${body.call_id}/hangup`);
    }
    const active = await rig.ask('GET', '/api/v1/calls');
    assert.equal(
      [active.body.total, active.body.calls[0].call_id, active.body.next_cursor],
      [1, ids[0], null],
    );
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const query: string = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await rig.ask('GET', `/api/v1/calls?state=all&limit=2${query}`);
      assert.is(page.body.total, 5);
      seen.push(...page.body.calls.map((call: { call_id: string }) => call.call_id));
      cursor = page.body.next_cursor;
    }
    assert.equal(seen, ids);
    assert.is((await rig.ask('GET', '/api/v1/calls?state=ended')).body.total, 4);
  }));

test('a field of the search without a value counts as absent', () =>
  withRig(async (rig) => {
    await rig.ask('POST', '/api/v1/calls/outbound', { number });
    const empty = 'state=&q=&company=&outcome=&from=&to=&limit=&cursor=';
    const plain = await rig.ask('GET', '/api/v1/calls');
    assert.equal([plain.status, plain.body.total], [200, 1]);
    const sought = await rig.ask('GET', `/api/v1/calls?${empty}`);
    assert.equal(
      [sought.status, sought.body.total, sought.body.next_cursor],
      [200, 1, null],
      sought.body.detail,
    );
  }));

test('so does a parameter of any other route; one that does not exist is refused all the same', () =>
  withRig(async (rig) => {
    const { body: call } = await rig.ask('POST', '/api/v1/calls/outbound', { number });
    for (const path of [
      `/api/v1/calls/${call.call_id}/events?since=&limit=`,
      '/api/v1/call-flows?company=&tag=',
      `/api/v1/numbers/${encodeURIComponent(number)}?tz=`,
    ]) {
      const { status, body } = await rig.ask('GET', path);
      assert.is(status, 200, `${path}: ${body.detail}`);
    }
    assert.is((await rig.ask('GET', '/api/v1/calls?colour=')).status, 400);
  }));

test('the owner says whether a person was one, changes that and takes it back', () =>
  withRig(async (rig) => {
    const { body: call } = await rig.ask('POST', '/api/v1/calls/outbound', { number });
    const { body: other } = await rig.ask('POST', '/api/v1/calls/outbound', { number: '+12025550188' });
    const id: string = call.call_id;
    const data = { confidence: 0.9, transcript_excerpt: '', reason: 'it sounds live' };
    await rig.store.journal.record({ events: [{ type: 'human_detected', callId: id, atMs: 0, data }] });
    const moment = async () => (await rig.ask('GET', `/api/v1/calls/${id}/timeline`)).body.moments[0];
    const { event_id: eventId } = await moment();
    const path = `/api/v1/calls/${id}/persons/${eventId}`;
    for (const person of [true, false, null]) {
      const { status, body } = await rig.ask('PUT', path, { person });
      assert.equal([status, body], [200, { event_id: eventId, person }]);
      assert.is((await moment()).person, person);
    }
    for (const wrong of [
      `/api/v1/calls/${other.call_id}/persons/${eventId}`,
      `/api/v1/calls/${id}/persons/${eventId - 1}`,
      `/api/v1/calls/${id}/persons/0`,
      `/api/v1/calls/${id}/persons/9e99`,
      '/api/v1/calls/call_none/persons/1',
    ])
      assert.is((await rig.ask('PUT', wrong, { person: true })).status, 404, wrong);
    const old = aCall({ status: 'ended', endedAtMs: Date.now() });
    await rig.store.calls.insert(old, []);
    const { body: refusal } = await rig.ask('PUT', `/api/v1/calls/${old.id}/persons/1`, { person: true });
    assert.match(refusal.detail, /are not kept any more/);
    for (const body of [{}, { person: 'yes' }, { person: true, more: 1 }])
      assert.is((await rig.ask('PUT', path, body)).status, 400);
  }));

test('events, transcript and timeline of a call', () =>
  withRig(async (rig) => {
    const { body: call } = await rig.ask('POST', '/api/v1/calls/outbound', { number });
    const id: string = call.call_id;
    rig.calls.hear('ringing', 0.5);
    const chunk = (text: string, is_final: boolean) =>
      ({
        type: 'transcript_chunk',
        callId: id,
        atMs: Date.now(),
        data: { text, speaker: 'far', is_final },
      }) as const;
    await rig.store.journal.record({
      events: [chunk('hel', false), chunk('hello', true), chunk('there', true)],
    });

    const events = await rig.ask('GET', `/api/v1/calls/${id}/events?limit=2`);
    assert.equal(
      events.body.events.map((event: { type: string }) => event.type),
      ['call_started', 'call_status'],
    );
    assert.equal(events.body.events[0].data, { number, mode: 'direct', intent: '' });
    const rest = await rig.ask('GET', `/api/v1/calls/${id}/events?since=${events.body.next_since}`);
    assert.equal(
      rest.body.events.map((event: { type: string }) => event.type),
      ['transfer_started', 'audio_classified', 'transcript_chunk', 'transcript_chunk', 'transcript_chunk'],
    );
    const newest = await rig.ask(
      'GET',
      `/api/v1/calls/${id}/events?before=${2 ** 31 - 1}&limit=2&types=transcript_chunk,call_started`,
    );
    assert.equal(newest.body.events, rest.body.events.slice(-2), 'the newest, oldest first');
    const [oldest] = newest.body.events;
    const earlier = await rig.ask(
      'GET',
      `/api/v1/calls/${id}/events?before=${oldest.id}&types=transcript_chunk,call_started`,
    );
    assert.equal(
      earlier.body.events.map((event: { type: string }) => event.type),
      ['call_started', 'transcript_chunk'],
    );
    for (const [query, named] of [
      ['types=noise', /"noise" is not an event type/],
      ['since=1&before=9', /^"since" and "before" exclude each other$/],
      ['before=0', /"before"/],
      [`before=${2 ** 31}`, /"before"/],
    ] as const) {
      const refused = await rig.ask('GET', `/api/v1/calls/${id}/events?${query}`);
      assert.is(refused.status, 400, query);
      assert.match(refused.body.detail, named);
    }
    const transcript = await rig.ask('GET', `/api/v1/calls/${id}/transcript`);
    assert.is(transcript.body.text, 'hello\nthere');
    await rig.store.journal.record({
      events: [
        {
          type: 'person_likely',
          callId: id,
          atMs: Date.UTC(2026, 0, 1, 12),
          data: { confidence: 0.5, transcript_excerpt: '', reason: 'a new voice' },
        },
      ],
    });
    const timeline = await rig.ask('GET', `/api/v1/calls/${id}/timeline`);
    assert.equal(timeline.body.moments, [
      {
        type: 'person_likely',
        at: '2026-01-01T12:00:00.000Z',
        reason: 'a new voice',
        event_id: timeline.body.moments[0].event_id,
        person: null,
      },
    ]);
    const [{ type, start, end }] = timeline.body.segments;
    assert.ok(start >= 0.5 && start < 60, `it is heard from ${start} s on`);
    assert.equal([type, end], ['ringing', null]);
    const shown = await rig.ask('GET', `/api/v1/calls/${id}`);
    const timestamp = Math.floor((Date.parse(shown.body.started_at) + Math.round(start * 1000)) / 1000);
    assert.equal(shown.body.classification_history, [{ timestamp, type: 'ringing', confidence: 0.9 }]);
  }));

test.run();
