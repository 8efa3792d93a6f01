/** 20 ms at 8 kHz, one octet a sample. */
export const frameSamples = 160;
export const frameMs = 20;

/** What each µ-law octet stands for (ITU-T G.711, table 2a): inverted, it holds a sign, three bits of exponent and four of mantissa. */
const linearOf = Int16Array.from({ length: 256 }, (_, octet) => {
  const code = ~octet & 0xff;
  const magnitude = ((((code & 0x0f) << 3) + 0x84) << ((code >> 4) & 0x07)) - 0x84;
  return code < 0x80 ? magnitude : -magnitude;
});

/** Cuts a stream of µ-law octets into frames of linear samples, each of them an array of its own. */
export class FrameCutter {
  #rest = Buffer.alloc(0);

  push(chunk: Buffer): Int16Array[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Int16Array[] = [];
    let offset = 0;
    for (; offset + frameSamples <= bytes.length; offset += frameSamples)
      frames.push(decodeFrame(bytes, offset));
    // Nearly always nothing: Asterisk sends whole frames.
    if (offset < bytes.length) this.#rest = Buffer.from(bytes.subarray(offset));
    else if (this.#rest.length > 0) this.#rest = Buffer.alloc(0);
    return frames;
  }
}

function decodeFrame(bytes: Buffer, offset: number): Int16Array {
  const frame = new Int16Array(frameSamples);
  for (let index = 0; index < frameSamples; index++) frame[index] = linearOf[bytes[offset + index]!]!;
  return frame;
}
