import { AppError } from '../domain/errors.ts';

/** A request's key; the digest tells whether a repeated one is the same. */
export interface Idempotency {
  key: string;
  digest: string;
}

/** @param known the digest of the request that used the key. @throws AppError `conflict` */
export function requireSame(known: string, digest: string): void {
  if (known !== digest)
    throw new AppError('conflict', 'this Idempotency-Key was used before with another request');
}
