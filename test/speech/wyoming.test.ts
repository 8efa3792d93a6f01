import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openDebianTree } from '../../src/provision/debian-tree.ts';
import { openFlite } from '../../src/provision/speech-program.ts';
import { type WyomingEvent, WyomingReader } from '../../src/engine-protocols/wyoming.ts';
import { WyomingSpeech } from '../../src/speech/wyoming-speech.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { withFolder } from '../store/fixtures.ts';
import { faultOf, listening, untilServing } from '../rig/engine-services.ts';
import { fliteWith, quietly, soundOf, voiceOf } from './voice-rig.ts';
import { patienceSeconds } from '../rig/patience.ts';

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
      await untilServing(engine);
      const { voice } = voiceOf(engine, path.join(folder, 'wyoming'));
      const said = await soundOf(await voice.media('Please stay on the line.'));
      const own = await soundOf(await voiceOf(fliteWith(), folder).voice.media('Please stay on the line.'));
      assert.ok(Math.abs(said.length - own.length) < 800, 'as long as flite itself says it');
    } finally {
      await server.stop();
    }
    const gone = new WyomingSpeech({ host: '127.0.0.1', port: server.port, voice: undefined });
    assert.match(
      await faultOf(gone.check(AbortSignal.timeout(patienceSeconds * 1000))),
      /^unavailable: .*cannot be reached/,
    );
  }));

test('events are read whole, wherever the network cuts them, with their data in the line or after it', () => {
  const event = fc.record({
    type: fc.string(),
    text: fc.string({ unit: 'grapheme' }),
    payload: fc.uint8Array({ maxLength: 300 }),
    isAfter: fc.boolean(),
    ending: fc.constantFrom('\n', '\r\n'),
  });
  fc.assert(
    fc.property(
      fc.array(event),
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1 }),
      (events, sizes) => {
        const sent = Buffer.concat(
          events.flatMap(({ type, text, payload, isAfter, ending }) => {
            const data = Buffer.from(isAfter ? JSON.stringify({ text }) : '');
            const lengths = { data_length: data.length, payload_length: payload.length };
            const line = JSON.stringify({ type, ...lengths, ...(isAfter ? {} : { data: { text } }) });
            return [Buffer.from(line + ending), data, payload];
          }),
        );
        const reader = new WyomingReader();
        const read: WyomingEvent[] = [];
        for (let at = 0, n = 0; at < sent.length; n++) {
          const size = sizes[n % sizes.length]!;
          read.push(...reader.take(sent.subarray(at, at + size)));
          at += size;
        }
        assert.equal(
          read.map(({ type, data, payload }) => [type, data['text'], [...payload]]),
          events.map(({ type, text, payload }) => [type, text, [...payload]]),
        );
      },
    ),
  );
});

test('a Wyoming peer that sends nonsense, hangs up or says nothing is an error', () =>
  withFolder(async (folder) => {
    for (const [answer, fault] of [
      ['no json\n', /bad_upstream/],
      ['{"type":"audio-chunk","payload_length":-1}\n', /bad_upstream/],
      ['{"type":"audio-chunk","payload_length":99999999999}\n', /bad_upstream/],
      ['{"type":"audio-start","data":{"rate":1e9,"width":2,"channels":1}}\n', /bad_upstream/],
      ['{"type":"audio-start","data":{"rate":22050.5,"width":2,"channels":1}}\n', /bad_upstream/],
      [`${'x'.repeat(100_000)}`, /bad_upstream/],
      ['{"type":"audio-stop"}\n', /nothing in the text can be said/],
      ['{"type":"error","data":{"text":"no such voice"}}\n', /no such voice/],
      ['{"type":"error"}\n', /: the Wyoming server reports an error$/],
      // A Python server sends its whole traceback. What a terminal or a page obeys is left out.
      [
        `${JSON.stringify({ type: 'error', data: { text: `no\u001b[31m\r\nroom \u202e${'x'.repeat(100_000)}` } })}\n`,
        /: the Wyoming server says: no \[31m room x{187}…$/,
      ],
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

test.run();
