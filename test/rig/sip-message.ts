/** A SIP request or response (RFC 3261, section 7), taken apart as far as tests need it. */
export interface SipMessage {
  /** Request or status line. */
  readonly start: string;
  /** Of a request; '' for a response. */
  readonly method: string;
  /** Of a response; 0 for a request. */
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Headers with a short form (RFC 3261, section 7.3.3; RFC 4028). */
const shortNames: Record<string, string> = {
  v: 'via',
  f: 'from',
  t: 'to',
  i: 'call-id',
  m: 'contact',
  l: 'content-length',
  c: 'content-type',
  x: 'session-expires',
  k: 'supported',
};

export function parseSip(text: string): SipMessage {
  const [head, body] = splitOnce(text, '\r\n\r\n');
  const [start = '', ...lines] = head.split('\r\n');
  const headers = lines.map((line) => {
    const [name, value] = splitOnce(line, ':');
    return [name.trim().toLowerCase(), value.trim()] as const;
  });
  const [first = '', second = ''] = start.split(' ');
  const isResponse = first === 'SIP/2.0';
  return {
    start,
    method: isResponse ? '' : first,
    status: isResponse ? Number(second) : 0,
    headers: headers.map(([name, value]) => [shortNames[name] ?? name, value]),
    body,
  };
}

/** The first value of a header; '' where there is none. */
export function headerOf({ headers }: SipMessage, name: string): string {
  return headers.find(([known]) => known === name.toLowerCase())?.[1] ?? '';
}

/** The headers that a response copies from its request (RFC 3261, section 8.2.6.2). */
export function copiedHeaders(request: SipMessage, toTag: string): string[] {
  return request.headers
    .filter(([name]) => ['via', 'from', 'to', 'call-id', 'cseq'].includes(name))
    .map(([name, value]) =>
      name === 'to' && !value.includes(';tag=') ? `${name}: ${value};tag=${toTag}` : `${name}: ${value}`,
    );
}

/** Whether a request belongs to a dialog. */
export function isWithinCall(request: SipMessage): boolean {
  return tagOf(headerOf(request, 'to')) !== '';
}

export function formatSip(start: string, headers: readonly string[], body = ''): string {
  return [start, ...headers, `Content-Length: ${Buffer.byteLength(body)}`, '', body].join('\r\n');
}

function tagOf(value: string): string {
  return /;tag=([^;>]+)/i.exec(value)?.[1] ?? '';
}

/** Takes whole messages off the front of what has come over a stream (RFC 3261, section 18.3). */
export function takeMessages(buffered: string): { messages: string[]; rest: string } {
  const messages: string[] = [];
  let rest = buffered;
  for (;;) {
    rest = rest.replace(/^(?:\r\n)+/, ''); // keep-alives (RFC 5626)
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return { messages, rest };
    const length = Number(/^(?:content-length|l)\s*:\s*(\d+)/im.exec(rest.slice(0, end))?.[1] ?? 0);
    const whole = end + 4 + length;
    if (rest.length < whole) return { messages, rest };
    messages.push(rest.slice(0, whole));
    rest = rest.slice(whole);
  }
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + separator.length)];
}
