import { setTimeout as wait } from 'node:timers/promises';
import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import type { Send } from '../webhooks/sender.ts';
import type { PushNote } from './note.ts';
import { composePush } from './push-message.ts';
import type { PushSubscription } from './store.ts';
import type { Vapid } from './vapid.ts';

export interface PushQueueNeeds {
  vapid: Vapid;
  send: Send;
  /** The push service reports that the subscription no longer exists. */
  onGone(subscription: PushSubscription): Promise<void>;
  log: Log;
  /** After this a message is useless. */
  ttlSeconds: number;
  nowMs: () => number;
  /** As `performance.now()`, by which messages are of use: the time of day may be set in the meantime. */
  steadyMs: () => number;
  /** Pauses after the first, second … failure; the last one also after all that follow. */
  retryMs: readonly number[];
}

/** The same text again within this time is a duplicate. */
const sameMs = 5_000;

interface Waiting {
  note: PushNote;
  /** By `steadyMs`. */
  untilMs: number;
}

/**
 * Sends to one browser: one message at a time, and only the newest of each call. A push service that does not answer
 * delays no other browser, and no message is sent after its time.
 */
export class PushQueue {
  readonly subscription: PushSubscription;
  readonly #needs: PushQueueNeeds;
  readonly #waiting = new Map<string, Waiting>();
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  #last: { key: string; atMs: number } | undefined;
  #fault: string | undefined;

  constructor(subscription: PushSubscription, needs: PushQueueNeeds) {
    this.subscription = subscription;
    this.#needs = needs;
  }

  /** The failure of the last message; undefined when it was accepted or none was sent yet. */
  get fault(): string | undefined {
    return this.#fault;
  }

  put(note: PushNote): void {
    const { steadyMs, ttlSeconds } = this.#needs;
    if (this.#stopping.signal.aborted) return;
    const atMs = steadyMs();
    const key = JSON.stringify([note.callId, note.kind, note.title, note.text]);
    if (this.#last?.key === key && atMs - this.#last.atMs < sameMs) return;
    this.#last = { key, atMs };
    this.#waiting.set(note.callId, { note, untilMs: atMs + ttlSeconds * 1000 });
    this.#running ??= this.#run();
  }

  /** Aborts the request in progress. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    for (const [callId, waiting] of this.#waiting) {
      this.#waiting.delete(callId);
      await this.#deliver(callId, waiting).catch((error: unknown) => {
        this.#fault = describeError(error);
        if (!this.#stopping.signal.aborted) this.#warn(this.#fault);
      });
    }
    this.#running = undefined;
  }

  async #deliver(callId: string, { note, untilMs }: Waiting): Promise<void> {
    const { vapid, send, retryMs, nowMs, steadyMs } = this.#needs;
    const { signal } = this.#stopping;
    for (let attempt = 0; !signal.aborted; attempt++) {
      const ttlSeconds = (untilMs - steadyMs()) / 1000;
      if (ttlSeconds <= 0) return;
      const message = await composePush(note, this.subscription, { vapid, ttlSeconds, nowMs: nowMs() });
      const { succeeded, responseCode, error } = await send(this.subscription.endpoint, message, signal);
      if (signal.aborted) return;
      this.#fault = succeeded ? undefined : (error ?? 'no answer');
      if (succeeded) return;
      if (responseCode === 404 || responseCode === 410) return this.#needs.onGone(this.subscription);
      this.#warn(this.#fault ?? '');
      const pauseMs = isPassing(responseCode) ? (retryMs[attempt] ?? retryMs.at(-1)) : undefined;
      if (pauseMs === undefined || this.#waiting.has(callId)) return;
      await wait(pauseMs, undefined, { signal }).catch(() => undefined);
      if (this.#waiting.has(callId)) return; // a newer one supersedes it
    }
  }

  #warn(why: string): void {
    const { id, endpoint } = this.subscription;
    this.#needs.log.warn('a browser was not reached by push', {
      subscription: id,
      service: new URL(endpoint).host,
      why,
    });
  }
}

/** Whether another attempt may succeed. */
function isPassing(responseCode: number | null): boolean {
  return responseCode === null || responseCode === 429 || responseCode >= 500;
}
