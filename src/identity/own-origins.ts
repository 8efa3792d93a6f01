import { isIP } from 'node:net';
import { hostOf, portOf, urlHost } from '../domain/ip-address.ts';

/** Decides which `Host` and `Origin` headers name this service. */
export interface OwnOrigins {
  isOwnHost(hostHeader: string | undefined): boolean;
  /** @param hostHeader of the same request: a page served by this host is same-origin, whatever the address. */
  isOwnOrigin(origin: string, hostHeader: string | undefined): boolean;
  /** Only the listed origins, regardless of the request's host. */
  isListedOrigin(origin: string): boolean;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const wildcardAddresses = new Set(['0.0.0.0', '::', '']);

/**
 * The allow-list against DNS rebinding: the public address, the listening address and the loopback names. When
 * listening on all addresses, any IP address is allowed as host too: rebinding needs a name.
 */
export function createOwnOrigins(where: {
  host: string;
  port: number;
  publicUrl: string;
  /** Set when it serves https itself; otherwise a proxy in front may. */
  https?: object | undefined;
}): OwnOrigins {
  const publicUrl = new URL(where.publicUrl);
  const scheme = where.https === undefined ? 'http' : 'https';
  const listening = wildcardAddresses.has(where.host) ? [] : [urlHost(where.host)];
  const hosts = new Set(
    [...listening, ...loopbackNames].map((name) => new URL(`${scheme}://${name}:${where.port}`).host),
  );
  const origins = new Set([...hosts].map((host) => `${scheme}://${host}`));
  hosts.add(publicUrl.host);
  origins.add(publicUrl.origin);
  const takesAddresses = wildcardAddresses.has(where.host);

  function isOwnHost(hostHeader: string | undefined): boolean {
    if (hostHeader === undefined) return false;
    const url = parseOrigin(`${scheme}://${hostHeader}`);
    if (url === undefined) return false;
    if (hosts.has(url.host) || hosts.has(hostHeader.toLowerCase())) return true;
    return takesAddresses && isIP(hostOf(url)) !== 0 && portOf(url) === where.port;
  }

  return {
    isOwnHost,
    isListedOrigin: (origin) => origins.has(origin),
    isOwnOrigin(origin, hostHeader) {
      if (origins.has(origin)) return true;
      // Behind someone else's https, a plain http page of the same host is a different origin, which anyone on the
      // path can forge.
      if ((scheme === 'http' && publicUrl.protocol === 'https:') || hostHeader === undefined) return false;
      const page = parseOrigin(origin);
      const own = parseOrigin(`${scheme}://${hostHeader}`);
      return page !== undefined && own !== undefined && page.origin === own.origin && origin === page.origin;
    },
  };
}

/** Only scheme, host and port; credentials, a path or anything else makes it not an origin. */
function parseOrigin(text: string): URL | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const isBare =
    url.username === '' &&
    url.password === '' &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '';
  return isBare && !text.endsWith('/') ? url : undefined;
}
