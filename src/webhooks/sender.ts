import { type ClientRequest, request as httpRequest, type RequestOptions } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { withTimeLimit } from '../async/time-limit.ts';
import { AppError, describeError, findAppError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { AddressGuard, LookUp } from './address-guard.ts';

/** A request ready to send. */
export interface OutgoingMessage {
  headers: Record<string, string>;
  body: string | Buffer;
}

/** The result of one attempt. */
export interface Attempt {
  succeeded: boolean;
  /** The receiver reports that it is permanently gone (410). */
  isGone: boolean;
  responseCode: number | null;
  error: string | null;
}

/** `signal` aborts the request. */
export type Send = (url: string, message: OutgoingMessage, signal: AbortSignal) => Promise<Attempt>;

export interface SenderOptions {
  guard: AddressGuard;
  log?: Log;
  timeoutMs?: number;
  /** What is sent, for the log. */
  what?: string;
}

const defaultTimeoutMs = 10_000;

/**
 * One POST per attempt. Redirects are not followed, and only the status of the response is used. Whether a port is
 * closed, silent, or speaks another protocol is only logged: the list of deliveries must not serve as a port scanner.
 */
export function createSender(options: SenderOptions): Send {
  const { guard, log, timeoutMs = defaultTimeoutMs, what = 'a webhook' } = options;

  return async (typed, message, signal) => {
    const url = new URL(typed);
    try {
      await guard.check(url);
      const lookup = guard.lookUpFor(url);
      const status = await withTimeLimit(signal, timeoutMs, (limit) => post(url, message, lookup, limit));
      const succeeded = status >= 200 && status < 300;
      return {
        succeeded,
        isGone: status === 410,
        responseCode: status,
        error: succeeded ? null : `answered ${status}`,
      };
    } catch (thrown) {
      log?.info(`${what} got no answer`, { host: url.host, why: describeError(thrown) });
      const error = findAppError(thrown)?.detail ?? 'no answer';
      return { succeeded: false, isGone: false, responseCode: null, error };
    }
  };
}

/** @returns the response's status; its body is not read. */
function post(
  url: URL,
  { headers, body }: OutgoingMessage,
  lookup: LookUp,
  signal: AbortSignal,
): Promise<number> {
  const options = {
    method: 'POST',
    headers: { ...headers, 'Content-Length': Buffer.byteLength(body) },
    agent: false,
    lookup,
    signal,
  } as RequestOptions;
  return new Promise((resolve, reject) => {
    const begin = url.protocol === 'https:' ? httpsRequest : httpRequest;
    const request: ClientRequest = begin(url, options, (response) => {
      response.on('error', () => undefined); // it was aborted
      const { statusCode } = response;
      request.destroy();
      if (statusCode === undefined) reject(new AppError('bad_upstream', 'no answer'));
      else resolve(statusCode);
    });
    request.on('error', reject);
    request.on('upgrade', (_response, socket) => {
      socket.destroy();
      reject(new Error('an upgrade that nobody asked for'));
    });
    request.end(body);
  });
}
