import fc from 'fast-check';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { parseSphinxLine } from '../../src/transcription/pocketsphinx/sphinx-process.ts';
import {
  decodeOrders,
  encodeOrder,
  parseAnswer,
  type SherpaOrder,
} from '../../src/transcription/sherpa/sherpa-frames.ts';

const samples = fc.int16Array({ maxLength: 200 });
const stream = fc.nat({ max: 0xffff_ffff });
const order: fc.Arbitrary<SherpaOrder> = fc.oneof(
  samples.map((sound) => ({ kind: 'sound' as const, samples: sound })),
  fc.constantFrom({ kind: 'end' as const }, { kind: 'again' as const }),
  fc
    .tuple(stream, samples)
    .map(([number, sound]) => ({ kind: 'voice' as const, stream: number, samples: sound })),
  stream.map((number) => ({ kind: 'forget' as const, stream: number })),
);

test('orders to a process are read whole, wherever the pipe cuts them', () =>
  fc.assert(
    fc.property(
      fc.array(order),
      fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1 }),
      (orders, sizes) => {
        const sent = Buffer.concat(orders.map(encodeOrder));
        const read: SherpaOrder[] = [];
        let unread = Buffer.alloc(0);
        for (let at = 0, n = 0; at < sent.length; n++) {
          const size = sizes[n % sizes.length]!;
          const decoded = decodeOrders(Buffer.concat([unread, sent.subarray(at, at + size)]));
          read.push(...decoded.orders);
          unread = Buffer.from(decoded.rest);
          at += size;
        }
        assert.is(unread.length, 0);
        assert.equal(read, orders);
      },
    ),
  ));

/** What a program may print: anything, and things that resemble answers. */
const line = fc.oneof(
  fc.string(),
  fc.json(),
  fc
    .record(
      Object.fromEntries(
        ['ready', 'fault', 'deaf', 'voices', 'text', 'isFinal', 'b', 'd', 'p', 't', 'w'].map((name) => [
          name,
          fc.oneof(fc.jsonValue(), fc.double(), fc.array(fc.record({ b: fc.double(), t: fc.string() }))),
        ]),
      ),
      { requiredKeys: [] },
    )
    .map((value) => `${JSON.stringify(value)}\r`),
);

test('no line of a program is fatal, and times and confidences are numbers', () =>
  fc.assert(
    fc.property(line, (text) => {
      parseAnswer(text);
      const read = parseSphinxLine(text);
      if (read === undefined) return;
      assert.ok(Number.isFinite(read.startSeconds) && Number.isFinite(read.endSeconds), text);
      assert.ok(read.confidence === null || (read.confidence >= 0 && read.confidence <= 1), text);
    }),
    { numRuns: 2_000 },
  ));

test.run();
