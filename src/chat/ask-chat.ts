import type { ObjectSchema } from 'joi';
import { AppError } from '../domain/errors.ts';
import { askOpenAi, type OpenAiService } from '../engine-protocols/openai.ts';

/** Any service that answers `POST /v1/chat/completions` as OpenAI's does: llama.cpp's, Ollama's, OpenAI's own. */
export interface ChatService extends OpenAiService {
  model: string;
}

export interface ChatQuestion<T> {
  instruction: string;
  /** Goes out as JSON. */
  content: object;
  /** Of the JSON that it answers with. */
  answer: ObjectSchema<T>;
  signal: AbortSignal;
  /** Of the whole answer. */
  mostBytes: number;
  /** For the errors: `decided nothing`, `no decision`. */
  failure: string;
  wanted: string;
}

/** Asks once, and takes nothing but JSON of the given shape for an answer. @throws AppError `unavailable`, `bad_upstream` */
export async function askChat<T>(
  service: ChatService,
  { instruction, content, answer, signal, mostBytes, failure, wanted }: ChatQuestion<T>,
): Promise<T> {
  const messages = [
    { role: 'system', content: instruction },
    { role: 'user', content: JSON.stringify(content) },
  ];
  const body = { model: service.model, temperature: 0, messages };
  const path = '/v1/chat/completions';
  return askOpenAi(service, { path, body, signal, mostBytes, failure }, (bytes, at) => {
    const { value, error } = answer.required().validate(contentOf(bytes.toString()));
    if (error !== undefined) throw new AppError('bad_upstream', `${at} answers what is no ${wanted}`);
    return value;
  });
}

/** Undefined for what is no JSON in a chat's answer. */
function contentOf(text: string): unknown {
  try {
    const { choices } = JSON.parse(text) as { choices?: { message?: { content?: unknown } }[] };
    const content = choices?.[0]?.message?.content;
    if (typeof content !== 'string') return undefined;
    // Models like to put their JSON into a block of code.
    return JSON.parse(content.slice(content.indexOf('{'), content.lastIndexOf('}') + 1));
  } catch {
    return undefined;
  }
}
