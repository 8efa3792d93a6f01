import { melBands } from '../features/mel-filters.ts';
import { createLayers, type Gru, type Layers, type Multiplier, rectify } from './layers.ts';
import { linearNames, type LinearName, type NetworkParameters } from './parameter-file.ts';

/** Frames of 20 ms in one step of the network. */
export const framesPerStep = 4;

// The same scaling as in training/network.py.
const melOffset = 5;
const melScale = 0.25;
const repeatOffset = 0.65;
const repeatScale = 8;

const conv1Taps = 5;
const conv2Taps = 3;

export interface NetworkOutput {
  /** Logits of the eight audio classes, in the order of `audioClasses`. */
  readonly classLogits: Float32Array;
  /** Log-odds that a live person is on the line. */
  personLogit: number;
}

export interface Network {
  /** One frame of 40 ln mel energies. `repeat` is read on every fourth frame, on which the output is returned. */
  step(mel: Float32Array, repeat: number): NetworkOutput | undefined;
}

/** The weights are laid out once; each call gets its own network, which holds little more than its state. */
export function createNetworkFactory(members: readonly NetworkParameters[]): () => Network {
  const layers = createLayers(members.flatMap((member) => linearNames.map((name) => member[name])));
  return () => createNetwork(members.map((_, m) => createMember(layers, m * linearNames.length)));
}

/** One of the networks whose answers are averaged. */
interface Member {
  /** Takes the newest frames; called on every second one. */
  convolve(frames: Float32Array): void;
  /** Called after every second `convolve`; returns the same object each time. */
  conclude(repeat: number): NetworkOutput;
}

function createNetwork(members: readonly Member[]): Network {
  // Inputs of the first convolution, newest last; zeros at first, like the padding in training.
  const frames = new Float32Array(conv1Taps * melBands);
  const newest = frames.length - melBands;
  const output: NetworkOutput = { classLogits: new Float32Array(8), personLogit: 0 };
  let count = 0;
  return {
    step(mel, repeat) {
      frames.copyWithin(0, melBands);
      for (let b = 0; b < melBands; b++) frames[newest + b] = (mel[b]! + melOffset) * melScale;
      if (++count % 2 !== 0) return undefined;
      for (const member of members) member.convolve(frames);
      if (count % framesPerStep !== 0) return undefined;
      output.classLogits.fill(0);
      output.personLogit = 0;
      for (const member of members) {
        const one = member.conclude(repeat);
        for (let k = 0; k < 8; k++)
          output.classLogits[k] = output.classLogits[k]! + one.classLogits[k]! / members.length;
        output.personLogit += one.personLogit / members.length;
      }
      return output;
    },
  };
}

/** @param at the index of its first matrix. */
function createMember(layers: Layers, at: number): Member {
  const indexOf = (name: LinearName): number => at + linearNames.indexOf(name);
  const matrix = (name: LinearName): Multiplier => layers.multipliers[indexOf(name)]!;
  const gru = (name: 'gru1' | 'gru2'): Gru =>
    layers.createGru(indexOf(`${name}.input`), indexOf(`${name}.hidden`));
  const [conv1, conv2] = [matrix('conv1'), matrix('conv2')];
  const [classes, person] = [matrix('classes'), matrix('person')];
  const conv1Width = conv1.rows;
  const conv2Width = conv2.rows;
  /** Inputs of the second convolution, in the same order. */
  const between = new Float32Array(conv2Taps * conv1Width);
  const first = new Float32Array(conv1Width);
  const second = new Float32Array(conv2Width);
  const joined = new Float32Array(conv2Width + 1);
  const gru1 = gru('gru1');
  const gru2 = gru('gru2');
  const output: NetworkOutput = { classLogits: new Float32Array(classes.rows), personLogit: 0 };
  const logit = new Float32Array(1);

  return {
    convolve(frames) {
      conv1.multiply(frames, first);
      rectify(first);
      between.copyWithin(0, conv1Width);
      between.set(first, (conv2Taps - 1) * conv1Width);
    },
    conclude(repeat) {
      conv2.multiply(between, second);
      rectify(second);
      joined.set(second);
      joined[conv2Width] = (repeat - repeatOffset) * repeatScale;
      const state = gru2.step(gru1.step(joined));
      classes.multiply(state, output.classLogits);
      person.multiply(state, logit);
      output.personLogit = logit[0]!;
      return output;
    },
  };
}
