import { decodeSound } from '../audio/sound-file.ts';
import { AppError, describeError } from '../domain/errors.ts';
import type { SpeechEngine } from './engine.ts';

/** A minute of speech at 48 kHz and 16 bit, several times over. */
const mostBytes = 32 * 1024 * 1024;

export interface OpenAiSpeechOptions {
  /** Before `/v1/audio/speech`. */
  url: string;
  apiKey: string | undefined;
  model: string;
  voice: string;
}

/** Any service that answers `POST /v1/audio/speech` as OpenAI's does. */
export class OpenAiSpeech implements SpeechEngine {
  readonly name: string;
  readonly #options: OpenAiSpeechOptions;

  constructor(options: OpenAiSpeechOptions) {
    this.#options = options;
    this.name = `openai ${options.url} ${options.model} ${options.voice}`;
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.make('one', signal);
  }

  async make(text: string, signal: AbortSignal): Promise<{ samples: Float32Array; rateHz: number }> {
    const { url, apiKey, model, voice } = this.#options;
    const at = `${url}/v1/audio/speech`;
    try {
      const answer = await fetch(at, {
        method: 'POST',
        redirect: 'error',
        signal,
        headers: {
          'content-type': 'application/json',
          ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
        },
        body: JSON.stringify({ model, voice, input: text, response_format: 'wav' }),
      });
      if (!answer.ok) {
        await answer.body?.cancel();
        throw new AppError('unavailable', `${at} answers ${answer.status}`);
      }
      return decodeSound(await readBounded(answer, at));
    } catch (cause) {
      if (cause instanceof AppError && cause.code === 'unavailable') throw cause;
      throw new AppError('unavailable', `${at} gave no speech: ${describeError(cause)}`, { cause });
    }
  }
}

async function readBounded(answer: Response, at: string): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part as Uint8Array);
    bytes += (part as Uint8Array).length;
    if (bytes > mostBytes) throw new AppError('unavailable', `${at} sends more than ${mostBytes} bytes`);
  }
  return Buffer.concat(parts);
}
