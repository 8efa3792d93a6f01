import { mulawSamples } from '../audio/g711.ts';
import { silentOctet } from './frame.ts';

/** The second before a gap is replayed to fill it; a longer gap continues in silence. */
const keptOctets = 8_000;
/** The last 100 ms, which give the level at which the sound broke off. */
const edgeOctets = 800;
const quietDb = -50;
/**
 * A far end that stops sending when silent does so after its voice has faded: by more than this below what came
 * before.
 */
const endedDb = 12;

/**
 * Conceals lost audio with the preceding sound played backwards, so that nothing jumps. A break in the middle of a sound is not its end: if
 * it were filled with silence, music would seem to stop and the next voice would seem new (docs/detection.md, "Lost audio").
 */
export class Concealment {
  /** The last second of audio, as a ring buffer. */
  readonly #kept = new Uint8Array(keptOctets);
  #at = 0;
  #heardOctets = 0;
  #gapOctets = 0;
  #isBreak = false;

  hear(octets: Uint8Array): void {
    const newest = octets.subarray(-keptOctets);
    const untilEnd = Math.min(newest.length, keptOctets - this.#at);
    this.#kept.set(newest.subarray(0, untilEnd), this.#at);
    this.#kept.set(newest.subarray(untilEnd), 0);
    this.#at = (this.#at + newest.length) % keptOctets;
    this.#heardOctets += newest.length;
    this.#gapOctets = 0;
  }

  /** Fills the next part of a gap. */
  fill(gap: Uint8Array): void {
    if (this.#gapOctets === 0) this.#isBreak = this.#breaksOff();
    for (let n = 0; n < gap.length; n++) {
      const at = this.#gapOctets++;
      gap[n] =
        this.#isBreak && at < keptOctets
          ? this.#kept[(this.#at + keptOctets - 1 - at) % keptOctets]!
          : silentOctet;
    }
  }

  #breaksOff(): boolean {
    if (this.#heardOctets < keptOctets) return false;
    const edgeDb = this.#levelDb(keptOctets - edgeOctets);
    return edgeDb > quietDb && edgeDb > this.#levelDb(0) - endedDb;
  }

  /** The level from this many octets after the oldest one. */
  #levelDb(from: number): number {
    let power = 0;
    for (let n = from; n < keptOctets; n++) {
      const sample = mulawSamples[this.#kept[(this.#at + n) % keptOctets]!]! / 32_768;
      power += sample * sample;
    }
    return 10 * Math.log10(power / (keptOctets - from) + 1e-12);
  }
}
