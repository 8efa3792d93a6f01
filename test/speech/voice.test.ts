import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, copyFile, readdir, writeFile } from 'node:fs/promises';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readSound } from '../../src/audio/sound-file.ts';
import { AppError } from '../../src/domain/errors.ts';
import { openDebianTree } from '../../src/provision/debian-tree.ts';
import { runCommandOrThrow } from '../../src/provision/run-command.ts';
import { openFlite } from '../../src/provision/speech-program.ts';
import type { SpeechEngine } from '../../src/speech/engine.ts';
import { Flite } from '../../src/speech/flite.ts';
import { OpenAiSpeech } from '../../src/speech/openai-speech.ts';
import { Voice } from '../../src/speech/voice.ts';
import { WyomingSpeech } from '../../src/speech/wyoming-speech.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { memoryLog, withFolder } from '../store/fixtures.ts';

const quietly = (): void => undefined;

function fliteWith(program = openFlite(quietly)): Flite {
  return new Flite({
    open: () => program,
    run: (command, args, signal) => runCommandOrThrow(command, args, { signal }),
    voice: 'rms',
  });
}

function voiceOf(
  engine: SpeechEngine | undefined,
  folder: string | undefined,
  { timeoutMs = 20_000, configured = [] as string[] } = {},
) {
  const log = memoryLog();
  return { log, voice: new Voice({ engine, folder, configured, fileMode: 0o600, timeoutMs, log }) };
}

async function faultOf(act: Promise<unknown>): Promise<string> {
  try {
    await act;
    return '';
  } catch (error) {
    assert.ok(error instanceof AppError, String(error));
    return `${error.code}: ${error.detail}`;
  }
}

/** The file behind `sound:…`. */
async function soundOf(media: string): Promise<Float32Array> {
  assert.match(media, /^sound:\//);
  const { samples, rateHz } = await readSound(`${media.slice('sound:'.length)}.wav`);
  assert.is(rateHz, 8000);
  return samples;
}

const rmsDb = (samples: Float32Array): number =>
  10 * Math.log10(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

test('flite says a sentence, once for all who ask', () =>
  withFolder(async (folder) => {
    let runs = 0;
    const engine = new Flite({
      open: () => openFlite(quietly),
      run: (command, args, signal) => {
        runs += 1;
        return runCommandOrThrow(command, args, { signal });
      },
      voice: 'rms',
    });
    const { voice } = voiceOf(engine, folder);
    const text = 'Please stay on the line.';
    const [one, two] = await Promise.all([voice.media(text), voice.media(text)]);
    assert.is(one, two);
    assert.is(await voice.media(text), one);
    assert.is(runs, 1);
    const samples = await soundOf(one!);
    assert.ok(samples.length > 8000 && samples.length < 5 * 8000, `${samples.length / 8000} s`);
    assert.ok(Math.abs(rmsDb(samples) + 20) < 3, `${rmsDb(samples)} dB`);
    assert.is.not(await voice.media('Something else.'), one);
    assert.is(await voice.media('sound:one-moment-please'), 'sound:one-moment-please');
    assert.equal(
      (await readdir(folder)).filter((name) => !name.endsWith('.wav')),
      [],
    );
  }));

test('markup, signs and orders to the engine are not said, and run nothing', () =>
  withFolder(async (folder) => {
    const { voice } = voiceOf(fliteWith(), folder);
    const plain = await voice.media('Hello there');
    for (const text of [
      '<speak>Hello</speak> there',
      'Hello 🎉 there',
      '*Hello* _there_',
      'Hello\u0000 there',
    ])
      assert.is(await voice.media(text), plain, text);
    for (const text of ['🎉🎉', '...', '<br/>', '   ', '¿?'])
      assert.is(await faultOf(voice.media(text)), 'invalid: nothing in the text can be said', text);
    // A word of ten thousand letters keeps the engine busy for longer than it may take.
    const hurried = voiceOf(fliteWith(), folder, { timeoutMs: 4_000 }).voice;
    for (const text of [
      '-o /etc/passwd',
      '$(touch pwned) `id`; reboot',
      '日本語',
      'Ñandú über',
      'a'.repeat(10_000),
    ])
      assert.match(`${await faultOf(hurried.media(text))} `, /^(| unavailable: .*|invalid: .*| )/, text);
    assert.not.ok((await readdir(folder)).includes('pwned'));
  }));

test('an engine that hangs, is killed, makes nothing or is not there is an error in time', () =>
  withFolder(async (folder) => {
    const script = async (name: string, body: string): Promise<Flite> => {
      const file = path.join(folder, name);
      await writeFile(file, `#!/bin/sh\n${body}\n`);
      await chmod(file, 0o700);
      return fliteWith(Promise.resolve({ command: file, leadingArgs: [] }));
    };
    const hanging = voiceOf(await script('hang', 'exec sleep 60'), folder, { timeoutMs: 300 }).voice;
    const beganMs = Date.now();
    assert.match(await faultOf(hanging.media('Hello')), /^unavailable: .* did not answer within 0.3 s$/);
    assert.ok(Date.now() - beganMs < 5000);
    for (const [name, body] of [
      ['killed', 'kill -9 $$'],
      ['empty', 'exit 0'],
      ['garbage', 'while [ "$1" != -o ]; do shift; done; echo garbage > "$2"'],
    ] as const)
      assert.match(
        await faultOf(voiceOf(await script(name, body), folder).voice.media('Hello')),
        /^unavailable/,
        name,
      );
    const missing = fliteWith(Promise.resolve({ command: '/nonexistent/flite', leadingArgs: [] }));
    assert.match(
      await faultOf(voiceOf(missing, folder).voice.media('Hello')),
      /^unavailable: .*cannot be run/,
    );
    assert.is(
      await faultOf(voiceOf(undefined, folder).voice.media('Hello')),
      'unavailable: SPEECH_ENGINE is none',
    );
    assert.match(await faultOf(voiceOf(fliteWith(), undefined).voice.media('Hello')), /SIP_FILES_DIR/);
    const { voice, log } = voiceOf(missing, folder, {
      configured: ['sound:hello-world', 'Hello', 'Hello again'],
    });
    await voice.prepare();
    assert.is(log.lines.length, 1, 'one line at start');
    assert.match(log.lines[0]!.message, /there is no voice/);
  }));

test("a WAV file of the owner's own is played as it is, and again when it changes", () =>
  withFolder(async (folder) => {
    const spoken = voiceOf(fliteWith(), folder).voice;
    const made = await spoken.media('This is my own voice.');
    const file = `${made.slice('sound:'.length)}.wav`;
    const noSound = path.join(folder, 'note.wav');
    const { voice } = voiceOf(undefined, path.join(folder, 'cache'), {
      configured: [`file:${file}`, 'file:/nonexistent.wav', `file:${noSound}`],
    });
    const media = await voice.media(`file:${file}`);
    assert.equal(await soundOf(media), await soundOf(made));
    assert.match(await faultOf(voice.media('file:/nonexistent.wav')), /^unavailable: .*cannot be read/);
    await writeFile(noSound, 'no sound');
    assert.match(await faultOf(voice.media(`file:${noSound}`)), /^invalid/);
    const other = path.join(folder, 'other.wav');
    await copyFile(file, other);
    assert.is(await faultOf(voice.media(`file:${other}`)), 'unavailable: SPEECH_ENGINE is none');
    assert.is.not(
      (await soundOf(await spoken.media(`file:${file}`))).length,
      (await soundOf(made)).length,
      'the words are said, the file is not read',
    );
  }));

async function startWyoming(): Promise<{ port: number; stop(): Promise<void> }> {
  const { root } = await openDebianTree(
    { name: 'wyoming', suite: 'sid', packages: ['python3-wyoming'], libraries: [] },
    quietly,
  );
  const { command, leadingArgs } = await openFlite(quietly);
  const port = await findFreePorts();
  const script = path.resolve(import.meta.dirname, '../../rig/wyoming-voice.py');
  const child: ChildProcess = spawn('python3', [script, String(port), command, ...leadingArgs], {
    env: { PATH: process.env['PATH'], PYTHONPATH: path.join(root, 'usr/lib/python3/dist-packages') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout!, 'data');
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

test("a Wyoming server on Debian's python3-wyoming says it", () =>
  withFolder(async (folder) => {
    const server = await startWyoming();
    try {
      const engine = new WyomingSpeech({ host: '127.0.0.1', port: server.port, voice: undefined });
      for (let tries = 0; ; tries++)
        try {
          await engine.check(AbortSignal.timeout(5000));
          break;
        } catch (error) {
          if (tries > 50) throw error; // it says that it is ready a moment before it listens
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      const { voice } = voiceOf(engine, path.join(folder, 'wyoming'));
      const said = await soundOf(await voice.media('Please stay on the line.'));
      const own = await soundOf(await voiceOf(fliteWith(), folder).voice.media('Please stay on the line.'));
      assert.ok(Math.abs(said.length - own.length) < 800, 'as long as flite itself says it');
    } finally {
      await server.stop();
    }
    const gone = new WyomingSpeech({ host: '127.0.0.1', port: server.port, voice: undefined });
    assert.match(await faultOf(gone.check(AbortSignal.timeout(5000))), /^unavailable: .*cannot be asked/);
  }));

test('a Wyoming peer that sends nonsense, hangs up or says nothing is an error', () =>
  withFolder(async (folder) => {
    for (const [answer, fault] of [
      ['no json\n', /bad_upstream/],
      ['{"type":"audio-chunk","payload_length":-1}\n', /bad_upstream/],
      ['{"type":"audio-chunk","payload_length":99999999999}\n', /bad_upstream/],
      ['{"type":"audio-start","data":{"rate":1e9,"width":2,"channels":1}}\n', /bad_upstream/],
      [`${'x'.repeat(100_000)}`, /bad_upstream/],
      ['{"type":"audio-stop"}\n', /nothing in the text can be said/],
      ['{"type":"error","data":{"text":"no such voice"}}\n', /no such voice/],
      [undefined, /hung up/],
    ] as const) {
      const server = createServer(
        (socket) => void (answer === undefined ? socket.end() : socket.write(answer)),
      );
      const port = await listening(server);
      const engine = new WyomingSpeech({ host: '127.0.0.1', port, voice: 'x' });
      assert.match(
        await faultOf(voiceOf(engine, folder).voice.media('Hello')),
        fault,
        String(answer).slice(0, 60),
      );
      server.close();
    }
    const open: Socket[] = [];
    const silent = createServer((socket) => void open.push(socket));
    const engine = new WyomingSpeech({ host: '127.0.0.1', port: await listening(silent), voice: 'x' });
    assert.match(
      await faultOf(voiceOf(engine, folder, { timeoutMs: 200 }).voice.media('Hello')),
      /did not answer within/,
    );
    for (const socket of open) socket.destroy();
    silent.close();
  }));

test('an OpenAI-compatible service is asked as it expects; what it refuses is said without its key', () =>
  withFolder(async (folder) => {
    const asked: { url: string; key: string; body: Record<string, unknown> }[] = [];
    const wav = await fliteWith().make('Hello there', AbortSignal.timeout(20_000));
    const { encodeTelephoneWav } = await import('../../src/audio/wav.ts');
    const bytes = encodeTelephoneWav(wav.samples);
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
    status = 401;
    const fault = await faultOf(voice.media('Hello again'));
    assert.match(fault, /answers 401/);
    assert.not.match(fault, /sk-secret/);
    server.close();
  }));

async function listening(
  server: { listen(port: number, host: string): unknown; address(): unknown } & NodeJS.EventEmitter,
): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

test.run();
