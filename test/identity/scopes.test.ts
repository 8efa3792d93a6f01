import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { covers, scopes, type Scope } from '../../src/domain/scope.ts';
import type { ApiRoute } from '../../src/http/api-route.ts';
import { serveApi } from '../../src/http/api-router.ts';
import { Host, transports } from '../mcp/clients.ts';
import { startEdge, type Edge } from '../mcp/edge.ts';
import { bearer, Browser, json } from './rig.ts';

const test = suite('scopes of tokens');

async function tokenWith(edge: Edge, scope: Scope): Promise<string> {
  return (await edge.identity.tokens.create(`with ${scope}`, { scope })).secret;
}

test('a token without the scope places no call, whatever the body', async () => {
  await using edge = await startEdge();
  const headers = { ...bearer(await tokenWith(edge, 'read')), 'content-type': 'application/json' };
  for (const path of ['outbound', 'hold-slayer'])
    for (const body of ['{"number":"+12025550100"}', '{', 'x'.repeat(300_000)]) {
      const answer = await fetch(`${edge.url}/api/v1/calls/${path}`, { method: 'POST', headers, body });
      assert.is(answer.status, 403);
    }
  assert.is(edge.calls.placed.length, 0);
});

test('unknown paths and methods are the same for every scope', async () => {
  await using edge = await startEdge();
  for (const scope of scopes) {
    const headers = bearer(await tokenWith(edge, scope));
    assert.is((await fetch(`${edge.url}/api/v1/nothing`, { headers })).status, 404);
    assert.is((await fetch(`${edge.url}/api/v1/calls`, { method: 'DELETE', headers })).status, 405);
  }
});

test('the event stream is open to every scope', async () => {
  await using edge = await startEdge();
  for (const scope of scopes) {
    const answer = await fetch(`${edge.url}/ws/events`, { headers: bearer(await tokenWith(edge, scope)) });
    assert.equal(
      [answer.status, (await json(answer)).detail],
      [400, '/ws/events is a WebSocket; send an upgrade'],
    );
  }
});

const callTools = ['end_call', 'make_call', 'note_call', 'resume_hold', 'send_dtmf', 'transfer_call'];
const adminTools = ['delete_call_flow', 'learn_call_flow', 'save_call_flow'];

for (const kind of transports)
  test(`MCP (${kind}) lists the tools that the token may use, and refuses the others by name of the scope`, async () => {
    await using edge = await startEdge();
    const listed: Record<string, string[]> = {};
    for (const scope of scopes) {
      await using host = await Host.connect(kind, edge.url, await tokenWith(edge, scope));
      listed[scope] = (await host.client.listTools()).tools.map(({ name }) => name);
      const { prompts } = await host.client.listPrompts();
      assert.is(prompts.length, scope === 'read' ? 0 : 1, scope);
      for (const [names, needed] of [
        [callTools, 'calls'],
        [adminTools, 'admin'],
      ] as const)
        for (const name of names) {
          const answer = await host.call(name, {
            call_id: 'call_0',
            flow_id: 'flow_0',
            number: '+12025550100',
          });
          assert.is(answer.isError, true, name);
          const refused = answer.text.includes(`the scope "${needed}"`);
          assert.is(refused, !covers(scope, needed), `${scope} ${name}: ${answer.text}`);
        }
      assert.is((await host.call('list_calls')).isError, false);
    }
    assert.is(listed['admin']?.length, 18);
    const without = (names: string[]) => listed['admin']?.filter((name) => !names.includes(name));
    assert.equal(listed['calls'], without(adminTools));
    assert.equal(listed['read'], without([...adminTools, ...callTools]));
    assert.is(edge.calls.placed.length, 0);
  });

test('a session has the scope of the token that opened it', async () => {
  await using edge = await startEdge();
  for (const scope of scopes) {
    const browser = new Browser();
    const origin = { origin: edge.url, 'content-type': 'application/json' };
    await browser.send(`${edge.url}/auth/session`, {
      method: 'POST',
      headers: origin,
      body: JSON.stringify({ token: await tokenWith(edge, scope) }),
    });
    const me = await json<{ scope: Scope; method: string }>(browser.get(`${edge.url}/auth/me`));
    assert.equal([me.method, me.scope], ['session', scope]);
    const made = await browser.send(`${edge.url}/api/v1/tokens`, {
      method: 'POST',
      headers: origin,
      body: '{"name":"x","scope":"admin"}',
    });
    assert.is(made.status, scope === 'admin' ? 201 : 403);
  }
});

test('a route that declares no scope keeps the service from starting', () => {
  const route = { method: 'get', path: '/new', operationId: 'new' } as unknown as ApiRoute;
  assert.throws(
    () => serveApi([route], { identify: () => Promise.reject(new Error('never')) }),
    /get \/new declares no scope/,
  );
});

test.run();
