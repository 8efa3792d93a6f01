import { createHash } from 'node:crypto';
import { isSealed, openText, sealText } from '../../secrets/sealed-text.ts';

const place = 'browser_sessions.provider_refresh_token';

/**
 * The provider's refresh token is encrypted under the session cookie's secret, of which the database has only a digest: a copy
 * of the database opens nothing at the provider.
 */
export function seal(text: string, secret: string): string {
  return sealText(text, keyFrom(secret), place);
}

/**
 * @returns undefined for one that an earlier version sealed in another way: its session goes on and ends without a refresh.
 * @throws when `secret` is not the one it was sealed with.
 */
export function unseal(sealed: string, secret: string): string | undefined {
  return isSealed(sealed) ? openText(sealed, keyFrom(secret), place) : undefined;
}

/** Another digest than the stored one, or the database would hold the key. */
function keyFrom(secret: string): Buffer {
  return createHash('sha256').update('holdfast refresh token key\0').update(secret, 'utf8').digest();
}
