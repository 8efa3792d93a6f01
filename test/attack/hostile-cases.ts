import type { HostileRequest } from './target.ts';

/** Requests that each surface owes a refusal, with the statuses that are right. */

export interface Case extends HostileRequest {
  what: string;
  /** Any of these is a refusal that is right. */
  statuses: number[];
}

export const json = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
export const number = '+12025550100';

export function rpc(method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}
const makeCall = rpc('tools/call', { name: 'make_call', arguments: { number } });

/** Refused before a tool is looked for. */
export const mcpCases: Case[] = [
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

export const authCases: Case[] = [
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
  { what: 'another method', method: 'PUT', path: '/auth/me', statuses: [405, 429] },
  { what: 'a session read', method: 'GET', path: '/auth/session', statuses: [405] },
  { what: 'a sign-out by form', method: 'POST', path: '/auth/logout', statuses: [405] },
  { what: 'another letter case', method: 'GET', path: '/auth/ME', statuses: [404] },
  { what: 'a further slash', method: 'GET', path: '/auth/me/', statuses: [404] },
].map((each) => ({ method: 'POST', path: '/auth/session', headers: json, ...each }));

/** None of these is a spelling of a path that is served; without a token they must lead nowhere. */
export const paths = [
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
