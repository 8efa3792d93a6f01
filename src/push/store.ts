/**
 * A browser's subscription (W3C Push API): its endpoint at the push service, and the keys that encrypt messages to it
 * (RFC 8291).
 */
export interface PushAddress {
  endpoint: string;
  /** Base64url: its public key on P-256, uncompressed. */
  p256dh: string;
  /** Base64url: 16 random bytes that only this browser and this service know. */
  auth: string;
}

export interface PushSubscription extends PushAddress {
  id: string;
  /** The session or token of the browser; the subscription ends with it. */
  credentialId: string;
  createdAtMs: number;
}

/** Stores subscriptions and the key they are bound to; implemented by `src/store`. */
export interface PushStore {
  /** Oldest first, without those that the current secrets key does not open. */
  list(): Promise<PushSubscription[]>;
  /**
   * Replaces any earlier subscription of this credential or this endpoint. @throws AppError `unavailable` without a
   * secrets key.
   */
  put(subscription: PushSubscription): Promise<void>;
  /** @returns false when it does not exist. */
  remove(subscriptionId: string): Promise<boolean>;
  removeAll(): Promise<void>;
  /**
   * Undefined when none was generated yet or it cannot be read. @throws AppError `unavailable` without a secrets key.
   */
  readKey(): Promise<string | undefined>;
  /** @throws AppError `unavailable` without a secrets key. */
  writeKey(key: string): Promise<void>;
}
