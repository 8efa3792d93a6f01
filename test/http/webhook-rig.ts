import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net';
import { aCall, started } from '../store/fixtures.ts';
import { type Rig } from './rig.ts';
import { patienceSeconds } from '../rig/patience.ts';

export const at = '/api/v1/webhooks';

export interface Got {
  headers: IncomingHttpHeaders;
  body: string;
}

/** A receiver that answers as it is told, first to last; then 200. */
export async function withReceiver(
  answers: number[],
  act: (receiver: { url: string; got: Got[]; wait(count: number): Promise<Got[]> }) => Promise<void>,
): Promise<void> {
  const got: Got[] = [];
  let check = () => {};
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body });
      const status = answers.shift() ?? 200;
      response.writeHead(status, status === 302 ? { Location: '/elsewhere' } : {}).end('thank you');
      check();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    await act({
      got,
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
      wait: (count) =>
        new Promise((resolve, reject) => {
          const timer = setTimeout(
            () => reject(new Error(`${got.length} of ${count} came`)),
            patienceSeconds * 1000,
          );
          check = () => {
            if (got.length < count) return;
            clearTimeout(timer);
            resolve(got);
          };
          check();
        }),
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** Accepts connections and data, and never responds. */
export async function withSilentHost(
  act: (host: { url: string; requests(): number; untilClosed(): Promise<void> }) => Promise<void>,
): Promise<void> {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createTcpServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.once('data', () => (requests += 1));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const { port } = server.address() as AddressInfo;
    await act({
      url: `http://127.0.0.1:${port}/hook`,
      requests: () => requests,
      async untilClosed() {
        for (const socket of sockets) if (!socket.closed) await once(socket, 'close');
      },
    });
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

/** Asks until the newest delivery is as wanted; the receiver has its request a little before that is written down. */
export async function deliveredAs(rig: Rig, id: string, state: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { body } = await rig.ask('GET', `${at}/${id}/deliveries`);
    if (body.deliveries[0]?.state === state) return body.deliveries[0];
    await new Promise((resolve) => setImmediate(resolve));
  }
}

export async function failCall(rig: Rig, error: string): Promise<void> {
  const call = aCall();
  await rig.store.calls.insert(call, [started(call)]);
  const data = { number: call.number, error, reason: 'busy' };
  await rig.store.journal.record({ events: [{ type: 'call_failed', callId: call.id, atMs: 1_000, data }] });
}
