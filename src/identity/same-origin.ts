import type { IncomingMessage } from 'node:http';
import { AppError } from '../domain/errors.ts';
import type { OwnOrigins } from './own-origins.ts';

/** RFC 9110 section 9.2.1. */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Browsers send cookies no matter which page made the request, so a request that relies on one must come from a page
 * of this service. Scripts cannot set either header (Fetch section 2.2.2). A read-only request needs neither, because
 * other origins cannot read the response.
 * @throws AppError `forbidden`
 */
export function requireSameOrigin(
  request: IncomingMessage,
  own: OwnOrigins,
  surface: 'http' | 'websocket',
): void {
  if (surface === 'http' && safeMethods.has(request.method ?? '')) return;
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') throw crossOrigin();
  if (origin !== undefined) {
    if (!own.isOwnOrigin(origin, host)) throw crossOrigin();
    return;
  }
  if (surface === 'websocket' || site === undefined) throw crossOrigin();
}

function crossOrigin(): AppError {
  return new AppError(
    'forbidden',
    'a session cookie is taken only from pages of this service (Origin); use a bearer token, or set PUBLIC_URL to the address that the browser shows',
  );
}
