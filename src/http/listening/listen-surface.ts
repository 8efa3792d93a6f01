import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { CallDesk } from '../../calls/desk.ts';
import { listenQuery, type ListenQuery } from '../../contract/listening.ts';
import { validateQuery } from '../../contract/validate.ts';
import { AppError, describeError } from '../../domain/errors.ts';
import { requireScope, type Scope } from '../../domain/scope.ts';
import type { Authenticator, Identity } from '../../identity/gate.ts';
import type { Log } from '../../log/log.ts';
import { closeCodes } from '../events/event-stream.ts';
import { decideUpgrade, type Verdict } from '../upgrade.ts';

export const listenPath = '/ws/listen';
/** What people say is worth as much live as recorded (docs/security.md). */
const listenScope: Scope = 'admin';
const defaultMaxListeners = 20;
/** Two seconds: who is further behind hears what is said now rather than all of it. */
const queueFrames = 100;
const callIsOver = 1000;

export interface ListenSurfaceNeeds {
  calls: Pick<CallDesk, 'listen'>;
  authenticator: Authenticator;
  maxListeners?: number | undefined;
  heartbeatMs?: number | undefined;
  log: Log;
}

/** `/ws/listen`: what the far end of a call says, as it says it. 16-bit samples at 8 kHz in binary messages; JSON in the others. */
export class ListenSurface {
  readonly #needs: ListenSurfaceNeeds;
  readonly #admissions = new WeakMap<IncomingMessage, { identity: Identity; callId: string }>();
  readonly #open = new Map<WebSocket, { answered: boolean }>();
  readonly #heartbeat: NodeJS.Timeout;

  constructor(needs: ListenSurfaceNeeds) {
    this.#needs = needs;
    this.#heartbeat = setInterval(() => this.#beat(), needs.heartbeatMs ?? 30_000).unref();
  }

  verify(request: IncomingMessage, verdict: Verdict): void {
    decideUpgrade(request, verdict, () => this.#admit(request), this.#needs.log);
  }

  /** After the upgrade. */
  accept(socket: WebSocket, request: IncomingMessage): void {
    const admission = this.#admissions.get(request);
    if (admission === undefined) return socket.terminate();
    try {
      this.#begin(socket, admission);
    } catch (thrown) {
      // The call ended in between.
      const detail = thrown instanceof AppError ? thrown.detail : 'internal error';
      this.#needs.log.debug('nobody could listen', { why: describeError(thrown) });
      socket.close(callIsOver, detail.slice(0, 120));
    }
  }

  close(): void {
    clearInterval(this.#heartbeat);
    for (const socket of this.#open.keys()) socket.close(closeCodes.goingAway, 'the service stops');
  }

  async #admit(request: IncomingMessage): Promise<void> {
    const { authenticator, maxListeners = defaultMaxListeners } = this.#needs;
    const identity = await authenticator.identify(request, 'events');
    requireScope(identity.scope, listenScope);
    const { searchParams } = new URL(request.url ?? '', 'http://localhost');
    const query = validateQuery(listenQuery, Object.fromEntries(searchParams)) as ListenQuery;
    if (this.#open.size >= maxListeners)
      throw new AppError('unavailable', `${maxListeners} are listening already; that is as many as may`);
    // Whether there is such a call, before the upgrade: afterwards a client sees no status.
    this.#needs.calls.listen(query.call_id, { name: 'check', take: () => undefined }).leave();
    this.#admissions.set(request, { identity, callId: query.call_id });
  }

  #begin(socket: WebSocket, { identity, callId }: { identity: Identity; callId: string }): void {
    const listening = this.#needs.calls.listen(
      callId,
      {
        name: 'live listener',
        // The next frame comes when this one has gone into the kernel: a client that does not read waits alone.
        take: (frame) => send(socket, Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)),
        miss: (frames) => void send(socket, JSON.stringify({ type: 'missed', seconds: frames * 0.02 })),
      },
      queueFrames,
    );
    const state = { answered: true };
    this.#open.set(socket, state);
    const forget = identity.onRevoked(() => socket.close(closeCodes.revoked, 'the credential ended'));
    socket.on('pong', () => (state.answered = true));
    socket.once('close', () => {
      forget();
      listening.leave();
      this.#open.delete(socket);
    });
    void send(
      socket,
      JSON.stringify({ type: 'audio', encoding: 's16le', rate: 8000, channels: 1, side: 'far' }),
    );
    void listening.ended.then(() => socket.close(callIsOver, 'the call is over'));
  }

  /** A peer that answered nothing since the last beat is gone. */
  #beat(): void {
    for (const [socket, state] of this.#open) {
      if (!state.answered) {
        socket.terminate();
        continue;
      }
      state.answered = false;
      socket.ping();
    }
  }
}

/** Resolves when it was sent, and also when it cannot be: the close that follows says all there is. */
function send(socket: WebSocket, message: Buffer | string): Promise<void> {
  return new Promise((resolve) => socket.send(message, () => resolve()));
}
