import { Wideband, plain, widebandRateHz } from '../audio/wideband.ts';
import type { Recognition, RecognitionOptions } from '../calls/words/transcriber.ts';
import { AppError } from '../domain/errors.ts';
import { askWyoming, encodeWyoming, faultIn } from '../engine-protocols/wyoming.ts';
import type { TranscriptionEngine } from './engine.ts';
import { StretchRecognition } from './stretch-recognition.ts';

const timeoutMs = 30_000;
const chunkBytes = 16 * 1024;
const form = { rate: widebandRateHz, width: 2, channels: 1 };

export interface WyomingTranscriptionOptions {
  host: string;
  port: number;
  /** Undefined: the server's default. */
  language: string | undefined;
}

/** A recogniser behind the Wyoming protocol, such as faster-whisper. It is sent 16 kHz audio, which such servers are made for. */
export class WyomingTranscription implements TranscriptionEngine {
  readonly name: string;
  readonly recognises = 'speech';
  readonly #options: WyomingTranscriptionOptions;

  constructor(options: WyomingTranscriptionOptions) {
    this.#options = options;
    this.name = `wyoming ${options.host}:${options.port}`;
  }

  /** @throws AppError `unavailable`, also for a server without speech recognition. */
  async check(signal: AbortSignal): Promise<void> {
    let recognises = false;
    await askWyoming(
      this.#options,
      encodeWyoming('describe', {}),
      ({ type, data }) => {
        recognises = Array.isArray(data['asr']) && data['asr'].length > 0;
        return type === 'info';
      },
      signal,
    );
    const { host, port } = this.#options;
    if (!recognises)
      throw new AppError('unavailable', `the Wyoming server ${host}:${port} recognises no speech`);
  }

  async open(options: RecognitionOptions): Promise<Recognition> {
    const transcribe = (samples: Int16Array, signal: AbortSignal): Promise<string> =>
      this.#transcribe(samples, signal);
    return new StretchRecognition({ transcribe, timeoutMs }, options);
  }

  async #transcribe(samples: Int16Array, signal: AbortSignal): Promise<string> {
    const { language } = this.#options;
    const wide = new Wideband(plain).take(samples);
    const sound = Buffer.from(wide.buffer, wide.byteOffset, wide.byteLength);
    const chunks = Array.from({ length: Math.ceil(sound.length / chunkBytes) }, (_none, n) =>
      encodeWyoming('audio-chunk', form, sound.subarray(n * chunkBytes, (n + 1) * chunkBytes)),
    );
    const question = Buffer.concat([
      encodeWyoming('transcribe', language === undefined ? {} : { language }),
      encodeWyoming('audio-start', form),
      ...chunks,
      encodeWyoming('audio-stop', {}),
    ]);
    let text = '';
    await askWyoming(
      this.#options,
      question,
      (event) => {
        const { type, data } = event;
        if (type === 'error') throw faultIn(event);
        if (type !== 'transcript') return false;
        text = typeof data['text'] === 'string' ? data['text'] : '';
        return true;
      },
      signal,
    );
    return text;
  }
}
