import { createServer as createHttp, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readWav } from '../../src/audio/wav.ts';
import { OpenAiTranscription } from '../../src/transcription/openai-transcription.ts';
import { faultOf, listening } from '../rig/engine-services.ts';
import { Line, room, say } from './sounds.ts';
import { patienceSeconds } from '../rig/patience.ts';

const menu = await say('For billing press one.');

async function bodyOf(request: IncomingMessage): Promise<FormData> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  return new Response(Buffer.concat(parts), { headers }).formData();
}

test('a name and a password in the address reach the server, and no message', async () => {
  const keys: (string | undefined)[] = [];
  const server = createHttp((request, response) => {
    keys.push(request.headers.authorization);
    response.writeHead(401).end();
  });
  const port = await listening(server);
  const url = `http://me:s3cret@127.0.0.1:${port}`;
  const engine = new OpenAiTranscription({ url, apiKey: undefined, model: 'm', language: undefined });
  const fault = await faultOf(engine.check(AbortSignal.timeout(patienceSeconds * 1000)));
  server.close();
  assert.equal(keys, [`Basic ${Buffer.from('me:s3cret').toString('base64')}`]);
  assert.is(fault, `unavailable: http://127.0.0.1:${port}/v1/audio/transcriptions answers 401`);
  assert.not.match(engine.name, /s3cret/);
});

test('an OpenAI-compatible service gets each sentence as a file, twice after a fault; two lost in a row are a failure without its key', async () => {
  const asked: { url: string; key: string; fields: Record<string, string>; seconds: number }[] = [];
  const answers = [
    [502, 'it is being restarted'],
    [200, '{"text":" For billing,\\n press one. "}'],
    [500, 'no'],
    [500, 'no'],
    [200, '{"text":""}'],
    [200, 'no json'],
    [200, 'no json'],
    [401, 'no'],
    [401, 'no'],
  ] as [number, string][];
  const server = createHttp((request, response) => {
    void bodyOf(request).then(async (form) => {
      const file = form.get('file') as File;
      const { rateHz, channels } = readWav(new Uint8Array(await file.arrayBuffer()));
      assert.is(rateHz, 8000);
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
  const missed: string[] = [];
  const recognition = await engine.open({ ...line.options, missed: (why) => missed.push(why) });
  await line.play(recognition, room(2));
  const startMs = line.nowMs;
  await line.play(recognition, menu, room(2));
  await line.until(() => line.heard.length > 0, 'the words');
  const { text, startedAtMs, endedAtMs } = line.heard[0]!;
  assert.is(text, 'For billing, press one.');
  assert.ok(Math.abs(startedAtMs - startMs) < 300 && endedAtMs - startedAtMs > 1000);
  assert.equal(missed, []);
  for (const { asks, lost } of [
    { asks: 2, lost: 1 },
    { asks: 1, lost: 1 },
    { asks: 2, lost: 2 },
  ]) {
    const all = asked.length + asks;
    await line.play(recognition, menu, room(1));
    await until(() => asked.length === all && missed.length === lost);
    assert.equal(line.failures, []);
  }
  await line.play(recognition, menu, room(1));
  await line.until(() => line.failures.length > 0, 'the failure');
  assert.is(asked.length, 9);
  await recognition.close();
  assert.match(missed[0]!, /answers 500$/);
  assert.equal(asked[0]!.fields, { model: 'whisper-1', response_format: 'json', language: 'en' });
  assert.equal([asked[0]!.url, asked[0]!.key], ['/v1/audio/transcriptions', 'Bearer sk-secret']);
  assert.ok(Math.abs(asked[0]!.seconds - menu.length / 8000) < 1, `${asked[0]!.seconds} s`);
  assert.match(line.failures[0]!, /answers 401$/);
  answers.push([403, 'sk-secret']);
  const fault = await faultOf(engine.check(AbortSignal.timeout(patienceSeconds * 1000)));
  assert.match(fault, /^unavailable: .*answers 403/);
  assert.not.match(fault, /sk-secret/);
  server.close();
  assert.match(
    await faultOf(engine.check(AbortSignal.timeout(patienceSeconds * 1000))),
    /^unavailable: .*returned no words: (?!fetch failed)./,
  );
});

async function until(holds: () => boolean): Promise<void> {
  for (let tries = 0; !holds(); tries++) {
    assert.ok(tries < 500, 'in time');
    await delay(20);
  }
}

test.run();
