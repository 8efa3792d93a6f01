/** Mulberry32: small, quick, and the same on every machine for one seed. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 or more, below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }

  bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.below(256)));
  }
}

/** What parsers have stumbled over: ends, signs, quotes, lengths, percent signs, brackets. */
const splinters = [
  '\0',
  '\r',
  '\n',
  '\r\n\r\n',
  '%',
  '%00',
  '%zz',
  '//',
  '[',
  ']',
  '[::',
  '@',
  '"',
  '<',
  '>',
  ';',
  ',',
  ':',
  '-1',
  '0',
  '99999999999999999999',
  '\u00ff\u00fe',
  ' ',
  '\t',
  'A'.repeat(300),
  '../',
  '{}',
  '$(',
  '%n%s',
];

/** A few changes to a message that is well formed; seldom none, seldom nothing but noise. */
export function mutate(message: Buffer, random: Random): Buffer {
  if (random.below(20) === 0) return random.bytes(random.below(600));
  let bytes = message;
  for (let changes = random.below(5); changes > 0; changes--) {
    const at = random.below(bytes.length + 1);
    const length = random.below(random.pick([2, 8, 64]));
    const [head, cut, tail] = [
      bytes.subarray(0, at),
      bytes.subarray(at, at + length),
      bytes.subarray(at + length),
    ];
    const put = random.pick([
      () => Buffer.alloc(0),
      () => random.bytes(length + 1),
      () => Buffer.from(random.pick(splinters), 'latin1'),
      () => Buffer.concat([cut, cut, cut]),
      () => Buffer.from(cut.map((byte) => byte ^ (1 << random.below(8)))),
    ])();
    bytes = Buffer.concat([head, put, tail]);
  }
  return random.below(15) === 0 ? bytes.subarray(0, random.below(bytes.length + 1)) : bytes;
}
