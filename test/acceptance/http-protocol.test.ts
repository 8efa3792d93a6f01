import { connect } from 'node:net';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileRequests } from '../http/hostile-requests.ts';
import { assertShape, isCount, isFilled, isFlag, isSeconds, object, oneOf } from './shapes.ts';
import { leaveStage, openDefaultGateway } from './stage.ts';

const test = suite('HTTP');
const { gateway, client } = await openDefaultGateway();
const number = '+12025550124';
async function countCalls(): Promise<unknown> {
  return (await client.expect(200, 'GET', '/api/v1/calls?state=all')).body['total'];
}

const json = { 'content-type': 'application/json' };

test('health reports on the service and reveals nothing about calls', async () => {
  const health = await client.expect(200, 'GET', '/health', { token: null });
  const part = object({ ok: isFlag });
  const asteriskHere = object({ ok: isFlag, version: isFilled, age_days: isCount });
  const asteriskInstalled = object({ ok: isFlag, version: isFilled });
  assertShape(
    health.body,
    {
      status: oneOf('ok'),
      service: oneOf('holdfast'),
      version: (version) => /^\d+\.\d+\.\d+/.test(String(version)),
      uptime: isSeconds,
      faults: oneOf(0),
      asterisk: (value) => asteriskHere(value) || asteriskInstalled(value),
      trunk: part,
      database: part,
      surfaces: object({
        rest: oneOf('/api/v1'),
        events: oneOf('/ws/events'),
        mcp: oneOf('/mcp/'),
        auth: isFilled,
        dashboard: oneOf('/'),
        openapi: oneOf('/api/v1/openapi.json'),
        docs: isFilled,
      }),
    },
    '/health',
  );
  assert.not.match(health.text, /call_|\+1202/);
});

test('a body that is not a JSON object is 400', async () => {
  for (const body of [
    '{',
    '{"number": "+12025550124"',
    '[]',
    '"x"',
    'null',
    '7',
    '',
    '{"number": NaN}',
    "{'number': 1}",
  ])
    await client.refuses(400, 'POST', '/api/v1/calls/outbound', '', { body, headers: json });
  const latin = Buffer.from('{"number": "+12025550124", "intent": "\xe9"}', 'latin1');
  await client.refuses(400, 'POST', '/api/v1/calls/outbound', 'UTF-8', { body: latin });
});

test('a body over 256 KiB is 413, one whose type is not JSON 415', async () => {
  const intent = 'x'.repeat(256 * 1024);
  await client.refuses(413, 'POST', '/api/v1/calls/outbound', '', { body: { number, intent } });
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/xml',
    'multipart/form-data',
  ])
    await client.refuses(415, 'POST', '/api/v1/calls/outbound', '', {
      body: { number },
      headers: { 'content-type': type },
    });
});

test('every path knows its methods: 405 with Allow, OPTIONS agrees, HEAD is GET without a body', async () => {
  const routes: [string, string[]][] = [
    ['/api/v1/calls', ['GET']],
    ['/api/v1/calls/outbound', ['POST']],
    ['/api/v1/calls/hold-slayer', ['POST']],
    ['/api/v1/calls/call_none', ['GET', 'PATCH']],
    ...['hangup', 'transfer', 'dtmf', 'resume-hold'].map((act): [string, string[]] => [
      `/api/v1/calls/call_none/${act}`,
      ['POST'],
    ]),
    ...['events', 'timeline', 'transcript'].map((view): [string, string[]] => [
      `/api/v1/calls/call_none/${view}`,
      ['GET'],
    ]),
    ['/api/v1/call-flows', ['GET', 'POST']],
    ['/api/v1/call-flows/flow_none', ['GET', 'PUT', 'DELETE']],
    ['/api/v1/devices', ['GET', 'POST']],
    ['/api/v1/devices/dev_none', ['GET', 'PUT', 'DELETE']],
    ['/api/v1/tokens', ['GET', 'POST']],
  ];
  for (const [path, known] of routes) {
    const options = await client.expect(204, 'OPTIONS', path);
    const allowed = (options.headers.allow ?? '').split(/,\s*/);
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) {
      assert.is(allowed.includes(method), known.includes(method), `${method} in Allow of ${path}`);
      if (known.includes(method)) continue;
      const refused = await client.refuses(405, method, path);
      assert.is(refused.headers.allow, options.headers.allow, `${method} ${path}`);
    }
  }
  for (const path of ['/api/v1/calls', '/api/v1/devices', '/api/v1/call-flows', '/health']) {
    const head = await client.expect(200, 'HEAD', path);
    assert.is(head.text, '');
    assert.match(head.headers['content-type'] ?? '', /^application\/json/);
  }
  await client.expect(404, 'HEAD', '/api/v1/calls/call_none');
});

test('the old paths without a version, and unknown paths, are 404', async () => {
  for (const path of [
    'calls',
    'calls/outbound',
    'calls/hold-slayer',
    'calls/x',
    'call-flows',
    'devices',
    'v2/calls',
  ])
    for (const method of ['GET', 'POST']) await client.refuses(404, method, `/api/${path}`);
  for (const path of [
    '/api',
    '/api/',
    '/api/v1',
    '/api/v1/',
    '/api/v1/nothing',
    '/api/v1/calls/x/nothing',
    '/api/v1/Calls',
  ])
    await client.refuses(404, 'GET', path);
});

test('an action on an unknown id is 404, whatever the kind', async () => {
  const call = '/api/v1/calls/call_00000000000000000000';
  for (const path of ['', '/events', '/timeline', '/transcript'])
    await client.refuses(404, 'GET', call + path);
  for (const act of ['hangup', 'resume-hold']) await client.refuses(404, 'POST', `${call}/${act}`, 'call_');
  await client.refuses(404, 'POST', `${call}/transfer`, '', { body: { device: 'softphone' } });
  await client.refuses(404, 'POST', `${call}/dtmf`, '', { body: { digits: '1' } });
  for (const path of ['/api/v1/call-flows/flow_none', '/api/v1/devices/dev_none']) {
    await client.refuses(404, 'GET', path, /_none/);
    await client.refuses(404, 'PUT', path, /_none/, { body: { name: 'x' } });
    await client.refuses(404, 'DELETE', path, /_none/);
  }
  const unknownFlow = { number, call_flow_id: 'flow_none' };
  await client.refuses(404, 'POST', '/api/v1/calls/outbound', 'flow_none', { body: unknownFlow });
});

test('more than 150 hostile requests are refused with their status, and nothing is dialled', async () => {
  const before = await countCalls();
  for (const { method = 'GET', path, body, headers = {}, status, names } of hostileRequests)
    await client.refuses(status, method, path, names ?? '', { body, headers });
  assert.ok(hostileRequests.length >= 150);
  assert.is(await countCalls(), before);
  assert.is(await gateway.leftovers(), '');
});

test('anything but HTTP is answered with 400 and the one field, and the connection ends', async () => {
  const { port } = new URL(gateway.url);
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nno header\r\n\r\n'),
    );
    let received = '';
    socket.on('data', (chunk) => (received += chunk.toString()));
    socket.on('close', () => resolve(received));
    socket.on('error', reject);
  });
  assert.match(text, /^HTTP\/1\.1 400 /);
  assert.equal(Object.keys(JSON.parse(text.split('\r\n\r\n')[1] ?? '{}') as object), ['detail']);
});

test.after(leaveStage);

test.run();
