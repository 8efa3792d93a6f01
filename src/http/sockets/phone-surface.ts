import type { IncomingMessage } from 'node:http';
import { WebSocket, type RawData } from 'ws';
import type { ArrivingPages } from '../../devices/arriving-pages.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Identity } from '../../identity/gate.ts';
import type { Log } from '../../log/log.ts';
import { type BeginSocket, closeCodes, type EndSocket, type SocketSurface } from './socket-gate.ts';

export const phonePath = '/ws/phone';

export interface PhoneSurfaceNeeds {
  /** Asterisk's HTTP server, which accepts SIP over WebSockets (RFC 7118) at `/ws`. */
  ariUrl: string;
  pages: Pick<ArrivingPages, 'begin'>;
  log: Log;
}

/** Buffer until Asterisk's side is open: a REGISTER and what the browser sends right after it. */
const maxWaitingBytes = 65_536;
/** Far more than SIP leaves waiting on a connection that is read. */
const maxUnsentBytes = 1_048_576;
const connectMs = 5_000;
const pingMs = 3_000;
/** A browser answers pings on its own, even while its page is suspended. */
const silenceMs = 8_000;
/**
 * Sent instead of SIP and answered here (RFC 5626 section 3.5.1, RFC 7118 section 6): a page can neither send pings
 * nor see them.
 */
const keepAlive = { question: '\r\n\r\n', answer: '\r\n' };

/**
 * `/ws/phone`: relays SIP between a browser and Asterisk, message by message, on the page's own address. One origin
 * and one certificate suffice, and Asterisk's HTTP server stays closed to everyone but this service.
 */
export class PhoneSurface implements SocketSurface {
  readonly path = phonePath;
  readonly scope: Scope = 'admin';
  readonly protocol = 'sip';
  /** Far more than the browsers one owner has open. */
  readonly maxOpen = 50;
  readonly #needs: PhoneSurfaceNeeds;

  constructor(needs: PhoneSurfaceNeeds) {
    this.#needs = needs;
  }

  admit(_: IncomingMessage, { id }: Pick<Identity, 'id'>): BeginSocket {
    return (browser) => this.#relay(browser, id);
  }

  #relay(browser: WebSocket, credentialId: string): EndSocket {
    const leaves = this.#needs.pages.begin(credentialId);
    const asterisk = new WebSocket(`${this.#needs.ariUrl.replace(/^http/, 'ws')}/ws`, 'sip', {
      handshakeTimeout: connectMs,
      perMessageDeflate: false,
    });
    const waiting: { data: RawData; isBinary: boolean }[] = [];
    let waitingBytes = 0;
    let hasOpened = false;
    const stopWatching = endWhenSilent(browser);
    // One side may send on and on without reading: what waits for it would fill the memory.
    const pass = (to: WebSocket, data: RawData | string, isBinary: boolean): void => {
      if (to.bufferedAmount > maxUnsentBytes) return browser.terminate();
      to.send(data, { binary: isBinary });
    };
    browser.on('message', (data: RawData, isBinary: boolean) => {
      if (
        (data as Buffer).length === keepAlive.question.length &&
        (data as Buffer).toString() === keepAlive.question
      )
        return pass(browser, keepAlive.answer, false);
      if (asterisk.readyState === WebSocket.OPEN) return pass(asterisk, data, isBinary);
      waitingBytes += (data as Buffer).length;
      if (waitingBytes > maxWaitingBytes)
        return browser.close(closeCodes.tryAgainLater, 'Asterisk does not answer; connect again');
      waiting.push({ data, isBinary });
    });
    asterisk.on('open', () => {
      hasOpened = true;
      for (const { data, isBinary } of waiting.splice(0)) asterisk.send(data, { binary: isBinary });
    });
    asterisk.on('message', (data: RawData, isBinary: boolean) => pass(browser, data, isBinary));
    asterisk.on('error', (error) =>
      this.#needs.log.warn('a browser phone cannot reach Asterisk', { why: error.message }),
    );
    // Asterisk closes it if no SIP request comes for 32 s, whatever else does (observed with 22.10).
    const why = (): string => (hasOpened ? 'Asterisk closed the connection' : 'Asterisk is away');
    asterisk.on('close', () => browser.close(closeCodes.tryAgainLater, `${why()}; connect again`));
    // Asterisk removes the contact when its connection closes.
    browser.once('close', () => {
      leaves();
      stopWatching();
      asterisk.terminate();
    });
    return (code, reason) => {
      browser.close(code, reason);
      asterisk.terminate(); // at once: a browser may go on sending, and leave the close unanswered
    };
  }
}

/**
 * A dead network closes no connection: without this a lost browser would keep ringing, and a talk stay silent, for
 * minutes. @returns a function that stops it.
 */
function endWhenSilent(browser: WebSocket): () => void {
  let heardAtMs = performance.now();
  let beforeMs = heardAtMs;
  const heard = (): void => void (heardAtMs = performance.now());
  browser.on('pong', heard);
  browser.on('message', heard);
  const timer = setInterval(() => {
    const nowMs = performance.now();
    // This process was itself blocked: what arrived in the meantime has not been read yet.
    if (nowMs - beforeMs > 2 * pingMs) heardAtMs = nowMs;
    beforeMs = nowMs;
    if (nowMs - heardAtMs > silenceMs) browser.terminate();
    else browser.ping();
  }, pingMs);
  return () => clearInterval(timer);
}
