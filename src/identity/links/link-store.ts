import type { SessionRow } from '../sessions/session-store.ts';

/** What one-time links need from a database. */
export interface LinkStore {
  insert(digest: string, createdAtMs: number, expiresAtMs: number): Promise<void>;
  /**
   * Removes the link and stores the session that it opens, both or neither: a full disk still takes the first. @returns whether the link
   * existed and was valid when the session began: of two concurrent takers only one succeeds.
   */
  take(digest: string, session: SessionRow): Promise<boolean>;
  endExpired(nowMs: number): Promise<number>;
}
