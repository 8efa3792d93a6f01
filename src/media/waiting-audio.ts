import { mulawSamples } from '../audio/g711.ts';

/** Half a second; the buffer grows for a burst. */
const initialOctets = 4_000;

/** What all take their samples out of, one after the other. */
let decoded = new Int16Array(initialOctets);

/** Audio that has arrived and is not judged yet: µ-law, decoded when it is taken. */
export class WaitingAudio {
  #octets = new Uint8Array(initialOctets);
  #used = 0;

  /** How much of it there is. */
  get octets(): number {
    return this.#used;
  }

  add(bytes: Uint8Array): void {
    this.#makeRoom(bytes.length);
    this.#octets.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  /** Adds octets for the caller to fill in at once. */
  room(octets: number): Uint8Array {
    this.#makeRoom(octets);
    const from = this.#used;
    this.#used += octets;
    return this.#octets.subarray(from, this.#used);
  }

  /** Takes the oldest. @returns samples that stay valid until any audio is taken again. */
  take(octets: number): Int16Array {
    if (decoded.length < octets) decoded = new Int16Array(octets);
    for (let n = 0; n < octets; n++) decoded[n] = mulawSamples[this.#octets[n]!]!;
    this.#octets.copyWithin(0, octets, this.#used);
    this.#used -= octets;
    return decoded.subarray(0, octets);
  }

  #makeRoom(octets: number): void {
    const needed = this.#used + octets;
    if (needed <= this.#octets.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#octets.length));
    larger.set(this.#octets.subarray(0, this.#used));
    this.#octets = larger;
  }
}
