import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type AsteriskSide, createTelephony } from '../../src/asterisk/index.ts';
import type { TrunkSettings } from '../../src/asterisk/leg-dialler.ts';
import type { Telephony } from '../../src/calls/telephony.ts';
import type { DeviceLines } from '../../src/devices/desk.ts';
import { type EmbeddedAsterisk, type GatewayOptions, startGateway } from '../../src/embedded/gateway.ts';
import { findFreePorts } from '../rig/free-ports.ts';

/** An address of this machine that is nobody's: on Linux all of 127.0.0.0/8 is loopback. */
export const strangerAddress = '127.0.0.9';

/** A gateway's Asterisk whose trunk is a bare socket that answers, and sends audio, only as the test says. */
export interface BareFarEnd {
  gateway: EmbeddedAsterisk;
  telephony: Telephony;
  media: AsteriskSide['media'];
  lines: DeviceLines;
  trunk: AsteriskSide['trunk'];
  dataDir: string;
  sipPort: number;
  /** The first lines of the requests to the trunk, such as `INVITE sip:…`, newest last. */
  requests: string[];
  /** The newest INVITE to the trunk. */
  invite: string;
  /** The trunk's socket. */
  sip: Socket;
  /** Where the gateway awaits the audio of the newest call. */
  gatewayRtpPort: number;
  /** The socket that the far end's SDP names. */
  rtp: Socket;
  /** Requests that it ignores; none at first. */
  ignored: Set<string>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** @param answer to an INVITE: its first line and headers; a 200 gets an SDP. */
export async function openBareFarEnd(
  options: Partial<GatewayOptions> = {},
  answer: (port: number) => string[] = () => ['SIP/2.0 200 OK'],
  trunk: Partial<TrunkSettings> = {},
): Promise<BareFarEnd> {
  const dir = await mkdtemp(path.join(tmpdir(), 'hf-bare-'));
  const [sip, rtp] = await Promise.all([bind('127.0.0.1'), bind('127.0.0.1')]);
  const rtpPortStart = 2 * Math.ceil((await findFreePorts(42)) / 2);
  const [ariPort, mediaPort] = [await findFreePorts(), await findFreePorts()];
  const { sipPort = await findFreePorts() } = options;
  const trunkPort = sip.address().port;
  const gateway = await startGateway({
    dataDir: dir,
    ariPort,
    mediaPort,
    sipHost: '127.0.0.1',
    sipPort,
    rtpPortStart,
    rtpPortEnd: rtpPortStart + 39,
    trunk: { host: `127.0.0.1:${trunkPort}`, register: false },
    progress: () => undefined,
    ...options,
  });
  const app = await createTelephony({
    ariUrl: gateway.ariUrl,
    username: gateway.ariUsername,
    password: gateway.ariPassword,
    media: {
      host: '127.0.0.1',
      port: mediaPort,
      username: gateway.mediaUsername,
      password: gateway.mediaPassword,
    },
    trunk: { configured: true, ...trunk },
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  const far: BareFarEnd = {
    gateway,
    telephony: app.telephony,
    media: app.media,
    lines: app.lines,
    trunk: app.trunk,
    dataDir: dir,
    sipPort,
    requests: [],
    invite: '',
    sip,
    gatewayRtpPort: 0,
    rtp,
    ignored: new Set(),
    async [Symbol.asyncDispose]() {
      await app.close();
      await gateway.stop();
      for (const socket of [sip, rtp]) socket.close();
      await rm(dir, { recursive: true, force: true });
    },
  };
  sip.on('message', (bytes, from) => {
    const request = bytes.toString();
    const [method = ''] = request.split(' ', 1);
    if (method === 'SIP/2.0') return; // what is sent from this socket is the test's
    if (method === 'INVITE') far.invite = request;
    far.requests.push(request.slice(0, request.indexOf('\r\n')));
    far.gatewayRtpPort = Number(/^m=audio (\d+)/m.exec(request)?.[1] ?? far.gatewayRtpPort);
    if (method === 'ACK' || far.ignored.has(method)) return;
    const lines = method === 'INVITE' ? answer(trunkPort) : ['SIP/2.0 200 OK'];
    const body = method === 'INVITE' && lines[0]?.includes(' 200 ') ? sdp(rtp.address().port) : '';
    sip.send(responseTo(request, trunkPort, lines, body), from.port, from.address);
  });
  return far;
}

export async function bind(address: string): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, address);
  await once(socket, 'listening');
  return socket;
}

/** 20 ms of μ-law at its loudest (RTP, RFC 3550). */
export function loudPacket(sequence: number, ssrc: number): Buffer {
  const packet = Buffer.alloc(172, Buffer.from([0x00, 0x80]));
  packet.writeUInt16BE(0x80_00, 0);
  packet.writeUInt16BE(sequence & 0xff_ff, 2);
  packet.writeUInt32BE(sequence * 160, 4);
  packet.writeUInt32BE(ssrc, 8);
  return packet;
}

export function responseTo(
  request: string,
  port: number,
  [status, ...extra]: string[],
  body: string,
): string {
  const copied = request
    .split('\r\n')
    .filter((line) => /^(?:Via|From|To|Call-ID|CSeq):/i.test(line))
    .map((line) => (/^To:/i.test(line) && !line.includes(';tag=') ? `${line};tag=far` : line));
  return [
    status,
    ...copied,
    ...extra,
    ...(body === '' ? [] : [`Contact: <sip:far@127.0.0.1:${port}>`, 'Content-Type: application/sdp']),
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}

export function sdp(port: number): string {
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${port} RTP/AVP 0`,
    'a=rtpmap:0 PCMU/8000',
    '',
  ].join('\r\n');
}

function ignore(): void {
  // What the telephony logs is no part of these tests.
}
