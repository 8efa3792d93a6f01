import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { Transform } from 'node:stream';

export interface FlakyProxy {
  url: string;
  cut(): void;
  /** Connections stay open and carry nothing. */
  stall(): void;
  /** From the next request whose first line contains `text`, which resolves it, nothing comes back any more until all connections are cut. */
  muffle(text: string): Promise<void>;
  refuse(refused: boolean): void;
  /** Requests whose first line contains `text` are answered with 500; undefined: none. @returns how many were so far. */
  fail(text: string | undefined): () => number;
  stop(): void;
}

/** A TCP proxy whose connections can be cut, stalled or refused, as a network does. */
export async function startFlakyProxy(port: number, target: number): Promise<FlakyProxy> {
  const sockets = new Set<Socket>();
  let refused = false;
  let failing: string | undefined;
  let failures = 0;
  let muffling: { text: string; begun: () => void } | undefined;
  let isMuffled = false;
  const server = createServer((near) => {
    if (refused) return void near.destroy();
    const far = connect(target, '127.0.0.1');
    const there = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const [firstLine = ''] = chunk.toString('latin1').split('\r\n', 1);
        if (muffling !== undefined && firstLine.includes(muffling.text)) {
          isMuffled = true;
          muffling.begun();
        }
        if (failing === undefined || !firstLine.includes(failing)) return done(null, chunk);
        failures += 1;
        near.write('HTTP/1.1 500 Failed\r\nContent-Length: 2\r\n\r\n{}');
        done();
      },
    });
    const back = new Transform({
      transform: (chunk: Buffer, _encoding, done) => (isMuffled ? done() : done(null, chunk)),
    });
    for (const [from, through, to] of [
      [near, there, far],
      [far, back, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => from.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.pipe(through).pipe(to);
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
    isMuffled = false;
    muffling = undefined;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    cut,
    stall() {
      for (const socket of sockets) {
        socket.unpipe();
        socket.pause();
      }
    },
    muffle: (text) => new Promise((begun) => (muffling = { text, begun })),
    refuse: (value) => (refused = value),
    fail(text) {
      failing = text;
      failures = 0;
      return () => failures;
    },
    stop() {
      cut();
      server.close();
    },
  };
}
