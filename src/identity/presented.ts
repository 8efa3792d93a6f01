import type { IncomingMessage } from 'node:http';
import { AppError } from '../domain/errors.ts';

/** Longer than any provider's tokens, shorter than Node's limit for all headers together. */
const maxTokenLength = 8_192;

/** The `b64token` of RFC 6750 section 2.1; `OWNER_TOKEN` may contain any printable characters except spaces. */
const bearerShape = /^bearer +([\x21-\x7e]+)$/i;

/**
 * The bearer token of a request: the `Authorization` header, or on a WebSocket the subprotocol pair `bearer,
 * <token>`.
 * @returns undefined when none is presented.
 * @throws AppError `unauthenticated` when a malformed one is presented.
 */
export function presentedBearer(request: IncomingMessage, takesSubprotocol: boolean): string | undefined {
  const header = onlyAuthorization(request);
  if (header !== undefined) {
    const token = bearerShape.exec(header)?.[1];
    if (token === undefined || token.length > maxTokenLength)
      throw new AppError('unauthenticated', 'the Authorization header must be "Bearer <token>"');
    return token;
  }
  return takesSubprotocol ? subprotocolBearer(request) : undefined;
}

/** Node keeps the first of several Authorization headers; a proxy in front may have checked another one. */
function onlyAuthorization(request: IncomingMessage): string | undefined {
  const count = request.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'authorization',
  ).length;
  if (count > 1) throw new AppError('unauthenticated', 'there must be only one Authorization header');
  return request.headers.authorization;
}

/** A subprotocol's name is a `token` of RFC 9110 section 5.6.2. */
const subprotocolShape = /^[\w!#$%&'*+.^`|~-]+$/;

/** Browsers cannot set headers on a WebSocket, but can send subprotocols (RFC 6455 section 4.1). */
function subprotocolBearer(request: IncomingMessage): string | undefined {
  const offered = (request.headers['sec-websocket-protocol'] ?? '').split(',').map((name) => name.trim());
  const marker = offered.indexOf('bearer');
  if (marker === -1) return undefined;
  const token = offered[marker + 1];
  if (token === undefined || !subprotocolShape.test(token) || token.length > maxTokenLength)
    throw new AppError('unauthenticated', 'the subprotocol "bearer" must be followed by the token');
  return token;
}
