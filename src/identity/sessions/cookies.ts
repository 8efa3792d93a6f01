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

/** The scheme's own port, and the default of `PORT`: on these, sessions of earlier versions keep their cookie. */
const unnamedPorts = ['', '8080'];

/** Cookies are shared by all ports of a host (RFC 6265 section 8.5): a second gateway there, or the demo, would replace this one's. */
function portSuffix(publicUrl: URL): string {
  return unnamedPorts.includes(publicUrl.port) ? '' : `_${publicUrl.port}`;
}

/** The cookie of a dashboard session. */
export function createSessionCookie(publicUrl: URL): Cookie {
  return createCookie('holdfast_session', publicUrl, 'strict');
}

/**
 * `__Host-` prevents a sibling host from planting the cookie (RFC 6265bis section 4.1.3.2); browsers require Secure
 * for it, so without https the plain name is used.
 * @param sameSite `lax` if it must be sent when another site redirects back here.
 */
export function createCookie(baseName: string, publicUrl: URL, sameSite: 'strict' | 'lax'): Cookie {
  const isHttps = publicUrl.protocol === 'https:';
  const name = `${isHttps ? '__Host-' : ''}${baseName}${portSuffix(publicUrl)}`;
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
