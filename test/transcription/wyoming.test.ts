import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { openDebianTree } from '../../src/provision/debian-tree.ts';
import { openPocketSphinx } from '../../src/provision/transcription-program.ts';
import { WyomingTranscription } from '../../src/transcription/wyoming-transcription.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { faultOf, listening, untilServing } from '../rig/engine-services.ts';
import { Line, room, say } from './sounds.ts';
import { patienceSeconds } from '../rig/patience.ts';

const models = path.join(import.meta.dirname, '../../src/transcription/models');
const menu = await say('For billing press one.');

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
    await untilServing(engine);
    const recognition = await engine.open(line.options);
    await line.play(recognition, room(2), menu, room(2));
    await line.until(() => line.heard.length > 0, 'the words');
    assert.match(line.text, /press one/);
    assert.match(line.text, /\(en\)$/);
    await server.stop();
    await line.play(recognition, menu, room(2), menu, room(2));
    await line.until(() => line.failures.length > 0, 'the failure');
    assert.match(line.failures[0]!, /cannot be reached/);
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
    assert.match(await faultOf(engine.check(AbortSignal.timeout(patienceSeconds * 1000))), fault);
    server.close();
  }
});

test.run();
