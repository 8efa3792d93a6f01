import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { Scope } from '../../src/domain/scope.ts';
import { digitsMask } from '../../src/domain/flow-secrets.ts';
import { Host } from '../mcp/clients.ts';
import { startEdge, type Edge } from '../mcp/edge.ts';

/** Somebody with a token that places calls wants the digits of a stored flow to reach a number of their own. */
const test = suite('secret digits and a token that places calls');

const own = '+12025550100';
const attackers = '+12025550177';
const steps = [
  { id: 'pin', type: 'DTMF', dtmf: '948372', secret: true },
  { id: 'queue', type: 'HOLD' },
];

interface Answer {
  status: number;
  body: Record<string, unknown>;
}

async function withBank(
  act: (edge: Edge, ask: typeof askWith, tokens: Record<Scope, string>) => Promise<void>,
) {
  await using edge = await startEdge();
  const secretOf = async (scope: Scope) => (await edge.identity.tokens.create(scope, { scope })).secret;
  const tokens = { read: await secretOf('read'), calls: await secretOf('calls'), admin: edge.token };
  const bank = { id: 'bank', name: 'Bank', company: 'Bank', phone_number: own, steps };
  assert.is((await askWith(edge, tokens.admin, 'POST', '/call-flows', bank)).status, 201);
  await act(edge, askWith, tokens);
}

async function askWith(
  { url }: Edge,
  token: string,
  method: string,
  path: string,
  body?: object,
): Promise<Answer> {
  const answer = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

/** The call is ended: the next one needs its place. @returns the call as it was placed. */
async function assertPlaced(edge: Edge, placed: Answer, why?: string): Promise<Record<string, unknown>> {
  assert.is(placed.status, 201, why ?? JSON.stringify(placed.body));
  const path = `/calls/${String(placed.body['call_id'])}`;
  const { body } = await askWith(edge, edge.token, 'GET', path);
  assert.is((await askWith(edge, edge.token, 'POST', `${path}/hangup`)).status, 200);
  return body;
}

function assertRefused({ status, body }: Answer): void {
  assert.is(status, 400, JSON.stringify(body));
  assert.match(String(body['detail']), /"call_flow_id": .*"bank|trial_.*" holds secret digits/);
}

test('no request to dial takes the flow elsewhere: at once, later, again, or by MCP', () =>
  withBank(async (edge, ask, { calls, admin }) => {
    const stolen = { number: attackers, call_flow_id: 'bank' };
    const at = new Date(Date.now() + 3_600_000).toISOString();
    const retry = { on: ['busy'], times: 2, minutes: 5 };
    for (const more of [{}, { at }, { retry }, { redial: true }]) {
      assertRefused(await ask(edge, calls, 'POST', '/calls/hold-slayer', { ...stolen, ...more }));
      for (const mode of ['direct', 'hold_slayer', 'ai_assisted'])
        assertRefused(await ask(edge, calls, 'POST', '/calls/outbound', { ...stolen, mode, ...more }));
    }
    await using host = await Host.connect('streamable', edge.url, calls);
    const made = await host.call('make_call', { ...stolen, mode: 'hold_slayer' });
    assert.ok(made.isError);
    assert.match(made.text, /holds secret digits/);
    assert.is(edge.calls.telephony.farLegs.length, 0);

    await assertPlaced(
      edge,
      await ask(edge, calls, 'POST', '/calls/hold-slayer', { ...stolen, number: own }),
    );
    await assertPlaced(
      edge,
      await ask(edge, admin, 'POST', '/calls/hold-slayer', stolen),
      'who may change flows',
    );
    await using owner = await Host.connect('streamable', edge.url, admin);
    assert.not.ok((await owner.call('make_call', { ...stolen, mode: 'hold_slayer' })).isError);
  }));

test('a favourite that assigns the flow to another number does not get around it', () =>
  withBank(async (edge, ask, { calls, admin }) => {
    const favourites = [{ label: 'x', number: attackers, call_flow_id: 'bank' }];
    assert.is((await ask(edge, calls, 'PUT', '/favourites', { favourites })).status, 403);
    assert.is((await ask(edge, admin, 'PUT', '/favourites', { favourites })).status, 200);
    assertRefused(
      await ask(edge, calls, 'POST', '/calls/hold-slayer', { number: attackers, call_flow_id: 'bank' }),
    );
  }));

test("a trial fills the digits in at the flow's own number alone, and is itself tied to its number", () =>
  withBank(async (edge, ask, { calls, admin }) => {
    const shown = (await ask(edge, calls, 'GET', '/call-flows/bank')).body['steps'] as object[];
    assert.ok(JSON.stringify(shown).includes(digitsMask));
    const trial = { steps: shown, flow_id: 'bank', stop_before_hold: true };
    assertRefused(await ask(edge, calls, 'POST', '/call-flows/try', { ...trial, number: attackers }));
    const call = await assertPlaced(
      edge,
      await ask(edge, calls, 'POST', '/call-flows/try', { ...trial, number: own }),
    );
    assert.match(String(call['call_flow_id']), /^trial_/);
    assertRefused(
      await ask(edge, calls, 'POST', '/calls/hold-slayer', {
        number: attackers,
        call_flow_id: call['call_flow_id'],
      }),
    );
    await assertPlaced(
      edge,
      await ask(edge, admin, 'POST', '/call-flows/try', { ...trial, number: attackers }),
    );
    const typed = { steps: [{ ...steps[0], dtmf: '12' }], flow_id: 'bank', number: attackers };
    await assertPlaced(
      edge,
      await ask(edge, calls, 'POST', '/call-flows/try', typed),
      "digits that the caller typed are the caller's",
    );
  }));

test.run();
