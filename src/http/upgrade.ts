import type { IncomingMessage } from 'node:http';
import { type AppError, describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { writeAccess } from './access-log.ts';
import { toAppError, wwwAuthenticate } from './failures.ts';

export type Verdict = (
  accepted: boolean,
  status?: number,
  body?: string,
  headers?: Record<string, string>,
) => void;

/** `verifyClient` of the WebSocket server: whom `admit` does not take is refused as HTTP, before the upgrade. */
export function decideUpgrade(
  request: IncomingMessage,
  verdict: Verdict,
  admit: () => Promise<void>,
  log: Log,
): void {
  const startedAt = performance.now();
  admit()
    .then(
      () => {
        writeAccess(log, request, 101, performance.now() - startedAt);
        verdict(true);
      },
      (thrown: unknown) => {
        const error = toAppError(thrown);
        if (error.status >= 500) log.error('an upgrade failed', { why: describeError(thrown) });
        writeAccess(log, request, error.status, performance.now() - startedAt);
        verdict(false, error.status, JSON.stringify({ detail: error.detail }), refusalHeaders(error));
      },
    )
    .catch((thrown: unknown) => {
      log.error('an upgrade failed', { why: describeError(thrown) });
      request.socket.destroy();
    });
}

export function refusalHeaders(error: AppError): Record<string, string> {
  const challenge = wwwAuthenticate(error);
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(challenge === undefined ? {} : { 'WWW-Authenticate': challenge }),
  };
}
