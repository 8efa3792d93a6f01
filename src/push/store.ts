/** What a browser gave (W3C Push API): where its push service takes messages for it, and with what they are encrypted (RFC 8291). */
export interface PushAddress {
  endpoint: string;
  /** Base64url: its public key on P-256, uncompressed. */
  p256dh: string;
  /** Base64url: 16 random bytes that only this browser and this service know. */
  auth: string;
}

export interface PushSubscription extends PushAddress {
  id: string;
  /** The session or token whose browser it is; the subscription goes with it. */
  credentialId: string;
  createdAtMs: number;
}

/** Where subscriptions and the key that they are bound to are kept; implemented by `src/store`. */
export interface PushStore {
  /** The oldest first; those that the present secrets key does not open are left out. */
  list(): Promise<PushSubscription[]>;
  /** Replaces what this credential had before, and what this endpoint was before. @throws AppError `unavailable` without a secrets key. */
  put(subscription: PushSubscription): Promise<void>;
  /** @returns false when there is none. */
  remove(subscriptionId: string): Promise<boolean>;
  removeAll(): Promise<void>;
  /** Undefined: none was made yet, or it cannot be read. @throws AppError `unavailable` without a secrets key. */
  readKey(): Promise<string | undefined>;
  /** @throws AppError `unavailable` without a secrets key. */
  writeKey(key: string): Promise<void>;
}
