/** 20 ms at 8 kHz. */
export const FRAME_SAMPLES = 160;
const FRAME_BYTES = FRAME_SAMPLES * 2;
const nothing = Buffer.alloc(0);

/** Cuts a stream of little-endian s16 bytes into frames; each is a copy of its own, aligned for Int16Array. */
export class FrameCutter {
  #rest = nothing;

  push(chunk: Buffer): Int16Array[] {
    const bytes = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    const frames: Int16Array[] = [];
    let offset = 0;
    for (; offset + FRAME_BYTES <= bytes.length; offset += FRAME_BYTES) {
      const frame = new Int16Array(FRAME_SAMPLES);
      // The samples' byte order is that of every processor that this runs on (amd64, arm64).
      new Uint8Array(frame.buffer).set(bytes.subarray(offset, offset + FRAME_BYTES));
      frames.push(frame);
    }
    this.#rest = offset === bytes.length ? nothing : Buffer.from(bytes.subarray(offset));
    return frames;
  }
}
