import { createHash } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';

/**
 * The provider's refresh token is encrypted under the session cookie's secret, of which the database has only a digest: a copy
 * of the database opens nothing at the provider.
 */
export async function seal(text: string, secret: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(text))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(keyFrom(secret));
}

/** @throws when `secret` is not the one it was sealed with. */
export async function unseal(sealed: string, secret: string): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, keyFrom(secret), {
    keyManagementAlgorithms: ['dir'],
    contentEncryptionAlgorithms: ['A256GCM'],
  });
  return new TextDecoder().decode(plaintext);
}

/** Another digest than the stored one, or the database would hold the key. */
function keyFrom(secret: string): Uint8Array {
  return createHash('sha256').update('holdfast refresh token key\0').update(secret, 'utf8').digest();
}
