import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { findFreePorts } from '../../test/rig/free-ports.ts';
import type { RtpAddress } from '../rtp/rtp-stream.ts';
import {
  audioAddress,
  headerOf,
  mulawSdp,
  parseSip,
  responseTo,
  type SipMessage,
  userOf,
} from './sip-message.ts';

/**
 * A SIP user agent on loopback that only takes calls: a trunk or a phone of a benchmark. It timestamps what arrives as soon as it is read,
 * and omits what loopback does not need (its own retransmissions).
 */
export class SipEndpoint {
  readonly port: number;
  /** Called once for each new call. */
  onInvite: (call: IncomingCall) => void = (call) => call.refuse('480 Temporarily Unavailable');
  readonly #socket: Socket;
  readonly #calls = new Map<string, IncomingCall>();

  private constructor(socket: Socket) {
    this.#socket = socket;
    this.port = socket.address().port;
    socket.on('message', (bytes, from) => this.#take(parseSip(bytes), from));
  }

  static async open(): Promise<SipEndpoint> {
    const socket = createSocket('udp4');
    socket.bind(await findFreePorts(), '127.0.0.1');
    await once(socket, 'listening');
    return new SipEndpoint(socket);
  }

  stop(): Promise<void> {
    this.#socket.close();
    return Promise.resolve();
  }

  #take(message: SipMessage, from: RemoteInfo): void {
    const receivedAtMs = performance.now();
    const method = message.startLine.split(' ')[0] ?? '';
    if (method === 'SIP/2.0' || method === 'ACK') return;
    const send = (text: string): void => this.#socket.send(text, from.port, from.address);
    const callId = headerOf(message, 'call-id');
    const known = this.#calls.get(callId);
    if (known !== undefined) return known.take(method, message);
    if (method !== 'INVITE') return send(responseTo(message, { status: '200 OK', toTag: 'bench' }));
    const call = new IncomingCall(message, receivedAtMs, `sip:bench@127.0.0.1:${this.port}`, send);
    this.#calls.set(callId, call);
    void call.over.then(() => this.#calls.delete(callId));
    this.onInvite(call);
  }
}

/** How long a refused call is remembered, for requests that were already on their way. */
const lingerMs = 2_000;

export class IncomingCall {
  readonly receivedAtMs: number;
  /** Whom the caller dialled. */
  readonly calledUser: string;
  /** Who the caller claims to be. */
  readonly callingUser: string;
  readonly audio: RtpAddress;
  /** Resolves when either side has ended it. */
  readonly over: Promise<void>;
  readonly #invite: SipMessage;
  readonly #contact: string;
  readonly #send: (text: string) => void;
  #lastResponse = '';
  #sdp: string | undefined;
  #end: () => void = () => undefined;

  constructor(invite: SipMessage, receivedAtMs: number, contact: string, send: (text: string) => void) {
    this.receivedAtMs = receivedAtMs;
    this.#invite = invite;
    this.#contact = contact;
    this.#send = send;
    this.calledUser = userOf(invite.startLine);
    this.callingUser = userOf(headerOf(invite, 'from'));
    this.audio = audioAddress(invite.body);
    this.over = new Promise((resolve) => (this.#end = resolve));
  }

  ring(): void {
    this.#respond('180 Ringing');
  }

  /** @returns when the answer was sent. */
  answer(rtpPort: number): number {
    this.#sdp = mulawSdp(rtpPort);
    this.#respond('200 OK', this.#sdp);
    return performance.now();
  }

  refuse(status: string): void {
    this.#respond(status);
    setTimeout(this.#end, lingerMs).unref();
  }

  /** A further request of this call. */
  take(method: string, request: SipMessage): void {
    const parts = { toTag: this.#tag, contact: this.#contact };
    if (method === 'INVITE' && headerOf(request, 'cseq') === headerOf(this.#invite, 'cseq')) {
      if (this.#lastResponse !== '') this.#send(this.#lastResponse); // retransmitted: our answer was late
      return;
    }
    if (method === 'INVITE' && this.#sdp !== undefined)
      return this.#send(responseTo(request, { ...parts, status: '200 OK', sdp: this.#sdp }));
    this.#send(responseTo(request, { ...parts, status: '200 OK' }));
    if (method === 'CANCEL') this.#respond('487 Request Terminated');
    if (method === 'CANCEL' || method === 'BYE') this.#end();
  }

  get #tag(): string {
    return headerOf(this.#invite, 'call-id').slice(0, 12);
  }

  #respond(status: string, sdp?: string): void {
    const parts = { status, toTag: this.#tag, contact: this.#contact };
    this.#lastResponse = responseTo(this.#invite, sdp === undefined ? parts : { ...parts, sdp });
    this.#send(this.#lastResponse);
  }
}
