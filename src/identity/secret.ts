import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits, URL-safe: guessing is not the threat, so a plain SHA-256 digest is kept and no slow hash is needed. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What is kept of a secret: its SHA-256, hexadecimal. */
export function digestOf(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/** Takes the same time wherever two digests differ. */
export function sameDigest(a: string, b: string): boolean {
  const left = Buffer.from(a, 'hex');
  const right = Buffer.from(b, 'hex');
  return left.length === 32 && right.length === 32 && timingSafeEqual(left, right);
}
