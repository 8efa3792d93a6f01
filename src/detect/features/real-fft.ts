/** Power spectra of real frames whose length is a power of two, without allocation per frame. */
export interface RealFft {
  /** Writes |X[k]|² for k = 0 to half the size to `power`. `input` is not changed. */
  powerSpectrum(input: Float64Array, power: Float64Array): void;
}

/** @throws RangeError for a size that is not a power of two, or below 8. */
export function createRealFft(size: number): RealFft {
  const half = size / 2;
  if (!Number.isInteger(Math.log2(size)) || size < 8)
    throw new RangeError(`FFT size ${size} is not a power of two of at least 8`);
  // A real transform of N points is a complex one of N/2 points over (even, odd) pairs, which are then separated.
  const cosine = new Float64Array(half);
  const sine = new Float64Array(half);
  for (let k = 0; k < half; k++) {
    cosine[k] = Math.cos((2 * Math.PI * k) / size);
    sine[k] = -Math.sin((2 * Math.PI * k) / size);
  }
  const reversed = bitReversal(half);
  const real = new Float64Array(half);
  const imaginary = new Float64Array(half);

  /** Reads the pairs in and does the first two stages: their factors are ±1 and ±i, so that nothing is multiplied. */
  function readIn(input: Float64Array): void {
    for (let n = 0; n < half; n += 4) {
      const source = reversed[n]! * 2;
      const evenSum = input[source]! + input[source + half]!;
      const evenLess = input[source]! - input[source + half]!;
      const evenSumI = input[source + 1]! + input[source + half + 1]!;
      const evenLessI = input[source + 1]! - input[source + half + 1]!;
      const quarter = source + half / 2;
      const oddSum = input[quarter]! + input[quarter + half]!;
      const oddLess = input[quarter]! - input[quarter + half]!;
      const oddSumI = input[quarter + 1]! + input[quarter + half + 1]!;
      const oddLessI = input[quarter + 1]! - input[quarter + half + 1]!;
      real[n] = evenSum + oddSum;
      imaginary[n] = evenSumI + oddSumI;
      real[n + 1] = evenLess + oddLessI;
      imaginary[n + 1] = evenLessI - oddLess;
      real[n + 2] = evenSum - oddSum;
      imaginary[n + 2] = evenSumI - oddSumI;
      real[n + 3] = evenLess - oddLessI;
      imaginary[n + 3] = evenLessI + oddLess;
    }
  }

  function transform(): void {
    for (let span = 4; span < half; span <<= 1) {
      const stride = half / span;
      for (let start = 0; start < half; start += span << 1) {
        for (let k = 0; k < span; k++) {
          const c = cosine[k * stride]!;
          const s = sine[k * stride]!;
          const low = start + k;
          const high = low + span;
          const re = real[high]! * c - imaginary[high]! * s;
          const im = real[high]! * s + imaginary[high]! * c;
          real[high] = real[low]! - re;
          imaginary[high] = imaginary[low]! - im;
          real[low] = real[low]! + re;
          imaginary[low] = imaginary[low]! + im;
        }
      }
    }
  }

  return {
    powerSpectrum(input, power) {
      readIn(input);
      transform();
      power[0] = (real[0]! + imaginary[0]!) ** 2;
      power[half] = (real[0]! - imaginary[0]!) ** 2;
      for (let k = 1; k < half; k++) {
        const mirror = half - k;
        const evenRe = (real[k]! + real[mirror]!) / 2;
        const evenIm = (imaginary[k]! - imaginary[mirror]!) / 2;
        const oddRe = (imaginary[k]! + imaginary[mirror]!) / 2;
        const oddIm = (real[mirror]! - real[k]!) / 2;
        const re = evenRe + cosine[k]! * oddRe - sine[k]! * oddIm;
        const im = evenIm + cosine[k]! * oddIm + sine[k]! * oddRe;
        power[k] = re * re + im * im;
      }
    },
  };
}

/** The numbers below `length`, a power of two, in the order of their bits read backwards. */
export function bitReversal(length: number): Uint16Array {
  const bits = Math.log2(length);
  const table = new Uint16Array(length);
  for (let n = 0; n < length; n++) {
    let mirrored = 0;
    for (let bit = 0; bit < bits; bit++) if (n & (1 << bit)) mirrored |= 1 << (bits - 1 - bit);
    table[n] = mirrored;
  }
  return table;
}
