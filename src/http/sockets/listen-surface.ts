import type { IncomingMessage } from 'node:http';
import type { WebSocket } from 'ws';
import type { CallDesk } from '../../calls/desk.ts';
import { listenQuery, type ListenQuery } from '../../contract/listening.ts';
import { validateQuery } from '../../contract/validate.ts';
import { AppError, describeError } from '../../domain/errors.ts';
import type { Scope } from '../../domain/scope.ts';
import type { Log } from '../../log/log.ts';
import { type BeginSocket, type EndSocket, type SocketSurface } from './socket-gate.ts';
import { queryOf } from './socket-query.ts';

/** Two seconds: a client further behind skips ahead to what is said now. */
const queueFrames = 100;
const callIsOver = 1000;

export interface ListenSurfaceNeeds {
  calls: Pick<CallDesk, 'listen'>;
  log: Log;
}

/** `/ws/listen`: the audio of a call, live. Binary messages hold 16-bit samples at 8 kHz; the others are JSON. */
export class ListenSurface implements SocketSurface {
  readonly path = '/ws/listen';
  /** Live speech is as sensitive as a recording (docs/security.md). */
  readonly scope: Scope = 'admin';
  readonly maxOpen = 20;
  readonly #needs: ListenSurfaceNeeds;

  constructor(needs: ListenSurfaceNeeds) {
    this.#needs = needs;
  }

  admit(request: IncomingMessage): BeginSocket {
    const query = validateQuery<ListenQuery>(listenQuery, queryOf(request));
    // Checks before the upgrade that the call exists: after it, a client sees no HTTP status.
    this.#needs.calls.listen(query.call_id, { name: 'check', take: () => undefined }).leave();
    return (socket) => this.#accept(socket, query);
  }

  #accept(socket: WebSocket, query: ListenQuery): EndSocket {
    try {
      this.#begin(socket, query);
    } catch (thrown) {
      // The call ended in between.
      const detail = thrown instanceof AppError ? thrown.detail : 'internal error';
      this.#needs.log.debug('nobody could listen', { why: describeError(thrown) });
      socket.close(callIsOver, detail.slice(0, 120));
    }
    return (code, reason) => socket.close(code, reason);
  }

  #begin(socket: WebSocket, { call_id: callId, side }: ListenQuery): void {
    const channels = side === 'both' ? 2 : 1;
    const listening = this.#needs.calls.listen(
      callId,
      {
        name: 'live listener',
        // The next frame is sent once this one reached the kernel: a client that does not read delays only itself.
        take: (frame) => send(socket, Buffer.from(frame.buffer, frame.byteOffset, frame.byteLength)),
        miss: (frames) => void send(socket, JSON.stringify({ type: 'missed', seconds: frames * 0.02 })),
      },
      queueFrames,
      side,
    );
    socket.once('close', () => listening.leave());
    void send(socket, JSON.stringify({ type: 'audio', encoding: 's16le', rate: 8000, channels, side }));
    void listening.ended.then(() => socket.close(callIsOver, 'the call is over'));
  }
}

/** Resolves when it was sent or cannot be: the close that follows reports the failure. */
function send(socket: WebSocket, message: Buffer | string): Promise<void> {
  return new Promise((resolve) => socket.send(message, () => resolve()));
}
