import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Utterance } from '../../src/calls/words/transcriber.ts';
import { joinSounds } from '../../src/audio/join.ts';
import { VoskTranscription } from '../../src/transcription/vosk-transcription.ts';
import { faultOf } from '../rig/engine-services.ts';
import { Line, room, say } from './sounds.ts';
import { startVosk } from './vosk-server.ts';
import { patienceSeconds } from '../rig/patience.ts';

const menu = await say('For billing press one.');

test("what Vosk's server takes for words late has the time of its sound, and is taken back when it was none", async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const engine = new VoskTranscription({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const line = new Line();
  const connected = once(server, 'connection') as Promise<[WebSocket]>;
  const recognition = await engine.open(line.options);
  const [client] = await connected;
  await line.play(recognition, room(3));
  const startMs = line.nowMs;
  await line.play(recognition, menu);
  const endMs = line.nowMs;
  await line.play(recognition, room(4));
  for (const answer of [{ partial: '' }, { partial: 'for billing' }, { text: '' }, { text: '' }])
    client.send(JSON.stringify(answer));
  client.send(JSON.stringify({ text: 'that is all' }));
  await line.until(() => line.text.includes('all'), 'the words');
  await recognition.close();
  server.close();
  assert.equal(
    line.heard.map(({ text, isFinal }) => [text, isFinal]),
    [
      ['for billing', false],
      ['', false],
      ['that is all', true],
    ],
  );
  const [{ startedAtMs, endedAtMs }] = line.heard as [Utterance];
  assert.ok(Math.abs(startedAtMs - startMs) < 400, `${startedAtMs - startMs} ms`);
  assert.ok(Math.abs(endedAtMs - endMs) < 700, `${endedAtMs - endMs} ms`);
});

test("a server of Vosk's protocol is sent what is said, and its words get the times of the call", async () => {
  const { server, configs, url } = await startVosk();
  const engine = new VoskTranscription({ url });
  await engine.check(AbortSignal.timeout(patienceSeconds * 1000));
  const line = new Line();
  const recognition = await engine.open(line.options);
  await line.play(recognition, room(20));
  const startMs = line.nowMs;
  await line.play(recognition, menu, room(2));
  await line.until(() => line.text.includes('press'), 'the words');
  const partial = line.heard.find(({ isFinal }) => !isFinal);
  assert.is(partial?.text, 'for', 'it is told as it comes');
  assert.ok(Math.abs(partial!.startedAtMs - startMs) < 400);
  const first = line.heard.find(({ isFinal }) => isFinal);
  assert.ok(Math.abs(first!.startedAtMs - startMs) < 400, `${first!.startedAtMs - startMs}`);
  assert.is(first!.confidence, 0.9);
  assert.equal(configs.at(-1), { config: { sample_rate: 8000, words: true } });
  for (const client of server.clients) client.terminate();
  await line.until(() => line.failures.length > 0, 'the failure');
  assert.match(line.failures[0]!, /hung up$/);
  await recognition.close();
  const nonsense = new Line();
  const other = await engine.open(nonsense.options);
  for (const client of server.clients) client.send('no json');
  await nonsense.until(() => nonsense.failures.length > 0, 'the failure');
  assert.match(nonsense.failures[0]!, /sent an answer that is not a result$/);
  await other.close();
  server.close();
  for (const client of server.clients) client.terminate();
  await once(server, 'close');
  assert.match(
    await faultOf(engine.check(AbortSignal.timeout(patienceSeconds * 1000))),
    /^unavailable: .*cannot be reached/,
  );
});

test('a server that ends the connection after the last words, as it is asked to, has not failed', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (socket) =>
    socket.on('message', (message: Buffer, isBinary) => {
      if (isBinary || !message.toString().includes('eof')) return;
      socket.send(JSON.stringify({ text: 'press one' }));
      socket.close();
    }),
  );
  const engine = new VoskTranscription({ url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` });
  const line = new Line();
  const recognition = await engine.open(line.options);
  await line.play(recognition, menu);
  await recognition.finish?.();
  await recognition.close();
  server.close();
  assert.equal([line.text, line.failures], ['press one', []]);
});

test('a name and a password in the address reach the server, and no message', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const keys: (string | undefined)[] = [];
  server.on('connection', (_socket, request) => keys.push(request.headers.authorization));
  const engine = new VoskTranscription({ url: `ws://me:s3cret@127.0.0.1:${port}` });
  const signal = AbortSignal.timeout(patienceSeconds * 1000);
  await engine.check(signal);
  assert.equal(keys, [`Basic ${Buffer.from('me:s3cret').toString('base64')}`]);
  server.close();
  for (const client of server.clients) client.terminate();
  await once(server, 'close');
  const said = `${engine.name} ${await faultOf(engine.check(signal))}`;
  assert.match(said, `the Vosk server ws://127.0.0.1:${port} cannot be reached`);
  assert.not.match(said, /s3cret/);
});

/** A server of which `hear` gets each message of audio. */
async function serve(
  hear: (samples: number, socket: WebSocket) => void,
): Promise<{ engine: VoskTranscription; stop: () => void }> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  server.on('connection', (socket) =>
    socket.on('message', (message: Buffer, isBinary) => {
      if (isBinary) hear(message.length / 2, socket);
    }),
  );
  const url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { engine: new VoskTranscription({ url }), stop: () => server.close() };
}

/** The gate ends each stretch with a second of silence, in one message. */
const isEnd = (samples: number): boolean => samples === 8000;

test('a server that takes audio and never answers has failed, once', async () => {
  const { engine, stop } = await serve(() => undefined);
  const line = new Line();
  const recognition = await engine.open(line.options);
  await line.play(recognition, room(3));
  for (let said = 0; said < 20; said++) await line.play(recognition, menu, room(1));
  await recognition.close();
  stop();
  assert.is(line.failures.length, 1);
  assert.match(line.failures[0]!, /takes audio and answers nothing$/);
});

test('a server that answers only the end of each stretch, however long, has not failed', async () => {
  const { engine, stop } = await serve((samples, socket) => {
    if (isEnd(samples)) socket.send(JSON.stringify({ text: 'for billing press one' }));
  });
  const line = new Line();
  const recognition = await engine.open(line.options);
  await line.play(recognition, room(3));
  for (let said = 1; said <= 20; said++) {
    await line.play(recognition, menu, room(1));
    await line.until(() => line.heard.length === said, 'the words');
  }
  // A stretch that was held back goes out at once: nothing answers meanwhile.
  const long = joinSounds(
    Int16Array,
    Array.from({ length: 20 }, () => menu),
  ).subarray(0, 30 * 8000);
  await line.play(recognition, long, room(1));
  await line.until(() => line.heard.length >= 22, 'the words of both parts');
  await recognition.close();
  stop();
  assert.equal(line.failures, []);
});

test.run();
