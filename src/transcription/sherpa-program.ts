import { createRequire } from 'node:module';
import { Socket } from 'node:net';
import { telephoneRateHz } from '../audio/resample.ts';
import { decodeOrders, type SherpaAnswer } from './sherpa-frames.ts';
import type { SherpaModel } from './sherpa-model.ts';

// A separate process rather than a thread: with a model that it cannot read, the library ends the whole process by exit() or abort().
// Sound comes on stdin, answers go to descriptor 3; stderr is the library's.

/** The part of the package used here; it has no types. */
interface SherpaPackage {
  OnlineRecognizer: new (config: unknown) => Recognizer;
}
interface Recognizer {
  createStream(): Stream;
  isReady(stream: Stream): boolean;
  decode(stream: Stream): void;
  getResult(stream: Stream): { text: string };
}
interface Stream {
  acceptWaveform(sound: { samples: Float32Array; sampleRate: number }): void;
  inputFinished(): void;
}

/** The rate that models are trained at; the library resamples to it. */
const modelRateHz = 16_000;
const melBands = 80;
/** Silence after the last word, to fill the model's look-ahead. */
const padSeconds = 0.66;

const answers = new Socket({ fd: 3, readable: false, writable: true });
answers.on('error', () => process.exit(0)); // nobody listens any more

function answer(what: SherpaAnswer): void {
  answers.write(`${JSON.stringify(what)}\n`);
}

function loadPackage(): SherpaPackage {
  try {
    return createRequire(import.meta.url)('sherpa-onnx-node') as SherpaPackage;
  } catch (error) {
    const isAway = (error as { code?: unknown }).code === 'MODULE_NOT_FOUND';
    const why = isAway ? 'is not installed' : 'has no library for this machine';
    answer({
      fault: `STT_ENGINE=sherpa needs the npm package sherpa-onnx-node, which ${why} (npm install --include=optional)`,
    });
    answers.end();
    throw error;
  }
}

/** Recognises one stretch of speech after another, each from a clean slate. */
class Listener {
  readonly #recognizer: Recognizer;
  #stream: Stream | undefined;
  #told = '';

  constructor(recognizer: Recognizer) {
    this.#recognizer = recognizer;
  }

  take(samples: Int16Array): void {
    this.#stream ??= this.#recognizer.createStream();
    this.#accept(
      this.#stream,
      Float32Array.from(samples, (sample) => sample / 32_768),
    );
    const text = this.#decode(this.#stream);
    if (text === '' || text === this.#told) return;
    this.#told = text;
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
    this.#told = '';
    answer({ text, isFinal: true });
  }

  #accept(stream: Stream, samples: Float32Array): void {
    stream.acceptWaveform({ samples, sampleRate: telephoneRateHz });
  }

  #decode(stream: Stream): string {
    while (this.#recognizer.isReady(stream)) this.#recognizer.decode(stream);
    const text = this.#recognizer.getResult(stream).text.replace(/\s+/g, ' ').trim();
    // Many models only write capitals.
    return text === text.toUpperCase() ? text.toLowerCase() : text;
  }
}

const { tokens, ...files } = JSON.parse(process.argv[2] ?? '{}') as SherpaModel;
const { OnlineRecognizer } = loadPackage();
const listener = new Listener(
  new OnlineRecognizer({
    featConfig: { sampleRate: modelRateHz, featureDim: melBands },
    modelConfig: { ...files, tokens, numThreads: 1, provider: 'cpu', debug: 0 },
    decodingMethod: 'greedy_search',
    enableEndpoint: 0,
  }),
);
answer({ ready: true });
let unread = Buffer.alloc(0);
for await (const chunk of process.stdin) {
  const { orders, rest } = decodeOrders(Buffer.concat([unread, chunk as Buffer]));
  unread = Buffer.from(rest);
  for (const order of orders)
    if (order.kind === 'end') listener.end();
    else listener.take(order.samples);
}
process.exit(0);
