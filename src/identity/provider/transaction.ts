import { randomBytes } from 'node:crypto';
import { EncryptJWT, jwtDecrypt } from 'jose';

/** State of a sign-in that must come back with the browser from the provider. */
export interface Transaction {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** A path of this service. */
  returnTo: string;
  /**
   * The browser's session cookie before the sign-in: the redirect back comes from another site and does not carry it.
   */
  formerCookie?: string | undefined;
}

/** How long a person may spend on the provider's pages. */
export const transactionSeconds = 600;

export interface TransactionSealer {
  seal(transaction: Transaction): Promise<string>;
  /** @returns undefined for anything not sealed by this process, or sealed too long ago. */
  open(sealed: string): Promise<Transaction | undefined>;
}

/**
 * The sign-in's secrets are kept in the browser's cookie, encrypted with a key of this process: /auth/login is not
 * rate limited, so it must not use memory per request. After a restart, a sign-in in progress starts over.
 */
export function createTransactionSealer(now: () => number): TransactionSealer {
  const key = randomBytes(32);
  return {
    async seal(transaction) {
      const issuedAt = Math.floor(now() / 1000);
      return new EncryptJWT({ ...transaction })
        .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + transactionSeconds)
        .encrypt(key);
    },
    async open(sealed) {
      try {
        const { payload } = await jwtDecrypt(sealed, key, {
          keyManagementAlgorithms: ['dir'],
          contentEncryptionAlgorithms: ['A256GCM'],
          currentDate: new Date(now()),
        });
        const { state, nonce, codeVerifier, returnTo, formerCookie } = payload;
        const texts = [state, nonce, codeVerifier, returnTo, formerCookie ?? ''];
        if (!texts.every((text) => typeof text === 'string')) return undefined;
        return { state, nonce, codeVerifier, returnTo, formerCookie } as Transaction;
      } catch {
        // Whatever is wrong with the cookie, this process did not issue it.
        return undefined;
      }
    },
  };
}
