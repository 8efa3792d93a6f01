import { encodePcmWav } from '../audio/wav.ts';
import type { Recognition, RecognitionOptions } from '../calls/words.ts';
import { AppError, describeError } from '../domain/errors.ts';
import type { TranscriptionEngine } from './engine.ts';
import { StretchRecognition } from './stretch-recognition.ts';

/** Of the words of half a minute. */
const mostBytes = 1024 * 1024;
const timeoutMs = 30_000;

export interface OpenAiTranscriptionOptions {
  /** Before `/v1/audio/transcriptions`. */
  url: string;
  apiKey: string | undefined;
  model: string;
  /** ISO 639-1; undefined: the engine finds out. */
  language: string | undefined;
}

/** Any service that answers `POST /v1/audio/transcriptions` as OpenAI's does: whisper.cpp's, faster-whisper's, OpenAI's own. */
export class OpenAiTranscription implements TranscriptionEngine {
  readonly name: string;
  readonly understands = 'speech';
  readonly #options: OpenAiTranscriptionOptions;

  constructor(options: OpenAiTranscriptionOptions) {
    this.#options = options;
    this.name = `openai ${options.url} ${options.model}`;
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
    const { url, apiKey, model, language } = this.#options;
    const at = `${url}/v1/audio/transcriptions`;
    const form = new FormData();
    form.set('file', new Blob([encodePcmWav(samples)], { type: 'audio/wav' }), 'speech.wav');
    form.set('model', model);
    form.set('response_format', 'json');
    if (language !== undefined) form.set('language', language);
    try {
      const answer = await fetch(at, {
        method: 'POST',
        redirect: 'error',
        signal,
        headers: apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` },
        body: form,
      });
      if (!answer.ok) {
        await answer.body?.cancel();
        throw new AppError('unavailable', `${at} answers ${answer.status}`);
      }
      return textOf(await readBounded(answer, at), at);
    } catch (cause) {
      if (cause instanceof AppError) throw cause;
      throw new AppError('unavailable', `${at} gave no words: ${describeError(cause)}`, { cause });
    }
  }
}

function textOf(answer: string, at: string): string {
  try {
    const { text } = JSON.parse(answer) as { text?: unknown };
    if (typeof text === 'string') return text;
  } catch {
    // Said below.
  }
  throw new AppError('bad_upstream', `${at} answers what is no transcription`);
}

async function readBounded(answer: Response, at: string): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part as Uint8Array);
    bytes += (part as Uint8Array).length;
    if (bytes > mostBytes) throw new AppError('bad_upstream', `${at} sends more than ${mostBytes} bytes`);
  }
  return Buffer.concat(parts).toString();
}
