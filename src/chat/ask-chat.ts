import type { ObjectSchema } from 'joi';
import { AppError } from '../domain/errors.ts';
import { askOpenAi, type OpenAiService } from '../engine-protocols/openai.ts';

/** Any service with OpenAI's `POST /v1/chat/completions`: llama.cpp, Ollama, OpenAI itself. */
export interface ChatService extends OpenAiService {
  model: string;
}

export interface ChatQuestion<T> {
  instruction: string;
  /** Sent as JSON. */
  content: object;
  /** Schema of the JSON in its response. */
  answer: ObjectSchema<T>;
  /** Numbers in its response are passed on as text, with exactly the digits that the model wrote. */
  keepsDigits?: boolean;
  signal: AbortSignal;
  /** Limit for the whole response. */
  maxBytes: number;
  /** For the error messages: `decided nothing`, `decision`. */
  failure: string;
  wanted: string;
}

/** Those that accept no temperature but their own, as OpenAI's reasoning models do. */
const withOwnTemperature = new WeakSet<ChatService>();

/** Sends a question and accepts only JSON of the given shape. @throws AppError `unavailable`, `bad_upstream` */
export async function askChat<T>(
  service: ChatService,
  { instruction, content, answer, keepsDigits = false, signal, maxBytes, failure, wanted }: ChatQuestion<T>,
): Promise<T> {
  const messages = [
    { role: 'system', content: instruction },
    { role: 'user', content: JSON.stringify(content) },
  ];
  const ask = (settings: object): Promise<T> => {
    const body = { model: service.model, ...settings, messages };
    const path = '/v1/chat/completions';
    return askOpenAi(service, { path, body, signal, maxBytes, failure }, (bytes, at) => {
      const { value, error } = answer.required().validate(contentOf(bytes.toString(), keepsDigits));
      if (error !== undefined) throw new AppError('bad_upstream', `the answer of ${at} is not a ${wanted}`);
      return value;
    });
  };
  if (withOwnTemperature.has(service)) return ask({});
  try {
    return await ask({ temperature: 0 });
  } catch (error) {
    const isRefused = error instanceof AppError && /answers 400: .*temperature/.test(error.detail);
    if (!isRefused) throw error;
    withOwnTemperature.add(service);
    return ask({});
  }
}

const endOfThought = '</think>';

/** Undefined when the response does not contain JSON. */
function contentOf(text: string, keepsDigits: boolean): unknown {
  try {
    const { choices } = JSON.parse(text) as { choices?: { message?: { content?: unknown } }[] };
    const content = choices?.[0]?.message?.content;
    if (typeof content !== 'string') return undefined;
    // Some models think aloud first, and many wrap their JSON in a code block.
    const said = content.split(endOfThought).at(-1) ?? '';
    const json = said.slice(said.indexOf('{'), said.lastIndexOf('}') + 1);
    return JSON.parse(keepsDigits ? quoteNumbers(json) : json);
  } catch {
    return undefined;
  }
}

/** A string, closed or not, or something that begins like a number: a ticket number may continue with letters. */
const stringOrNumber = /"(?:[^"\\]+|\\[^])*"?|-?\d[\w.+-]*/g;

/** As a JSON number, one of more than 15 digits would lose its last digits, and one with a leading zero would be invalid. */
function quoteNumbers(json: string): string {
  return json.replace(stringOrNumber, (found) => (found.startsWith('"') ? found : `"${found}"`));
}
