import { setTimeout as delay } from 'node:timers/promises';
import type { SipAgent } from './sip-agent.ts';

interface Press {
  /** For how long it holds each key. */
  milliseconds?: number;
  /** When it sends the INFO. */
  reports?: 'pressed' | 'released';
}

/** Presses keys as a phone does that reports each twice: in its audio (RFC 4733) and by INFO. */
export async function pressReportedTwice(
  phone: SipAgent,
  digits: readonly number[],
  { milliseconds = 200, reports = 'released' }: Press = {},
): Promise<void> {
  for (const [index, digit] of digits.entries()) {
    const report = (): number =>
      phone.sendRequest('INFO', {
        headers: ['Content-Type: application/dtmf-relay'],
        body: `Signal=${digit}\r\nDuration=160\r\n`,
      });
    if (reports === 'pressed') report();
    for (const packet of keyPackets(digit, index, milliseconds / 20)) {
      phone.rtp.send(packet, phone.gatewayRtpPort, '127.0.0.1');
      await delay(20);
    }
    if (reports === 'released') report();
    await delay(300); // until the next press
  }
}

/** A packet each 20 ms, the end three times. */
function keyPackets(digit: number, nth: number, length: number): Buffer[] {
  return Array.from({ length: length + 3 }, (_, index) => {
    const packet = Buffer.alloc(16);
    packet.writeUInt16BE(0x80_00 | (index === 0 ? 0x80 : 0) | 101, 0);
    packet.writeUInt16BE(nth * (length + 3) + index, 2);
    packet.writeUInt32BE(nth * 8000, 4);
    packet.writeUInt32BE(1, 8);
    packet.writeUInt16BE((digit << 8) | (index >= length ? 0x80 : 0) | 10, 12);
    packet.writeUInt16BE(Math.min(index + 1, length) * 160, 14);
    return packet;
  });
}

const keys = '0123456789*#ABCD';

/** Collects the keys that come to a user agent in its audio. @returns those so far. */
export function hearKeys(agent: SipAgent): () => string {
  const heard = new Map<number, string>();
  agent.rtp.on('message', (packet) => {
    if (((packet[1] ?? 0) & 0x7f) === 101) heard.set(packet.readUInt32BE(4), keys[packet[12] ?? 0] ?? '?');
  });
  return () => [...heard.values()].join('');
}
