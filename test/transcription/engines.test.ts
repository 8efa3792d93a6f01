import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer as createHttp, type IncomingMessage } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type WebSocket, WebSocketServer } from 'ws';
import { readWav } from '../../src/audio/wav.ts';
import type { Utterance } from '../../src/calls/words.ts';
import { readConfig } from '../../src/config/read-config.ts';
import { AppError } from '../../src/domain/errors.ts';
import { openDebianTree } from '../../src/provision/debian-tree.ts';
import { openPocketSphinx } from '../../src/provision/transcription-program.ts';
import { OpenAiTranscription } from '../../src/transcription/openai-transcription.ts';
import { VoskTranscription } from '../../src/transcription/vosk-transcription.ts';
import { WyomingTranscription } from '../../src/transcription/wyoming-transcription.ts';
import { openTranscriber } from '../../src/wiring/transcription.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { memoryLog } from '../store/fixtures.ts';
import { Line, room, say } from './sounds.ts';
import { startVosk } from './vosk-server.ts';

const models = path.join(import.meta.dirname, '../../src/transcription/models');
const menu = await say('For billing press one.');

async function faultOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return '';
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return `${error.code}: ${error.detail}`;
  }
}

async function listening(server: {
  listen(port: number, host: string): unknown;
  address(): unknown;
  once(event: string, act: () => void): unknown;
}): Promise<number> {
  const ready = new Promise<void>((resolve) => void server.once('listening', resolve));
  server.listen(0, '127.0.0.1');
  await ready;
  return (server.address() as AddressInfo).port;
}

async function bodyOf(request: IncomingMessage): Promise<FormData> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(Buffer.concat(parts), { headers }).formData();
}

test('an OpenAI-compatible service gets each sentence as a file; two faults in a row are a failure without its key', async () => {
  const asked: { url: string; key: string; fields: Record<string, string>; seconds: number }[] = [];
  const answers = [
    [200, '{"text":" For billing,\\n press one. "}'],
    [500, 'no'],
    [200, '{"text":""}'],
    [200, 'no json'],
    [401, 'no'],
  ] as [number, string][];
  const server = createHttp((request, response) => {
    void bodyOf(request).then(async (form) => {
      const file = form.get('file') as File;
      const { sampleRate, channels } = readWav(new Uint8Array(await file.arrayBuffer()));
      assert.is(sampleRate, 8000);
      const fields = Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')) as Record<
        string,
        string
      >;
      const key = request.headers.authorization ?? '';
      asked.push({ url: request.url ?? '', key, fields, seconds: channels[0]!.length / 8000 });
      const [status, body] = answers.shift()!;
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  const url = `http://127.0.0.1:${await listening(server)}`;
  const engine = new OpenAiTranscription({ url, apiKey: 'sk-secret', model: 'whisper-1', language: 'en' });
  const line = new Line();
  const recognition = await engine.open(line.options);
  await line.play(recognition, room(2));
  const startMs = line.nowMs;
  await line.play(recognition, menu, room(2));
  await line.until(() => line.heard.length > 0, 'the words');
  const { text, startedAtMs, endedAtMs } = line.heard[0]!;
  assert.is(text, 'For billing, press one.');
  assert.ok(Math.abs(startedAtMs - startMs) < 300 && endedAtMs - startedAtMs > 1000);
  for (const [n, failures] of [0, 0, 0, 1].entries()) {
    const before = asked.length;
    await line.play(recognition, menu, room(1));
    await until(() => asked.length > before);
    if (failures > 0) await line.until(() => line.failures.length > 0, 'the failure');
    assert.is(line.failures.length, failures, `answer ${n + 2}`);
  }
  await recognition.close();
  assert.equal(asked[0]!.fields, { model: 'whisper-1', response_format: 'json', language: 'en' });
  assert.equal([asked[0]!.url, asked[0]!.key], ['/v1/audio/transcriptions', 'Bearer sk-secret']);
  assert.ok(Math.abs(asked[0]!.seconds - menu.length / 8000) < 1, `${asked[0]!.seconds} s`);
  assert.match(line.failures[0]!, /answers 401$/);
  answers.push([403, 'sk-secret']);
  const fault = await faultOf(engine.check(AbortSignal.timeout(5000)));
  assert.match(fault, /^unavailable: .*answers 403/);
  assert.not.match(fault, /sk-secret/);
  server.close();
  assert.match(await faultOf(engine.check(AbortSignal.timeout(5000))), /^unavailable: .*gave no words/);
});

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    assert.ok(tries < 500, 'in time');
    await delay(20);
  }
}

async function startEars(): Promise<{ port: number; stop(): Promise<void> }> {
  const specification = {
    name: 'wyoming',
    suite: 'sid',
    packages: ['python3-wyoming'],
    libraries: [],
  } as const;
  const { root } = await openDebianTree(specification, () => undefined);
  const { command, leadingArgs, modelFolder } = await openPocketSphinx(() => undefined);
  const port = await findFreePorts();
  const script = path.resolve(import.meta.dirname, '../../rig/wyoming-ears.py');
  const sphinx = [command, ...leadingArgs, '-hmm', `${modelFolder}/en-us`];
  const model = [
    '-dict',
    `${modelFolder}/cmudict-en-us.dict`,
    '-lm',
    `${models}/menu.lm`,
    '-loglevel',
    'FATAL',
  ];
  const child = spawn('python3', [script, String(port), ...sphinx, ...model, 'single', '-'], {
    env: { PATH: process.env['PATH'], PYTHONPATH: path.join(root, 'usr/lib/python3/dist-packages') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  await once(child.stdout, 'data');
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

test("a Wyoming server on Debian's python3-wyoming understands it", async () => {
  const server = await startEars();
  const engine = new WyomingTranscription({ host: '127.0.0.1', port: server.port, language: 'en' });
  const line = new Line();
  try {
    for (let tries = 0; ; tries++)
      try {
        await engine.check(AbortSignal.timeout(5000));
        break;
      } catch (error) {
        if (tries > 50) throw error; // it says that it is ready a moment before it listens
        await delay(100);
      }
    const recognition = await engine.open(line.options);
    await line.play(recognition, room(2), menu, room(2));
    await line.until(() => line.heard.length > 0, 'the words');
    assert.match(line.text, /press one/);
    assert.match(line.text, /\(en\)$/);
    await server.stop();
    await line.play(recognition, menu, room(2), menu, room(2));
    await line.until(() => line.failures.length > 0, 'the failure');
    assert.match(line.failures[0]!, /cannot be asked/);
    await recognition.close();
  } finally {
    await server.stop();
  }
});

test('a Wyoming peer that sends nonsense, hangs up or recognises nothing is an error', async () => {
  for (const [answer, fault] of [
    ['no json\n', /bad_upstream/],
    ['{"type":"info","data":{"asr":[]}}\n', /recognises no speech/],
    [undefined, /hung up/],
  ] as const) {
    const server = createServer(
      (socket: Socket) => void (answer === undefined ? socket.end() : socket.write(answer)),
    );
    const engine = new WyomingTranscription({
      host: '127.0.0.1',
      port: await listening(server),
      language: undefined,
    });
    assert.match(await faultOf(engine.check(AbortSignal.timeout(5000))), fault);
    server.close();
  }
});

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
  await engine.check(AbortSignal.timeout(5000));
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
  assert.match(nonsense.failures[0]!, /answers what is no result$/);
  await other.close();
  server.close();
  for (const client of server.clients) client.terminate();
  await once(server, 'close');
  assert.match(await faultOf(engine.check(AbortSignal.timeout(5000))), /^unavailable: .*cannot be asked/);
});

test('the configuration names an engine, and one line at start says when it cannot work', async () => {
  const read = (given: Record<string, string>) => readConfig(given);
  assert.is(read({}).transcription.engine, 'pocketsphinx');
  for (const [given, fault] of [
    [{ STT_ENGINE: 'openai' }, /STT_URL/],
    [{ STT_ENGINE: 'vosk', STT_URL: 'http://x' }, /STT_URL/],
    [{ STT_ENGINE: 'wyoming', STT_URL: 'tcp://x' }, /STT_URL must be tcp:\/\/host:port/],
    [{ STT_ENGINE: 'magic' }, /STT_ENGINE/],
    [{ STT_LANGUAGE: 'english please' }, /STT_LANGUAGE/],
  ] as const)
    assert.throws(
      () => read(given),
      (error: Error) => fault.test(error.message),
      JSON.stringify(given),
    );
  const port = await findFreePorts();
  for (const given of [
    { STT_ENGINE: 'openai', STT_URL: `http://127.0.0.1:${port}` },
    { STT_ENGINE: 'vosk', STT_URL: `ws://127.0.0.1:${port}` },
    { STT_ENGINE: 'wyoming', STT_URL: `tcp://127.0.0.1:${port}` },
  ]) {
    const log = memoryLog();
    const transcriber = openTranscriber(read(given), log);
    await transcriber.prepare();
    assert.is(log.lines.length, 1, given.STT_ENGINE);
    assert.match(log.lines[0]!.message, /will not be understood/);
  }
  const log = memoryLog();
  const none = openTranscriber(read({ STT_ENGINE: 'none' }), log);
  await none.prepare();
  assert.is(none.engine, undefined);
  assert.match(await faultOf(none.open(new Line().options)), /STT_ENGINE is none/);
  await openTranscriber(read({}), log).prepare();
  assert.equal(log.lines, []);
});

test.run();
