import type { Linear } from './layers.ts';

/** Reads a file of trained parameters from its beginning to its end; little endian, each part padded to 4 bytes. */
export class ParameterReader {
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** A u32. */
  number(): number {
    this.#at += 4;
    return this.#view.getUint32(this.#at - 4, true);
  }

  floats(length: number): Float32Array {
    const values = Float32Array.from({ length }, (_, k) => this.#view.getFloat32(this.#at + 4 * k, true));
    this.#at += 4 * length;
    return values;
  }

  /** Not a copy. */
  bytes(length: number): Int8Array {
    const found = new Int8Array(this.#bytes.buffer, this.#bytes.byteOffset + this.#at, length);
    this.#at += Math.ceil(length / 4) * 4;
    return found;
  }

  /** Its length as u32, then UTF-8. */
  text(): string {
    return Buffer.from(this.bytes(this.number())).toString();
  }

  /** u32 outputs, u32 inputs, a float32 scale for each output, the weights as int8 (times the scale of their output), a float32 bias each. */
  linear(): Linear {
    const [outputs, inputs] = [this.number(), this.number()];
    const scales = this.floats(outputs);
    const weight = this.bytes(outputs * inputs);
    return { weight, scales, bias: this.floats(outputs) };
  }
}
