import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';
import { Transform } from 'node:stream';

/** A TCP proxy whose connections can be cut, stalled or refused, as a network does. */
export async function startFlakyProxy(
  port: number,
  target: number,
): Promise<{
  url: string;
  cut(): void;
  /** Connections stay open and carry nothing. */
  stall(): void;
  refuse(refused: boolean): void;
  /** Requests whose first line contains `text` are answered with 500; undefined: none. @returns how many were so far. */
  fail(text: string | undefined): () => number;
  stop(): void;
}> {
  const sockets = new Set<Socket>();
  let refused = false;
  let failing: string | undefined;
  let failures = 0;
  const server = createServer((near) => {
    if (refused) return void near.destroy();
    const far = connect(target, '127.0.0.1');
    const fail = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        const [firstLine = ''] = chunk.toString('latin1').split('\r\n', 1);
        if (failing === undefined || !firstLine.includes(failing)) return done(null, chunk);
        failures += 1;
        near.write('HTTP/1.1 500 Failed\r\nContent-Length: 2\r\n\r\n{}');
        done();
      },
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('error', () => from.destroy());
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      if (from === near) from.pipe(fail).pipe(to);
      else from.pipe(to);
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
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
