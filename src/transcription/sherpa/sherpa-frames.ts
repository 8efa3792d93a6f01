/**
 * What is sent to the sherpa-onnx process: one byte for the kind, four for the length of what follows (little-endian), then four for the
 * stream if there is one, and 8 kHz mono s16.
 */
export type SherpaOrder =
  | { kind: 'sound'; samples: Int16Array }
  | { kind: 'end' }
  /** Recognise the last sound again, resampled in another way. */
  | { kind: 'again' }
  /** Whether there is a voice in the next `voiceFrames` (voice-ear.ts) of a stream. */
  | { kind: 'voice'; stream: number; samples: Int16Array }
  /** The end of a stream. */
  | { kind: 'forget'; stream: number };

/**
 * Its answers, one line of JSON each: exactly one final text for each `end` and each `again`, and for each `voice` whether each of its
 * frames holds one, or why that cannot be told.
 */
export type SherpaAnswer =
  | { ready: true }
  | { fault: string }
  | { text: string; isFinal: boolean }
  | { voices: readonly boolean[] }
  | { deaf: string };

const headerBytes = 5;
const streamBytes = 4;
const codes = { sound: 0, end: 1, voice: 2, forget: 3, again: 4 } as const;

export function encodeOrder(order: SherpaOrder): Buffer {
  const stream = Buffer.alloc('stream' in order ? streamBytes : 0);
  if ('stream' in order) stream.writeUInt32LE(order.stream);
  const sound =
    'samples' in order
      ? Buffer.from(order.samples.buffer, order.samples.byteOffset, order.samples.byteLength)
      : Buffer.alloc(0);
  const header = Buffer.alloc(headerBytes);
  header.writeUInt8(codes[order.kind], 0);
  header.writeUInt32LE(stream.length + sound.length, 1);
  return Buffer.concat([header, stream, sound]);
}

/** Splits what was read into whole orders and the rest. */
export function decodeOrders(read: Buffer): { orders: SherpaOrder[]; rest: Buffer } {
  const orders: SherpaOrder[] = [];
  let at = 0;
  while (read.length - at >= headerBytes) {
    const end = at + headerBytes + read.readUInt32LE(at + 1);
    if (end > read.length) break;
    orders.push(orderOf(read[at], read.subarray(at + headerBytes, end)));
    at = end;
  }
  return { orders, rest: read.subarray(at) };
}

function orderOf(code: number | undefined, content: Buffer): SherpaOrder {
  switch (code) {
    case codes.end:
      return { kind: 'end' };
    case codes.again:
      return { kind: 'again' };
    case codes.voice:
      return {
        kind: 'voice',
        stream: content.readUInt32LE(),
        samples: samplesOf(content.subarray(streamBytes)),
      };
    case codes.forget:
      return { kind: 'forget', stream: content.readUInt32LE() };
    default:
      return { kind: 'sound', samples: samplesOf(content) };
  }
}

function samplesOf(bytes: Buffer): Int16Array {
  const samples = new Int16Array(bytes.length / 2);
  Buffer.from(samples.buffer).set(bytes);
  return samples;
}

/** Undefined for a line that is not an answer. */
export function parseAnswer(line: string): SherpaAnswer | undefined {
  let value: Record<string, unknown>;
  try {
    value = (JSON.parse(line) ?? {}) as Record<string, unknown>;
  } catch {
    return undefined;
  }
  const { ready, fault, deaf, voices, text, isFinal } = value;
  if (ready === true) return { ready };
  if (typeof fault === 'string') return { fault };
  if (typeof deaf === 'string') return { deaf };
  if (Array.isArray(voices)) return { voices: voices.map((each) => each === true) };
  return typeof text === 'string' && typeof isFinal === 'boolean' ? { text, isFinal } : undefined;
}
