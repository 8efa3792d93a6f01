import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { describeBindFailure, type WantedPort } from '../listening/bind-failure.ts';

/**
 * Reports a port that is taken: Asterisk itself would only log it and run without.
 * @throws AppError `unavailable` naming the port and its settings.
 */
export async function assertPortFree(wanted: WantedPort): Promise<void> {
  try {
    await (wanted.protocol === 'tcp' ? bindTcp(wanted) : bindUdp(wanted));
  } catch (cause) {
    throw describeBindFailure(wanted, cause);
  }
}

async function bindTcp({ host, port }: WantedPort): Promise<void> {
  const server = createServer();
  server.listen({ host, port, exclusive: true });
  await once(server, 'listening');
  server.close();
  await once(server, 'close');
}

async function bindUdp({ host, port }: WantedPort): Promise<void> {
  const socket = createSocket(host.includes(':') ? 'udp6' : 'udp4');
  try {
    socket.bind({ address: host, port, exclusive: true });
    await once(socket, 'listening');
  } finally {
    socket.close();
  }
}
