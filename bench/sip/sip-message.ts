/** The part of SIP (RFC 3261) that a telephone on loopback needs. */
export interface SipMessage {
  /** `INVITE sip:… SIP/2.0` or `SIP/2.0 200 OK`. */
  startLine: string;
  headers: [name: string, value: string][];
  body: string;
}

export function parseSip(bytes: Buffer): SipMessage {
  const text = bytes.toString('utf8');
  const end = text.indexOf('\r\n\r\n');
  const [startLine = '', ...lines] = (end < 0 ? text : text.slice(0, end)).split('\r\n');
  const headers = lines.map((line): [string, string] => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
  });
  return { startLine, headers, body: end < 0 ? '' : text.slice(end + 4) };
}

export function headerOf(message: SipMessage, name: string): string {
  return message.headers.find(([known]) => known === name)?.[1] ?? '';
}

/** The user part of the first SIP address in a text. */
export function userOf(text: string): string {
  return /sips?:([^@;>\s]+)@/.exec(text)?.[1] ?? '';
}

export interface ResponseParts {
  status: string;
  toTag: string;
  contact?: string;
  sdp?: string;
}

/** The answer to a request, with everything that must be repeated from it. */
export function responseTo(request: SipMessage, parts: ResponseParts): string {
  const copied = request.headers.filter(([name]) => ['via', 'from', 'call-id', 'cseq'].includes(name));
  const to = headerOf(request, 'to');
  const lines = [
    `SIP/2.0 ${parts.status}`,
    ...copied.map(([name, value]) => `${name}: ${value}`),
    `to: ${to.includes(';tag=') ? to : `${to};tag=${parts.toTag}`}`,
  ];
  if (parts.contact !== undefined) lines.push(`contact: <${parts.contact}>`);
  if (parts.sdp !== undefined) lines.push('content-type: application/sdp');
  lines.push(`content-length: ${Buffer.byteLength(parts.sdp ?? '')}`, '', parts.sdp ?? '');
  return lines.join('\r\n');
}

/** An offer or answer of G.711 µ-law on loopback. */
export function mulawSdp(rtpPort: number): string {
  return [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    `m=audio ${rtpPort} RTP/AVP 0`,
    'a=rtpmap:0 PCMU/8000',
    'a=ptime:20',
    'a=sendrecv',
    '',
  ].join('\r\n');
}

/** Where the other side wants to receive its audio. */
export function audioAddress(sdp: string): { host: string; port: number } {
  const host = /^c=IN IP4 (\S+)/m.exec(sdp)?.[1];
  const port = /^m=audio (\d+) /m.exec(sdp)?.[1];
  if (host === undefined || port === undefined) throw new Error(`no audio is offered: ${sdp}`);
  return { host, port: Number(port) };
}
