import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { AppError } from '../domain/errors.ts';

export interface WantedPort {
  readonly protocol: 'tcp' | 'udp';
  readonly host: string;
  readonly port: number;
  /** The environment variable that changes it. */
  readonly variable: string;
}

/**
 * Reports a port that is taken: Asterisk itself would only log it and run without.
 * @throws AppError `unavailable` naming port and variable.
 */
export async function assertPortFree(wanted: WantedPort): Promise<void> {
  try {
    await (wanted.protocol === 'tcp' ? bindTcp(wanted) : bindUdp(wanted));
  } catch (cause) {
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause);
    const where = `${wanted.protocol.toUpperCase()} port ${wanted.port} on ${wanted.host}`;
    const reason: Record<string, string> = {
      EADDRINUSE: `${where} is in use by another program; set ${wanted.variable} to a free port`,
      EACCES: `${where} may not be used by this user; set ${wanted.variable} to a port above 1023`,
      EADDRNOTAVAIL: `${wanted.host} is not an address of this machine`,
    };
    throw new AppError('unavailable', reason[code] ?? `${where} cannot be used (${code})`, { cause });
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
