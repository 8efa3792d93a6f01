import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { leaveStage, openQuietGateway } from './stage.ts';

const test = suite('MCP');
const { client } = await openQuietGateway();

const headers = { accept: 'application/json, text/event-stream' };
const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'acceptance', version: '1' },
  },
};
const tools = [
  'look_up_number',
  'make_call',
  'note_call',
  'end_call',
  'get_call_status',
  'list_calls',
  'wait_for_call',
  'send_dtmf',
  'transfer_call',
  'resume_hold',
  'get_call_transcript',
  'list_call_flows',
  'get_call_flow',
  'save_call_flow',
  'learn_call_flow',
  'delete_call_flow',
  'list_devices',
  'gateway_status',
];

test('without a token 401, before the body is looked at', async () => {
  for (const method of ['GET', 'POST', 'DELETE']) {
    const body = method === 'POST' ? '{"broken' : undefined;
    const answer = await client.refuses(401, method, '/mcp/', '', { token: null, body, headers });
    assert.match(answer.headers['www-authenticate'] ?? '', /^Bearer\b/);
  }
});

test('the owner is offered its tools, each with a schema', async () => {
  const hello = await client.expect(200, 'POST', '/mcp/', { body: initialize, headers });
  const session = String(hello.headers['mcp-session-id'] ?? '');
  const listed = await client.expect(200, 'POST', '/mcp/', {
    body: { jsonrpc: '2.0', id: 2, method: 'tools/list' },
    headers: { ...headers, ...(session === '' ? {} : { 'mcp-session-id': session }) },
  });
  const json = listed.text.startsWith('{') ? listed.text : (/^data: (.+)$/m.exec(listed.text)?.[1] ?? '{}');
  const { result } = JSON.parse(json) as { result?: { tools?: { name: string; inputSchema?: unknown }[] } };
  assert.equal((result?.tools ?? []).map(({ name }) => name).sort(), [...tools].sort());
  for (const tool of result?.tools ?? []) assert.type(tool.inputSchema, 'object', tool.name);
});

test.after(leaveStage);

test.run();
