import { mulawSamples } from '../audio/g711.ts';
import { silentOctet } from './frame.ts';

/** The second before a gap is what stands in for it; a longer gap goes on in silence. */
const keptOctets = 8_000;
/** Taken for the level at which the sound broke off: 100 ms. */
const edgeOctets = 800;
const quietDb = -50;
/** A far end that sends nothing while it is silent stops after its voice has ended: lower than this below what was before. */
const endedDb = 12;

/**
 * What stands in for audio that a line lost: the sound before it, backwards, so that nothing jumps. A break in the middle of a sound is not
 * the end of it: filled with silence, music seems to stop and the next voice seems to be new (docs/detection.md, "Lost audio").
 */
export class Concealment {
  /** The newest second that was heard, a ring. */
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

  /** Fills in the next part of a gap. */
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

  /** Of what was heard from so many octets after the oldest on. */
  #levelDb(from: number): number {
    let power = 0;
    for (let n = from; n < keptOctets; n++) {
      const sample = mulawSamples[this.#kept[(this.#at + n) % keptOctets]!]! / 32_768;
      power += sample * sample;
    }
    return 10 * Math.log10(power / (keptOctets - from) + 1e-12);
  }
}
