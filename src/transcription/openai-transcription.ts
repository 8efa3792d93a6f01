import { encodePcmWav } from '../audio/wav.ts';
import type { Recognition, RecognitionOptions } from '../calls/words/transcriber.ts';
import { AppError } from '../domain/errors.ts';
import { readAddress } from '../engine-protocols/address.ts';
import { askOpenAi, type OpenAiService } from '../engine-protocols/openai.ts';
import type { TranscriptionEngine } from './engine.ts';
import { StretchRecognition } from './stretch-recognition.ts';

/** Enough for the words of half a minute. */
const maxBytes = 1024 * 1024;
const timeoutMs = 30_000;

export interface OpenAiTranscriptionOptions extends OpenAiService {
  model: string;
  /** ISO 639-1; undefined: the engine detects it. */
  language: string | undefined;
}

/** Any service that answers `POST /v1/audio/transcriptions` as OpenAI's does: whisper.cpp's, faster-whisper's, OpenAI's own. */
export class OpenAiTranscription implements TranscriptionEngine {
  readonly name: string;
  readonly recognises = 'speech';
  readonly #options: OpenAiTranscriptionOptions;

  constructor(options: OpenAiTranscriptionOptions) {
    this.#options = options;
    this.name = `openai ${readAddress(options.url).shown} ${options.model}`;
  }

  async check(signal: AbortSignal): Promise<void> {
    await this.#transcribe(new Int16Array(8000), signal);
  }

  async open(options: RecognitionOptions): Promise<Recognition> {
    const transcribe = (samples: Int16Array, signal: AbortSignal): Promise<string> =>
      this.#transcribe(samples, signal);
    return new StretchRecognition({ transcribe, timeoutMs }, options);
  }

  async #transcribe(samples: Int16Array, signal: AbortSignal): Promise<string> {
    const { model, language } = this.#options;
    const form = new FormData();
    form.set('file', new Blob([encodePcmWav(samples)], { type: 'audio/wav' }), 'speech.wav');
    form.set('model', model);
    form.set('response_format', 'json');
    if (language !== undefined) form.set('language', language);
    const path = '/v1/audio/transcriptions';
    return askOpenAi(
      this.#options,
      { path, body: form, signal, maxBytes, failure: 'returned no words' },
      (answer, at) => textOf(answer.toString(), at),
    );
  }
}

function textOf(answer: string, at: string): string {
  try {
    const { text } = JSON.parse(answer) as { text?: unknown };
    if (typeof text === 'string') return text;
  } catch {
    // Reported below.
  }
  throw new AppError('bad_upstream', `${at} sent an answer that is not a transcription`);
}
