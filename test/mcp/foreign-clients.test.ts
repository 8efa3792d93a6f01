/**
 * Clients that others wrote, as programs of their own. Together they weigh 166 MB, so they are no dependency and all but the first
 * of these tests run only where they are installed: `npm i --no-save @modelcontextprotocol/inspector@0.22.0 @modelcontextprotocol/conformance@0.1.11`,
 * or in another folder that MCP_CLIENTS names.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startAuthorizingProxy } from './authorizing-proxy.ts';
import { startEdge, type Edge } from './edge.ts';

const test = suite('MCP clients that others wrote');

const folder = process.env['MCP_CLIENTS'] ?? fileURLToPath(new URL('../..', import.meta.url));
const inspector = path.join(folder, 'node_modules/.bin/mcp-inspector');
const conformance = path.join(folder, 'node_modules/.bin/conformance');

/** Those that need no tool, resource or prompt made for the suite, and no capability that is not offered (docs/mcp.md). */
const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'server-sse-multiple-streams',
  'resources-list',
  'prompts-list',
  'dns-rebinding-protection',
];

function testWith(program: string, name: string, act: () => Promise<void>): void {
  if (existsSync(program)) test(name, act);
  else test.skip(name, act);
}

const toolCount = 18;

test('a client without any library lists the tools by plain requests', async () => {
  await using edge = await startEdge();
  const ask = async (
    id: number,
    method: string,
    params: object,
  ): Promise<{ result: { tools?: object[] } }> => {
    const answer = await fetch(`${edge.url}/mcp/`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${edge.token}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id, method, params }),
    });
    assert.is(answer.status, 200);
    const text = await answer.text();
    return JSON.parse(text.startsWith('{') ? text : (/^data: (.+)$/m.exec(text)?.[1] ?? ''));
  };
  const clientInfo = { name: 'by-hand', version: '1' };
  await ask(1, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo });
  assert.is((await ask(2, 'tools/list', {})).result.tools?.length, toolCount);
});

test('a client that accepts anything gets an answer: curl\'s "*/*", and no header', async () => {
  await using edge = await startEdge();
  const clientInfo = { name: 'curl', version: '1' };
  const initialize = {
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo },
  };
  const asked: [message: object, accepts: string[]][] = [
    [{ method: 'tools/list' }, ['*/*', 'application/json', '']],
    [initialize, ['*/*', '']],
  ];
  for (const [message, accepts] of asked)
    for (const accept of accepts) {
      const headers = { authorization: `Bearer ${edge.token}`, 'content-type': 'application/json', accept };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, ...message });
      const answer = await fetch(`${edge.url}/mcp/`, { method: 'POST', headers, body });
      assert.is(answer.status, 200, `${accept}: ${body}`);
      assert.match(await answer.text(), /"result":/);
    }
});

test('a request of the wrong shape is refused by the name of what is wrong', async () => {
  await using edge = await startEdge();
  const ask = async (method: string, params: unknown) => {
    const answer = await fetch(`${edge.url}/mcp/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${edge.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 7, method, params }),
    });
    assert.is(answer.status, 200);
    return answer.json();
  };
  const clientInfo = { name: 'curl', version: '8' };
  for (const [method, params, named] of [
    ['tools/call', { name: 'list_calls', arguments: '{}' }, /^"arguments" must be/],
    ['tools/call', { arguments: {} }, /^"name" is required/],
    ['initialize', undefined, /^"protocolVersion" is required/],
    ['initialize', { protocolVersion: '2025-06-18', clientInfo }, /^"capabilities" is required/],
    ['resources/read', {}, /^"uri" is required/],
    ['resources/read', { uri: 5 }, /^"uri" must be a string/],
    ['prompts/get', { name: 'x', arguments: { number: 5 } }, /^"arguments.number" must be a string/],
  ] as const) {
    const { id, error } = (await ask(method, params)) as {
      id: number;
      error: { code: number; message: string };
    };
    assert.equal([id, error.code], [7, -32602], method);
    assert.match(error.message, named);
  }
  const noted = await ask('tools/call', { name: 'note_call', arguments: { call_id: 'call_x' } });
  assert.match(JSON.stringify(noted), /"isError":true/);
  assert.match(JSON.stringify(noted), /arguments[\\"]+ must contain at least one of \[note, facts\]/);
});

for (const transport of ['sse', 'http']) {
  testWith(inspector, `the inspector lists the tools and places a call (${transport})`, async () => {
    await using edge = await startEdge();
    const listed = await inspect(edge, transport, ['--method', 'tools/list']);
    assert.is((JSON.parse(listed) as { tools: object[] }).tools.length, toolCount);
    const made = await inspect(edge, transport, [
      ...['--method', 'tools/call', '--tool-name', 'make_call'],
      ...['--tool-arg', 'number=+12025550100', '--tool-arg', 'mode=hold_slayer'],
    ]);
    const { structuredContent } = JSON.parse(made) as { structuredContent: { status: string } };
    assert.is(structuredContent.status, 'trying');
    assert.is(edge.calls.placed.length, 1);
    const listedResources = await inspect(edge, transport, ['--method', 'resources/list']);
    assert.match(listedResources, 'holdfast://calls');
  });
}

for (const scenario of scenarios)
  testWith(conformance, `the conformance suite passes: ${scenario}`, async () => {
    await using edge = await startEdge();
    const { url, server } = await startAuthorizingProxy(new URL(edge.url), edge.token);
    try {
      const { code, output } = await run(conformance, ['server', '--url', url, '--scenario', scenario]);
      assert.is(code, 0, output);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

async function inspect(edge: Edge, transport: string, ask: string[]): Promise<string> {
  const { code, output } = await run(inspector, [
    ...['--cli', `${edge.url}/mcp/`, '--transport', transport],
    ...['--header', `Authorization: Bearer ${edge.token}`, ...ask],
  ]);
  assert.is(code, 0, output);
  return output;
}

async function run(program: string, argv: string[]): Promise<{ code: number; output: string }> {
  const child = spawn(program, argv, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', () => undefined);
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}

test.run();
