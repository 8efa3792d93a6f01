import type { IncomingMessage } from 'node:http';
import { parseCookie, stringifySetCookie } from 'cookie';

/**
 * One of the service's cookies: HttpOnly, not sent cross-site, and host-bound when the service is reached over https.
 */
export interface Cookie {
  readonly name: string;
  read(request: IncomingMessage): string | undefined;
  /** The `Set-Cookie` value. */
  write(value: string, maxAgeSeconds: number): string;
  /** The `Set-Cookie` value that removes it. */
  clear(): string;
}

/**
 * `__Host-` prevents a sibling host from planting the cookie (RFC 6265bis section 4.1.3.2); browsers require Secure
 * for it, so without https the plain name is used.
 * @param sameSite `lax` if it must be sent when another site redirects back here.
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
