/** What one-time links need of a database. */
export interface LinkStore {
  insert(digest: string, createdAtMs: number, expiresAtMs: number): Promise<void>;
  /** Takes the link away. @returns whether there was one that had not expired at `nowMs`: of two who take it one gets it. */
  take(digest: string, nowMs: number): Promise<boolean>;
  endExpired(nowMs: number): Promise<number>;
}
