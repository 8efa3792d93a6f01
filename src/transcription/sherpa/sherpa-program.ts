import { telephoneRateHz } from '../../audio/resample.ts';
import type { SherpaModel } from './sherpa-model.ts';
import { Silero } from './silero.ts';
import {
  answer,
  floatsOf,
  followOrders,
  loadSherpa,
  modelFeatures,
  type SherpaPackage,
  type SherpaStream,
} from './sherpa-package.ts';

type OnlineRecognizer = InstanceType<SherpaPackage['OnlineRecognizer']>;

/** Silence after the last word, to fill the model's look-ahead. */
const padSeconds = 0.66;

/** Recognises one stretch of speech after another, each from a clean slate. */
class Listener {
  readonly #recognizer: OnlineRecognizer;
  #stream: SherpaStream | undefined;
  #reported = '';

  constructor(recognizer: OnlineRecognizer) {
    this.#recognizer = recognizer;
  }

  take(samples: Int16Array): void {
    this.#stream ??= this.#recognizer.createStream();
    this.#accept(this.#stream, floatsOf(samples));
    const text = this.#decode(this.#stream);
    if (text === '' || text === this.#reported) return;
    this.#reported = text;
    answer({ text, isFinal: false });
  }

  end(): void {
    let text = '';
    if (this.#stream !== undefined) {
      this.#accept(this.#stream, new Float32Array(padSeconds * telephoneRateHz));
      this.#stream.inputFinished();
      text = this.#decode(this.#stream);
    }
    this.#stream = undefined;
    this.#reported = '';
    answer({ text, isFinal: true });
  }

  #accept(stream: SherpaStream, samples: Float32Array): void {
    stream.acceptWaveform({ samples, sampleRate: telephoneRateHz });
  }

  #decode(stream: SherpaStream): string {
    while (this.#recognizer.isReady(stream)) this.#recognizer.decode(stream);
    const text = this.#recognizer.getResult(stream).text.replace(/\s+/g, ' ').trim();
    // Many models write capitals only.
    return text === text.toUpperCase() ? text.toLowerCase() : text;
  }
}

const { tokens, ...files } = JSON.parse(process.argv[3] ?? '{}') as SherpaModel;
const sherpa = await loadSherpa('sherpa');
const silero = new Silero(sherpa);
const listener = new Listener(
  new sherpa.OnlineRecognizer({
    featConfig: modelFeatures,
    modelConfig: { ...files, tokens, numThreads: 1, provider: 'cpu', debug: 0 },
    decodingMethod: 'greedy_search',
    enableEndpoint: 0,
  }),
);
answer({ ready: true });
await followOrders((order) => {
  if (order.kind === 'end') listener.end();
  else if (order.kind === 'sound') listener.take(order.samples);
  else if (order.kind === 'voice') answer(silero.hear(order.stream, order.samples));
  else if (order.kind === 'forget') silero.forget(order.stream);
});
