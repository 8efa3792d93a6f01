import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { WebSocket } from 'ws';
import { encodeMulaw } from '../../src/audio/g711.ts';
import type { Listener } from '../../src/calls/listener.ts';
import type { DetectorEvent } from '../../src/detect/types.ts';
import type { AppError } from '../../src/domain/errors.ts';
import { MediaThread } from '../../src/media/media-thread.ts';
import type { ThreadProgram } from '../../src/media/thread-link.ts';
import { canHang, loseThread } from '../rig/hanging-thread.ts';
import { findFreePorts } from '../rig/free-ports.ts';
import { eventually } from './stage.ts';

interface Rig {
  media: MediaThread;
  port: number;
  logged: string[];
  /** Ends the thread as a crash would. */
  crash(): Promise<void>;
}

async function withThread(
  body: (rig: Rig) => Promise<void>,
  program: Partial<ThreadProgram> = {},
): Promise<void> {
  const port = await findFreePorts();
  const logged: string[] = [];
  const at =
    (level: string) =>
    (message: string): void =>
      void logged.push(`${level} ${message}`);
  const log = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  let thread: Worker | undefined;
  const onWorker = (worker: Worker): void => void (thread = worker);
  process.on('worker', onWorker);
  const place = { host: '127.0.0.1', port, username: 'a', password: 'b' };
  const media = await MediaThread.start({ ...place, program, log });
  try {
    await body({
      media,
      port,
      logged,
      async crash() {
        await thread?.terminate();
      },
    });
  } finally {
    await media.close();
    process.off('worker', onWorker);
  }
}

/** A call's channel, played by the test: audio goes to the listener once the socket is open. */
async function openChannel(
  { media, port }: Rig,
  channel: string,
  listener: Listener,
): Promise<{ socket: WebSocket; closed: Promise<void>; forget: () => void }> {
  let tellOpen: () => void = () => undefined;
  const open = new Promise<void>((resolve) => (tellOpen = resolve));
  let tellClosed: () => void = () => undefined;
  const closed = new Promise<void>((resolve) => (tellClosed = resolve));
  const forget = await media.expect(channel, listener, { onOpen: tellOpen, onClose: tellClosed });
  const socket = new WebSocket(`ws://127.0.0.1:${port}/media`, ['media'], {
    headers: { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` },
  });
  socket.on('error', () => undefined);
  await once(socket, 'open');
  socket.send(`MEDIA_START connection_id:x channel:y channel_id:${channel} format:ulaw`);
  await open;
  return { socket, closed, forget };
}

/** The US ringback: 440 and 480 Hz, 2 s on and 4 s off. */
function ringback(seconds: number): Buffer {
  return Buffer.from(
    Uint8Array.from({ length: seconds * 8_000 }, (_, n) => {
      const at = n / 8_000;
      const tone = Math.sin(2 * Math.PI * 440 * at) + Math.sin(2 * Math.PI * 480 * at);
      return encodeMulaw(at % 6 < 2 ? 4_000 * tone : 0);
    }),
  );
}

/** Opens a channel at the thread that took the place of another, and has the ringback found there. */
async function heardAnew(rig: Rig, listener: Listener, events: DetectorEvent[]): Promise<WebSocket> {
  let again: Awaited<ReturnType<typeof openChannel>> | undefined;
  await eventually(async () => {
    again ??= await openChannel(rig, 'again', listener).catch(() => undefined);
    return again !== undefined;
  }, 'a socket to the next thread');
  assert.ok(again);
  events.splice(0);
  send(again.socket, ringback(14));
  await eventually(() => events.some(({ kind }) => kind === 'tone'), 'the tone');
  return again.socket;
}

function send(socket: WebSocket, audio: Buffer): void {
  for (let at = 0; at < audio.length; at += 160) socket.send(audio.subarray(at, at + 160));
}

test('findings reach the main thread, with their clock; frames only when they are wanted', () =>
  withThread(async (rig) => {
    const listener = rig.media.createListener({});
    const events: DetectorEvent[] = [];
    const frames: Int16Array[] = [];
    let clock = NaN;
    listener.follow({
      heard: (heard, startedAtMs) => {
        events.push(...heard);
        clock = startedAtMs;
      },
      frame: (frame) => frames.push(frame),
    });
    const { socket } = await openChannel(rig, 'one', listener);
    const sentAtMs = Date.now();
    send(socket, ringback(14));
    await eventually(() => events.some(({ kind }) => kind === 'tone'), 'the tone');
    // What was sent in one burst may have begun as long ago as it lasts, or only now.
    assert.ok(clock > sentAtMs - 14_500 && clock < Date.now(), `its zero is ${Date.now() - clock} ms ago`);
    assert.is(frames.length, 0);
    listener.relay('everything');
    await eventually(() => {
      send(socket, ringback(0.1)); // what came before the wish took effect is not relayed
      return frames.length >= 50;
    }, 'a second of frames');
    assert.ok(frames.every(({ length }) => length === 160));
    const { endedAtMs } = await listener.close();
    assert.ok(endedAtMs !== undefined && endedAtMs > clock + 14_000);
    socket.terminate();
  }));

test('a thread that the system cannot begin is tried again', () => {
  const bootFile = new URL('../../src/media/worker-boot.mjs', import.meta.url);
  const { href } = bootFile;
  return withThread(
    async (rig) => {
      const failures = () =>
        rig.logged.filter((line) => line === 'error the listening thread did not start').length;
      bootFile.href = 'nothing:'; // Worker's constructor throws, as when the limit of threads is reached
      await rig.crash();
      await eventually(() => failures() >= 2, 'two attempts');
      bootFile.href = href;
      const listener = rig.media.createListener({});
      const events: DetectorEvent[] = [];
      listener.follow({ heard: (heard) => void events.push(...heard), frame: () => undefined });
      (await heardAnew(rig, listener, events)).terminate();
    },
    { bootFile },
  );
});

test('a lost thread is replaced: watchers are told, and the new thread hears the next socket', () =>
  withThread(async (rig) => {
    const listener = rig.media.createListener({});
    const events: DetectorEvent[] = [];
    const frames: Int16Array[] = [];
    listener.follow({
      heard: (heard) => void events.push(...heard),
      frame: (frame) => frames.push(frame),
    });
    listener.relay('everything');
    const first = await openChannel(rig, 'first', listener);
    send(first.socket, ringback(1));
    await eventually(() => frames.length > 0, 'frames');

    const socketClosed = once(first.socket, 'close');
    await rig.crash();
    await first.closed;
    await socketClosed;
    const refused = await rig.media
      .expect('too-soon', listener, { onOpen: () => undefined, onClose: () => undefined })
      .catch((error: unknown) => (error as AppError).code);
    assert.is(refused, 'unavailable');
    assert.ok(rig.logged.includes('warn the listening thread is restarted'));

    const before = frames.length;
    const second = await heardAnew(rig, listener, events);
    await eventually(() => frames.length >= before + 50, 'frames, which are still wanted');
    await listener.close();
    second.terminate();
  }));

test('a channel that was let go is not heard any more, though its socket stays: another brings its audio', () =>
  withThread(async (rig) => {
    const listener = rig.media.createListener({});
    const frames: Int16Array[] = [];
    listener.follow({ heard: () => undefined, frame: (frame) => void frames.push(frame) });
    listener.relay('everything');
    const first = await openChannel(rig, 'first', listener);
    send(first.socket, ringback(1));
    await eventually(() => frames.length >= 50, 'a second of frames');
    first.forget();
    const second = await openChannel(rig, 'second', listener);
    const before = frames.length;
    send(first.socket, ringback(4));
    const answered = once(first.socket, 'pong');
    first.socket.ping();
    await answered; // it has read what came before
    send(second.socket, ringback(1));
    await eventually(() => frames.length >= before + 50, 'what the second one brings');
    // A gap may be filled meanwhile.
    assert.ok(frames.length < before + 150, `${frames.length - before} frames`);
    await listener.close();
    for (const { socket } of [first, second]) socket.terminate();
  }));

for (const how of ['busy', 'asleep'] as const)
  test(`a thread that hangs (${how}) is replaced, and the call is heard again`, () =>
    withThread(async (rig) => {
      const listener = rig.media.createListener({});
      const events: DetectorEvent[] = [];
      listener.follow({ heard: (heard) => void events.push(...heard), frame: () => undefined });
      const first = await openChannel(rig, 'first', listener);
      const socketClosed = once(first.socket, 'close');
      loseThread(how);
      const waits = rig.media
        .expect('while it hangs', listener, { onOpen: () => undefined, onClose: () => undefined })
        .catch((error: unknown) => (error as AppError).code);
      await Promise.all([first.closed, socketClosed]);
      assert.is(await waits, 'unavailable', 'who waits for its answer is not left waiting');
      assert.ok(rig.logged.includes('error the listening thread hangs and is ended'));
      (await heardAnew(rig, listener, events)).terminate();
      await listener.close();
    }, canHang));

test('a port in use is reported, and no thread is left running', async () => {
  await withThread(async ({ port }) => {
    const log = { debug() {}, info() {}, warn() {}, error() {} };
    const taken = await MediaThread.start({
      host: '127.0.0.1',
      port,
      username: 'a',
      password: 'b',
      log,
    }).catch((error: unknown) => error as AppError);
    assert.is((taken as AppError).code, 'unavailable');
    assert.match((taken as AppError).message, /set MEDIA_PORT to a free port/);
  });
});

test.run();
