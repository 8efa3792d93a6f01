import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Host, transports, type TransportKind } from './clients.ts';
import { startEdge, type Edge } from './edge.ts';
import { until } from '../rig/until.ts';

const test = suite('MCP sessions and waiting');

const held = { number: '+12025550100', mode: 'hold_slayer' };

interface Shown {
  call_id: string;
  status: string;
  changed: boolean;
  event_id: number;
  menu_ask: object | null;
}

for (const kind of transports) {
  const onEdge = (name: string, act: (edge: Edge) => Promise<void>) =>
    test(`${name} (${kind})`, async () => {
      await using edge = await startEdge({ revocationIntervalMs: 20 });
      await act(edge);
    });

  onEdge('wait_for_call returns at the next change, and not before', async (edge) => {
    await using host = await Host.connect(kind, edge.url, edge.token);
    const { call_id } = (await host.call<Shown>('make_call', held)).value;
    let returned = false;
    const waiting = host.call<Shown>('wait_for_call', { call_id }).finally(() => (returned = true));
    await until(() => edge.calls.waits.includes(call_id));
    await host.call('get_call_status', { call_id });
    assert.not.ok(returned);
    await edge.calls.farEnd(call_id, (far) => far.answer());
    const { value } = await waiting;
    assert.equal([value.status, value.changed], ['on_hold', true]);
  });

  onEdge('a wait is answered when the service stops, not left to the host’s own time limit', async (edge) => {
    await using host = await Host.connect(kind, edge.url, edge.token);
    const { call_id } = (await host.call<Shown>('make_call', held)).value;
    const waiting = host.call<Shown>('wait_for_call', { call_id });
    await until(() => edge.calls.waits.includes(call_id));
    await edge.restart();
    const answer = await Promise.race([waiting, wait(5_000, undefined, { ref: false })]);
    assert.equal([answer?.value.status, answer?.value.changed], ['trying', false]);
  });

  onEdge('wait_for_call returns the unchanged call after its time', async (edge) => {
    await using host = await Host.connect(kind, edge.url, edge.token);
    const { call_id } = (await host.call<Shown>('make_call', held)).value;
    const { value } = await host.call<Shown>('wait_for_call', { call_id, timeout: 0.05 });
    assert.equal([value.status, value.changed], ['trying', false]);
  });

  onEdge(
    'wait_for_call misses no change between two waits, and ends at once when the call is over',
    async (edge) => {
      await using host = await Host.connect(kind, edge.url, edge.token);
      const { call_id } = (await host.call<Shown>('make_call', held)).value;
      await edge.calls.farEnd(call_id, (far) => far.ring());
      const missed = await host.call<Shown>('wait_for_call', { call_id, last_status: 'trying' });
      assert.equal([missed.value.status, missed.value.changed], ['ringing', true]);
      await edge.calls.farEnd(call_id, (far) => far.end());
      const over = await host.call<Shown>('wait_for_call', { call_id });
      assert.equal([over.value.status, over.value.changed], ['failed', false], 'never answered');
    },
  );

  onEdge(
    'a menu that asks for what only the owner knows ends the wait, and is shown until keys were sent',
    async (edge) => {
      await using host = await Host.connect(kind, edge.url, edge.token);
      const { call_id } = (await host.call<Shown>('make_call', held)).value;
      await edge.calls.farEnd(call_id, (far) => far.answer());
      const status = await host.call<Shown>('get_call_status', { call_id });
      assert.equal([status.value.status, status.value.menu_ask], ['on_hold', null]);
      const tell = (type: 'menu_needs_owner' | 'ivr_dtmf_sent') =>
        edge.store.journal.record({
          events: [
            type === 'ivr_dtmf_sent'
              ? { type, callId: call_id, atMs: Date.now(), data: { digits: '1', step_id: '' } }
              : {
                  type,
                  callId: call_id,
                  atMs: Date.now(),
                  data: {
                    reason: 'an account number is asked for',
                    transcript: 'Enter it now.',
                    end_key: '#',
                  },
                },
          ],
        });
      const seen = { call_id, last_status: 'on_hold', last_event_id: status.value.event_id };
      const waiting = host.call<Shown>('wait_for_call', seen);
      await until(() => edge.calls.waits.includes(call_id));
      await tell('menu_needs_owner');
      const asked = (await waiting).value;
      assert.equal([asked.status, asked.changed], ['on_hold', false]);
      assert.equal(
        { ...asked.menu_ask, at: '' },
        { reason: 'an account number is asked for', transcript: 'Enter it now.', end_key: '#', at: '' },
      );
      const missed = await host.call<Shown>('wait_for_call', seen);
      assert.is.not(missed.value.menu_ask, null, 'asked between two waits');
      const known = { ...seen, last_event_id: missed.value.event_id, timeout: 0.05 };
      assert.is((await host.call<Shown>('wait_for_call', known)).value.changed, false);
      await tell('ivr_dtmf_sent');
      assert.is((await host.call<Shown>('get_call_status', { call_id })).value.menu_ask, null);
    },
  );

  onEdge('a cancelled wait_for_call ends the waiting and leaves the call alone', async (edge) => {
    await using host = await Host.connect(kind, edge.url, edge.token);
    const { call_id } = (await host.call<Shown>('make_call', held)).value;
    const cancel = new AbortController();
    const started = new Promise<void>((resolve) => {
      const waiting = host.client.callTool({ name: 'wait_for_call', arguments: { call_id } }, undefined, {
        signal: cancel.signal,
        onprogress: () => resolve(),
      });
      waiting.then(
        () => assert.unreachable('it was cancelled'),
        () => undefined,
      );
    });
    await started;
    cancel.abort('the user pressed stop');
    await until(() => edge.calls.abandonedWaits.includes(call_id));
    assert.is((await host.call<Shown>('get_call_status', { call_id })).value.status, 'trying');
  });

  onEdge('progress is told to who asked for it', async (edge) => {
    await using host = await Host.connect(kind, edge.url, edge.token);
    const { call_id } = (await host.call<Shown>('make_call', held)).value;
    await edge.calls.farEnd(call_id, (far) => far.answer());
    const messages: (string | undefined)[] = [];
    await host.client.callTool({ name: 'wait_for_call', arguments: { call_id, timeout: 0.2 } }, undefined, {
      onprogress: (progress) => messages.push(progress.message),
    });
    assert.match(messages[0] ?? '', /^on_hold for \d+ s/);
    const faults: Error[] = [];
    host.client.onerror = (error) => faults.push(error);
    const atOnce = { name: 'wait_for_call', arguments: { call_id, last_status: 'trying' } };
    await host.client.callTool(atOnce, undefined, { onprogress: () => undefined });
    await host.client.ping();
    assert.equal(faults, [], 'a wait that ends at once has no progress, which would come after its result');
  });

  onEdge('two hosts at once see the same calls; one that leaves ends nothing', async (edge) => {
    const first = await Host.connect(kind, edge.url, edge.token);
    await using second = await Host.connect(kind === 'sse' ? 'streamable' : 'sse', edge.url, edge.token);
    const { call_id } = (await first.call<Shown>('make_call', held)).value;
    const waiting = second.call<Shown>('wait_for_call', { call_id });
    const abandoned = first.call('wait_for_call', { call_id }).catch(() => undefined);
    await until(() => edge.calls.waits.length === 2);
    await first.client.close();
    await abandoned;
    assert.is((await second.call<Shown>('get_call_status', { call_id })).value.status, 'trying');
    await edge.calls.farEnd(call_id, (far) => far.ring());
    assert.is((await waiting).value.status, 'ringing');
  });

  onEdge('after a restart a host starts anew and finds its call', async (edge) => {
    const before = await Host.connect(kind, edge.url, edge.token);
    const { call_id } = (await before.call<Shown>('make_call', held)).value;
    await edge.restart();
    // Each transport tells its host in its own way that the session is gone.
    if (kind === 'sse') await assertRejects(before.call('list_calls'));
    else await assertRejects(before.call('list_calls'), /404|no such MCP session/);
    await before.client.close();
    await using after = await Host.connect(kind, edge.url, edge.token);
    assert.is((await after.call<Shown>('get_call_status', { call_id })).value.status, 'trying');
  });

  onEdge('revoking the token ends the session that it opened, and no other', async (edge) => {
    const { row, secret } = await edge.identity.tokens.create('lost');
    await using kept = await Host.connect(kind, edge.url, edge.token);
    const lost = await Host.connect(kind, edge.url, secret);
    assert.is(edge.mcp.sessionCount, 2);
    await edge.identity.tokens.revoke(row.id);
    await until(() => edge.mcp.sessionCount === 1);
    await assertRejects(lost.call('list_calls'));
    await lost.client.close();
    assert.not.ok((await kept.call('list_calls')).isError);
  });

  onEdge('a session is of no use to another token, not even one of the same owner', async (edge) => {
    await using host = await Host.connect(kind, edge.url, edge.token);
    const { secret } = await edge.identity.tokens.create('other');
    const answer = await postTo(edge, kind, host, secret);
    assert.is(answer.status, 404);
    assert.equal(Object.keys((await answer.json()) as object), ['detail']);
    assert.is((await postTo(edge, kind, host, edge.token)).status, kind === 'sse' ? 202 : 200);
    assert.is((await postTo(edge, kind, host, undefined)).status, 401);
  });
}

test('a client that leaves while its token is looked up leaves no session behind', async () => {
  await using edge = await startEdge();
  const { tokens } = edge.store;
  const find = tokens.findByDigest.bind(tokens);
  let isAsked = false;
  const left = new Promise<void>((resolve) => {
    tokens.findByDigest = async (digest) => {
      isAsked = true;
      await until(() => edge.log.some(({ fields }) => fields['path'] === '/mcp/')); // its response was closed
      resolve();
      return find(digest);
    };
  });
  const request = httpRequest(`${edge.url}/mcp/`, { headers: { authorization: `Bearer ${edge.token}` } });
  request.on('error', () => undefined).end();
  await until(() => isAsked);
  request.destroy();
  await left;
  tokens.findByDigest = find;
  await using host = await Host.connect('sse', edge.url, edge.token);
  assert.is(edge.mcp.sessionCount, 1, 'only that of the client that stays');
  assert.not.ok((await host.call('list_calls')).isError);
});

test('a cancelled request leaves no open response, which would keep its session in use', async () => {
  await using edge = await startEdge();
  await using host = await Host.connect('streamable', edge.url, edge.token);
  const { call_id } = (await host.call<Shown>('make_call', held)).value;
  const waiting = await postWait(edge, host, 'w1', call_id);
  await until(() => edge.calls.waits.includes(call_id));
  const cancelled = await postIn(edge, host, {
    method: 'notifications/cancelled',
    params: { requestId: 'w1' },
  });
  assert.is(cancelled.status, 202);
  assert.is(await waiting.text(), '');
  assert.ok(edge.calls.abandonedWaits.includes(call_id));
  assert.not.ok((await host.call('list_calls')).isError);
});

test('an id that is under way in the session is refused, and free again once it is answered', async () => {
  await using edge = await startEdge();
  await using host = await Host.connect('streamable', edge.url, edge.token);
  const { call_id } = (await host.call<Shown>('make_call', held)).value;
  const waiting = await postWait(edge, host, 7, call_id);
  const twice = await postIn(edge, host, { id: 7, method: 'ping' });
  assert.is(twice.status, 409);
  assert.match(((await twice.json()) as { detail: string }).detail, '"id": the request 7');
  await edge.calls.farEnd(call_id, (far) => far.ring());
  assert.match(await waiting.text(), '"status":"ringing"');
  assert.is((await postIn(edge, host, { id: 7, method: 'ping' })).status, 200);
});

test('any number of waits at once is no sign of a leak', async () => {
  await using edge = await startEdge();
  await using host = await Host.connect('sse', edge.url, edge.token);
  const { call_id } = (await host.call<Shown>('make_call', held)).value;
  const warnings: Error[] = [];
  const note = (warning: Error): void => void warnings.push(warning);
  process.on('warning', note);
  const waits = Array.from({ length: 12 }, () => host.call<Shown>('wait_for_call', { call_id }));
  await until(() => edge.calls.waits.length === waits.length);
  await edge.calls.farEnd(call_id, (far) => far.ring());
  await Promise.all(waits);
  process.off('warning', note);
  assert.equal(warnings, []);
});

test('an unknown session is 404 on both transports', async () => {
  await using edge = await startEdge();
  const headers = { authorization: `Bearer ${edge.token}`, ...json };
  const unknown = '00000000-0000-4000-8000-000000000000';
  const asks: [string, RequestInit][] = [
    [`/mcp/?sessionId=${unknown}`, { method: 'POST', headers, body: ping }],
    ['/mcp/', { method: 'POST', headers: { ...headers, 'mcp-session-id': unknown }, body: ping }],
    ['/mcp/', { headers: { ...headers, 'mcp-session-id': unknown } }],
    ['/mcp/', { method: 'DELETE', headers: { ...headers, 'mcp-session-id': unknown } }],
  ];
  for (const [path, init] of asks) assert.is((await fetch(edge.url + path, init)).status, 404);
});

test('every stream that is silent gets comments, which the protocol’s own client ignores', async () => {
  await using edge = await startEdge({ keepAliveMs: 20 });
  const open = { authorization: `Bearer ${edge.token}`, accept: 'text/event-stream, application/json' };
  const post = { ...open, 'content-type': 'application/json' };
  const message = (method: string, params: object) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const begun = await fetch(`${edge.url}/mcp/`, {
    method: 'POST',
    headers: post,
    body: message('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'test', version: '1' },
    }),
  });
  await begun.text();
  const session = { 'mcp-session-id': begun.headers.get('mcp-session-id') ?? '' };
  await using host = await Host.connect('streamable', edge.url, edge.token);
  const { call_id } = (await host.call<Shown>('make_call', held)).value;
  const streams = {
    'the stream of 2024-11-05': {
      comment: ': keep-alive\n\n',
      ask: () => fetch(`${edge.url}/mcp/`, { headers: open }),
    },
    'the stream of a session': {
      comment: ': keepalive\n\n',
      ask: () => fetch(`${edge.url}/mcp/`, { headers: { ...open, ...session } }),
    },
    'the answer to a request that waits': {
      comment: ': keepalive\n\n',
      ask: () =>
        fetch(`${edge.url}/mcp/`, {
          method: 'POST',
          headers: { ...post, ...session },
          body: message('tools/call', { name: 'wait_for_call', arguments: { call_id } }),
        }),
    },
  };
  for (const [what, { comment, ask }] of Object.entries(streams)) {
    const { body, status } = await ask();
    assert.is(status, 200, what);
    const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (text.split(comment).length < 4) {
      const { done, value = '' } = await reader.read();
      assert.not.ok(done, what);
      text += value;
    }
    await reader.cancel();
  }
  const waiting = host.call<Shown>('wait_for_call', { call_id });
  await until(() => edge.calls.waits.includes(call_id));
  await new Promise((resolve) => setTimeout(resolve, 100));
  await edge.calls.farEnd(call_id, (far) => far.answer());
  assert.is((await waiting).value.status, 'on_hold');
});

test('a session ends with DELETE', async () => {
  await using edge = await startEdge();
  const host = await Host.connect('streamable', edge.url, edge.token);
  if (!('terminateSession' in host.transport)) assert.unreachable();
  else await host.transport.terminateSession();
  assert.is(edge.mcp.sessionCount, 0);
  await host.client.close();
});

test('a single POST is answered without a session, on /mcp and /mcp/', async () => {
  await using edge = await startEdge();
  for (const path of ['/mcp', '/mcp/']) {
    const answer = await fetch(edge.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${edge.token}`, ...json },
      body: '{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"list_calls"}}',
    });
    const body = (await answer.json()) as { id: number; result: { structuredContent: { total: number } } };
    assert.equal([answer.status, body.id, body.result.structuredContent.total], [200, 7, 0]);
  }
  assert.is(edge.mcp.sessionCount, 0);
});

test('foreign Host and Origin headers are refused, with a good token too', async () => {
  await using edge = await startEdge();
  const own = `127.0.0.1:${edge.port}`;
  const cases: [headers: Record<string, string>, status: number][] = [
    [{ host: own }, 200],
    [{ host: `localhost:${edge.port}` }, 200],
    [{ host: own, origin: edge.url }, 200],
    [{ host: own, origin: `http://localhost:${edge.port}` }, 200],
    [{ host: 'evil.example' }, 403],
    [{ host: `evil.example:${edge.port}` }, 403],
    [{ host: '127.0.0.1:1' }, 403],
    [{ host: `127.0.0.1.evil.example:${edge.port}` }, 403],
    [{ host: own, origin: 'https://evil.example' }, 403],
    [{ host: own, origin: 'null' }, 403],
    [{ host: `evil.example:${edge.port}`, origin: `http://evil.example:${edge.port}` }, 403],
  ];
  for (const [headers, status] of cases)
    assert.is(
      await rawPost(edge, { authorization: `Bearer ${edge.token}`, ...headers }),
      status,
      JSON.stringify(headers),
    );
});

test('other methods are 405 with Allow, once the owner is known', async () => {
  await using edge = await startEdge();
  for (const method of ['PUT', 'PATCH', 'OPTIONS', 'HEAD']) {
    assert.is((await fetch(`${edge.url}/mcp/`, { method })).status, 401, method);
    const refused = await fetch(`${edge.url}/mcp/`, {
      method,
      headers: { authorization: `Bearer ${edge.token}` },
    });
    assert.equal([refused.status, refused.headers.get('allow')], [405, 'GET, POST, DELETE'], method);
  }
});

test('without a token 401 names the scheme', async () => {
  await using edge = await startEdge();
  for (const method of ['GET', 'POST', 'DELETE']) {
    const refused = await fetch(`${edge.url}/mcp/`, { method });
    assert.is(refused.status, 401);
    assert.match(refused.headers.get('www-authenticate') ?? '', /^Bearer/);
  }
});

test('a full table gives the oldest idle session away, never an open stream', async () => {
  await using edge = await startEdge();
  await using stream = await Host.connect('sse', edge.url, edge.token);
  const others: string[] = [];
  for (let count = 0; count < 5; count += 1)
    others.push((await edge.identity.tokens.create(`host ${count}`)).secret);
  for (let count = 0; count < 205; count += 1) {
    const opened = await fetch(`${edge.url}/mcp/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${others[count % others.length]}`, ...json },
      body: initialize,
    });
    assert.is(opened.status, 200);
    await opened.text();
  }
  assert.is(edge.mcp.sessionCount, 200);
  assert.not.ok((await stream.call('list_calls')).isError);
});

const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
const ping = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
const initialize = JSON.stringify({
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
});

/** Posts a message of one's own into a host's session. */
function postIn(edge: Edge, host: Host, message: object): Promise<Response> {
  const sessionId = (host.transport as { sessionId?: string }).sessionId ?? '';
  return fetch(`${edge.url}/mcp/`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${edge.token}`, 'mcp-session-id': sessionId },
    body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    signal: AbortSignal.timeout(30_000), // of itself the wait lasts 50 s
  });
}

function postWait(edge: Edge, host: Host, id: string | number, call_id: string): Promise<Response> {
  const params = { name: 'wait_for_call', arguments: { call_id } };
  return postIn(edge, host, { id, method: 'tools/call', params });
}

/** Posts a ping into a host's session with a token of one's own. */
async function postTo(
  edge: Edge,
  kind: TransportKind,
  host: Host,
  token: string | undefined,
): Promise<Response> {
  const endpoint = (host.transport as unknown as { _endpoint?: URL })._endpoint;
  const sessionId = (host.transport as { sessionId?: string }).sessionId;
  return fetch(kind === 'sse' && endpoint !== undefined ? endpoint : `${edge.url}/mcp/`, {
    method: 'POST',
    headers: {
      ...json,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(kind === 'streamable' ? { 'mcp-session-id': sessionId ?? '' } : {}),
    },
    body: ping,
  });
}

/** `fetch` chooses the Host header itself. */
function rawPost(edge: Edge, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(
      { host: '127.0.0.1', port: edge.port, path: '/mcp/', method: 'POST', headers: { ...json, ...headers } },
      (response) => {
        response.resume();
        response.on('end', () => resolve(response.statusCode ?? 0));
      },
    );
    request.on('error', reject);
    request.end(ping);
  });
}

async function assertRejects(work: Promise<unknown>, pattern = /./): Promise<void> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => String(error),
  );
  assert.match(outcome ?? 'it did not fail', pattern);
  assert.is.not(outcome, undefined);
}

test('a stream that is not read ends when a megabyte waits in it', async () => {
  await using edge = await startEdge();
  const headers = { authorization: `Bearer ${edge.token}` };
  const asked = httpRequest(`${edge.url}/mcp/`, {
    headers: { ...headers, accept: 'text/event-stream' },
  }).end();
  const [stream] = (await once(asked, 'response')) as [IncomingMessage];
  stream.on('error', () => undefined);
  const [first] = (await once(stream, 'data')) as [Buffer];
  stream.pause();
  const endpoint = /^data: (.+)$/m.exec(first.toString())?.[1] ?? '';
  const post = async (id: number): Promise<number> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/list' });
    const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
    return (await fetch(new URL(endpoint, edge.url), sent)).status;
  };
  // Far more than the kernel takes for a connection on loopback: each answer has some 50 kB.
  const most = 1_000;
  let posted = 0;
  while (posted < most && (await post(posted)) === 202) posted += 1;
  assert.ok(posted < most, `${posted} answers wait`);
  assert.is(await post(0), 404, 'the session is over');
  stream.destroy();
});

test.run();
