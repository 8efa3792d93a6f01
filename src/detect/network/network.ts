import { melBands } from '../features/log-mel.ts';
import { createGru, createMultipliers, rectify, type Multiplier } from './layers.ts';
import { linearNames, type LinearName, type NetworkParameters } from './parameter-file.ts';

/** Frames of 20 ms in one step of the network. */
export const framesPerStep = 4;
export const stepSeconds = 0.08;

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
  const multipliers = createMultipliers(members.flatMap((member) => linearNames.map((name) => member[name])));
  const layers = members.map(
    (_, m) =>
      Object.fromEntries(
        linearNames.map((name, k) => [name, multipliers[m * linearNames.length + k]!]),
      ) as Record<LinearName, Multiplier>,
  );
  return () => createNetwork(layers.map(createMember));
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

function createMember(layers: Record<LinearName, Multiplier>): Member {
  const conv1Width = layers.conv1.rows;
  const conv2Width = layers.conv2.rows;
  /** Inputs of the second convolution, in the same order. */
  const between = new Float32Array(conv2Taps * conv1Width);
  const first = new Float32Array(conv1Width);
  const second = new Float32Array(conv2Width);
  const joined = new Float32Array(conv2Width + 1);
  const gru1 = createGru(layers['gru1.input'], layers['gru1.hidden']);
  const gru2 = createGru(layers['gru2.input'], layers['gru2.hidden']);
  const output: NetworkOutput = { classLogits: new Float32Array(layers.classes.rows), personLogit: 0 };
  const person = new Float32Array(1);

  return {
    convolve(frames) {
      layers.conv1.multiply(frames, first);
      rectify(first);
      between.copyWithin(0, conv1Width);
      between.set(first, (conv2Taps - 1) * conv1Width);
    },
    conclude(repeat) {
      layers.conv2.multiply(between, second);
      rectify(second);
      joined.set(second);
      joined[conv2Width] = (repeat - repeatOffset) * repeatScale;
      const state = gru2.step(gru1.step(joined));
      layers.classes.multiply(state, output.classLogits);
      layers.person.multiply(state, person);
      output.personLogit = person[0]!;
      return output;
    },
  };
}
