import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { WebSocketServer } from 'ws';
import { openPocketSphinx } from '../../src/provision/transcription-program.ts';
import { PocketSphinx } from '../../src/transcription/pocketsphinx/pocketsphinx.ts';
import { Line } from './sounds.ts';

const models = path.join(import.meta.dirname, '../../src/transcription/models');

/** Speaks as alphacep's asr_server.py does, with PocketSphinx's ears: a result for each pause, a partial one for every other message. */
export async function startVosk() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const configs: unknown[] = [];
  server.on('connection', (socket) => {
    const line = new Line();
    const ready = new PocketSphinx({
      open: () => openPocketSphinx(() => undefined),
      start: (command, args) => spawn(command, args, { stdio: 'pipe' }),
      languageModel: `${models}/menu.lm`,
      temporaryFolder: tmpdir(),
      transform: `${models}/telephone.mllr`,
    }).open({
      ...line.options,
      heard: ({ text, startedAtMs, endedAtMs }) => {
        const seconds = (atMs: number): number => (atMs - beganMs) / 1000;
        const words = { conf: 0.9, start: seconds(startedAtMs), end: seconds(endedAtMs), word: text };
        socket.send(JSON.stringify({ result: [words], text }));
      },
    });
    const beganMs = line.nowMs;
    let played: Promise<unknown> = ready; // one message after the other
    socket.on('message', (message: Buffer, isBinary) => {
      if (!isBinary) return void configs.push(JSON.parse(message.toString()));
      const samples = new Int16Array(message.buffer, message.byteOffset, message.length / 2);
      socket.send(JSON.stringify({ partial: 'for' }));
      played = played.then(async () => line.play(await ready, samples));
    });
    socket.on('close', () => void ready.then((recognition) => recognition.close()));
  });
  return { server, configs, url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
