import { Agent, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { AppError } from '../../src/domain/errors.ts';
import { covers, scopes, type Scope } from '../../src/domain/scope.ts';
import { ArrivingPages } from '../../src/devices/arriving-pages.ts';
import { PhoneSurface } from '../../src/http/sockets/phone-surface.ts';
import { digestOf, newSecret } from '../../src/identity/secret.ts';
import { tokenPrefix } from '../../src/identity/tokens/token-desk.ts';
import { furtherRoutes, type FurtherRouteNeeds } from '../../src/wiring/http/further-routes.ts';
import { startEdge, type Edge } from '../mcp/edge.ts';
import { memoryLog } from '../store/fixtures.ts';
import { bearer, Browser, json } from './rig.ts';

const test = suite('every door, with every kind of credential');

/** What docs/api.md, identity.md and mcp.md promise, said once more. A new route, tool or resource fails until it is here. */
const routes: Record<Scope, string> = {
  read: `
    GET /calls, GET /calls/{call_id}, GET /calls/{call_id}/transcript, GET /calls/{call_id}/events, GET /calls/{call_id}/timeline,
    GET /call-flows, GET /call-flows/{flow_id}, GET /call-flows/{flow_id}/runs, POST /call-flows/check, GET /devices,
    GET /devices/{device_id}, GET /tokens, GET /tokens/{token_id}, GET /sessions, GET /webhooks, GET /webhooks/{webhook_id},
    GET /webhooks/{webhook_id}/deliveries, GET /numbers/{number}, GET /stats/holds, GET /favourites, GET /recordings,
    GET /recordings/{recording_id}/peaks, GET /spending, GET /system, GET /push-subscriptions, GET /openapi.json`,
  calls: `
    POST /calls/outbound, POST /calls/hold-slayer, PATCH /calls/{call_id}, POST /calls/{call_id}/hangup,
    POST /calls/{call_id}/transfer, POST /calls/{call_id}/dtmf, POST /calls/{call_id}/resume-hold,
    PUT /calls/{call_id}/persons/{event_id}, POST /call-flows/try, POST /devices/{device_id}/test-ring`,
  admin: `
    POST /calls/{call_id}/learned-flow, POST /call-flows, PUT /call-flows/{flow_id}, DELETE /call-flows/{flow_id}, POST /devices,
    PUT /devices/{device_id}, DELETE /devices/{device_id}, PUT /devices/order, POST /devices/{device_id}/password,
    POST /devices/{device_id}/provisioning, POST /devices/browser, POST /tokens, DELETE /tokens/{token_id},
    DELETE /sessions/{session_id}, POST /webhooks, PUT /webhooks/{webhook_id}, DELETE /webhooks/{webhook_id},
    POST /webhooks/{webhook_id}/test, PUT /favourites, GET /recordings/{recording_id}, DELETE /recordings/{recording_id},
    POST /push-subscriptions, DELETE /push-subscriptions/{subscription_id}`,
};
const sockets: Record<string, Scope> = {
  '/ws/events': 'read',
  '/ws/listen?call_id=call_none': 'admin',
  '/ws/phone': 'admin',
};
const tools: Record<Scope, string> = {
  read: `wait_for_call, get_call_status, list_calls, get_call_transcript, look_up_number, list_call_flows, get_call_flow,
    list_devices, gateway_status`,
  calls: 'make_call, send_dtmf, transfer_call, resume_hold, note_call, end_call',
  admin: 'save_call_flow, delete_call_flow, learn_call_flow',
};
const resources = ['calls', 'call-flows', 'devices'];

interface Door {
  name: string;
  scope: Scope;
  kind: 'rest' | 'socket' | 'mcp';
  method: string;
  path: string;
  body?: string;
}

interface Credential {
  name: string;
  headers: Record<string, string>;
  /** Undefined: it opens nothing. */
  scope?: Scope;
  /** What makes it of no use at this door, whatever its scope. */
  refusedWith?: (door: Door) => number | undefined;
}

/** Every route of the service; what is behind those that the edge does not have knows of nothing. */
function openEdge(): Promise<Edge> {
  const nothing = <T>(): T => {
    const refuse = (): never => {
      throw new AppError('not_found', 'there is nothing');
    };
    return new Proxy(refuse, { get: () => refuse }) as T;
  };
  const needs = new Proxy({} as FurtherRouteNeeds, {
    get: (_needs, name) =>
      name === 'browserPhone' ? { phones: nothing(), ice: { stun: undefined, turn: undefined } } : nothing(),
  });
  const phone = new PhoneSurface({
    ariUrl: 'http://127.0.0.1:9',
    pages: new ArrivingPages(),
    log: memoryLog(),
  });
  return startEdge({ http: { routes: furtherRoutes(needs), sockets: [phone] } });
}

const named = (table: Record<Scope, string>): [name: string, scope: Scope][] =>
  scopes.flatMap((scope) => table[scope].split(',').map((name): [string, Scope] => [name.trim(), scope]));

function rpc(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

const doors: Door[] = [
  ...named(routes).map(([name, scope]): Door => {
    const [method = '', path = ''] = name.split(' ');
    const filled = path.replace(/\{number\}/, '+12025550100').replace(/\{event_id\}/, '1');
    // Refused once it is let in, so that nothing is made.
    const body = method === 'GET' ? {} : { body: '{"no_such_field":1}' };
    return {
      ...{ name, scope, kind: 'rest', method, ...body },
      path: `/api/v1${filled.replace(/\{\w+\}/g, 'x_0')}`,
    };
  }),
  ...Object.entries(sockets).map(([path, scope]): Door => ({
    name: path,
    scope,
    kind: 'socket',
    method: 'GET',
    path,
  })),
  ...named(tools).map(([name, scope]): Door => {
    const body = rpc('tools/call', { name, arguments: { no_such_field: 1 } });
    return { name: `the tool ${name}`, scope, kind: 'mcp', method: 'POST', path: '/mcp/', body };
  }),
  ...resources.map((name): Door => {
    const body = rpc('resources/read', { uri: `holdfast://${name}` });
    return { name: `the resource ${name}`, scope: 'read', kind: 'mcp', method: 'POST', path: '/mcp/', body };
  }),
];

async function credentialsOf(edge: Edge): Promise<Credential[]> {
  const { tokens } = edge.identity;
  const made = async (scope: Scope) => tokens.create(`with ${scope}`, { scope });
  const expired = tokenPrefix + newSecret();
  const past = { createdAt: new Date(0), expiresAt: new Date(Date.now() - 1) };
  await edge.store.prisma.personalAccessToken.create({
    data: { id: 'pat_expired', name: 'expired', digest: digestOf(expired), ...past },
  });
  const revoked = await made('admin');
  await tokens.revoke(revoked.row.id);
  const cookies: Record<string, string> = {};
  for (const scope of scopes) {
    const browser = new Browser();
    await browser.send(`${edge.url}/auth/session`, {
      method: 'POST',
      headers: { origin: edge.url, 'content-type': 'application/json' },
      body: JSON.stringify({ token: (await made(scope)).secret }),
    });
    cookies[scope] = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }
  const { admin = '' } = cookies;
  const noMcp = ({ kind }: Door) => (kind === 'mcp' ? 401 : undefined);
  const reads = ({ kind, method }: Door) => kind === 'rest' && method === 'GET';
  const fromElsewhere = (door: Door) => noMcp(door) ?? (reads(door) ? undefined : 403);
  return [
    { name: 'none', headers: {} },
    { name: 'an unknown token', headers: bearer(tokenPrefix + newSecret()) },
    { name: 'an expired token', headers: bearer(expired) },
    { name: 'a revoked token', headers: bearer(revoked.secret) },
    { name: 'Basic', headers: { authorization: `Basic ${btoa(`owner:${edge.token}`)}` } },
    {
      name: 'a token as subprotocol',
      headers: { 'sec-websocket-protocol': `bearer, ${edge.token}` },
      scope: 'admin',
      refusedWith: ({ kind }) => (kind === 'socket' ? undefined : 401),
    },
    ...(await Promise.all(
      scopes.map(async (scope) => ({
        name: `a token with ${scope}`,
        headers: bearer((await made(scope)).secret),
        scope,
      })),
    )),
    ...scopes.map((scope) => ({
      name: `a session with ${scope}`,
      headers: { cookie: cookies[scope] ?? '', origin: edge.url },
      scope,
      refusedWith: noMcp,
    })),
    {
      name: 'a session from no page',
      headers: { cookie: admin },
      scope: 'admin',
      refusedWith: fromElsewhere,
    },
    {
      name: 'a session from another page',
      headers: { cookie: admin, origin: 'https://evil.example' },
      scope: 'admin',
      refusedWith: fromElsewhere,
    },
    {
      name: 'a bad token beside a good session',
      headers: { cookie: admin, origin: edge.url, ...bearer('x') },
    },
  ];
}

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
}

const kept = new Agent({ keepAlive: true, maxSockets: 1 });

function knock(port: number, door: Door, given: Credential['headers']): Promise<Answer> {
  const { kind, method, path, body } = door;
  const upgrade = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
  };
  const accept = { accept: 'application/json, text/event-stream' };
  const json = { 'content-type': 'application/json', 'content-length': String(body?.length) };
  const headers = {
    ...(kind === 'socket' ? upgrade : accept),
    ...(body === undefined ? {} : json),
    ...given,
  };
  const agent = kind === 'socket' ? false : kept;
  return new Promise((resolve, reject) => {
    const asked = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent });
    asked.on('error', reject);
    asked.on('upgrade', (answer, socket) => {
      socket.destroy();
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: '' });
    });
    asked.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
    });
    asked.end(body);
  });
}

/** @returns what is wrong, undefined if the door did as promised. */
function faultOf(door: Door, credential: Credential, { status, headers, text }: Answer): string | undefined {
  const { scope, refusedWith } = credential;
  const said = `${status} ${text} ${headers['www-authenticate'] ?? ''}`;
  const refusal = scope === undefined ? 401 : refusedWith?.(door);
  if (refusal !== undefined) {
    const challenges = refusal !== 401 || headers['www-authenticate']?.startsWith('Bearer ') === true;
    return status === refusal && /^\{"detail":"(?:[^"\\]|\\.)+"\}$/.test(text) && challenges
      ? undefined
      : said;
  }
  const needed = `the scope "${door.scope}"`;
  const isToolError = text.includes('"isError":true') && text.includes(JSON.stringify(needed).slice(1, -1));
  const isForbidden =
    status === 403 &&
    text.includes(JSON.stringify(needed).slice(1, -1)) &&
    /^Bearer .*error="insufficient_scope"/.test(headers['www-authenticate'] ?? '');
  if (scope !== undefined && covers(scope, door.scope))
    return [401, 403].includes(status) || isToolError ? said : undefined;
  return (door.kind === 'mcp' ? isToolError : isForbidden) ? undefined : said;
}

test('each is open to the credentials that may, and closed to the others with the right status and reason', async () => {
  await using edge = await openEdge();
  const faults: string[] = [];
  for (const credential of await credentialsOf(edge))
    for (const door of doors) {
      const fault = faultOf(door, credential, await knock(edge.port, door, credential.headers));
      if (fault !== undefined) faults.push(`${credential.name}: ${door.name}: ${fault.slice(0, 200)}`);
    }
  kept.destroy();
  assert.equal(faults, []);
  assert.is(edge.calls.placed.length, 0);
});

test('the table has every route, tool and resource, and the reference says the same of each route', async () => {
  await using edge = await openEdge();
  const document = await json<{ paths: Record<string, Record<string, Described>> }>(
    fetch(`${edge.url}/api/v1/openapi.json`, { headers: bearer(edge.token) }),
  );
  const described = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/v1/'))
    .flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { security, description }]) => {
        const name = `${method.toUpperCase()} ${path.slice('/api/v1'.length)}`;
        const scope = security[0]?.bearer?.[0] ?? '';
        assert.ok(description.includes(`\`${scope}\``), `${name}: the scope is not in its description`);
        return `${scope} ${name}`;
      }),
    );
  const listed = (table: Record<Scope, string>) => named(table).map(([name, scope]) => `${scope} ${name}`);
  assert.equal(described.sort(), listed(routes).sort());
  const ask = async (method: string) => {
    const headers = { ...bearer(edge.token), 'content-type': 'application/json' };
    const answer = fetch(`${edge.url}/mcp/`, { method: 'POST', headers, body: rpc(method) });
    return (await json<{ result: Record<string, { name: string }[]> }>(answer)).result;
  };
  const names = (list: { name: string }[] = []) => list.map(({ name }) => name).sort();
  const offered = named(tools).map(([name]) => ({ name }));
  assert.equal(names((await ask('tools/list'))['tools']), names(offered));
  assert.equal(names((await ask('resources/list'))['resources']), [...resources].sort());
});

interface Described {
  security: { bearer?: string[] }[];
  description: string;
}

test.run();
