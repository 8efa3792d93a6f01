import { once } from 'node:events';
import { createConnection } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { MediaServer, type MediaServerOptions } from '../../src/media/media-server.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { eventually } from './stage.ts';

const silentLog = { debug() {}, info() {}, warn() {}, error() {} };
const good = `Basic ${Buffer.from('holdfast:secret').toString('base64')}`;

async function withServer(
  body: (server: MediaServer, port: number) => Promise<void>,
  options: Partial<MediaServerOptions> = {},
): Promise<void> {
  const port = await findFreePorts();
  const server = await MediaServer.listen({
    host: '127.0.0.1',
    port,
    username: 'holdfast',
    password: 'secret',
    log: silentLog,
    ...options,
  });
  try {
    await body(server, port);
  } finally {
    await server.close();
  }
}

function connect(
  port: number,
  path: string,
  authorization: string | undefined,
  protocol?: string,
): WebSocket {
  const headers = authorization === undefined ? {} : { authorization };
  return new WebSocket(`ws://127.0.0.1:${port}${path}`, protocol === undefined ? [] : [protocol], {
    headers,
  });
}

async function statusOf(socket: WebSocket): Promise<number> {
  const status = await Promise.race([
    once(socket, 'unexpected-response').then(
      ([, response]) => (response as { statusCode: number }).statusCode,
    ),
    once(socket, 'open').then(() => 101),
  ]);
  socket.on('error', () => undefined);
  socket.terminate();
  return status;
}

test('only Asterisk may connect: others are refused before the upgrade', () =>
  withServer(async (_server, port) => {
    const wrong = `Basic ${Buffer.from('holdfast:wrong').toString('base64')}`;
    assert.is(await statusOf(connect(port, '/media', undefined, 'media')), 401);
    assert.is(await statusOf(connect(port, '/media', wrong, 'media')), 401);
    assert.is(await statusOf(connect(port, '/media', 'Bearer secret', 'media')), 401);
    assert.is(await statusOf(connect(port, '/other', good, 'media')), 404);
    assert.is(await statusOf(connect(port, '/media', good)), 400);
    assert.is(await statusOf(connect(port, '/media?callid=9', good, 'media')), 101);
  }));

test('a path that is no URL is refused like any other, after the password', () =>
  withServer(async (_server, port) => {
    const socket = createConnection(port, '127.0.0.1');
    socket.write('GET // HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    socket.destroy();
    assert.match(answer.toString(), /^HTTP\/1\.1 401 /);
  }));

test('a thousand refusals are one line of log', async () => {
  const lines: string[] = [];
  const log = { ...silentLog, warn: (message: string) => void lines.push(message) };
  await withServer(
    async (_server, port) => {
      for (let n = 0; n < 1_000; n++)
        assert.is(await statusOf(connect(port, '/media', undefined, 'media')), 401);
    },
    { log },
  );
  assert.equal(lines, ['media connection refused']);
});

test('audio reaches the listener of its channel, from MEDIA_START on', () =>
  withServer(async (server, port) => {
    const seen: string[] = [];
    const over = new Promise<void>((resolve) => {
      server.expect('call_1.media.1', {
        onOpen: () => seen.push('open'),
        onAudio: (bytes) => seen.push(`pcm ${bytes.length}`),
        onClose: () => {
          seen.push('close');
          resolve();
        },
      });
    });
    const socket = connect(port, '/media', good, 'media');
    await once(socket, 'open');
    assert.is(socket.protocol, 'media');
    socket.send(Buffer.alloc(320));
    socket.send('MEDIA_START connection_id:media channel_id:call_1.media.1 format:slin');
    socket.send(Buffer.alloc(320));
    socket.send('MEDIA_XOFF');
    socket.send(Buffer.alloc(640));
    socket.close();
    await over;
    assert.equal(seen, ['open', 'pcm 320', 'pcm 640', 'close']);
  }));

test('a channel that nobody waits for is closed', () =>
  withServer(async (_server, port) => {
    const socket = connect(port, '/media', good, 'media');
    await once(socket, 'open');
    socket.send('MEDIA_START channel_id:call_2.media.2');
    const [code] = (await once(socket, 'close')) as [number];
    assert.is(code, 1008);
  }));

test('a socket whose peer is gone is closed in seconds; one whose peer has nothing to say stays', () =>
  withServer(
    async (server, port) => {
      const closed: string[] = [];
      const open = async (channel: string, answersPings: boolean): Promise<WebSocket> => {
        const opened = new Promise<void>((resolve) =>
          server.expect(channel, {
            onOpen: resolve,
            onAudio: () => undefined,
            onClose: () => closed.push(channel),
          }),
        );
        const socket = new WebSocket(`ws://127.0.0.1:${port}/media`, ['media'], {
          headers: { authorization: good },
          autoPong: answersPings,
        });
        socket.on('error', () => undefined);
        await once(socket, 'open');
        socket.send(`MEDIA_START channel_id:${channel}`);
        await opened;
        return socket;
      };
      const silent = await open('call_1.media.1', true);
      const gone = await open('call_2.media.2', false);
      const sends = await open('call_3.media.3', false);
      const audio = setInterval(() => sends.send(Buffer.alloc(160)), 20);
      let asked = 0;
      silent.on('ping', () => asked++);
      await once(gone, 'close');
      await eventually(() => asked >= 3, 'the silent one is asked again and again');
      clearInterval(audio);
      assert.equal(closed, ['call_2.media.2']);
      for (const socket of [silent, sends]) socket.terminate();
    },
    { silenceMs: 300 },
  ));

test.run();
