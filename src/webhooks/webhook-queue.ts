import type { CallStore, Journal } from '../calls/store.ts';
import { describeError } from '../domain/errors.ts';
import type { Log } from '../log/log.ts';
import { composeMessage } from './message.ts';
import { Runner } from './runner.ts';
import type { Send } from './sender.ts';
import type { AttemptResult, WebhookStore } from './store.ts';
import { type Delivery, faultOf, isUsable, type Webhook } from '../domain/webhook.ts';

export interface WebhookQueueNeeds {
  store: WebhookStore;
  journal: Pick<Journal, 'read'>;
  calls: Pick<CallStore, 'get'>;
  log: Log;
  send: Send;
  nowMs: () => number;
  /** Pauses after the first, second … failure; after the last one the delivery is given up. */
  retryMs: readonly number[];
}

const retryAfterFaultMs = 10_000;

/**
 * Sends to one webhook, so that a silent receiver delays only itself. First attempts go one at a time in event order;
 * retries run in parallel to them, also one at a time. Pending deliveries are in the database, not here.
 */
export class WebhookQueue {
  readonly #needs: WebhookQueueNeeds;
  readonly #first = new Runner(() => this.#guarded(() => this.#sendNew()));
  readonly #again = new Runner(() => this.#guarded(() => this.#sendFailed()));
  readonly #abandoned = new AbortController();
  /**
   * By delivery: what the database has not taken yet, as on a full disk. Until it has, nothing is sent: the database would name the same
   * message again and again.
   */
  readonly #unwritten = new Map<number, { result: AttemptResult; atMs: number }>();
  #webhook: Webhook;
  #stopped = false;

  constructor(webhook: Webhook, needs: WebhookQueueNeeds) {
    this.#webhook = webhook;
    this.#needs = needs;
  }

  /** There may be something to send, or the webhook was changed or disabled. */
  wake(webhook: Webhook): void {
    this.#webhook = webhook;
    this.#first.wake();
    this.#again.wake();
  }

  /** Resolves when requests in progress are done; no more are started. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all([this.#first.stop(), this.#again.stop()]);
  }

  /** Aborts requests in progress without recording the result: they are repeated after the next start. */
  abandon(): void {
    this.#abandoned.abort();
  }

  get #isOpen(): boolean {
    return !this.#stopped && this.#webhook.enabled;
  }

  async #guarded(work: () => Promise<number | undefined>): Promise<number | undefined> {
    try {
      return await work();
    } catch (error) {
      if (!this.#abandoned.signal.aborted)
        this.#needs.log.warn('a webhook waits', { webhook: this.#webhook.id, why: describeError(error) });
      return retryAfterFaultMs;
    }
  }

  async #sendNew(): Promise<undefined> {
    while (this.#isOpen) {
      await this.#writeResults();
      const delivery = await this.#needs.store.nextNew(this.#webhook.id);
      if (delivery === undefined) return;
      await this.#attempt(delivery);
      this.#again.wake();
    }
  }

  async #sendFailed(): Promise<number | undefined> {
    const { store, nowMs, retryMs } = this.#needs;
    while (this.#isOpen) {
      await this.#writeResults();
      const delivery = await store.nextFailed(this.#webhook.id);
      if (delivery === undefined) return undefined;
      const sleepMs = delivery.nextAttemptAtMs - nowMs();
      const pauseMs = retryMs[delivery.attempts - 1] ?? 0;
      // Longer than the whole pause only after the clock was set back.
      if (sleepMs > 0 && sleepMs <= pauseMs) return sleepMs;
      await this.#attempt(delivery);
    }
    return undefined;
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { journal, calls, log, send, nowMs, retryMs } = this.#needs;
    const { signal } = this.#abandoned;
    const webhook = this.#webhook;
    const [event] = await journal.read(delivery.eventId - 1, {}, 1);
    const attempts = delivery.attempts + 1;
    if (event?.id !== delivery.eventId) {
      const { nextAttemptAtMs } = delivery;
      const error = 'the event is no longer kept';
      const result = { attempts, nextAttemptAtMs, state: 'failed' as const, responseCode: null, error };
      return this.#finish(delivery, result);
    }
    const call = event.callId === '' ? undefined : await calls.get(event.callId);
    if (this.#stopped) return;
    const { succeeded, isGone, responseCode, error } = isUsable(webhook)
      ? await send(webhook.url, composeMessage(webhook, event, call, Math.floor(nowMs() / 1000)), signal)
      : { succeeded: false, isGone: false, responseCode: null, error: faultOf(webhook) ?? null };
    if (signal.aborted) return;
    const pauseMs = isGone ? undefined : retryMs[delivery.attempts];
    const state = succeeded ? 'delivered' : pauseMs === undefined ? 'failed' : 'pending';
    if (!succeeded)
      log.warn('a webhook was not delivered', { webhook: webhook.id, attempts, state, why: error });
    const nextAttemptAtMs = nowMs() + (pauseMs ?? 0);
    const result = { attempts, nextAttemptAtMs, state, responseCode, error } as const;
    await this.#finish(delivery, result);
  }

  async #finish({ id }: Delivery, result: AttemptResult): Promise<void> {
    this.#unwritten.set(id, { result, atMs: this.#needs.nowMs() });
    await this.#writeResults();
  }

  async #writeResults(): Promise<void> {
    for (const [deliveryId, { result, atMs }] of this.#unwritten) {
      await this.#needs.store.finishAttempt(deliveryId, result, atMs);
      this.#unwritten.delete(deliveryId);
    }
  }
}
