import type { IncomingMessage } from 'node:http';

/** A name, an IPv4 address or an IPv6 address in brackets, and a port (RFC 3986 section 3.2.2); empty where there is none to name. */
const hostShape = /^(?:[\w.~!$&'()*+,;=%-]*|\[[\da-fA-F:.]+\])(?::\d{0,5})?$/;

/**
 * Checks what the parser accepts but no other part of the service should have to consider (RFC 9112 sections 2.6, 3.2). A target in
 * absolute form is converted to the form that all routes know.
 * @returns why the request is not valid, undefined when it is.
 */
export function settleHead(request: IncomingMessage): string | undefined {
  if (request.httpVersionMajor !== 1) return 'the version of HTTP must be 1.1 or 1.0';
  const hosts = headerValues(request, 'host');
  if (hosts.length > 1) return 'there must be only one Host header';
  if (hosts.length === 0 && request.httpVersionMinor >= 1) return 'the Host header is missing';
  if (!hostShape.test(hosts[0] ?? '')) return 'the Host header is not a host and a port';
  // Node only decodes `chunked`, and would pass on compressed content as it is (RFC 9112 section 6.1).
  const codings = headerValues(request, 'transfer-encoding');
  if (codings.length > 0 && codings.join().trim().toLowerCase() !== 'chunked')
    return 'the only transfer coding that is understood is chunked';
  const target = request.url ?? '';
  if (target.startsWith('/') || (target === '*' && request.method === 'OPTIONS')) return undefined;
  const url = URL.canParse(target) ? new URL(target) : undefined;
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    return 'the request target must be a path, or a URL that can be read';
  // The target's host takes precedence over the header (section 3.2.2).
  request.headers.host = url.host;
  request.url = url.pathname + url.search;
  return undefined;
}

function headerValues(request: IncomingMessage, name: string): string[] {
  return request.rawHeaders.filter(
    (_value, index) => index % 2 === 1 && request.rawHeaders[index - 1]?.toLowerCase() === name,
  );
}
