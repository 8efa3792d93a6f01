import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import WebSocket from 'ws';
import { openTarget } from './target.ts';

const test = suite('attacks: event stream');

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
    what: 'a call to listen to twice',
    path: '/ws/listen?call_id=call_x&call_id=call_y',
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

test.run();
