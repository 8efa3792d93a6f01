import { isIPv4, isIPv6 } from 'node:net';
import { AppError } from '../domain/errors.ts';

/**
 * Where a webhook may go. The owner's own network is what self-hosters want to reach (Home Assistant, ntfy on the same machine), so
 * loopback and private addresses are allowed. Link-local ones are not: no automation lives there, but the metadata services of
 * clouds do. What a webhook answers is never shown, and redirects are not followed.
 * @throws AppError `invalid`
 */
export function readTarget(typed: string): string {
  if (!URL.canParse(typed)) throw refused('must be a URL');
  const url = new URL(typed);
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw refused('must begin with http:// or https://');
  if (url.username !== '' || url.password !== '')
    throw refused('must not contain a user or a password; use "authorization"');
  if (url.hash !== '') throw refused('must not contain a fragment');
  if (isLinkLocal(url.hostname)) throw refused('must not name a link-local address');
  // An empty fragment is none.
  url.hash = '';
  return url.href;
}

/** RFC 3927 and RFC 4291, also as the URL parser rewrites an IPv4 address inside an IPv6 one. */
function isLinkLocal(hostname: string): boolean {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIPv4(address)) return address.startsWith('169.254.');
  return isIPv6(address) && (/^fe[89ab]/i.test(address) || /^::ffff:a9fe:/i.test(address));
}

function refused(why: string): AppError {
  return new AppError('invalid', `"url" ${why}`);
}
