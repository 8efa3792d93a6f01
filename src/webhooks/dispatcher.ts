import type { Journal } from '../calls/store.ts';
import { dayMs, hourMs, isWithin, minuteMs, secondMs } from '../domain/durations.ts';
import { describeError } from '../domain/errors.ts';
import type { StoredEvent } from '../domain/events.ts';
import { settlesWithin } from '../async/settles-within.ts';
import { type WebhookQueueNeeds, WebhookQueue } from './webhook-queue.ts';
import { Runner } from './runner.ts';
import type { Webhook } from '../domain/webhook.ts';

export interface DispatcherNeeds
  extends
    Omit<WebhookQueueNeeds, 'journal' | 'nowMs' | 'retryMs'>,
    Partial<Pick<WebhookQueueNeeds, 'nowMs' | 'retryMs'>> {
  journal: Pick<Journal, 'subscribe' | 'read' | 'newestId'>;
}

/** Reaches a receiver that restarts within seconds, and one that was down overnight in the morning. */
const defaultRetryMs = [
  5 * secondMs,
  30 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
  3 * hourMs,
  6 * hourMs,
];
const eventPage = 100;
/** A cursor this far behind events that are not for its webhook is moved: each look reads all events after it. */
const farBehind = 1000;
const keepMs = 7 * dayMs;
const retryAfterFaultMs = 10 * secondMs;
/** A receiver that answers at all does so within this time; stopping does not wait for one that does not. */
const stopPatienceMs = secondMs;

/**
 * Turns events into deliveries and lets each webhook's queue send them. Both are stored in the database: after a
 * restart it continues from each webhook's cursor, with the undelivered messages.
 */
export class WebhookDispatcher {
  readonly #needs: WebhookQueueNeeds & DispatcherNeeds;
  readonly #enqueuing = new Runner(() => this.#enqueue());
  readonly #queues = new Map<string, WebhookQueue>();
  #webhooks: Webhook[] = [];
  #unsubscribe: (() => void) | undefined;
  #stopped = true;
  #prunedAtMs = 0;

  constructor(needs: DispatcherNeeds) {
    this.#needs = { nowMs: Date.now, retryMs: defaultRetryMs, ...needs };
  }

  /** Starts with what was left over. */
  start(): void {
    this.#stopped = false;
    this.#unsubscribe = this.#needs.journal.subscribe((event) => {
      if (this.#webhooks.some((webhook) => wants(webhook, event))) this.wake();
    });
    this.wake();
  }

  /** Rereads the webhooks and does any work. */
  wake(): void {
    if (!this.#stopped) this.#enqueuing.wake();
  }

  /** Gives requests in progress a moment, then aborts them; undelivered messages are sent after the next start. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe?.();
    const queues = [...this.#queues.values()];
    const ended = Promise.all([this.#enqueuing.stop(), ...queues.map((queue) => queue.stop())]);
    await settlesWithin(ended, stopPatienceMs);
    for (const queue of queues) queue.abandon();
  }

  async #enqueue(): Promise<number> {
    const { store, journal, log, nowMs } = this.#needs;
    try {
      const { newestId } = journal; // before the webhooks are read: a type that is added now is to be looked for in what comes
      this.#webhooks = await store.list();
      this.#closeQueuesOfOthers();
      for (const webhook of this.#webhooks) {
        if (this.#stopped) break;
        if (webhook.enabled) await this.#enqueueEvents(webhook, newestId);
        this.#queueOf(webhook).wake(webhook);
      }
      if (!isWithin(hourMs, this.#prunedAtMs, nowMs())) {
        this.#prunedAtMs = nowMs();
        await store.prune(nowMs() - keepMs);
      }
      return hourMs;
    } catch (error) {
      if (!this.#stopped) log.warn('webhooks wait', { why: describeError(error) });
      return retryAfterFaultMs;
    }
  }

  #queueOf(webhook: Webhook): WebhookQueue {
    const known = this.#queues.get(webhook.id);
    if (known !== undefined) return known;
    const queue = new WebhookQueue(webhook, this.#needs);
    this.#queues.set(webhook.id, queue);
    return queue;
  }

  /** Closes queues of deleted webhooks; a request in progress finishes on its own. */
  #closeQueuesOfOthers(): void {
    const known = new Set(this.#webhooks.map(({ id }) => id));
    for (const [id, queue] of this.#queues) {
      if (known.has(id)) continue;
      this.#queues.delete(id);
      void queue.stop();
    }
  }

  /** @param newestId of an event before which all are stored. */
  async #enqueueEvents(webhook: Webhook, newestId: number): Promise<void> {
    const { store, journal, nowMs } = this.#needs;
    let { cursor } = webhook;
    for (let isLast = false; !isLast && !this.#stopped;) {
      const events = await journal.read(cursor, { types: webhook.types }, eventPage);
      const eventIds = events.map(({ id }) => id);
      isLast = events.length < eventPage;
      const lookedTo = Math.max(isLast ? newestId : 0, eventIds.at(-1) ?? 0);
      if (events.length === 0 && lookedTo - cursor < farBehind) return;
      cursor = lookedTo;
      await store.enqueue(webhook.id, eventIds, cursor, nowMs());
    }
  }
}

function wants(webhook: Webhook, event: StoredEvent): boolean {
  return webhook.enabled && webhook.types.includes(event.type);
}
