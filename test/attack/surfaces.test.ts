import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { hostileRequests } from '../http/hostile-requests.ts';
import { authCases, json, mcpCases, number, paths, rpc, type Case } from './hostile-cases.ts';
import { findFault, openTarget, type Target } from './target.ts';

const test = suite('attacks: surfaces');

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

test('MCP refuses invalid messages with the one-field body', async () => {
  await using target = await openTarget();
  await attack(target, mcpCases, true);
});

test('the public routes refuse nonsense', async () => {
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

function lower(headers: Record<string, string> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

test.run();
