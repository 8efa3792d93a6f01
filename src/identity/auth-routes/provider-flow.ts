import { LRUCache } from 'lru-cache';
import { hourMs, isWithin, minuteMs } from '../../domain/durations.ts';
import { AppError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import { isOwner, type Owner, whyNotOwner } from '../owner.ts';
import type { SignIn } from '../provider/sign-in.ts';
import type { Transaction, TransactionSealer } from '../provider/transaction.ts';
import { digestOf } from '../secret.ts';
import type { OpenedSession, SessionDesk } from '../sessions/session-desk.ts';
import type { SessionRow } from '../sessions/session-store.ts';

/** How soon a page asks again when the response to a refresh was lost. */
const lostAnswerMs = minuteMs;

/** Sign-in with the identity provider: the logic of the three provider routes, without cookies and redirects. */
export interface ProviderFlow {
  /** @param formerCookie the browser's current session cookie; that session ends with the sign-in. */
  begin(returnTo: string, formerCookie: string | undefined): Promise<{ redirectTo: string; sealed: string }>;
  /** The sign-in that a callback belongs to. @throws AppError `invalid` when this browser did not begin it. */
  recall(query: string, sealed: string | undefined): Promise<Transaction>;
  /** @throws AppError `invalid` (its code is not valid), `forbidden` (not the owner), `bad_upstream`, `unavailable`. */
  complete(
    query: string,
    transaction: Transaction,
    userAgent: string,
  ): Promise<{ session: OpenedSession; returnTo: string }>;
  /** @throws AppError `unauthenticated` when the session is over. */
  refresh(cookie: string | undefined): Promise<OpenedSession>;
}

export function createProviderFlow(needs: {
  signIn: SignIn;
  sealer: TransactionSealer;
  sessions: SessionDesk;
  owner: Owner | undefined;
  log: Log;
  now: () => number;
}): ProviderFlow {
  const { signIn, sealer, sessions, owner, log, now } = needs;
  /** Two tabs refreshing at once share one refresh; only a later use of the old cookie counts as reuse. */
  const underWay = new Map<string, Promise<OpenedSession>>();
  /**
   * By the session's digest: what the provider issued but the database did not take. The old refresh token is used up by then, and
   * presenting it again would end the session as stolen (RFC 9700 section 4.14.2).
   */
  const unstored = new LRUCache<string, Awaited<ReturnType<SignIn['refresh']>>>({ max: 100, ttl: hourMs });

  /** By the secret before the present one: a page whose response was lost has only that, and is no thief. */
  const justRotated = new LRUCache<string, { session: OpenedSession; atMs: number }>({
    max: 100,
    ttl: lostAnswerMs,
  });

  function rotatedFrom(cookie: string, row: SessionRow): OpenedSession | undefined {
    const kept = justRotated.get(digestOf(cookie));
    if (kept === undefined || !isWithin(lostAnswerMs, kept.atMs, now())) return undefined;
    return kept.session.row.digest === row.digest ? kept.session : undefined;
  }

  async function endAndRefuse(sessionId: string, why: string): Promise<never> {
    await sessions.end(sessionId);
    log.warn('session ended', { session: sessionId, why });
    throw new AppError('unauthenticated', 'the session is over; sign in again');
  }

  async function refreshOnce(cookie: string): Promise<OpenedSession> {
    const found = await sessions.find(cookie);
    if (found === undefined) throw new AppError('unauthenticated', 'the session is over; sign in again');
    const { row } = found;
    const rotatedBefore = found.state === 'stale' ? rotatedFrom(cookie, row) : undefined;
    if (rotatedBefore !== undefined) return rotatedBefore;
    // RFC 9700 section 4.14.2: one of the two holders of the old secret is a thief, and there is no telling which.
    if (found.state === 'stale') return endAndRefuse(row.id, 'an earlier cookie was used to refresh');
    const refreshToken = await sessions.refreshToken(row, cookie);
    if (refreshToken === undefined)
      throw new AppError('conflict', 'this session has nothing to refresh; sign in again when it ends');
    const renewed = unstored.get(row.digest) ?? (await renew(row.id, refreshToken, row.subject));
    if (!isOwner(renewed.person, owner)) return endAndRefuse(row.id, 'not the owner any more');
    unstored.set(row.digest, renewed);
    const rotated = await sessions.rotate(row, cookie, renewed.refreshToken);
    unstored.delete(row.digest);
    if (rotated === undefined) return endAndRefuse(row.id, 'refreshed twice at once');
    justRotated.set(digestOf(cookie), { session: rotated, atMs: now() });
    return rotated;
  }

  /** A refusal by the provider ends the session; a missing answer does not. */
  async function renew(
    sessionId: string,
    refreshToken: string,
    subject: string,
  ): ReturnType<SignIn['refresh']> {
    try {
      return await signIn.refresh(refreshToken, subject);
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthenticated')
        return endAndRefuse(sessionId, 'the identity provider refused the refresh');
      throw error;
    }
  }

  return {
    async begin(returnTo, formerCookie) {
      const { redirectTo, transaction } = await signIn.start(returnTo);
      return { redirectTo, sealed: await sealer.seal({ ...transaction, formerCookie }) };
    },
    async recall(query, sealed) {
      const transaction = sealed === undefined ? undefined : await sealer.open(sealed);
      if (transaction === undefined)
        throw new AppError(
          'invalid',
          'no sign-in was begun in this browser, or too long ago; start at /auth/login',
        );
      // Checked before any request to the provider: a forged callback costs nothing.
      if (new URLSearchParams(query).get('state') !== transaction.state)
        throw new AppError('invalid', 'the sign-in was begun elsewhere (state); start again at /auth/login');
      return transaction;
    },
    async complete(query, transaction, userAgent) {
      const { person, refreshToken } = await signIn.finish(query, transaction);
      if (!isOwner(person, owner)) {
        const why = whyNotOwner(person, owner);
        log.warn('sign-in refused', { subject: person.subject, why });
        throw new AppError('forbidden', `you are signed in at the identity provider, but ${why}`);
      }
      const session = await sessions.open({
        subject: person.subject,
        email: person.email,
        scope: 'admin',
        openedBy: 'provider',
        userAgent,
        refreshToken,
      });
      await sessions.endPresented(transaction.formerCookie);
      log.info('signed in', { session: session.row.id, subject: person.subject });
      return { session, returnTo: transaction.returnTo };
    },
    async refresh(cookie) {
      if (cookie === undefined) throw new AppError('unauthenticated', 'there is no session to refresh');
      const running = underWay.get(cookie);
      if (running !== undefined) return running;
      const refreshing = refreshOnce(cookie).finally(() => underWay.delete(cookie));
      underWay.set(cookie, refreshing);
      return refreshing;
    },
  };
}
