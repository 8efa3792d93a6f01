import type { Socket } from 'node:net';
import type { RawData, WebSocket } from 'ws';
import type { Journal } from '../../calls/store.ts';
import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import { closeCodes } from '../sockets/socket-gate.ts';
import { type EventHub, type Message, toMessage } from './event-hub.ts';
import { passes, type StreamFilter } from './stream-filter.ts';

/** Clients have nothing to send. */
const largestClientMessageBytes = 1_024;

export interface StreamLimits {
  /** Bytes that may be queued for a client that does not read. */
  maxQueuedBytes: number;
  replayPageSize: number;
  /** How long a client may take to read one page of the replay. */
  replayPageMs: number;
  /** Time limit of the closing handshake. */
  closeMs: number;
}

export const defaultStreamLimits: StreamLimits = {
  maxQueuedBytes: 1_048_576,
  replayPageSize: 500,
  replayPageMs: 30_000,
  closeMs: 3_000,
};

/** Live events held during a replay; beyond this they are read from the database again. */
const maxHeld = 5_000;

const tooSlow = 'you read too slowly; connect again with since';

export interface EventStreamNeeds {
  journal: Pick<Journal, 'read' | 'range'>;
  hub: EventHub;
  log: Log;
  limits: StreamLimits;
  nowMs: () => number;
}

/** One client of `/ws/events`: first the replay of what it missed, then live events, each exactly once. */
export class EventStream {
  readonly #socket: WebSocket;
  /** The TCP socket below `ws`, corked while several messages are sent so that they go out in one write. */
  readonly #wire: Socket;
  readonly #filter: StreamFilter;
  readonly #needs: EventStreamNeeds;
  /** Live events held back during the replay; undefined once live. */
  #held: Message[] | undefined;
  #heldOverflowed = false;
  /** The last event of the replay. The hub may deliver a moment later what the replay has already read from the database. */
  #sentId = 0;
  #leave: () => void = () => undefined;
  #isClosing = false;

  constructor(socket: WebSocket, wire: Socket, filter: StreamFilter, needs: EventStreamNeeds) {
    this.#socket = socket;
    this.#wire = wire;
    this.#filter = filter;
    this.#needs = needs;
  }

  start(): void {
    const { since } = this.#filter;
    if (since !== undefined) this.#held = [];
    this.#leave = this.#needs.hub.add({ deliver: (messages) => this.#deliver(messages) });
    this.#socket.once('close', () => this.#leave());
    this.#socket.on('message', (data: RawData) => {
      if ((data as Buffer).length > largestClientMessageBytes)
        this.close(closeCodes.tooLarge, 'messages have at most a kilobyte');
    });
    if (since === undefined) return;
    this.#replay(since).catch((error: unknown) => {
      this.#needs.log.warn('a replay of events failed', { why: describeError(error) });
      this.close(closeCodes.internal, 'the events cannot be read; connect again');
    });
  }

  /** Skipped while the client is behind: a pulse is worthless later. @param texts by call id. */
  pulse(texts: ReadonlyMap<string, string>): void {
    const { callId } = this.#filter;
    if (!this.#isOpen || this.#held !== undefined || this.#socket.bufferedAmount > 0) return;
    for (const [id, text] of texts) if (callId === undefined || callId === id) this.#socket.send(text);
  }

  /** Skipped like a pulse: the next partial repeats the text. */
  partial(callId: string, text: string): void {
    this.pulse(new Map([[callId, text]]));
  }

  close(code: number, reason: string): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#leave();
    this.#socket.close(code, reason);
    const timer = setTimeout(() => this.#socket.terminate(), this.#needs.limits.closeMs);
    this.#socket.once('close', () => clearTimeout(timer));
  }

  get #isOpen(): boolean {
    return !this.#isClosing && this.#socket.readyState === this.#socket.OPEN;
  }

  #deliver(messages: readonly Message[]): void {
    if (this.#held !== undefined) {
      this.#hold(messages);
      return;
    }
    this.#sendPassing(this.#notSent(messages));
    if (this.#socket.bufferedAmount > this.#needs.limits.maxQueuedBytes)
      this.close(closeCodes.tryAgainLater, tooSlow);
  }

  #hold(messages: readonly Message[]): void {
    const held = this.#held ?? [];
    if (held.length + messages.length > maxHeld) {
      this.#held = [];
      this.#heldOverflowed = true;
      return;
    }
    held.push(...messages);
  }

  async #replay(since: number): Promise<void> {
    this.#sentId = since;
    await this.#reportGap(since);
    const { journal, limits } = this.#needs;
    let isLast = false;
    while (!isLast) {
      this.#heldOverflowed = false;
      const page = await journal.read(this.#sentId, this.#filter, limits.replayPageSize);
      if (!this.#isOpen) return;
      // Old events may have been removed since the page before.
      await this.#reportGap(this.#sentId);
      if (!(await this.#sendPage(page.map(toMessage)))) {
        this.close(closeCodes.tryAgainLater, tooSlow);
        return;
      }
      isLast = page.length < limits.replayPageSize && !this.#heldOverflowed;
    }
    // In the same turn, so that no live event slips in between.
    const held = this.#held ?? [];
    this.#held = undefined;
    this.#sendPassing(this.#notSent(held));
  }

  #notSent(messages: readonly Message[]): readonly Message[] {
    const isNew = (messages[0]?.event.id ?? 0) > this.#sentId;
    return isNew ? messages : messages.filter(({ event }) => event.id > this.#sentId);
  }

  /** Reports a gap: events that are no longer stored, or ids of another database. */
  async #reportGap(since: number): Promise<void> {
    const { oldest, newest } = await this.#needs.journal.range();
    if (since >= oldest - 1 && since <= newest) return;
    this.#sentId = Math.min(Math.max(since, oldest - 1), newest);
    const timestamp = new Date(this.#needs.nowMs()).toISOString();
    const reset = { type: 'reset', call_id: '', timestamp, data: { since, oldest, newest } };
    this.#send([Buffer.from(JSON.stringify(reset))]);
  }

  /** @returns false when the client did not read the page in time. */
  #sendPage(messages: readonly Message[]): Promise<boolean> {
    const last = messages.at(-1);
    if (last === undefined) return Promise.resolve(true);
    this.#sentId = last.event.id;
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), this.#needs.limits.replayPageMs);
      // Also called when the connection broke; the loop checks whether it is open.
      const done = (): void => {
        clearTimeout(timer);
        resolve(true);
      };
      this.#send(
        messages.map(({ text }) => text),
        done,
      );
    });
  }

  #sendPassing(messages: readonly Message[]): void {
    this.#send(messages.filter(({ event }) => passes(this.#filter, event)).map(({ text }) => text));
  }

  /** `done` is called once the last message was handed to the kernel, or cannot be any more. */
  #send(texts: readonly Buffer[], done: () => void = () => undefined): void {
    if (texts.length === 0 || !this.#isOpen) {
      done();
      return;
    }
    this.#wire.cork();
    for (const [index, text] of texts.entries())
      this.#socket.send(text, { binary: false }, index === texts.length - 1 ? done : undefined);
    this.#wire.uncork();
  }
}
