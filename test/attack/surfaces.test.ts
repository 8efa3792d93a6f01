import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import WebSocket from 'ws';
import { hostileRequests } from '../http/hostile-requests.ts';
import { findFault, openTarget, type HostileRequest, type Target } from './target.ts';

const test = suite('attacks: surfaces');

interface Case extends HostileRequest {
  what: string;
  /** Any of these is a refusal that is right. */
  statuses: number[];
}

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const number = '+12025550100';

function rpc(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}
const makeCall = rpc('tools/call', { name: 'make_call', arguments: { number } });

/** Refused before a tool is looked for. */
const mcpCases: Case[] = [
  { what: 'no body', statuses: [400] },
  { what: 'an empty object', body: '{}', statuses: [400] },
  { what: 'half of it', body: makeCall.slice(0, -1), statuses: [400] },
  { what: 'two messages', body: makeCall + makeCall, statuses: [400] },
  { what: 'a batch', body: `[${makeCall}]`, statuses: [400] },
  { what: 'a number', body: '7', statuses: [400] },
  { what: 'null', body: 'null', statuses: [400] },
  { what: 'no version', body: makeCall.replace('"jsonrpc":"2.0",', ''), statuses: [400] },
  { what: 'another version', body: makeCall.replace('2.0', '1.0'), statuses: [400] },
  { what: 'a method twice', body: makeCall.replace('{', '{"method":"ping",'), statuses: [400] },
  {
    what: 'a prototype',
    body: makeCall.replace('{"number"', '{"__proto__":{"a":1},"number"'),
    statuses: [400],
  },
  {
    what: 'a constructor',
    body: makeCall.replace('{"number"', '{"constructor":{},"number"'),
    statuses: [400],
  },
  {
    what: 'a prototype around',
    body: makeCall.replace('{', '{"__proto__":{"isOwner":true},'),
    statuses: [400],
  },
  {
    what: 'great depth',
    body: makeCall.replace(`"${number}"`, '['.repeat(5_000) + ']'.repeat(5_000)),
    statuses: [400],
  },
  { what: 'a NUL', body: makeCall.replace('make_call', 'make_call\\u0000'), statuses: [400] },
  { what: 'half a surrogate pair', body: makeCall.replace('make_call', '\\ud800'), statuses: [400] },
  { what: 'bytes that are no UTF-8', body: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]), statuses: [400] },
  { what: '300 KiB', body: makeCall.replace(number, 'x'.repeat(300 * 1024)), statuses: [413] },
  { what: 'text', body: makeCall, headers: { ...json, 'content-type': 'text/plain' }, statuses: [415] },
  {
    what: 'a form',
    body: 'jsonrpc=2.0',
    headers: { ...json, 'content-type': 'application/x-www-form-urlencoded' },
    statuses: [415],
  },
  {
    what: 'UTF-16',
    body: makeCall,
    headers: { ...json, 'content-type': 'application/json; charset=utf-16' },
    statuses: [415],
  },
  { what: 'no content type', body: makeCall, headers: { accept: json.accept }, statuses: [415] },
  {
    what: 'a compressed body',
    body: makeCall,
    headers: { ...json, 'content-encoding': 'gzip' },
    statuses: [415],
  },
  { what: 'an unknown stream', path: '/mcp/?sessionId=x', body: makeCall, statuses: [404] },
  { what: 'two streams', path: '/mcp/?sessionId=x&sessionId=y', body: makeCall, statuses: [404] },
  {
    what: 'a stream named as a prototype',
    path: '/mcp/?sessionId=__proto__',
    body: makeCall,
    statuses: [404],
  },
  {
    what: 'an unknown session',
    body: makeCall,
    headers: { ...json, 'mcp-session-id': 'x' },
    statuses: [404],
  },
  {
    what: 'a session of great length',
    body: makeCall,
    headers: { ...json, 'mcp-session-id': 'x'.repeat(4_000) },
    statuses: [404],
  },
  { what: 'a foreign host', body: makeCall, headers: { ...json, host: 'evil.example' }, statuses: [403] },
  {
    what: 'a foreign origin',
    body: makeCall,
    headers: { ...json, origin: 'https://evil.example' },
    statuses: [403],
  },
  { what: 'a path below', path: '/mcp/tools', body: makeCall, statuses: [404, 405] },
  { what: 'another letter case', path: '/MCP/', body: makeCall, statuses: [404, 405] },
  { what: 'an encoded path', path: '/%6dcp/', body: makeCall, statuses: [404, 405] },
  { what: 'PUT', method: 'PUT', body: makeCall, statuses: [405] },
  { what: 'TRACE', method: 'TRACE', statuses: [405] },
  { what: 'DELETE without a session', method: 'DELETE', statuses: [400] },
].map((each) => ({ method: 'POST', path: '/mcp/', headers: json, ...each }));

const authCases: Case[] = [
  { what: 'no token', body: '{}', statuses: [400] },
  { what: 'a token that is a list', body: '{"token":["x"]}', statuses: [400] },
  { what: 'a query instead of a token', body: '{"token":{"$ne":null}}', statuses: [400] },
  { what: 'a further field', body: '{"token":"x","owner":true}', statuses: [400] },
  { what: 'a prototype', body: '{"token":"x","__proto__":{"owner":true}}', statuses: [400] },
  { what: 'a token of great length', body: JSON.stringify({ token: 'x'.repeat(2_000) }), statuses: [400] },
  { what: 'an unknown token', body: '{"token":"hf_pat_x"}', statuses: [401] },
  {
    what: 'a form',
    body: 'token=x',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    statuses: [415],
  },
  { what: '300 KiB', body: JSON.stringify({ token: 'x'.repeat(300 * 1024) }), statuses: [413] },
  {
    what: 'a foreign page',
    body: '{"token":"x"}',
    headers: { ...json, origin: 'https://evil.example' },
    statuses: [403],
  },
  {
    what: 'a cross-site page',
    body: '{"token":"x"}',
    headers: { ...json, 'sec-fetch-site': 'cross-site' },
    statuses: [403],
  },
  {
    what: 'a callback of nobody',
    method: 'GET',
    path: '/auth/callback?code=x&state=y',
    statuses: [400, 404],
  },
  {
    what: 'a callback with line ends',
    method: 'GET',
    path: '/auth/callback?code=%0d%0aSet-Cookie:%20a=b',
    statuses: [400, 404],
  },
  { what: 'a refresh of nobody', method: 'GET', path: '/auth/refresh-callback', statuses: [401, 404] },
  { what: 'another method', method: 'PUT', path: '/auth/me', statuses: [404, 405] },
  { what: 'another letter case', method: 'GET', path: '/auth/ME', statuses: [404] },
  { what: 'a further slash', method: 'GET', path: '/auth/me/', statuses: [404] },
].map((each) => ({ method: 'POST', path: '/auth/session', headers: json, ...each }));

/** None of these is a spelling of a path that is served; without a token they must lead nowhere. */
const paths = [
  '//api/v1/calls',
  '/api//v1/calls',
  '/api/v1//calls',
  '/api/v1/calls/',
  '/api/v1/calls/../calls',
  '/api/v1/./calls',
  '/api/v1/%63alls',
  '/api/v1/calls%2f',
  '/api/v1/calls%00',
  '/api/v1/calls;a=b',
  '/api/v1/calls%3fstate=all',
  '/api/v1\\calls',
  '/api%2fv1%2fcalls',
  '/API/v1/calls',
  '/api/V1/calls',
  '/api/v1/CALLS',
  '/api/v2/calls',
  '/api/calls',
  '/api',
  '/api/',
  '/api/v1/',
  '/api/v1/../../etc/passwd',
  '/..%2f..%2fetc%2fpasswd',
  '/.env',
  '/package.json',
  '/data/holdfast.db',
  '/health/../api/v1/calls',
  '/auth/../api/v1/calls',
  '/auth/%2e%2e/api/v1/calls',
  '/api/docs/../v1/calls',
  '/api/docs/..%2fv1%2fcalls',
  '/ws/../api/v1/calls',
  '/%',
  '/%zz',
  '/%c0%ae%c0%ae/api/v1/calls',
  '/api/v1/calls?%',
  'http://evil.example/api/v1/calls',
  '*',
];

async function attack(target: Target, cases: readonly Case[], withToken: boolean): Promise<void> {
  const before = await target.callCount();
  const faults: string[] = [];
  for (const { what, statuses, ...request } of cases) {
    const headers = withToken
      ? { authorization: `Bearer ${target.token}`, ...request.headers }
      : request.headers;
    const answer = await target.send({ ...request, ...(headers === undefined ? {} : { headers }) });
    const fault = findFault(what, answer, statuses);
    if (fault !== undefined) faults.push(fault);
  }
  assert.equal(faults, []);
  assert.is(await target.callCount(), before, 'nothing was dialled');
  assert.ok(await target.isAlive());
}

test('MCP refuses what is no message for it, with the one-field body', async () => {
  await using target = await openTarget();
  await attack(target, mcpCases, true);
});

test('the routes that anyone may ask refuse nonsense', async () => {
  await using target = await openTarget();
  await attack(target, authCases, false);
});

test('other spellings of a path lead nowhere, for nobody and for the owner', async () => {
  await using target = await openTarget();
  const cases = paths.map((path) => ({ what: path, path, statuses: [400, 401, 404] }));
  await attack(target, cases, false);
  for (const method of ['POST', 'PUT', 'DELETE'])
    await attack(
      target,
      cases.map((each) => ({ ...each, method, statuses: [400, 401, 404, 405] })),
      false,
    );
});

test("the table of REST's own tests holds behind the real gate, and nothing is dialled", async () => {
  await using target = await openTarget();
  const cases = hostileRequests.map(({ name, status, body, ...request }) => ({
    ...request,
    what: name,
    statuses: [status],
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...lower(request.headers),
    },
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : Buffer.from(body) }),
  }));
  await attack(target, cases, true);
});

test('tools refuse hostile input as an error that a model can read', async () => {
  await using target = await openTarget();
  const inputs: [tool: string, input: unknown][] = [
    ['make_call', { number: '+١٢٠٢٥٥٥٠١٠٠' }],
    ['make_call', { number: '+１２０２５５５０１００' }],
    ['make_call', { number: `${number}&PJSIP/9@trunk` }],
    ['make_call', { number: `${number},1,Hangup()` }],
    ['make_call', { number: '${SHELL(id)}' }],
    ['make_call', { number: `${number}\r\nX: y` }],
    ['make_call', { number: '911' }],
    ['make_call', { number: '112' }],
    ['make_call', { number: '+19005550100' }],
    ['make_call', { number, intent: 'a\u202eb' }],
    ['make_call', { number, device: 'a\nb' }],
    ['make_call', { number, call_flow_id: '../../etc/passwd' }],
    ['make_call', { number, services: { recording: 'yes' } }],
    ['make_call', [number]],
    ['send_dtmf', { call_id: 'call_x', digits: '1;rm' }],
    ['send_dtmf', { call_id: 'call_x', digits: '1'.repeat(33) }],
    ['transfer_call', { call_id: 'call_x', device: { id: 'a' } }],
    ['wait_for_call', { call_id: 'call_x', timeout: -1 }],
    ['wait_for_call', { call_id: 'call_x', timeout: 1e9 }],
    ['save_call_flow', { name: 'x', phone_number: number, steps: [] }],
    [
      'save_call_flow',
      { id: '__proto__', name: 'x', phone_number: number, steps: [{ id: 'a', type: 'HOLD' }] },
    ],
    ['delete_call_flow', { flow_id: "x' OR '1'='1" }],
    ['get_call_flow', { flow_id: '' }],
    ['list_calls', { cursor: '../..' }],
    ['list_calls', { state: ['all'] }],
    ['end_call', { call_id: { $ne: null } }],
  ];
  const headers = { authorization: `Bearer ${target.token}`, ...json };
  const before = await target.callCount();
  for (const [name, input] of inputs) {
    const body = rpc('tools/call', { name, arguments: input });
    const answer = await target.send({ method: 'POST', path: '/mcp/', headers, body });
    const { result, error } = JSON.parse(answer.text) as {
      result?: { isError?: boolean; content: { text: string }[] };
      error?: { code: number };
    };
    const isRefused = result?.isError === true || error !== undefined;
    assert.ok(isRefused, `${name} ${JSON.stringify(input)}: ${answer.text.slice(0, 120)}`);
    assert.not.match(answer.text, 'internal server error');
  }
  assert.is(await target.callCount(), before);
});

const upgrades: {
  what: string;
  path?: string;
  status: number;
  options?: WebSocket.ClientOptions;
  protocols?: string[];
}[] = [
  { what: 'nobody', status: 401 },
  { what: 'a token in the URL', path: '/ws/events?token=TOKEN', status: 401 },
  { what: 'a bad subprotocol', protocols: ['bearer', 'hf_pat_bad'], status: 401 },
  { what: 'a token as a subprotocol of its own', protocols: ['TOKEN'], status: 401 },
  { what: 'half a pair', protocols: ['bearer'], status: 401 },
  {
    what: 'another path',
    path: '/ws/other',
    status: 404,
    options: { headers: { authorization: 'Bearer TOKEN' } },
  },
  {
    what: 'an upgrade of the API',
    path: '/api/v1/calls',
    status: 404,
    options: { headers: { authorization: 'Bearer TOKEN' } },
  },
  {
    what: 'an upgrade of MCP',
    path: '/mcp/',
    status: 404,
    options: { headers: { authorization: 'Bearer TOKEN' } },
  },
  {
    what: 'an unknown type',
    path: '/ws/events?types=__proto__',
    status: 400,
    options: { headers: { authorization: 'Bearer TOKEN' } },
  },
  {
    what: 'a since of letters',
    path: '/ws/events?since=1e3x',
    status: 400,
    options: { headers: { authorization: 'Bearer TOKEN' } },
  },
  {
    what: 'a since of Arabic digits',
    path: '/ws/events?since=%D9%A1',
    status: 400,
    options: { headers: { authorization: 'Bearer TOKEN' } },
  },
  {
    what: 'an unknown parameter',
    path: '/ws/events?admin=1',
    status: 400,
    options: { headers: { authorization: 'Bearer TOKEN' } },
  },
  {
    what: 'a parameter twice',
    path: '/ws/events?since=1&since=2',
    status: 400,
    options: { headers: { authorization: 'Bearer TOKEN' } },
  },
];

test('the event stream refuses as HTTP, before the upgrade', async () => {
  await using target = await openTarget();
  for (const { what, path = '/ws/events', status, options = {}, protocols = [] } of upgrades) {
    const fill = (text: string) => text.replace('TOKEN', target.token);
    const headers = Object.fromEntries(
      Object.entries(options.headers ?? {}).map(([name, value]) => [name, fill(String(value))]),
    );
    const socket = new WebSocket(`ws://127.0.0.1:${target.port}${fill(path)}`, protocols.map(fill), {
      headers,
    });
    const seen = await new Promise<number>((resolve) => {
      socket.on('unexpected-response', (request, response) => {
        resolve(response.statusCode ?? 0);
        request.destroy();
      });
      socket.on('open', () => resolve(101));
      socket.on('error', () => resolve(0));
    });
    socket.terminate();
    assert.is(seen, status, what);
  }
  assert.ok(await target.isAlive());
});

test('a client of the event stream that sends frames of any kind is dropped or ignored, never obeyed', async () => {
  await using target = await openTarget();
  const before = await target.callCount();
  const open = () =>
    new WebSocket(`ws://127.0.0.1:${target.port}/ws/events`, {
      headers: { authorization: `Bearer ${target.token}` },
    });
  for (const [what, frame, code] of [
    ['2 KiB of text', 'x'.repeat(2_048), 1009],
    ['a megabyte', Buffer.alloc(1 << 20), 1009],
    ['bytes that are no UTF-8', undefined, 1007],
  ] as const) {
    const socket = open();
    const closed = new Promise<number>((resolve) => socket.on('close', resolve));
    socket.on('error', () => undefined);
    await new Promise((resolve) => socket.on('open', resolve));
    if (frame === undefined) socket.send(Buffer.from([0xff, 0xfe]), { binary: false });
    else socket.send(frame);
    assert.ok([code, 1006].includes(await closed), what);
  }
  const socket = open();
  await new Promise((resolve) => socket.on('open', resolve));
  socket.send('{"type":"call_started","number":"+12025550100"}');
  socket.send('');
  const pong = new Promise((resolve) => socket.on('pong', resolve));
  socket.ping();
  await Promise.race([pong, new Promise((resolve) => socket.on('close', resolve))]);
  socket.terminate();
  assert.is(await target.callCount(), before);
  assert.ok(await target.isAlive());
});

function lower(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

test.run();
