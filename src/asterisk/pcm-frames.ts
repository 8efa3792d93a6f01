/** 20 ms at 8 kHz. */
export const FRAME_SAMPLES = 160;
const FRAME_BYTES = FRAME_SAMPLES * 2;

/** Cuts a stream of little-endian s16 bytes into frames; each is a copy of its own, aligned for Int16Array. */
export class FrameCutter {
  #rest = Buffer.alloc(0);

  push(chunk: Buffer): Int16Array[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Int16Array[] = [];
    let offset = 0;
    for (; offset + FRAME_BYTES <= bytes.length; offset += FRAME_BYTES) {
      const frame = new Int16Array(FRAME_SAMPLES);
      for (let index = 0; index < FRAME_SAMPLES; index++)
        frame[index] = bytes.readInt16LE(offset + index * 2);
      frames.push(frame);
    }
    this.#rest = Buffer.from(bytes.subarray(offset));
    return frames;
  }
}
