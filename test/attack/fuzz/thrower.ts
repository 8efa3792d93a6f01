import { createSocket } from 'node:dgram';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { RunningGateway } from '../../rig/running-gateway.ts';
import { ariMessages, httpMessages, mediaMessages, rtpMessages, sipMessages } from './messages.ts';
import { mutate, Random } from './random.ts';

export type Sent = Record<'http' | 'media' | 'ari' | 'sip_tcp' | 'sip_tls' | 'sip_udp' | 'rtp', number>;

const tcpPorts = ['http', 'media', 'ari', 'sip_tcp', 'sip_tls'] as const;
/** A connection that is kept says nothing new after this. */
const longestConnectionMs = 300;
const burst = 10;
const burstEveryMs = 25;

/**
 * Throws mutated messages at every port of a gateway until it is stopped, or up to a number of messages per port. One seed gives the
 * same messages in the same order for each port; how the ports' messages interleave depends on the machine.
 */
export class Thrower {
  readonly sent: Sent = { http: 0, media: 0, ari: 0, sip_tcp: 0, sip_tls: 0, sip_udp: 0, rtp: 0 };
  readonly #gateway: RunningGateway;
  readonly #seed: number;
  #stopped = false;

  constructor(gateway: RunningGateway, seed: number) {
    this.#gateway = gateway;
    this.#seed = seed;
  }

  stop(): void {
    this.#stopped = true;
  }

  /** @param limit of messages to each port. Resolves when nothing more is thrown and every connection is closed. */
  async run(limit = Infinity): Promise<void> {
    const lanes = tcpPorts.flatMap((port, index) =>
      [0, 1].map((lane) => this.#throwTcp(port, this.#seed + index * 10 + lane, limit / 2)),
    );
    await Promise.all([...lanes, this.#throwSip(limit), this.#throwRtp(limit)]);
  }

  #port(name: (typeof tcpPorts)[number]): number {
    const variable = {
      http: 'PORT',
      media: 'MEDIA_PORT',
      ari: 'ARI_PORT',
      sip_tcp: 'SIP_PORT',
      sip_tls: 'SIP_TLS_PORT',
    }[name];
    return Number(this.#gateway.environment[variable]);
  }

  async #throwTcp(name: (typeof tcpPorts)[number], seed: number, limit: number): Promise<void> {
    const random = new Random(seed);
    const port = this.#port(name);
    if (!(await isListening(port))) return; // an Asterisk of one's own may have none of SIP
    const token = this.#gateway.token;
    for (let count = 0; count < limit && !this.#stopped; count++) {
      const messages = {
        http: () => httpMessages(token),
        media: mediaMessages,
        ari: ariMessages,
        sip_tcp: () => sipMessages(port, 'TCP', random.below(2 ** 31)),
        // No TLS: what comes before a handshake is whatever a stranger sends.
        sip_tls: () => sipMessages(port, 'TCP', random.below(2 ** 31)),
      }[name]();
      const parts = Array.from({ length: 1 + random.below(3) }, () => mutate(random.pick(messages), random));
      this.sent[name] += parts.length;
      await throwAt(port, parts, random);
    }
  }

  async #throwSip(limit: number): Promise<void> {
    const random = new Random(this.#seed + 100);
    const port = this.#gateway.sipPort;
    await this.#throwUdp('sip_udp', limit, () => ({
      port,
      bytes: mutate(random.pick(sipMessages(port, 'UDP', random.below(2 ** 31))), random),
    }));
  }

  async #throwRtp(limit: number): Promise<void> {
    const random = new Random(this.#seed + 200);
    const messages = rtpMessages();
    let open = await this.#openRtpPorts();
    await this.#throwUdp('rtp', limit, () => {
      if (this.sent.rtp % 500 === 0) void this.#openRtpPorts().then((ports) => (open = ports));
      return { port: random.pick(open), bytes: mutate(random.pick(messages), random) };
    });
  }

  /** Where Asterisk listens for the audio of calls now; the first of the range when there is none. */
  async #openRtpPorts(): Promise<number[]> {
    const { RTP_PORT_START: first, RTP_PORT_END: last } = this.#gateway.environment;
    const bound = (await readFile('/proc/net/udp', 'utf8'))
      .split('\n')
      .slice(1)
      .map((line) => Number.parseInt(line.trim().split(/\s+/)[1]?.split(':')[1] ?? '0', 16));
    const open = bound.filter((port) => port >= Number(first) && port <= Number(last));
    return open.length > 0 ? open : [Number(first)];
  }

  async #throwUdp(
    name: 'sip_udp' | 'rtp',
    limit: number,
    make: () => { port: number; bytes: Buffer },
  ): Promise<void> {
    const socket = createSocket('udp4');
    socket.on('error', () => undefined); // a port that nobody has open says so
    for (let count = 0; count < limit && !this.#stopped;) {
      for (let n = 0; n < burst && count < limit; n++, count++) {
        const { port, bytes } = make();
        socket.send(bytes.subarray(0, 60_000), port, '127.0.0.1', () => undefined);
        this.sent[name] += 1;
      }
      await delay(burstEveryMs);
    }
    socket.close();
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true));
    socket.on('connect', () => socket.destroy());
    socket.on('error', () => resolve(false));
  });
}

/** One connection: some parts, some pauses, and one of the ways to end. */
function throwAt(port: number, parts: readonly Buffer[], random: Random): Promise<void> {
  const ending = random.pick(['reset', 'end', 'half', 'wait'] as const);
  const split = random.below(4) === 0;
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const timer = setTimeout(() => socket.destroy(), longestConnectionMs);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.on('data', () => undefined);
    socket.on('connect', () => {
      for (const part of parts) {
        const middle = split ? part.length >> 1 : 0;
        if (middle > 0) socket.write(part.subarray(0, middle));
        socket.write(part.subarray(middle));
      }
      if (ending === 'reset') socket.resetAndDestroy();
      else if (ending === 'end') socket.end(() => setImmediate(() => socket.destroy()));
      else if (ending === 'half') socket.end();
    });
  });
}
