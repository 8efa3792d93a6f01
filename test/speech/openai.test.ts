import { createServer as createHttp } from 'node:http';
import { gzipSync } from 'node:zlib';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { OpenAiSpeech } from '../../src/speech/openai-speech.ts';
import { withFolder } from '../store/fixtures.ts';
import { faultOf, listening } from '../rig/engine-services.ts';
import { fliteWith, soundOf, voiceOf } from './voice-rig.ts';
import { patienceSeconds } from '../rig/patience.ts';

test('an OpenAI-compatible service gets the request that it expects; a refusal is reported without its key', () =>
  withFolder(async (folder) => {
    const asked: { url: string; key: string; body: Record<string, unknown> }[] = [];
    const wav = await fliteWith().make('Hello there', AbortSignal.timeout(patienceSeconds * 1000));
    const { encodeTelephoneWav } = await import('../../src/audio/wav.ts');
    let bytes = encodeTelephoneWav(wav.samples);
    let status = 200;
    const server = createHttp((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => (text += part.toString()));
      request.on('end', () => {
        const body = JSON.parse(text) as Record<string, unknown>;
        asked.push({ url: request.url ?? '', key: request.headers.authorization ?? '', body });
        response.writeHead(status).end(status === 200 ? bytes : 'no');
      });
    });
    const port = await listening(server);
    const options = { url: `http://127.0.0.1:${port}`, apiKey: 'sk-secret', model: 'tts-1', voice: 'alloy' };
    const { voice } = voiceOf(new OpenAiSpeech(options), folder);
    assert.ok((await soundOf(await voice.media('Hello'))).length > 4000);
    assert.equal(asked[0], {
      url: '/v1/audio/speech',
      key: 'Bearer sk-secret',
      body: { model: 'tts-1', voice: 'alloy', input: 'Hello', response_format: 'wav' },
    });
    const whole = bytes;
    bytes = whole.subarray(0, 3000);
    assert.match(await faultOf(voice.media('Hello there')), /the WAV file is cut off/);
    bytes = gzipSync(whole);
    assert.match(await faultOf(voice.media('Hello there')), /not a WAV file/, 'nothing is unpacked');
    status = 401;
    const fault = await faultOf(voice.media('Hello again'));
    assert.match(fault, /answers 401/);
    assert.not.match(fault, /sk-secret/);
    server.close();
  }));

test.run();
