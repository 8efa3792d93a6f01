import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { AppError } from '../domain/errors.ts';

/** AES-256-GCM as in NIST SP 800-38D: 96-bit nonce, 128-bit tag. */
const cipher = 'aes-256-gcm';
export const keyBytes = 32;
const nonceBytes = 12;
const tagBytes = 16;

const shape = /^sealed:v1:([0-9a-f]{8}):([A-Za-z0-9_-]+)$/;

/** Whether a stored text was made by `sealText`. */
export function isSealed(stored: string): boolean {
  return shape.test(stored);
}

/**
 * @param place where it is stored, e.g. `devices.sip_password dev_1`: a text sealed for one place opens in no other.
 * Nonces are random; one key may seal about 2^32 texts (SP 800-38D section 8.3).
 */
export function sealText(text: string, key: Buffer, place: string): string {
  const nonce = randomBytes(nonceBytes);
  const sealing = createCipheriv(cipher, key, nonce, { authTagLength: tagBytes });
  sealing.setAAD(Buffer.from(place));
  const body = Buffer.concat([sealing.update(text, 'utf8'), sealing.final()]);
  return `sealed:v1:${keyIdOf(key)}:${Buffer.concat([nonce, sealing.getAuthTag(), body]).toString('base64url')}`;
}

/** @throws AppError `unavailable` for another key, another place, or a modified text. */
export function openText(sealed: string, key: Buffer, place: string): string {
  const [, keyId, encoded = ''] = shape.exec(sealed) ?? [];
  if (keyId === undefined) throw new AppError('unavailable', 'it is not a sealed text');
  if (keyId !== keyIdOf(key))
    throw new AppError(
      'unavailable',
      `it was sealed with the key ${keyId}, and the key here is ${keyIdOf(key)}`,
    );
  const bytes = Buffer.from(encoded, 'base64url');
  try {
    const opening = createDecipheriv(cipher, key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
    opening.setAAD(Buffer.from(place));
    opening.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes));
    const text = opening.update(bytes.subarray(nonceBytes + tagBytes));
    return Buffer.concat([text, opening.final()]).toString('utf8');
  } catch (cause) {
    throw new AppError('unavailable', 'it was changed in the database, or moved to another row', { cause });
  }
}

/** Identifies a key without revealing anything about it: 32 bits of a digest. */
function keyIdOf(key: Buffer): string {
  return createHash('sha256').update('holdfast key id\0').update(key).digest('hex').slice(0, 8);
}
