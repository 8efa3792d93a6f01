import { request as httpRequest } from 'node:http';
import type { IncomingHttpHeaders } from 'node:http';
import * as assert from 'uvu/assert';

export type Json = Record<string, unknown>;

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
  /** The parsed object; empty where the answer has no JSON body. */
  body: Json;
}

export interface AskOptions {
  /** Sent as JSON, or as it is when it is text or bytes. */
  body?: unknown;
  /** Instead of the owner's; null sends none. */
  token?: string | null;
  headers?: Record<string, string | string[]>;
}

/** A client that sends exactly what it is told, path and headers included, and never throws for a status. */
export class HttpClient {
  readonly #url: URL;
  readonly #token: string;

  constructor(service: { url: string; token: string }) {
    this.#url = new URL(service.url);
    this.#token = service.token;
  }

  ask(method: string, path: string, options: AskOptions = {}): Promise<Answer> {
    const { body, token = this.#token, headers = {} } = options;
    const bytes = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
    const payload = bytes ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = httpRequest({
        host: this.#url.hostname,
        port: this.#url.port,
        method,
        path,
        agent: false,
        timeout: 30_000,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(payload === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
          ...headers,
        },
      });
      request.on('timeout', () => request.destroy(new Error(`${method} ${path}: no answer within 30 s`)));
      request.on('error', reject);
      request.on('response', (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (text += chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
            body: parseObject(text),
          }),
        );
      });
      request.end(payload);
    });
  }

  /** Asks and asserts the status, with the answer in the message. */
  async expect(status: number, method: string, path: string, options: AskOptions = {}): Promise<Answer> {
    const answer = await this.ask(method, path, options);
    const sent = options.body === undefined ? '' : ` ${JSON.stringify(options.body).slice(0, 200)}`;
    assert.is(
      answer.status,
      status,
      `${method} ${path}${sent}: ${answer.status} ${answer.text.slice(0, 300)}`,
    );
    return answer;
  }

  /** Asserts a refusal: its status and the body with the one field, which must fit `names`. */
  async refuses(
    status: number,
    method: string,
    path: string,
    names: RegExp | string = '',
    options: AskOptions = {},
  ): Promise<Answer> {
    const answer = await this.expect(status, method, path, options);
    const what = `${method} ${path} ${JSON.stringify(options.body ?? '').slice(0, 200)}: ${answer.text}`;
    assert.match(answer.headers['content-type'] ?? '', /^application\/json/, what);
    assert.equal(Object.keys(answer.body), ['detail'], what);
    const detail = answer.body['detail'];
    assert.type(detail, 'string', what);
    assert.ok(typeof names === 'string' ? String(detail).includes(names) : names.test(String(detail)), what);
    return answer;
  }
}

function parseObject(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Json) : {};
  } catch {
    return {};
  }
}

export function items(answer: Answer, field: string): Json[] {
  const value = answer.body[field];
  assert.ok(Array.isArray(value), `"${field}" is an array in ${answer.text.slice(0, 200)}`);
  return value as Json[];
}
