import { AppError, describeError } from '../domain/errors.ts';
import { UnreadableSecret } from '../domain/unreadable-secret.ts';
import { isSealed, openText, sealText } from './sealed-text.ts';

/** Encrypts secrets in the database with a key stored outside it. */
export interface Sealer {
  /** Undefined while it works, else the reason it does not. */
  readonly closed: string | undefined;
  /** An unreadable secret is returned in its stored form. @throws AppError `unavailable` when there is no key. */
  seal(secret: string | UnreadableSecret, place: string): string;
  /** A secret from before sealing existed is returned unchanged. */
  open(stored: string, place: string): string | UnreadableSecret;
}

/** @param source where the key comes from, for error messages. */
export function createSealer(key: Buffer, source: string): Sealer {
  return {
    closed: undefined,
    seal: (secret, place) =>
      secret instanceof UnreadableSecret ? secret.stored : sealText(secret, key, place),
    open(stored, place) {
      if (!isSealed(stored)) return stored;
      try {
        return openText(stored, key, place);
      } catch (error) {
        return new UnreadableSecret(
          stored,
          `${describeFault(error)}; bring the earlier key back (${source})`,
        );
      }
    },
  };
}

/** Used if there is no usable key: calls go on, and whatever needs a secret reports why it is unavailable. */
export function createClosedSealer(why: string): Sealer {
  return {
    closed: why,
    seal(secret) {
      if (secret instanceof UnreadableSecret) return secret.stored;
      throw new AppError('unavailable', `the secret cannot be stored: ${why}`);
    },
    open: (stored) => (isSealed(stored) ? new UnreadableSecret(stored, why) : stored),
  };
}

function describeFault(error: unknown): string {
  return error instanceof AppError ? error.detail : describeError(error);
}
