import { decodeWav, type MonoSound } from '../audio/sound-file.ts';
import { AppError, describeError } from '../domain/errors.ts';
import { readAddress } from '../engine-protocols/address.ts';
import { askOpenAi, type OpenAiService } from '../engine-protocols/openai.ts';
import type { SpeechEngine } from './engine.ts';

/** Several times a minute of speech at 48 kHz and 16 bits. */
const maxBytes = 32 * 1024 * 1024;

export interface OpenAiSpeechOptions extends OpenAiService {
  model: string;
  voice: string;
}

/** Any service compatible with OpenAI's `POST /v1/audio/speech`. */
export class OpenAiSpeech implements SpeechEngine {
  readonly name: string;
  readonly #options: OpenAiSpeechOptions;

  constructor(options: OpenAiSpeechOptions) {
    this.#options = options;
    this.name = `openai ${readAddress(options.url).shown} ${options.model} ${options.voice}`;
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.make('one', signal);
  }

  async make(text: string, signal: AbortSignal): Promise<MonoSound> {
    const { model, voice } = this.#options;
    const body = { model, voice, input: text, response_format: 'wav' };
    const failure = 'returned no speech';
    const path = '/v1/audio/speech';
    return askOpenAi(this.#options, { path, body, signal, maxBytes, failure }, (answer, at) => {
      try {
        // The end of a connection may be all that marks the end of an answer; one cut off would be played from the cache for ever.
        return decodeWav(answer, { mustBeWhole: true });
      } catch (cause) {
        throw new AppError('unavailable', `${at} ${failure}: ${describeError(cause)}`, { cause });
      }
    });
  }
}
