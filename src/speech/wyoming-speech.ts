import type { MonoSound } from '../audio/sound-file.ts';
import { AppError } from '../domain/errors.ts';
import type { SpeechEngine } from './engine.ts';
import { askWyoming, encodeWyoming, faultIn } from '../engine-protocols/wyoming.ts';

export interface WyomingSpeechOptions {
  host: string;
  port: number;
  /** Undefined: the server's default. */
  voice: string | undefined;
}

/** Ten minutes at 22 kHz. */
const maxBytes = 32 * 1024 * 1024;

/** A voice served over the Wyoming protocol, such as Piper. */
export class WyomingSpeech implements SpeechEngine {
  readonly name: string;
  readonly #options: WyomingSpeechOptions;

  constructor(options: WyomingSpeechOptions) {
    this.#options = options;
    this.name = `wyoming ${options.host}:${options.port} ${options.voice ?? ''}`;
  }

  /** @throws AppError `unavailable`, including when the server has no voice. */
  async check(signal: AbortSignal): Promise<void> {
    let speaks = false;
    await askWyoming(
      this.#options,
      encodeWyoming('describe', {}),
      ({ type, data }) => {
        speaks = Array.isArray(data['tts']) && data['tts'].length > 0;
        return type === 'info';
      },
      signal,
    );
    const { host, port } = this.#options;
    if (!speaks) throw new AppError('unavailable', `the Wyoming server ${host}:${port} has no voice`);
  }

  async make(text: string, signal: AbortSignal): Promise<MonoSound> {
    const { voice } = this.#options;
    let format = { rateHz: 22_050, width: 2, channels: 1 };
    const parts: Buffer[] = [];
    let bytes = 0;
    const question = { text, ...(voice === undefined ? {} : { voice: { name: voice } }) };
    await askWyoming(
      this.#options,
      encodeWyoming('synthesize', question),
      (event) => {
        const { type, data, payload } = event;
        if (type === 'error') throw faultIn(event);
        if (type === 'audio-start' || type === 'audio-chunk') format = formatOf(data) ?? format;
        if (type === 'audio-chunk') parts.push(payload);
        bytes += payload.length;
        if (bytes > maxBytes) throw new AppError('bad_upstream', 'the Wyoming server does not stop sending');
        return type === 'audio-stop';
      },
      signal,
    );
    return { samples: toSamples(Buffer.concat(parts), format), rateHz: format.rateHz };
  }
}

interface Format {
  rateHz: number;
  width: number;
  channels: number;
}

function formatOf({ rate, width, channels }: Record<string, unknown>): Format | undefined {
  if (rate === undefined) return undefined;
  if (
    typeof rate !== 'number' ||
    !Number.isInteger(rate) ||
    rate < 4000 ||
    rate > 192_000 ||
    width !== 2 ||
    (channels !== 1 && channels !== 2)
  )
    throw new AppError('bad_upstream', 'the Wyoming server sends audio of a kind that cannot be played');
  return { rateHz: rate, width, channels };
}

function toSamples(bytes: Buffer, { channels }: Format): Float32Array {
  const frames = Math.floor(bytes.length / (2 * channels));
  return Float32Array.from({ length: frames }, (_none, n) => bytes.readInt16LE(n * 2 * channels) / 32_768);
}
