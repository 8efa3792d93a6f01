/** What the sherpa-onnx process is sent: one byte for the kind, four for the length of what follows (little-endian), then 8 kHz mono s16. */
export type SherpaOrder = { kind: 'sound'; samples: Int16Array } | { kind: 'end' };

/** What it answers, one line of JSON each; exactly one final text for each `end`. */
export type SherpaAnswer = { ready: true } | { fault: string } | { text: string; isFinal: boolean };

const headerBytes = 5;
const codes = { sound: 0, end: 1 } as const;

export function encodeOrder(order: SherpaOrder): Buffer {
  const sound =
    order.kind === 'sound'
      ? Buffer.from(order.samples.buffer, order.samples.byteOffset, order.samples.byteLength)
      : Buffer.alloc(0);
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(codes[order.kind], 0);
  header.writeUInt32LE(sound.length, 1);
  return Buffer.concat([header, sound]);
}

/** The whole orders at the beginning of what was read, and the rest. */
export function decodeOrders(read: Buffer): { orders: SherpaOrder[]; rest: Buffer } {
  const orders: SherpaOrder[] = [];
  let at = 0;
  while (read.length - at >= headerBytes) {
    const length = read.readUInt32LE(at + 1);
    const end = at + headerBytes + length;
    if (end > read.length) break;
    if (read[at] === codes.end) orders.push({ kind: 'end' });
    else {
      const samples = new Int16Array(length / 2);
      Buffer.from(samples.buffer).set(read.subarray(at + headerBytes, end));
      orders.push({ kind: 'sound', samples });
    }
    at = end;
  }
  return { orders, rest: read.subarray(at) };
}

/** Undefined for a line that is not an answer. */
export function parseAnswer(line: string): SherpaAnswer | undefined {
  let value: Record<string, unknown>;
  try {
    value = (JSON.parse(line) ?? {}) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const { ready, fault, text, isFinal } = value;
  if (ready === true) return { ready };
  if (typeof fault === 'string') return { fault };
  return typeof text === 'string' && typeof isFinal === 'boolean' ? { text, isFinal } : undefined;
}
