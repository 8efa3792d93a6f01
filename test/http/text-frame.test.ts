import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { textFrame } from '../../src/http/events/text-frame.ts';

const test = suite('text frames');

/** RFC 6455 section 5.7, and the three lengths of section 5.2. */
test('a frame is what the RFC shows', () => {
  assert.equal([...textFrame('Hello')], [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f]);
});

for (const [length, header] of [
  [125, [0x81, 125]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 0xff, 0xff]],
  [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
] as const) {
  test(`${length} bytes`, () => {
    const frame = textFrame('x'.repeat(length));
    assert.equal([...frame.subarray(0, header.length)], [...header]);
    assert.is(frame.length, header.length + length);
  });
}

test('the length counts bytes, not characters', () => {
  assert.equal([...textFrame('é')], [0x81, 0x02, 0xc3, 0xa9]);
});

test.run();
