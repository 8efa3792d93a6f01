import { randomBytes } from 'node:crypto';
import type { Socket as UdpSocket } from 'node:dgram';
import { credentialsFor } from './sip-digest.ts';
import { bindUdp, closeUdp, openLink, type SipLink } from './sip-link.ts';
import {
  copiedHeaders,
  formatSip,
  headerOf,
  isWithinCall,
  parseSip,
  type SipMessage,
} from './sip-message.ts';

export interface SipAgentOptions {
  readonly user: string;
  /** The gateway's SIP port. */
  readonly gatewayPort: number;
  readonly password?: string;
  readonly transport?: 'udp' | 'tcp';
  /** Of the URI of its contact: `;name=value`. */
  readonly contactParameters?: string;
}

/** What a message has besides its first line and what every message has; a body is SDP unless a header says otherwise. */
export interface SipContent {
  readonly headers?: readonly string[];
  readonly body?: string;
}

export interface SipAnswer extends SipContent {
  /** Code and words, such as `200 OK`. */
  readonly status: string;
}

/** What the agent answers to a request; nothing for undefined. */
export type SipBehaviour = (request: SipMessage) => SipAnswer | undefined;

/** A call that was received, as the requests within it need it. */
interface Dialog {
  readonly invite: SipMessage;
  readonly remoteTarget: string;
  sequence: number;
}

/**
 * A SIP user agent (a phone, or a carrier) at 127.0.0.1 that does with each request what a test says. Unless told otherwise it answers
 * OPTIONS, BYE and CANCEL, rings for ever, and sends no audio.
 */
export class SipAgent {
  readonly user: string;
  /** Where it receives audio, and sends it from. */
  readonly rtp: UdpSocket;
  /** All messages so far, oldest first. */
  readonly received: SipMessage[] = [];
  /** By method; a method without one is not answered. */
  readonly behaviours: Record<string, SipBehaviour> = {
    OPTIONS: () => ({ status: '200 OK' }),
    BYE: () => ({ status: '200 OK' }),
    INVITE: () => ({ status: '180 Ringing' }),
    CANCEL: () => this.#cancelled(),
  };
  readonly #options: SipAgentOptions;
  readonly #tag = randomBytes(4).toString('hex');
  readonly #registration = randomBytes(6).toString('hex');
  readonly #listeners = new Set<() => void>();
  #link: SipLink | undefined;
  #registerSequence = 0;
  #sdpVersion = 0;
  #dialog: Dialog | undefined;

  private constructor(options: SipAgentOptions, rtp: UdpSocket) {
    this.#options = options;
    this.user = options.user;
    this.rtp = rtp;
  }

  static async open(options: SipAgentOptions): Promise<SipAgent> {
    const agent = new SipAgent(options, await bindUdp());
    const { transport = 'udp', gatewayPort } = options;
    agent.#link = await openLink(transport, gatewayPort, (text) => agent.#take(parseSip(text)));
    return agent;
  }

  /** Its way to the gateway, which can move to another port, or be dropped. */
  get link(): SipLink {
    if (this.#link === undefined) throw new Error('it has no link');
    return this.#link;
  }

  get port(): number {
    return this.link.port;
  }

  /** Where the gateway awaits the audio of the newest call. */
  get gatewayRtpPort(): number {
    const ports = this.received.map(({ body }) => Number(/^m=audio (\d+)/m.exec(body)?.[1] ?? 0));
    return ports.findLast((port) => port !== 0) ?? 0;
  }

  /** The newest request of this method. */
  last(method: string): SipMessage | undefined {
    return this.received.findLast((message) => message.method === method);
  }

  count(method: string): number {
    return this.received.filter((message) => message.method === method).length;
  }

  /** @returns the first of the messages after so many that `is` what is looked for, once it has come. */
  until(is: (message: SipMessage) => boolean, after = 0): Promise<SipMessage> {
    return new Promise((resolve) => {
      const look = (): void => {
        const found = this.received.slice(after).find(is);
        if (found === undefined) return;
        this.#listeners.delete(look);
        resolve(found);
      };
      this.#listeners.add(look);
      look();
    });
  }

  answer(request: SipMessage, { status, ...content }: SipAnswer): void {
    const headers = [...copiedHeaders(request, this.#tag), `Contact: ${this.#contact}`];
    this.#send(`SIP/2.0 ${status}`, headers, content);
  }

  /** A request within the newest call. @returns the final response. */
  async request(method: string, content: SipContent = {}): Promise<SipMessage> {
    const before = this.received.length; // an earlier call has the same numbers
    const cseq = `${this.sendRequest(method, content)} ${method}`;
    return this.until((message) => message.status >= 200 && headerOf(message, 'cseq') === cseq, before);
  }

  /** As `request`, without waiting. @returns its sequence number. */
  sendRequest(method: string, content: SipContent = {}, branch?: string): number {
    const dialog = this.#newestDialog();
    if (method !== 'ACK') dialog.sequence += 1;
    const { invite, remoteTarget, sequence } = dialog;
    const headers = [
      this.#via(branch),
      'Max-Forwards: 70',
      `From: ${headerOf(invite, 'to')};tag=${this.#tag}`,
      `To: ${headerOf(invite, 'from')}`,
      `Call-ID: ${headerOf(invite, 'call-id')}`,
      `CSeq: ${sequence} ${method}`,
      `Contact: ${this.#contact}`,
    ];
    this.#send(`${method} ${remoteTarget} SIP/2.0`, headers, content);
    return sequence;
  }

  /** A re-INVITE, acknowledged. @returns its final response. */
  async reinvite(body: string, headers: readonly string[] = []): Promise<SipMessage> {
    const response = await this.request('INVITE', { headers, body });
    // Of a refusal, the ACK belongs to the same transaction (RFC 3261, section 17.1.1.3).
    const branch = /branch=([^;]+)/.exec(headerOf(response, 'via'))?.[1];
    this.sendRequest('ACK', {}, response.status < 300 ? undefined : branch);
    return response;
  }

  /** @returns the seconds that the gateway grants. @throws Error when it refuses. */
  async register(seconds = 120): Promise<number> {
    const { password = '' } = this.#options;
    const challenge = headerOf(await this.#sendRegister(seconds), 'www-authenticate');
    const request = { method: 'REGISTER', uri: this.#registrar };
    const credentials = credentialsFor(challenge, { user: this.user, password }, request);
    const response = await this.#sendRegister(seconds, `Authorization: ${credentials}`);
    if (response.status !== 200) throw new Error(`not registered: ${response.start}`);
    return Number(/;expires=(\d+)/i.exec(headerOf(response, 'contact'))?.[1] ?? 0);
  }

  /** With its own RTP port. @param lines more attributes and media. */
  sdp(lines: readonly string[] = [], { formats = '0 101', host = '127.0.0.1' } = {}): string {
    const described = formats.split(' ');
    this.#sdpVersion += 1;
    return [
      'v=0',
      `o=- 1 ${this.#sdpVersion} IN IP4 127.0.0.1`,
      's=-',
      `c=IN IP4 ${host}`,
      't=0 0',
      `m=audio ${this.rtp.address().port} RTP/AVP ${formats}`,
      ...(described.includes('0') ? ['a=rtpmap:0 PCMU/8000'] : []),
      ...(described.includes('101') ? ['a=rtpmap:101 telephone-event/8000', 'a=fmtp:101 0-16'] : []),
      ...lines,
      '',
    ].join('\r\n');
  }

  async stop(): Promise<void> {
    await Promise.all([this.link.drop(), closeUdp(this.rtp)]);
  }

  get #registrar(): string {
    return `sip:127.0.0.1:${this.#options.gatewayPort}`;
  }

  get #contact(): string {
    const transport = this.link.transport === 'tcp' ? ';transport=tcp' : '';
    return `<sip:${this.user}@127.0.0.1:${this.port}${transport}${this.#options.contactParameters ?? ''}>`;
  }

  async #sendRegister(seconds: number, ...credentials: string[]): Promise<SipMessage> {
    this.#registerSequence += 1;
    const cseq = `${this.#registerSequence} REGISTER`;
    const address = `<sip:${this.user}@127.0.0.1>`;
    const headers = [
      this.#via(),
      'Max-Forwards: 70',
      `From: ${address};tag=${this.#tag}`,
      `To: ${address}`,
      `Call-ID: ${this.#registration}`,
      `CSeq: ${cseq}`,
      `Contact: ${this.#contact}`,
      `Expires: ${seconds}`,
      ...credentials,
    ];
    this.#send(`REGISTER ${this.#registrar} SIP/2.0`, headers, {});
    return this.until((message) => message.status >= 200 && headerOf(message, 'cseq') === cseq);
  }

  /** The INVITE is answered, too (RFC 3261, section 9.2). */
  #cancelled(): SipAnswer {
    const invite = this.last('INVITE');
    if (invite !== undefined) setImmediate(() => this.answer(invite, { status: '487 Request Terminated' }));
    return { status: '200 OK' };
  }

  #newestDialog(): Dialog {
    const invite = this.received.findLast((message) => message.method === 'INVITE' && !isWithinCall(message));
    if (invite === undefined) throw new Error('there is no call');
    if (this.#dialog?.invite !== invite) {
      const remoteTarget = /<([^>]+)>/.exec(headerOf(invite, 'contact'))?.[1] ?? '';
      this.#dialog = { invite, remoteTarget, sequence: 0 };
    }
    return this.#dialog;
  }

  #via(branch = `z9hG4bK${randomBytes(6).toString('hex')}`): string {
    const { transport, port } = this.link;
    return `Via: SIP/2.0/${transport.toUpperCase()} 127.0.0.1:${port};branch=${branch};rport`;
  }

  #send(start: string, headers: readonly string[], { headers: more = [], body = '' }: SipContent): void {
    const isTyped = body === '' || more.some((line) => /^content-type:/i.test(line));
    const type = isTyped ? [] : ['Content-Type: application/sdp'];
    this.link.send(formatSip(start, [...headers, ...more, ...type], body));
  }

  #take(message: SipMessage): void {
    this.received.push(message);
    const answer = this.behaviours[message.method]?.(message);
    if (answer !== undefined) this.answer(message, answer);
    for (const listener of this.#listeners) listener();
  }
}
