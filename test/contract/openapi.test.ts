import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { recordingRoutes } from '../../src/http/routes/recordings.ts';
import { RecordingDesk } from '../../src/recordings/recording-desk.ts';
import { sessionRoutes } from '../../src/http/routes/sessions.ts';
import { tokenRoutes } from '../../src/http/routes/tokens.ts';
import { createIdentity } from '../../src/identity/index.ts';
import type { Store } from '../../src/store/open.ts';
import { type Answer, type Rig, withRig } from '../http/rig.ts';
import { countTurns } from '../rig/event-loop-turns.ts';
import { memoryLog } from '../store/fixtures.ts';

const test = suite('OpenAPI contract');

// oxlint-disable-next-line no-explicit-any -- the description is walked as the JSON that it is
type Json = Record<string, any>;

const steps = [
  { id: 'a', type: 'LISTEN', timeout: 5, options: [{ match: 'billing', dtmf: '1' }] },
  { id: 'b', type: 'HOLD' },
];
const number = '+12025550100';
const recordingFolder = await mkdtemp(join(tmpdir(), 'hf-contract-'));

/** The rig's gate decides who asks; requests about tokens and sessions are answered by the real desks. */
function withIdentity(store: Store) {
  const settings = {
    host: '127.0.0.1',
    port: 80,
    publicUrl: 'http://127.0.0.1',
    ownerToken: undefined,
    oidc: undefined,
  };
  const { authRoutes, tokens, sessions } = createIdentity({ store, log: memoryLog(), settings });
  return {
    auth: authRoutes,
    routes: [
      ...tokenRoutes(tokens),
      ...sessionRoutes(sessions),
      ...recordingRoutes(
        new RecordingDesk({
          ...{ store: store.callRecordings, journal: store.journal, folder: recordingFolder },
          ...{ keepDays: 1, maxBytes: 1e9, log: memoryLog() },
        }),
      ),
    ],
  };
}

/** One request for every operation, in an order in which each finds what it needs. */
async function askEverything(rig: Rig): Promise<{ operation: string; path: string; answer: Answer }[]> {
  const answers: { operation: string; path: string; answer: Answer }[] = [];
  const ask = async (method: string, template: string, ids: Json = {}, body?: unknown, query = '') => {
    const path = template.replace(/\{([a-z_]+)\}/g, (_, name: string) => String(ids[name]));
    const answer = await rig.ask(method, `${path}${query}`, body);
    answers.push({ operation: `${method} ${template}`, path: `${path}${query}`, answer });
    return answer.body as Json;
  };
  const call = await ask('POST', '/api/v1/calls/outbound', {}, { number, services: { recording: true } });
  const call_id = call['call_id'];
  rig.calls.hear('music', 0);
  await rig.store.journal.record({
    events: [
      {
        type: 'transcript_chunk',
        callId: String(call_id),
        atMs: 1,
        data: { text: 'hello', speaker: 'far', is_final: true },
      },
      {
        type: 'human_detected',
        callId: String(call_id),
        atMs: 1,
        data: { confidence: 1, transcript_excerpt: '', reason: 'it sounds live' },
      },
    ],
  });
  await ask('POST', '/api/v1/calls/hold-slayer', {}, { number });
  await ask('GET', '/api/v1/calls');
  await ask('GET', '/api/v1/calls', {}, undefined, '?state=all&limit=1');
  const at = '/api/v1/calls/{call_id}';
  for (const path of ['', '/events', '/transcript', '/timeline'])
    await ask('GET', `${at}${path}`, { call_id });
  await ask(
    'PATCH',
    at,
    { call_id },
    { note: 'n', facts: [{ label: 'claim', value: 'A-1' }], will_ring: [] },
  );
  const { moments } = await ask('GET', `${at}/timeline`, { call_id });
  const { event_id } = moments[0];
  await ask('PUT', `${at}/persons/{event_id}`, { call_id, event_id }, { person: true });
  await ask('GET', '/api/v1/calls', {}, undefined, '?q=a-1');
  await ask('POST', `${at}/dtmf`, { call_id }, { digits: '1' });
  await ask('POST', `${at}/transfer`, { call_id }, { device: 'kitchen' });
  await ask('POST', `${at}/resume-hold`, { call_id });
  await ask('POST', `${at}/hangup`, { call_id });
  await ask('POST', `${at}/learned-flow`, { call_id }, { name: 'x' });
  await ask('GET', at, { call_id });
  await ask('POST', `${at}/hangup`, { call_id });

  const flow = await ask('POST', '/api/v1/call-flows', {}, { name: 'x', phone_number: number, steps });
  const flow_id = flow['id'];
  await ask('GET', '/api/v1/call-flows');
  await ask('GET', '/api/v1/call-flows/{flow_id}', { flow_id });
  await ask('PUT', '/api/v1/call-flows/{flow_id}', { flow_id }, flow);
  await ask('POST', '/api/v1/call-flows/check', {}, { steps: [{ id: 7 }] });
  await ask('POST', '/api/v1/call-flows/check', {}, { steps, flow_id });
  await ask('GET', '/api/v1/call-flows/{flow_id}/runs', { flow_id });
  await ask('DELETE', '/api/v1/call-flows/{flow_id}', { flow_id });
  await ask('GET', '/api/v1/call-flows/{flow_id}', { flow_id });

  const device = await ask(
    'POST',
    '/api/v1/devices',
    {},
    { name: 'desk', type: 'sip_phone', sip_uri: 'sip:desk@gateway.test' },
  );
  const device_id = device['id'];
  await ask('GET', '/api/v1/devices');
  await ask('GET', '/api/v1/devices/{device_id}', { device_id });
  await ask('PUT', '/api/v1/devices/{device_id}', { device_id }, device);
  await ask('POST', '/api/v1/devices/{device_id}/password', { device_id });
  await ask('PUT', '/api/v1/devices/order', {}, { ids: [device_id] });
  await ask('DELETE', '/api/v1/devices/{device_id}', { device_id });

  const webhook = await ask(
    'POST',
    '/api/v1/webhooks',
    {},
    { name: 'x', url: 'http://127.0.0.1:10/', types: ['call_ended'] },
  );
  const webhook_id = webhook['id'];
  await ask('GET', '/api/v1/webhooks');
  await ask('GET', '/api/v1/webhooks/{webhook_id}', { webhook_id });
  await ask('PUT', '/api/v1/webhooks/{webhook_id}', { webhook_id }, webhook);
  await ask('POST', '/api/v1/webhooks/{webhook_id}/test', { webhook_id });
  await ask('GET', '/api/v1/webhooks/{webhook_id}/deliveries', { webhook_id });
  await ask('DELETE', '/api/v1/webhooks/{webhook_id}', { webhook_id });

  await ask('GET', '/api/v1/numbers/{number}', { number });
  await ask('GET', '/api/v1/stats/holds');
  const favourite = { label: 'Acme', number };
  await ask('PUT', '/api/v1/favourites', {}, { favourites: [favourite] });
  await ask('GET', '/api/v1/favourites');

  await rig.store.callRecordings.insert({
    ...{ id: 'rec_1', callId: String(call_id), state: 'kept', format: 'wav', fault: null },
    ...{ startedAtMs: 1, endedAtMs: 2, seconds: 0.1, fileBytes: 4 },
  });
  await writeFile(join(recordingFolder, 'rec_1.wav'), 'RIFF');
  await writeFile(join(recordingFolder, 'rec_1.peaks'), Uint8Array.of(1, 2));
  const recording_id = 'rec_1';
  await ask('GET', '/api/v1/recordings');
  await ask('GET', '/api/v1/recordings', {}, undefined, `?call_id=${call_id}&limit=1`);
  await ask('GET', '/api/v1/recordings/{recording_id}', { recording_id });
  await ask('GET', '/api/v1/recordings/{recording_id}/peaks', { recording_id });
  const conditional = {
    Authorization: 'Bearer owner-token-for-these-tests',
    Range: 'bytes=0-1',
    'If-None-Match': '"rec_1-4"',
  };
  // Not by `fetch`, which asks past every cache.
  const known = await rig.send('GET', `/api/v1/recordings/${recording_id}`, { headers: conditional });
  assert.equal([known.status, known.body, known.headers['content-range']], [304, '', undefined]);
  await ask('DELETE', '/api/v1/recordings/{recording_id}', { recording_id });
  await ask('GET', '/api/v1/recordings/{recording_id}', { recording_id });

  await ask('GET', '/api/v1/tokens');
  const { id: token_id, token } = await ask('POST', '/api/v1/tokens', {}, { name: 'x' });
  await ask('GET', '/api/v1/tokens/{token_id}', { token_id });
  await ask('POST', '/auth/session', {}, { token });
  const { sessions } = await ask('GET', '/api/v1/sessions');
  await ask('DELETE', '/api/v1/sessions/{session_id}', { session_id: sessions[0].id });
  await ask('DELETE', '/api/v1/tokens/{token_id}', { token_id });
  await ask('POST', '/auth/session', {}, { token });
  await ask('POST', '/auth/session', {}, {});
  await ask('GET', '/auth/me');
  await ask('GET', '/auth/login');
  for (const method of ['GET', 'POST']) await ask(method, '/auth/refresh-callback');
  await ask('GET', '/auth/callback');
  await ask('GET', '/auth/logout');
  await ask('GET', '/api/v1/openapi.json');
  await ask('GET', '/health');
  await ask('POST', '/api/v1/calls/outbound', {}, {});
  return answers;
}

test('every route answers what the description says, and the description has every route', () =>
  withRig(async (rig) => {
    const { body: document } = await rig.ask('GET', '/api/v1/openapi.json');
    assert.is(document.openapi, '3.1.0');
    const ajv = new Ajv2020({ strict: true, strictTypes: false, allErrors: true });
    addFormats.default(ajv);
    ajv.addSchema({ $id: 'openapi', ...document, $schema: undefined }, 'openapi').addVocabulary([]);
    const asked = new Set<string>();
    const faults: string[] = [];
    for (const { operation, path, answer } of await askEverything(rig)) {
      const [method = '', template = ''] = operation.split(' ');
      const described = document.paths[template]?.[method.toLowerCase()]?.responses?.[answer.status];
      if (described === undefined) {
        faults.push(`${operation}: ${answer.status} is not described: ${JSON.stringify(answer.body)}`);
        continue;
      }
      asked.add(operation);
      if (described.content === undefined) {
        assert.ok(answer.headers.get('location'), `${path}: leads elsewhere`);
        continue;
      }
      const type = answer.headers.get('content-type') ?? '';
      if (type in described.content && described.content[type].schema === undefined) continue;
      const schema = described.content['application/json'].schema as Json;
      const resolved = typeof schema['$ref'] === 'string' ? document.components.schemas.Error : schema;
      const validate = ajv.compile(resolved);
      if (!validate(answer.body)) faults.push(`${path}: ${ajv.errorsText(validate.errors)}`);
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/, path);
      if (answer.status === 201) assert.ok(answer.headers.get('location'), `${path}: Location`);
    }
    assert.equal(faults, []);
    const described = Object.entries(document.paths as Json).flatMap(([path, item]) =>
      Object.keys(item as Json).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.equal(
      described.filter((operation) => !asked.has(operation)),
      [],
      'described, but not asked here',
    );
    const ids = Object.values(document.paths as Json).flatMap((item) =>
      Object.values(item as Json).map((each: Json) => each['operationId']),
    );
    assert.is(new Set(ids).size, ids.length, 'operation ids are unique');
  }, withIdentity));

test('while the description is made, everything else has its turn', () =>
  withRig(async (rig) => {
    await rig.ask('GET', '/api/v1/tokens'); // the connection is there
    const endCount = countTurns();
    const { body } = await rig.ask('GET', '/api/v1/openapi.json');
    const turns = endCount();
    const operations = Object.values(body.paths as Json).flatMap((item) => Object.keys(item as Json)).length;
    assert.ok(turns > operations / 2, `${turns} turns for ${operations} operations`);
  }, withIdentity));

test('the description is written anew only when there is something else to offer', () =>
  withRig(async (rig) => {
    const { body: call } = await rig.ask('POST', '/api/v1/calls/outbound', { number });
    const offered = async (): Promise<unknown> => {
      const { body } = await rig.ask('GET', '/api/v1/openapi.json');
      return body.paths['/api/v1/calls/{call_id}'].get.parameters[0].example;
    };
    const copies = mock.method(globalThis, 'structuredClone');
    try {
      for (let asked = 0; asked < 3; asked++) assert.is(await offered(), call.call_id);
      assert.is(copies.mock.callCount(), 1);
      const { body: next } = await rig.ask('POST', '/api/v1/calls/outbound', { number });
      assert.is(await offered(), next.call_id);
    } finally {
      copies.mock.restore();
    }
  }));

test('the description names the fields and the bounds that are checked', () =>
  withRig(async (rig) => {
    const { body } = await rig.ask('GET', '/api/v1/openapi.json');
    const request = body.paths['/api/v1/calls/outbound'].post.requestBody.content['application/json'].schema;
    assert.equal(request.required, ['number']);
    assert.is(request.additionalProperties, false);
    assert.is(request.properties.intent.maxLength, 1000);
    assert.equal(request.properties.mode.enum, ['direct', 'hold_slayer', 'ai_assisted']);
    const query = body.paths['/api/v1/calls'].get.parameters;
    assert.equal(
      query.map((parameter: Json) => [parameter['name'], parameter['in'], parameter['required']]),
      [
        ...['state', 'q', 'company', 'outcome', 'from', 'to'].map((name) => [name, 'query', false]),
        ['limit', 'query', false],
        ['cursor', 'query', false],
      ],
    );
  }));

test('every operation that needs the database or the provider may be 503, and the description says so', () =>
  withRig(async (rig) => {
    const { body } = await rig.ask('GET', '/api/v1/openapi.json');
    const silent = Object.entries(body.paths as Json).flatMap(([path, item]) =>
      Object.entries(item as Json)
        .filter(([, { responses }]) => responses[503] === undefined)
        .map(([method]) => `${method} ${path}`),
    );
    assert.equal(silent, ['get /health', 'get /auth/logout']);
  }, withIdentity));

test('the description names the session cookie as this service sets it', async () => {
  for (const [publicUrl, name] of [
    ['http://127.0.0.1:8080', 'holdfast_session'],
    ['https://hold.example:8443', '__Host-holdfast_session_8443'],
  ] as const)
    await withRig(
      async (rig) => {
        const { body } = await rig.ask('GET', '/api/v1/openapi.json');
        assert.is(body.components.securitySchemes.session.name, name);
      },
      { publicUrl },
    );
});

test('health reports what does not work, and nothing about calls', () =>
  withRig(async (rig) => {
    await rig.ask('POST', '/api/v1/calls/outbound', { number });
    const fine = await (await rig.fetch('/health')).json();
    assert.equal((fine as Json)['status'], 'ok');
    assert.not.ok(JSON.stringify(fine).includes('202555'));
    rig.telephony.unavailable = 'Asterisk is away';
    const broken = (await (await rig.fetch('/health')).json()) as Json;
    assert.equal(
      [broken['status'], broken['asterisk']],
      ['degraded', { ok: false, detail: 'Asterisk is away' }],
    );
    rig.telephony.unavailable = undefined;
    rig.telephony.trunkFault = 'it takes no calls';
    const silent = (await (await rig.fetch('/health')).json()) as Json;
    assert.equal(
      [silent['status'], silent['trunk']],
      ['degraded', { ok: false, detail: 'it takes no calls' }],
    );
  }));

test.after(() => rm(recordingFolder, { recursive: true }));
test.run();
