import { dayMs } from '../../domain/durations.ts';
import { newId } from '../../domain/ids.ts';
import type { Scope } from '../../domain/scope.ts';
import { digestOf, newSecret, sameDigest } from '../secret.ts';
import { seal, unseal } from './sealing.ts';
import type { SessionRow, SessionStore } from './session-store.ts';

/** After a week without use, a browser has to sign in again. */
export const idleMs = 7 * dayMs;
/** A session ends after a month, however much it is used. */
const absoluteMs = 30 * dayMs;
/** Limits what a lost token can fill the database with; an owner has a few browsers. */
const maxOfToken = 50;

export interface OpenedSession {
  row: SessionRow;
  /** The cookie's value: `<id>.<secret>`. */
  cookie: string;
}

export interface SessionHolder {
  subject: string;
  email: string | null;
  scope: Scope;
  openedBy: SessionRow['openedBy'];
  userAgent: string;
  refreshToken?: string | undefined;
  tokenId?: string | undefined;
  /** A session never outlives the token that opened it. */
  endsAtMs?: number | undefined;
}

export interface SessionDesk {
  open(who: SessionHolder): Promise<OpenedSession>;
  /** A session that somebody else stores. */
  prepare(who: SessionHolder): OpenedSession;
  /** `stale`: the session is live, and this was its cookie before a refresh. */
  find(cookie: string): Promise<{ state: 'live' | 'stale'; row: SessionRow } | undefined>;
  /** The provider's refresh token of a live session. */
  refreshToken(row: SessionRow, cookie: string): Promise<string | undefined>;
  /**
   * Replaces the session's secret. @param cookie the present one. @returns undefined when another rotation, or the end of the session, came first.
   */
  rotate(
    row: SessionRow,
    cookie: string,
    refreshToken: string | undefined,
  ): Promise<OpenedSession | undefined>;
  list(): Promise<SessionRow[]>;
  end(id: string): Promise<void>;
  /** Sign-in always starts a new session: one planted in the browser before it is ended (session fixation). */
  endPresented(cookie: string | undefined): Promise<void>;
  sweep(): Promise<number>;
  /** The id in a well-formed cookie; its secret is not checked. */
  idIn(cookie: string): string | undefined;
}

const cookieShape = /^(sess_[0-9A-Za-z]{20})\.([A-Za-z0-9_-]{43})$/;
/**
 * All secrets of a session begin with the same 132 bits, so that an earlier secret can be told from one that was made up by somebody who
 * knows the session's id. The other 124 bits are new with each refresh.
 */
const familyLength = 22;
const familyOf = (secret: string): string => secret.slice(0, familyLength);
const secretIn = (cookie: string): string => cookie.slice(cookie.indexOf('.') + 1);

export function createSessionDesk(needs: {
  store: SessionStore;
  now: () => number;
  /** Called when a session is asked to end or given another secret, whether or not the database takes it. */
  onChange?: (sessionId: string) => void;
  /** Called immediately when a session ends in this process. */
  onEnded?: (sessionId: string) => void;
}): SessionDesk {
  const { store, now } = needs;

  async function find(cookie: string): ReturnType<SessionDesk['find']> {
    const [, id, secret] = cookieShape.exec(cookie) ?? [];
    if (id === undefined || secret === undefined) return undefined;
    const row = await store.find(id);
    if (row === undefined || !isLive(row, now())) return undefined;
    if (sameDigest(row.digest, digestOf(secret))) return { state: 'live', row };
    return isOfSession(row, secret) ? { state: 'stale', row } : undefined;
  }

  async function end(id: string): Promise<void> {
    needs.onChange?.(id);
    await store.end([id]).finally(() => needs.onChange?.(id));
    needs.onEnded?.(id);
  }

  function prepare(who: SessionHolder): OpenedSession {
    const nowMs = now();
    const secret = newSecret();
    const endsAtMs = Math.min(nowMs + absoluteMs, who.endsAtMs ?? Infinity);
    const row: SessionRow = {
      id: newId('sess'),
      digest: digestOf(secret),
      familyDigest: digestOf(familyOf(secret)),
      subject: who.subject,
      email: who.email,
      scope: who.scope,
      openedBy: who.openedBy,
      userAgent: printable(who.userAgent),
      createdAtMs: nowMs,
      lastSeenAtMs: nowMs,
      idleExpiresAtMs: Math.min(nowMs + idleMs, endsAtMs),
      expiresAtMs: endsAtMs,
      sealedRefreshToken: who.refreshToken === undefined ? null : seal(who.refreshToken, secret),
      tokenId: who.tokenId ?? null,
    };
    return { row, cookie: `${row.id}.${secret}` };
  }

  return {
    async open(who) {
      const opened = prepare(who);
      for (const ended of await store.insert(opened.row, maxOfToken)) {
        needs.onChange?.(ended);
        needs.onEnded?.(ended);
      }
      return opened;
    },
    prepare,
    find,
    async refreshToken(row, cookie) {
      if (row.sealedRefreshToken === null) return undefined;
      return unseal(row.sealedRefreshToken, secretIn(cookie));
    },
    async rotate(row, cookie, refreshToken) {
      const nowMs = now();
      const family = familyOf(secretIn(cookie));
      const secret = family + newSecret().slice(familyLength);
      const next = {
        digest: digestOf(secret),
        familyDigest: digestOf(family),
        lastSeenAtMs: nowMs,
        idleExpiresAtMs: Math.min(nowMs + idleMs, row.expiresAtMs),
        sealedRefreshToken: refreshToken === undefined ? null : seal(refreshToken, secret),
      };
      const rotating = store.rotate(row.id, row.digest, next);
      if (!(await rotating.finally(() => needs.onChange?.(row.id)))) return undefined;
      return { row: { ...row, ...next }, cookie: `${row.id}.${secret}` };
    },
    list: () => store.list(now()),
    end,
    async endPresented(cookie) {
      const found = cookie === undefined ? undefined : await find(cookie);
      if (found?.state === 'live') await end(found.row.id);
    },
    sweep: () => store.endExpired(now()),
    idIn: (cookie) => cookieShape.exec(cookie)?.[1],
  };
}

/** For a session that an earlier version began, any other secret counts as an earlier one. */
function isOfSession({ familyDigest }: SessionRow, secret: string): boolean {
  return familyDigest === null || sameDigest(familyDigest, digestOf(familyOf(secret)));
}

/** User agents are stripped of control characters and truncated. */
function printable(userAgent: string): string {
  return userAgent.replace(/[^\x20-\x7e]/g, '').slice(0, 256);
}

function isLive(row: SessionRow, nowMs: number): boolean {
  return row.expiresAtMs > nowMs && row.idleExpiresAtMs > nowMs;
}
