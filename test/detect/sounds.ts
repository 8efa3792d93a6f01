import { joinSounds } from '../../src/audio/join.ts';
/** Sounds that need no file, 8 kHz s16. */
export function tone(frequencies: readonly number[], seconds: number, level = 0.2): Int16Array {
  return Int16Array.from({ length: Math.round(seconds * 8000) }, (_, n) =>
    Math.round(
      frequencies.reduce((sum, hz) => sum + Math.sin((2 * Math.PI * hz * n) / 8000), 0) * level * 32767,
    ),
  );
}

export function silence(seconds: number): Int16Array {
  return new Int16Array(Math.round(seconds * 8000));
}

/** Chance with a memory: the same seed gives the same numbers. */
export function chance(seed: number): () => number {
  let state = (seed * 48271 + 11) % 2147483647 || 1;
  return () => (state = (state * 16807) % 2147483647) / 2147483647;
}

export function noise(seconds: number, level: number, seed: number): Int16Array {
  const next = chance(seed);
  return Int16Array.from({ length: Math.round(seconds * 8000) }, () =>
    Math.round((next() - 0.5) * 2 * level * 32767),
  );
}

/** Something like babbled speech: a buzzing source through moving resonances, in syllables; each seed another text. */
export function babble(seconds: number, seed: number, level = 0.25): Int16Array {
  const next = chance(seed);
  const samples = new Int16Array(Math.round(seconds * 8000));
  let phase = 0;
  let pitch = 120;
  let formants = [500, 1500, 2500];
  let memory = formants.map(() => [0, 0]);
  for (let n = 0; n < samples.length; n++) {
    if (n % 1440 === 0) {
      pitch = 90 + next() * 80;
      formants = [300 + next() * 500, 900 + next() * 1200, 2200 + next() * 900];
      memory = formants.map(() => [0, 0]);
    }
    phase += pitch / 8000;
    const source = (phase % 1) - 0.5 + (next() - 0.5) * 0.3;
    const within = (n % 1440) / 1440;
    const envelope = within < 0.8 ? Math.sin((Math.PI * within) / 0.8) : 0;
    let sum = 0;
    formants.forEach((hz, k) => {
      const [one, two] = memory[k]! as [number, number];
      const value = source * 0.1 + 1.88 * Math.cos((2 * Math.PI * hz) / 8000) * one - 0.8836 * two;
      memory[k] = [value, one];
      sum += value;
    });
    samples[n] = Math.max(-32768, Math.min(32767, Math.round(sum * envelope * level * 32767)));
  }
  return samples;
}

export function join(...parts: Int16Array[]): Int16Array {
  return joinSounds(Int16Array, parts);
}

/** As it arrives through G.711 µ-law, at another level and over noise. */
export function throughLine(samples: Int16Array, gain: number, noiseLevel: number, seed: number): Int16Array {
  const next = chance(seed);
  return samples.map((sample) => {
    const value = Math.max(-32635, Math.min(32635, sample * gain + (next() - 0.5) * 2 * noiseLevel * 32767));
    const magnitude = Math.abs(value) + 132;
    const exponent = Math.floor(Math.log2(magnitude)) - 7;
    const mantissa = Math.floor(magnitude / 2 ** (exponent + 3)) & 15;
    const coded = (((mantissa << 3) + 132) << exponent) - 132;
    return value < 0 ? -coded : coded;
  });
}
