import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { SSEServerTransport } from '@modelcontextprotocol/sdk/server/sse.js';
import type { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import type { RequestId } from '@modelcontextprotocol/sdk/types.js';
import type { ParameterizedContext } from 'koa';
import { AppError, describeError } from '../../domain/errors.ts';
import type { Identity } from '../../identity/gate.ts';
import type { Log } from '../../log/log.ts';

/** Hosts rarely close their sessions; one owner never needs more than this at once. */
const maxSessions = 200;
/** For one token, so that none can take the others' place. */
const maxSessionsOfOne = 50;
/** A host that comes back later starts a new session. */
const idleMs = 3_600_000;
const sweepMs = 300_000;

/** A client's session. It belongs to the credential that opened it and ends with it; calls do not depend on it. */
export type McpSession = {
  id: string;
  identityId: string;
  /** Responses currently open. */
  open: number;
  /** By the table's clock. */
  lastUsedAtMs: number;
  /** Unsubscribes from the credential's revocation. */
  release: () => void;
} & SessionTransport;

type SessionTransport =
  | { kind: 'sse'; transport: SSEServerTransport }
  | {
      kind: 'streamable';
      transport: StreamableHTTPServerTransport;
      /** The requests under way, each with a response of its own. */
      answering: Set<RequestId>;
    };

/** One request to `/mcp`, with what it takes to answer it. */
export interface Exchange {
  ctx: ParameterizedContext;
  identity: Identity;
  table: SessionTable;
  /** Used for a new session, or for a request without one. */
  createServer: () => Server;
  /** How often an open stream that is silent gets a comment. */
  keepAliveMs: number;
}

export class SessionTable {
  readonly #sessions = new Map<string, McpSession>();
  readonly #log: Log;
  /** As `performance.now()`: a clock that is set must not end what is in use. */
  readonly #steadyMs: () => number;
  readonly #sweeping: NodeJS.Timeout;
  #closed = false;

  constructor(needs: { log: Log; steadyMs?: () => number }) {
    this.#log = needs.log;
    this.#steadyMs = needs.steadyMs ?? (() => performance.now());
    this.#sweeping = setInterval(() => this.#sweep(), sweepMs);
    this.#sweeping.unref();
  }

  get size(): number {
    return this.#sessions.size;
  }

  /**
   * A token that has as many as one may have gives one of its own up.
   * @throws AppError `unavailable` when every session that could be given up is in use, or the service is stopping.
   */
  makeRoom(identity: Identity): void {
    if (this.#closed) throw new AppError('unavailable', 'the service is stopping');
    const all = [...this.#sessions.values()];
    const own = all.filter(({ identityId }) => identityId === identity.id);
    if (own.length >= maxSessionsOfOne)
      this.#giveUpOne(own, `this token has ${maxSessionsOfOne} open MCP sessions; close one`);
    else if (all.length >= maxSessions)
      this.#giveUpOne(all, `there are ${maxSessions} open MCP sessions; close one`);
  }

  #giveUpOne(sessions: readonly McpSession[], refusal: string): void {
    const idle = sessions
      .filter((session) => session.open === 0)
      .sort((a, b) => a.lastUsedAtMs - b.lastUsedAtMs)[0];
    if (idle === undefined) throw new AppError('unavailable', refusal);
    this.#end(idle, 'made room');
  }

  add(session: Pick<McpSession, 'id'> & SessionTransport, identity: Identity): void {
    const added: McpSession = {
      ...session,
      identityId: identity.id,
      open: 0,
      lastUsedAtMs: this.#steadyMs(),
      release: () => undefined,
    };
    added.release = identity.onRevoked(() => this.#end(added, 'credential revoked'));
    this.#sessions.set(session.id, added);
    this.#log.info('mcp session opened', { session: session.id, transport: session.kind, by: identity.id });
  }

  /**
   * @throws AppError `not_found` for an unknown session and for someone else's alike: the client then starts a new
   * one.
   */
  find<Kind extends McpSession['kind']>(
    kind: Kind,
    id: string,
    identity: Identity,
  ): Extract<McpSession, { kind: Kind }> {
    const session = this.#sessions.get(id);
    if (session === undefined || session.kind !== kind || session.identityId !== identity.id)
      throw new AppError('not_found', 'there is no such MCP session; initialize a new one');
    session.lastUsedAtMs = this.#steadyMs();
    return session as Extract<McpSession, { kind: Kind }>;
  }

  /** Called when the transport closed, whichever side closed it. */
  forget(id: string): void {
    const session = this.#sessions.get(id);
    if (session === undefined) return;
    this.#sessions.delete(id);
    session.release();
    this.#log.info('mcp session closed', { session: id });
  }

  /** No session begins any more. */
  admitNone(): void {
    this.#closed = true;
  }

  async close(): Promise<void> {
    this.admitNone();
    clearInterval(this.#sweeping);
    await Promise.all([...this.#sessions.values()].map((session) => session.transport.close()));
  }

  #sweep(): void {
    const oldestMs = this.#steadyMs() - idleMs;
    for (const session of this.#sessions.values())
      if (session.open === 0 && session.lastUsedAtMs < oldestMs) this.#end(session, 'idle');
  }

  #end(session: McpSession, why: string): void {
    session.transport
      .close()
      .catch((error: unknown) =>
        this.#log.warn('mcp session not closed', { session: session.id, why, error: describeError(error) }),
      );
  }
}
