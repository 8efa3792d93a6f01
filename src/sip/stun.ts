import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { AppError, describeError } from '../domain/errors.ts';

export interface StunServer {
  readonly host: string;
  readonly port: number;
}

/** Constants of RFC 5389, sections 6 and 15. */
const bindingRequest = 0x0001;
const bindingSuccess = 0x0101;
const magicCookie = 0x2112a442;
const xorMappedAddress = 0x0020;
const ipv4 = 0x01;
const headerBytes = 20;

/** Section 7.2.1 starts at 500 ms and doubles; three tries are enough, since it is repeated within minutes. */
const retransmitMs = [0, 500, 1500];
const defaultGiveUpMs = 3000;

/**
 * Asks a STUN server (RFC 5389) for this machine's public IPv4 address.
 * @throws AppError `unavailable` when no usable answer comes within 3 s.
 */
export async function askStun(server: StunServer, giveUpMs = defaultGiveUpMs): Promise<string> {
  const transaction = randomBytes(12);
  const socket = createSocket('udp4');
  const timers: NodeJS.Timeout[] = [];
  const where = `${server.host}:${server.port}`;
  try {
    return await new Promise<string>((resolve, reject) => {
      socket.once('error', reject);
      socket.on('message', (message) => {
        const address = mappedAddress(message, transaction);
        if (address !== undefined) resolve(address);
      });
      const send = (): void =>
        socket.send(request(transaction), server.port, server.host, (error) => {
          if (error !== null) reject(error);
        });
      for (const ms of retransmitMs) timers.push(setTimeout(send, ms));
      timers.push(setTimeout(() => reject(new Error('no answer')), giveUpMs));
    });
  } catch (cause) {
    throw new AppError('unavailable', `the STUN server ${where}: ${describeError(cause)}`, { cause });
  } finally {
    for (const timer of timers) clearTimeout(timer);
    socket.close();
  }
}

function request(transaction: Buffer): Buffer {
  const header = Buffer.alloc(8);
  header.writeUInt16BE(bindingRequest, 0);
  header.writeUInt32BE(magicCookie, 4);
  return Buffer.concat([header, transaction]);
}

/** Undefined unless it answers this request: anyone may send to the port. */
export function mappedAddress(message: Buffer, transaction: Buffer): string | undefined {
  if (message.length < headerBytes) return undefined;
  if (message.readUInt16BE(0) !== bindingSuccess || message.readUInt32BE(4) !== magicCookie) return undefined;
  if (!message.subarray(8, headerBytes).equals(transaction)) return undefined;
  const end = Math.min(message.length, headerBytes + message.readUInt16BE(2));
  for (let at = headerBytes; at + 4 <= end;) {
    const length = message.readUInt16BE(at + 2);
    const isWhole = at + 4 + length <= end;
    if (isWhole && message.readUInt16BE(at) === xorMappedAddress && length >= 8 && message[at + 5] === ipv4) {
      const address = (message.readUInt32BE(at + 8) ^ magicCookie) >>> 0;
      return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.');
    }
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return undefined;
}
