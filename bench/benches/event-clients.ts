/**
 * The clients of the event stream benchmark, in a separate process so that their work does not delay the server's. They read plain TCP:
 * at 200,000 messages a second, a WebSocket library would measure itself.
 * Arguments: port, number of clients, token.
 */
import { connect } from 'node:net';

/** Reported to the parent at the end. */
export interface Received {
  messages: number;
  /** For every marked message: the mark, and when it was read, in epoch milliseconds. */
  marks: [mark: number, atMs: number][];
}

const textFrame = 0x81;
const markName = Buffer.from('"reason":"mark ');

const [port, clients, token] = process.argv.slice(2);
const received: Received = { messages: 0, marks: [] };
let open = 0;

for (let n = 0; n < Number(clients); n++) {
  let upgraded = false;
  let rest: Buffer = Buffer.alloc(0);
  const socket = connect(Number(port), '127.0.0.1', () => {
    socket.write(
      `GET /ws/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\nConnection: Upgrade\r\n` +
        'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n',
    );
  });
  socket.on('data', (chunk) => {
    const atMs = performance.timeOrigin + performance.now();
    if (upgraded) {
      rest = takeFrames(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]), atMs);
      return;
    }
    upgraded = chunk.toString('latin1').startsWith('HTTP/1.1 101');
    if (!upgraded) throw new Error(`refused: ${chunk.toString('latin1')}`);
    if (++open === Number(clients)) process.send?.('open');
  });
}

process.on('message', () => process.send?.(received, () => process.exit(0)));

/** Counts whole frames. @returns what is left. */
function takeFrames(bytes: Buffer, atMs: number): Buffer {
  let at = 0;
  while (at + 4 <= bytes.length) {
    const shortLength = (bytes[at + 1] ?? 0) & 0x7f;
    const header = shortLength === 126 ? 4 : 2;
    const length = shortLength === 126 ? bytes.readUInt16BE(at + 2) : shortLength;
    if (at + header + length > bytes.length) break;
    if (bytes[at] === textFrame) takeMessage(bytes.subarray(at + header, at + header + length), atMs);
    at += header + length;
  }
  return bytes.subarray(at);
}

function takeMessage(text: Buffer, atMs: number): void {
  received.messages += 1;
  const found = text.indexOf(markName);
  if (found < 0) return;
  const mark = Number.parseInt(
    text.toString('latin1', found + markName.length, found + markName.length + 8),
    10,
  );
  received.marks.push([mark, atMs]);
}
