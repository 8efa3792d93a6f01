import { once } from 'node:events';
import { type Socket, connect, createServer } from 'node:net';

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
  stop(): void;
}> {
  const sockets = new Set<Socket>();
  let refused = false;
  const server = createServer((near) => {
    if (refused) return void near.destroy();
    const far = connect(target, '127.0.0.1');
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
      from.pipe(to);
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
    stop() {
      cut();
      server.close();
    },
  };
}
