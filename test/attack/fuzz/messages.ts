/** Well-formed messages for each port, from which mutations are made. */

const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n';

/** Frames of a client: masked text, binary, ping, close, a fragment, a length of 64 bits, a reserved opcode, one that is not masked. */
const frames = [
  '\u0081\u0085\u0001\u0002\u0003\u0004hello',
  '\u0082\u0084\u0000\u0000\u0000\u0000data',
  '\u0089\u0080\u0000\u0000\u0000\u0000',
  '\u0088\u0082\u0000\u0000\u0000\u0000\u0003\u00e8',
  '\u0001\u0081\u0000\u0000\u0000\u0000x',
  '\u0082\u00ff\u007f\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff\u00ff',
  '\u008b\u0080\u0000\u0000\u0000\u0000',
  '\u0081\u0005hello',
  '\u00f1\u0085\u0001\u0002\u0003\u0004hello',
].join('');

/**
 * Those with the token only read: a mutation of one that acts may still be one that acts, and end the call that must stay up.
 */
export function httpMessages(token: string): Buffer[] {
  const host = 'Host: 127.0.0.1\r\n';
  const owner = `${host}Authorization: Bearer ${token}\r\n`;
  const json = 'Content-Type: application/json\r\nAccept: application/json, text/event-stream\r\n';
  const initialize =
    '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}';
  return latin1([
    `GET /health HTTP/1.1\r\n${host}\r\n`,
    `GET // HTTP/1.1\r\n${host}${upgrade}\r\n`,
    `GET http://127.0.0.1/health HTTP/1.1\r\n${host}\r\n`,
    `OPTIONS * HTTP/1.1\r\n${host}\r\n`,
    `CONNECT 127.0.0.1:80 HTTP/1.1\r\n${host}\r\n`,
    `GET /api/docs/swagger-ui.css HTTP/1.1\r\n${host}Range: bytes=0-99\r\n\r\n`,
    `GET /api/v1/calls?state=all&limit=5&cursor=abc HTTP/1.1\r\n${owner}\r\n`,
    `GET /api/v1/webhooks/hook_x/deliveries?limit=1 HTTP/1.1\r\n${owner}\r\n`,
    `GET /ws/events?types=call_ended&since=1 HTTP/1.1\r\n${owner}${upgrade}\r\n${frames}`,
    `GET /ws/events HTTP/1.1\r\n${host}${upgrade}Sec-WebSocket-Protocol: bearer, ${token}\r\n\r\n${frames}`,
    `GET /ws/events HTTP/1.1\r\n${host}${upgrade}Cookie: holdfast_session=x%20y; a=b\r\nOrigin: http://127.0.0.1\r\n\r\n`,
    `POST /api/v1/calls/outbound HTTP/1.1\r\n${host}${json}Content-Length: 25\r\n\r\n{"number":"+12025550100"}`,
    `POST /auth/session HTTP/1.1\r\n${host}${json}Transfer-Encoding: chunked\r\n\r\n10\r\n{"token":"hf_x"}\r\n0\r\n\r\n`,
    `GET /auth/login?return_to=/x HTTP/1.1\r\n${host}\r\n`,
    `POST /mcp/ HTTP/1.1\r\n${owner}${json}Content-Length: ${initialize.length}\r\n\r\n${initialize}`,
    `GET /mcp/ HTTP/1.1\r\n${owner}Accept: text/event-stream\r\n\r\n`,
    `GET /mcp/ HTTP/1.1\r\n${owner}Mcp-Session-Id: x\r\nAccept: text/event-stream\r\n\r\n`,
  ]);
}

export function mediaMessages(): Buffer[] {
  const host = 'Host: 127.0.0.1\r\n';
  return latin1([
    `GET // HTTP/1.1\r\n${host}${upgrade}\r\n`,
    `GET /media HTTP/1.1\r\n${host}${upgrade}Sec-WebSocket-Protocol: media\r\nAuthorization: Basic YTpi\r\n\r\n${frames}`,
    `GET /media?callid=9 HTTP/1.1\r\n${host}${upgrade}Sec-WebSocket-Protocol: media\r\n\r\n`,
    `GET / HTTP/1.1\r\n${host}\r\n`,
    `POST /media HTTP/1.1\r\n${host}Content-Length: 5\r\n\r\nhello`,
  ]);
}

export function ariMessages(): Buffer[] {
  const host = 'Host: 127.0.0.1\r\n';
  return latin1([
    `GET /ari/asterisk/info HTTP/1.1\r\n${host}Authorization: Basic YTpi\r\n\r\n`,
    `GET /ari/events?app=holdfast&subscribeAll=true HTTP/1.1\r\n${host}${upgrade}\r\n${frames}`,
    `POST /ari/channels?endpoint=PJSIP/x&app=holdfast HTTP/1.1\r\n${host}Content-Length: 2\r\n\r\n{}`,
    `GET /ws HTTP/1.1\r\n${host}${upgrade}Sec-WebSocket-Protocol: echo\r\n\r\n${frames}`,
    `GET /media/x HTTP/1.1\r\n${host}${upgrade}Sec-WebSocket-Protocol: media\r\n\r\n${frames}`,
    `GET /httpstatus HTTP/1.1\r\n${host}\r\n`,
    `PUT /ari/x HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nContent-Type: application/json\r\n\r\n2\r\n{}\r\n0\r\n\r\n`,
  ]);
}

/** @param serial makes each a transaction of its own. */
export function sipMessages(port: number, transport: 'UDP' | 'TCP', serial: number): Buffer[] {
  const head = (method: string, user: string): string =>
    `${method} sip:${user}127.0.0.1:${port} SIP/2.0\r\nVia: SIP/2.0/${transport} 127.0.0.1:9;branch=z9hG4bK${serial};rport\r\nMax-Forwards: 70\r\nFrom: "x" <sip:x@127.0.0.1>;tag=${serial}\r\nTo: <sip:${user}127.0.0.1>\r\nCall-ID: ${serial}@127.0.0.1\r\nCSeq: 1 ${method}\r\nContact: <sip:x@127.0.0.1:9>\r\n`;
  const sdp =
    'v=0\r\no=- 1 1 IN IP4 127.0.0.1\r\ns=-\r\nc=IN IP4 127.0.0.1\r\nt=0 0\r\nm=audio 9000 RTP/AVP 0 8 101\r\na=rtpmap:101 telephone-event/8000\r\n';
  const body = (type: string, text: string): string =>
    `Content-Type: ${type}\r\nContent-Length: ${text.length}\r\n\r\n${text}`;
  const digest =
    'Authorization: Digest username="x", realm="asterisk", nonce="1", uri="sip:127.0.0.1", response="00000000000000000000000000000000"\r\n';
  return latin1([
    `${head('OPTIONS', '')}${body('text/plain', '')}`,
    `${head('REGISTER', '')}Expires: 60\r\n${digest}${body('text/plain', '')}`,
    `${head('INVITE', '100@')}${body('application/sdp', sdp)}`,
    `${head('ACK', '100@')}${body('text/plain', '')}`,
    `${head('BYE', '100@')}${body('text/plain', '')}`,
    `${head('CANCEL', '100@')}${body('text/plain', '')}`,
    `${head('SUBSCRIBE', 'x@')}Event: presence\r\n${body('text/plain', '')}`,
    `${head('NOTIFY', 'x@')}Event: refer\r\n${body('message/sipfrag', 'SIP/2.0 200 OK\r\n')}`,
    `${head('REFER', 'x@')}Refer-To: <sip:1@127.0.0.1>\r\n${body('text/plain', '')}`,
    `${head('INFO', 'x@')}${body('application/dtmf-relay', 'Signal=1\r\nDuration=100\r\n')}`,
    `${head('MESSAGE', 'x@')}${body('text/plain', 'hello')}`,
    `SIP/2.0 200 OK\r\nVia: SIP/2.0/${transport} 127.0.0.1:${port};branch=z9hG4bK${serial}\r\nFrom: <sip:x@127.0.0.1>;tag=1\r\nTo: <sip:y@127.0.0.1>;tag=2\r\nCall-ID: ${serial}\r\nCSeq: 1 INVITE\r\nContent-Length: 0\r\n\r\n`,
    '\r\n\r\n',
  ]);
}

/** RTP of 20 ms of µ-law, a key pressed (RFC 4733), a sender's report (RTCP), a STUN binding request, a DTLS hello. */
export function rtpMessages(): Buffer[] {
  const rtp = Buffer.concat([Buffer.from('80000001000000a012345678', 'hex'), Buffer.alloc(160, 0xff)]);
  return [
    rtp,
    Buffer.from('80e500020000014012345678010a00a0', 'hex'),
    Buffer.from('80c80006123456780000000000000000000000000000000000000000', 'hex'),
    Buffer.from('000100002112a442000102030405060708090a0b', 'hex'),
    Buffer.from('16feff0000000000000000000c010000000000000000000000', 'hex'),
  ];
}

function latin1(texts: readonly string[]): Buffer[] {
  return texts.map((text) => Buffer.from(text, 'latin1'));
}
