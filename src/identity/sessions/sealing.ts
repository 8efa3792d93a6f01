import { createHash } from 'node:crypto';
import { isSealed, openText, sealText } from '../../secrets/sealed-text.ts';

const place = 'browser_sessions.provider_refresh_token';

/**
 * Encrypts the provider's refresh token with the session cookie's secret, of which the database stores only a digest:
 * a copy of the database opens nothing at the provider.
 */
export function seal(text: string, secret: string): string {
  return sealText(text, keyFrom(secret), place);
}

/**
 * @returns undefined for one sealed by an earlier version in another format: its session goes on and ends without a
 * refresh.
 * @throws when it was sealed with another secret.
 */
export function unseal(sealed: string, secret: string): string | undefined {
  return isSealed(sealed) ? openText(sealed, keyFrom(secret), place) : undefined;
}

/** Must differ from the stored digest, or the database would hold the key. */
function keyFrom(secret: string): Buffer {
  return createHash('sha256').update('holdfast refresh token key\0').update(secret, 'utf8').digest();
}
