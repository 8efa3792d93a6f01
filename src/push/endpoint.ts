import { isIP } from 'node:net';
import { AppError } from '../domain/errors.ts';
import { hostOf } from '../domain/ip-address.ts';
import { isForbiddenAddress, isPrivateAddress } from '../webhooks/address-rules.ts';

/**
 * Validates the push service a browser names. Such services are on the Internet, over https; a page's word is trusted
 * no further. A private push service requires ALLOW_PRIVATE_PUSH_SERVICES=yes and may then use http. The addresses
 * behind the name are checked for each message (webhooks/address-guard.ts).
 * @throws AppError `invalid`
 */
export function readEndpoint(typed: string, options: { allowsPrivate: boolean }): string {
  if (!URL.canParse(typed)) throw refused('must be a URL');
  const url = new URL(typed);
  if (url.protocol !== 'https:' && !(options.allowsPrivate && url.protocol === 'http:'))
    throw refused('must begin with https://');
  if (url.username !== '' || url.password !== '') throw refused('must not contain a user or a password');
  const host = hostOf(url);
  const isRefused = isForbiddenAddress(host) || (!options.allowsPrivate && isPrivateAddress(host));
  if (isIP(host) !== 0 && isRefused)
    throw refused('must not name a private address; a push service of your own: ALLOW_PRIVATE_PUSH_SERVICES');
  url.hash = '';
  return url.href;
}

function refused(why: string): AppError {
  return new AppError('invalid', `"endpoint" ${why}`);
}
