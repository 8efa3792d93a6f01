/** What one-time links need from a database. */
export interface LinkStore {
  insert(digest: string, createdAtMs: number, expiresAtMs: number): Promise<void>;
  /**
   * Removes the link. @returns whether it existed and had not expired at `nowMs`: of two concurrent takers only one
   * succeeds.
   */
  take(digest: string, nowMs: number): Promise<boolean>;
  endExpired(nowMs: number): Promise<number>;
}
