import { WebSocket, type RawData } from 'ws';
import { AppError } from '../../domain/errors.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Identity } from '../../identity/gate.ts';
import type { Log } from '../../log/log.ts';
import { type BeginSocket, closeCodes, type SocketSurface } from './socket-gate.ts';

export const phonePath = '/ws/phone';

export interface PhoneSurfaceNeeds {
  /** Asterisk's HTTP server, which takes SIP over WebSockets (RFC 7118) at `/ws`. */
  ariUrl: string;
  log: Log;
  maxPhones?: number | undefined;
}

/** Far more than an owner has open browsers. */
const defaultMaxPhones = 50;
/** What Asterisk was not yet ready to take: a REGISTER and what a browser says right behind it. */
const maxWaitingBytes = 65_536;
const connectMs = 5_000;

/**
 * `/ws/phone`: SIP between a browser and Asterisk, message for message, on the address of the page. So one origin and one certificate
 * serve, and Asterisk's own HTTP server stays closed to all but this service.
 */
export class PhoneSurface implements SocketSurface {
  readonly path = phonePath;
  readonly scope: Scope = 'admin';
  readonly protocol = 'sip';
  readonly #needs: PhoneSurfaceNeeds;
  readonly #open = new Set<WebSocket>();

  constructor(needs: PhoneSurfaceNeeds) {
    this.#needs = needs;
  }

  admit(identity: Identity): BeginSocket {
    if (this.#open.size >= (this.#needs.maxPhones ?? defaultMaxPhones))
      throw new AppError('unavailable', 'too many browsers are phones already');
    return (socket) => this.#relay(socket, identity);
  }

  close(): void {
    for (const socket of this.#open) socket.close(closeCodes.goingAway, 'the service stops');
  }

  #relay(browser: WebSocket, identity: Identity): void {
    this.#open.add(browser);
    const asterisk = new WebSocket(`${this.#needs.ariUrl.replace(/^http/, 'ws')}/ws`, 'sip', {
      handshakeTimeout: connectMs,
      perMessageDeflate: false,
    });
    const waiting: { data: RawData; isBinary: boolean }[] = [];
    let waitingBytes = 0;
    const forget = identity.onRevoked(() => browser.close(closeCodes.revoked, 'the credential ended'));
    browser.on('message', (data: RawData, isBinary: boolean) => {
      if (asterisk.readyState === WebSocket.OPEN) return asterisk.send(data, { binary: isBinary });
      waitingBytes += (data as Buffer).length;
      if (waitingBytes > maxWaitingBytes)
        return browser.close(closeCodes.tryAgainLater, 'Asterisk does not answer; connect again');
      waiting.push({ data, isBinary });
    });
    asterisk.on('open', () => {
      for (const { data, isBinary } of waiting.splice(0)) asterisk.send(data, { binary: isBinary });
    });
    asterisk.on('message', (data: RawData, isBinary: boolean) => browser.send(data, { binary: isBinary }));
    asterisk.on('error', (error) =>
      this.#needs.log.warn('a browser phone cannot reach Asterisk', { why: error.message }),
    );
    asterisk.on('close', () => browser.close(closeCodes.tryAgainLater, 'Asterisk is away; connect again'));
    browser.once('close', () => {
      forget();
      this.#open.delete(browser);
      // Asterisk takes the contact away with its connection.
      asterisk.terminate();
    });
  }
}
