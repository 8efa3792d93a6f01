import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { AppError, describeError } from '../domain/errors.ts';

export interface StunServer {
  readonly host: string;
  readonly port: number;
}

/** Numbers of RFC 5389, sections 6 and 15. */
const BINDING_REQUEST = 0x0001;
const BINDING_SUCCESS = 0x0101;
const MAGIC_COOKIE = 0x2112a442;
const XOR_MAPPED_ADDRESS = 0x0020;
const IPV4 = 0x01;
const HEADER_BYTES = 20;

/** Section 7.2.1 begins with 500 ms and doubles; three tries are enough for what is asked again in minutes. */
const RETRANSMIT_MS = [0, 500, 1500];
const GIVE_UP_MS = 3000;

/**
 * Asks a STUN server (RFC 5389) from which IPv4 address this machine is seen.
 * @throws AppError `unavailable` when no usable answer comes within 3 s.
 */
export async function askStun(server: StunServer, giveUpMs = GIVE_UP_MS): Promise<string> {
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
      for (const ms of RETRANSMIT_MS) timers.push(setTimeout(send, ms));
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
  header.writeUInt16BE(BINDING_REQUEST, 0);
  header.writeUInt32BE(MAGIC_COOKIE, 4);
  return Buffer.concat([header, transaction]);
}

/** Undefined for anything but the answer to this request: somebody else may send to the port as well. */
export function mappedAddress(message: Buffer, transaction: Buffer): string | undefined {
  if (message.length < HEADER_BYTES) return undefined;
  if (message.readUInt16BE(0) !== BINDING_SUCCESS || message.readUInt32BE(4) !== MAGIC_COOKIE)
    return undefined;
  if (!message.subarray(8, HEADER_BYTES).equals(transaction)) return undefined;
  const end = Math.min(message.length, HEADER_BYTES + message.readUInt16BE(2));
  for (let at = HEADER_BYTES; at + 4 <= end;) {
    const length = message.readUInt16BE(at + 2);
    const isWhole = at + 4 + length <= end;
    if (
      isWhole &&
      message.readUInt16BE(at) === XOR_MAPPED_ADDRESS &&
      length >= 8 &&
      message[at + 5] === IPV4
    ) {
      const address = (message.readUInt32BE(at + 8) ^ MAGIC_COOKIE) >>> 0;
      return [24, 16, 8, 0].map((shift) => (address >>> shift) & 0xff).join('.');
    }
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return undefined;
}
