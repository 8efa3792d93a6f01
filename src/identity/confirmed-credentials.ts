import { LRUCache } from 'lru-cache';
import { hourMs } from '../domain/durations.ts';
import { AppError } from '../domain/errors.ts';
import { settlesWithin } from '../async/settles-within.ts';
import type { Recognised } from './gate.ts';
import type { RevocationWatch } from './revocation-watch.ts';
import { digestOf } from './secret.ts';

/** Many times as many as a household has browsers and programs; half a megabyte. */
const maxKept = 1_000;
/** How long a confirmation counts while the database is away: as long as a call may take by default. */
const countsMs = 4 * hourMs;
/** How long the database may take before a confirmation counts in its place. */
const patienceMs = 1_000;

/** Where a credential comes from. It differs by surface, and one is never accepted as another. */
export type CredentialKind = 'bearer' | 'cookie';

interface Confirmed {
  who: Recognised;
  atMs: number;
  /** Time of day may be set back; this clock stands still while the machine sleeps. A confirmation is as old as either says. */
  monotonicAtMs: number;
  stopWatching: () => void;
}

/**
 * The credentials that the database has confirmed to this process, by their digests. The database decides. While it is away, calls go on,
 * and their owner must be able to end or take them: a confirmed credential then counts until it expires, is revoked or its confirmation is
 * four hours old.
 */
export class ConfirmedCredentials {
  readonly #watch: Pick<RevocationWatch, 'watch'>;
  readonly #now: () => number;
  readonly #monotonic: () => number;
  readonly #kept = new LRUCache<string, Confirmed>({
    max: maxKept,
    dispose: ({ stopWatching }) => stopWatching(),
  });
  /** A lookup that began before something was forgotten may return an outdated answer, which is not kept. */
  #forgettings = 0;

  constructor(needs: {
    watch: Pick<RevocationWatch, 'watch'>;
    now: () => number;
    monotonicMs?: () => number;
  }) {
    this.#watch = needs.watch;
    this.#now = needs.now;
    this.#monotonic = needs.monotonicMs ?? (() => performance.now());
  }

  /** @param ask looks the credential up in the database. @throws what `ask` throws. */
  async recognise(
    kind: CredentialKind,
    credential: string,
    ask: () => Promise<Recognised>,
  ): Promise<Recognised> {
    const digest = digestIn(kind, credential);
    const asking = this.#ask(digest, ask);
    const kept = this.#kept.get(digest);
    if (kept === undefined || !this.#counts(kept)) return asking;
    try {
      if (await settlesWithin(asking, patienceMs)) return await asking;
    } catch (error) {
      if (!isAway(error)) throw error;
    }
    const still = this.#kept.get(digest); // it may have been revoked meanwhile
    return still !== undefined && this.#counts(still) ? still.who : asking;
  }

  /** Tells an owner's request from a stranger's without the database. @returns the digest of a confirmed credential. */
  find(kind: CredentialKind, credential: string): string | undefined {
    const digest = digestIn(kind, credential);
    return this.#kept.has(digest) ? digest : undefined;
  }

  /** Forgetting an unknown credential does not invalidate answers under way: anybody can sign out with made-up cookies. */
  forget(kind: CredentialKind, credential: string): void {
    if (this.#kept.delete(digestIn(kind, credential))) this.#forgettings += 1;
  }

  /** The session ends, or its secret changes. */
  forgetSession(id: string): void {
    this.#forgetAll(({ credentialId }) => credentialId === id);
  }

  /** A token is revoked with everything made with it: only the database knows what that is. */
  forgetTokens(): void {
    this.#forgetAll(({ tokenId }) => tokenId !== null);
  }

  async #ask(digest: string, ask: () => Promise<Recognised>): Promise<Recognised> {
    const forgettings = this.#forgettings;
    try {
      const who = await ask();
      if (forgettings === this.#forgettings) this.#keep(digest, who);
      return who;
    } catch (error) {
      if (!isAway(error)) this.#kept.delete(digest);
      throw error;
    }
  }

  #keep(digest: string, who: Recognised): void {
    for (const [old, kept] of this.#kept.entries()) if (!this.#counts(kept)) this.#kept.delete(old);
    this.#kept.set(digest, {
      who,
      atMs: this.#now(),
      monotonicAtMs: this.#monotonic(),
      stopWatching: this.#watch.watch(who.credentialId, who.expiresAtMs, () => this.#kept.delete(digest)),
    });
  }

  #counts({ who, atMs, monotonicAtMs }: Confirmed): boolean {
    const nowMs = this.#now();
    const ageMs = Math.max(nowMs - atMs, this.#monotonic() - monotonicAtMs);
    return nowMs < who.expiresAtMs && ageMs < countsMs;
  }

  #forgetAll(fits: (who: Recognised) => boolean): void {
    this.#forgettings += 1;
    for (const [digest, { who }] of this.#kept.entries()) if (fits(who)) this.#kept.delete(digest);
  }
}

function digestIn(kind: CredentialKind, credential: string): string {
  return digestOf(`${kind} ${credential}`);
}

function isAway(error: unknown): boolean {
  return error instanceof AppError && error.code === 'unavailable';
}
