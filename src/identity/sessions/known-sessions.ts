import { LRUCache } from 'lru-cache';
import { digestOf } from '../secret.ts';

/** A household's browsers, many times over; 100 kB. */
const maxKnown = 1_000;

/**
 * The session cookies that were valid when this process last saw them: an owner's request is told from a stranger's
 * without asking the database.
 */
export class KnownSessions {
  readonly #digests = new LRUCache<string, true>({ max: maxKnown });

  note(cookie: string): void {
    this.#digests.set(digestOf(cookie), true);
  }

  forget(cookie: string): void {
    this.#digests.delete(digestOf(cookie));
  }

  /** The cookie's digest; undefined for one that is not known. */
  find(cookie: string): string | undefined {
    const digest = digestOf(cookie);
    return this.#digests.has(digest) ? digest : undefined;
  }
}
