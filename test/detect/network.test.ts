import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { createFramer, windowSamples } from '../../src/detect/features/framing.ts';
import { createSpectralAnalyser } from '../../src/detect/features/log-mel.ts';
import { melBands } from '../../src/detect/features/mel-filters.ts';
import { createPlainSpectrum, powerBins, sharedSpectrum } from '../../src/detect/features/spectrum.ts';
import { createLayers, type Linear, plainGru, plainMultiplier } from '../../src/detect/network/layers.ts';
import { createNetworkFactory, framesPerStep } from '../../src/detect/network/network.ts';
import { readParameters } from '../../src/detect/network/parameter-file.ts';
import { parameterBytes } from '../../src/detect/network/parameters.ts';
import { createRepetitionTracker } from '../../src/detect/repetition/repetition-tracker.ts';

interface Vector {
  steps: number[];
  mel: number[][];
  repeat: number[];
  classes: number[][];
  person: number[];
}

const vector = JSON.parse(readFileSync(new URL('network-vector.json', import.meta.url), 'utf8')) as Vector;

/** The same sound as `test_sound` in training/export.py, in whole numbers. */
function testSound(): Int16Array {
  const samples = new Int16Array(12 * 8000);
  let seed = 12345;
  for (let n = 0; n < samples.length; n++) {
    seed = (seed * 16807) % 2147483647;
    const second = Math.floor(n / 8000);
    if (second === 4 || second === 9) continue;
    if (second === 5 || second === 6) samples[n] = Math.floor(n / 10) % 2 ? 3000 : -3000;
    else if (Math.floor(n / 1600) % 3 !== 2)
      samples[n] = Math.floor(((seed % 8001) - 4000) / (2 + (Math.floor(n / 800) % 5)));
    else samples[n] = (seed % 41) - 20;
  }
  samples.copyWithin(7 * 8000, 8000, 3 * 8000);
  return samples;
}

function hear(): Vector {
  const framer = createFramer();
  const analyser = createSpectralAnalyser();
  const repetition = createRepetitionTracker([]);
  const network = createNetworkFactory(readParameters(parameterBytes))();
  const heard: Vector = { steps: [], mel: [], repeat: [], classes: [], person: [] };
  framer.push(testSound(), (window, hop) => {
    const { mel } = analyser.analyse(window);
    repetition.frame(mel);
    const ends = (hop + 1) % framesPerStep === 0;
    const similarity = ends ? repetition.step().similarity : 0.5;
    const output = network.step(mel, similarity);
    if (!output) return;
    heard.mel.push([...mel]);
    heard.repeat.push(similarity);
    heard.classes.push([...output.classLogits]);
    heard.person.push(output.personLogit);
  });
  return heard;
}

const largestDifference = (a: readonly number[], b: readonly number[]) =>
  Math.max(...a.map((value, k) => Math.abs(value - b[k]!)));

const test = suite('network');

test('features, repetition and network give the numbers of the trainer', () => {
  const heard = hear();
  assert.ok(vector.steps.length > 15);
  vector.steps.forEach((step, k) => {
    if (k % 6 === 0)
      assert.ok(largestDifference(vector.mel[k / 6]!, heard.mel[step]!) < 2e-3, `mel at step ${step}`);
    assert.ok(Math.abs(vector.repeat[k]! - heard.repeat[step]!) < 2e-3, `repetition at step ${step}`);
    assert.ok(largestDifference(vector.classes[k]!, heard.classes[step]!) < 0.02, `classes at step ${step}`);
    assert.ok(Math.abs(vector.person[k]! - heard.person[step]!) < 0.02, `person at step ${step}`);
  });
});

test('the vector holds a repetition and something new', () => {
  assert.ok(Math.max(...vector.repeat) > 0.7);
  assert.ok(Math.min(...vector.repeat) < 0.6);
});

const wave = (length: number, seed: number) =>
  Float32Array.from({ length }, (_, k) => Math.sin(seed + k * 12.9898) * 0.7);

/** Matrices of these rows and columns. */
function matrices(...sizes: [number, number][]): Linear[] {
  return sizes.map(([rows, columns], n) => ({
    weight: Int8Array.from(wave(rows * columns, n), (value) => Math.round(value * 127)),
    scales: wave(rows, n + 5).map((value) => (1 + value) / 127),
    bias: wave(rows, n + 9),
  }));
}

test('the SIMD multiplication agrees with plain TypeScript, also where rows are no multiple of a block', () => {
  const linears = matrices([1, 7], [16, 3], [37, 97]);
  createLayers(linears).multipliers.forEach((multiplier, n) => {
    const fast = new Float32Array(multiplier.rows);
    const plain = new Float32Array(multiplier.rows);
    for (const level of [1, 300, 0]) {
      const input = wave(multiplier.columns, 4).map((value) => value * level);
      multiplier.multiply(input, fast);
      plainMultiplier(linears[n]!).multiply(input, plain);
      // SIMD cuts the input to 16 bits.
      const largest = Math.max(...plain.map(Math.abs));
      assert.ok(
        largestDifference([...fast], [...plain]) < 1e-3 * largest,
        `${multiplier.rows} rows, level ${level}`,
      );
    }
  });
});

test('a matrix so wide that a sum may overflow is refused; the widest that is not multiplies the largest numbers', () => {
  const full = (columns: number): Linear => ({
    weight: new Int8Array(16 * columns).fill(127),
    scales: new Float32Array(16).fill(1),
    bias: new Float32Array(16),
  });
  assert.throws(() => createLayers([full(518)]), '518 columns');
  const out = new Float32Array(16);
  createLayers([full(516)]).multipliers[0]!.multiply(new Float32Array(516).fill(1), out);
  assert.ok(Math.abs(out[0]! - 516 * 127) < 1);
});

test('a recurrent unit has the same state with SIMD as in plain TypeScript, to the last bit', () => {
  const layers = createLayers(matrices([48, 13], [48, 16]));
  const fast = layers.createGru(0, 1);
  const plain = plainGru(layers.multipliers[0]!, layers.multipliers[1]!);
  for (let step = 0; step < 40; step++) {
    // The largest saturate the gates.
    const input = wave(13, step).map((value) => value * 10 ** ((step % 6) - 2));
    assert.equal([...fast.step(input)], [...plain.step(input)], `step ${step}`);
  }
});

test('a spectrum is the same with SIMD as in plain TypeScript, to the last bit', () => {
  const [plain, fast] = [createPlainSpectrum(), sharedSpectrum()].map((spectrum) => {
    const [power, energies] = [new Float64Array(powerBins), new Float64Array(melBands)];
    return (window: Float64Array) => {
      spectrum.measure(window, power, energies);
      return [...power, ...energies];
    };
  });
  const sound = testSound();
  for (let from = 0; from + windowSamples <= sound.length; from += 1_000) {
    const window = Float64Array.from(sound.subarray(from, from + windowSamples), (sample) => sample / 32_768);
    assert.equal(fast!(window), plain!(window), `from sample ${from}`);
  }
});

test('bytes that are not parameters are refused', () => {
  assert.throws(() => readParameters(new Uint8Array(3)), /not a parameter file/);
  assert.throws(() => readParameters(new Uint8Array(64)), /not a parameter file/);
});

test('the parameters fit into one megabyte', () => {
  assert.ok(parameterBytes.length <= 1_000_000);
});

test.run();
