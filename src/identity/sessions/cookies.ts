import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

/** One of the service's cookies: HttpOnly, kept from other sites, and bound to the host where the service is reached over https. */
export interface Cookie {
  readonly name: string;
  read(request: IncomingMessage): string | undefined;
  /** The `Set-Cookie` value. */
  write(value: string, maxAgeSeconds: number): string;
  /** The `Set-Cookie` value that removes it. */
  clear(): string;
}

/**
 * `__Host-` keeps a sibling host from planting the cookie (RFC 6265bis section 4.1.3.2); browsers take it only with Secure, so
 * without https the plain name is used.
 * @param sameSite `lax` for what must come along when another site leads back here.
 */
export function createCookie(baseName: string, isHttps: boolean, sameSite: 'strict' | 'lax'): Cookie {
  const name = isHttps ? `__Host-${baseName}` : baseName;
  const attributes = { path: '/', httpOnly: true, sameSite, secure: isHttps } as const;
  return {
    name,
    read(request) {
      const header = request.headers.cookie;
      return header === undefined ? undefined : parseCookie(header)[name];
    },
    write: (value, maxAgeSeconds) =>
      stringifySetCookie({ name, value, maxAge: Math.max(0, Math.floor(maxAgeSeconds)), ...attributes }),
    clear: () => stringifySetCookie({ name, value: '', maxAge: 0, ...attributes }),
  };
}
