import { windowSamples, sampleRateHz } from '../features/framing.ts';

const binHz = sampleRateHz / windowSamples;

/** How nearly a short spectrum is one or two steady sines, and where they are. */
export interface Tonality {
  /** Part of the energy above 200 Hz that lies around the strongest two peaks, 0..1. */
  purity: number;
  /** The same around the strongest peak alone. */
  singlePurity: number;
  /** Strongest peak, interpolated. */
  frequencyHz: number;
  /** Second peak; 0 when there is none worth naming. */
  secondHz: number;
  /** Level of the second below the first, dB (≥ 0). */
  secondBelowDb: number;
}

export function measureTonality(power: Float64Array, into: Tonality): void {
  const lowest = 7; // 219 Hz: below it is hum
  let total = 1e-12;
  for (let k = lowest; k < power.length; k++) total += power[k]!;
  const first = strongest(power, lowest, -10);
  const firstEnergy = energyAround(power, first, 2);
  const second = strongest(power, lowest, first);
  const secondEnergy = second > 0 ? energyAround(power, second, 2) : 0;
  into.singlePurity = Math.min(1, firstEnergy / total);
  into.purity = Math.min(1, (firstEnergy + secondEnergy) / total);
  into.frequencyHz = interpolate(power, first);
  into.secondHz = second > 0 ? interpolate(power, second) : 0;
  into.secondBelowDb =
    second > 0 ? Math.max(0, 10 * Math.log10(power[first]! / (power[second]! + 1e-12))) : 99;
}

function strongest(power: Float64Array, from: number, except: number): number {
  let best = 0;
  let at = -1;
  for (let k = from; k < power.length - 1; k++) {
    if (Math.abs(k - except) <= 3) continue;
    const value = power[k]!;
    if (value > best && value >= power[k - 1]! && value >= power[k + 1]!) {
      best = value;
      at = k;
    }
  }
  return at < 0 ? (except < 0 ? from : 0) : at;
}

function energyAround(power: Float64Array, bin: number, reach: number): number {
  let energy = 0;
  for (let k = Math.max(0, bin - reach); k <= Math.min(power.length - 1, bin + reach); k++)
    energy += power[k]!;
  return energy;
}

/** Parabola through the logarithms of three bins: right to ≈2 Hz for a clean sine under a Hann window. */
function interpolate(power: Float64Array, bin: number): number {
  if (bin <= 0 || bin >= power.length - 1) return bin * binHz;
  const left = Math.log(power[bin - 1]! + 1e-12);
  const centre = Math.log(power[bin]! + 1e-12);
  const right = Math.log(power[bin + 1]! + 1e-12);
  const bend = left - 2 * centre + right;
  return (bin + (bend < -1e-9 ? (0.5 * (left - right)) / bend : 0)) * binHz;
}
