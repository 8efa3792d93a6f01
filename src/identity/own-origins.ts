import { isIP } from 'node:net';

/** Which `Host` and `Origin` headers name this service. */
export interface OwnOrigins {
  isOwnHost(hostHeader: string | undefined): boolean;
  /** @param hostHeader of the same request: a page served by this very host is same-origin wherever it is reached. */
  isOwnOrigin(origin: string, hostHeader: string | undefined): boolean;
  /** Only the listed origins, whatever the request's host. */
  isListedOrigin(origin: string): boolean;
}

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];
const wildcardAddresses = new Set(['0.0.0.0', '::', '']);

/**
 * The allow-list against DNS rebinding: the public address, where the service listens, and the loopback names. Where it listens
 * on every address, hosts that are IP addresses are its own too: rebinding needs a name.
 */
export function createOwnOrigins(where: {
  host: string;
  port: number;
  publicUrl: string;
  /** Whether it is https itself; else only what is in front of it may be. */
  https?: object | undefined;
}): OwnOrigins {
  const publicUrl = new URL(where.publicUrl);
  const scheme = where.https === undefined ? 'http' : 'https';
  const listening = wildcardAddresses.has(where.host) ? [] : [bracketed(where.host)];
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
    return takesAddresses && isAddress(url.hostname) && portOf(url) === where.port;
  }

  return {
    isOwnHost,
    isListedOrigin: (origin) => origins.has(origin),
    isOwnOrigin(origin, hostHeader) {
      if (origins.has(origin)) return true;
      // Behind another's https a plain http page of the same host is another origin, and one that anyone on the way can write.
      if ((scheme === 'http' && publicUrl.protocol === 'https:') || hostHeader === undefined) return false;
      const page = parseOrigin(origin);
      const own = parseOrigin(`${scheme}://${hostHeader}`);
      return page !== undefined && own !== undefined && page.origin === own.origin && origin === page.origin;
    },
  };
}

/** Nothing but scheme, host and port; credentials, paths and the rest make it no origin. */
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

function isAddress(hostname: string): boolean {
  return isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
}

function bracketed(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host;
}

function portOf(url: URL): number | undefined {
  return url.port === '' ? { 'http:': 80, 'https:': 443 }[url.protocol] : Number(url.port);
}
