import { AppError, describeError } from '../domain/errors.ts';
import { readAddress } from './address.ts';

/** Any service with OpenAI's API: where it is, and the key that it needs. */
export interface OpenAiService {
  /** Before `/v1/…`. */
  url: string;
  apiKey: string | undefined;
}

export interface OpenAiRequest {
  /** `/v1/…` */
  path: string;
  /** A form; anything else is sent as JSON. */
  body: FormData | object;
  signal: AbortSignal;
  /** Of the answer. */
  maxBytes: number;
  /** What failed, for the error message, after the address: `returned no words`. */
  failure: string;
}

/**
 * Sends one request and reads the answer.
 * @param read turns the answer's bytes into the result; anything it throws but an AppError counts as a failure of the service.
 * @throws AppError `unavailable`, `bad_upstream` (the answer is too long), and what `read` throws
 */
export async function askOpenAi<T>(
  { url, apiKey }: OpenAiService,
  { path, body, signal, maxBytes, failure }: OpenAiRequest,
  read: (answer: Buffer, at: string) => T,
): Promise<T> {
  const { shown, authorization: basic } = readAddress(url); // fetch rejects an address that contains a password
  const authorization = apiKey === undefined ? basic : `Bearer ${apiKey}`;
  const at = `${shown}${path}`;
  const isForm = body instanceof FormData;
  try {
    const answer = await fetch(at, {
      method: 'POST',
      redirect: 'error',
      signal,
      headers: {
        ...(isForm ? {} : { 'content-type': 'application/json' }),
        ...(authorization === undefined ? {} : { authorization }),
      },
      body: isForm ? body : JSON.stringify(body),
    });
    if (!answer.ok) {
      const why = await readComplaint(answer, at);
      throw new AppError('unavailable', `${at} answers ${answer.status}${why === '' ? '' : `: ${why}`}`);
    }
    return read(await readBounded(answer, at, maxBytes), at);
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    throw new AppError('unavailable', `${at} ${failure}: ${reasonOf(cause)}`, { cause });
  }
}

/** `fetch` always throws "fetch failed"; the reason is in the cause. */
function reasonOf(thrown: unknown): string {
  const { message = '', code = '' } = (thrown instanceof Error ? (thrown.cause ?? {}) : {}) as {
    message?: string;
    code?: string;
  };
  // For a name with several addresses, the message is empty.
  return message || code || describeError(thrown);
}

const maxComplaintBytes = 16 * 1024;
const maxComplaint = 300;

/** `{"error": {"message": "…"}}`; Ollama's error is a string. Empty for any other body. */
async function readComplaint(answer: Response, at: string): Promise<string> {
  const body = await readBounded(answer, at, maxComplaintBytes).catch(() => Buffer.of());
  try {
    const { error } = JSON.parse(body.toString()) as { error?: string | { message?: unknown } | null };
    const message = typeof error === 'object' ? error?.message : error;
    return typeof message === 'string' ? message.replaceAll(/\s+/g, ' ').trim().slice(0, maxComplaint) : '';
  } catch {
    return '';
  }
}

async function readBounded(answer: Response, at: string, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of answer.body ?? []) {
    parts.push(part as Uint8Array);
    bytes += (part as Uint8Array).length;
    if (bytes > maxBytes) throw new AppError('bad_upstream', `${at} sends more than ${maxBytes} bytes`);
  }
  return Buffer.concat(parts);
}
