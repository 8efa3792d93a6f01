import type { CallStore, Journal } from '../calls/store.ts';
import { describeError } from '../domain/errors.ts';
import type { StoredEvent } from '../domain/events.ts';
import type { Log } from '../log/log.ts';
import { composeMessage } from './message.ts';
import { type Send, sendMessage } from './sender.ts';
import type { WebhookStore } from './store.ts';
import { type Delivery, faultOf, isUsable, type Webhook } from './webhook.ts';

export interface DispatcherDeps {
  store: WebhookStore;
  journal: Pick<Journal, 'subscribe' | 'read'>;
  calls: Pick<CallStore, 'get'>;
  log: Log;
  send?: Send;
  nowMs?: () => number;
  /** Pauses after the first, the second … failure; after the last one it is given up. */
  retryMs?: readonly number[];
}

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** A receiver that restarts is met again within seconds, one that is down over night in the morning. */
const defaultRetryMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
];
const eventPage = 100;
const duePage = 20;
const maxParallel = 4;
const keepMs = 7 * 24 * hour;
/** Also how long a change of the wall clock can go unnoticed. */
const longestSleepMs = hour;
const retryAfterFaultMs = 10 * second;

/**
 * Turns events into deliveries and sends them. Both are kept in the database: after a restart it goes on from each webhook's cursor and
 * with what was not delivered.
 */
export class WebhookDispatcher {
  readonly #deps: Required<DispatcherDeps>;
  #webhooks: Webhook[] = [];
  #unsubscribe: (() => void) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #wakeAgain = false;
  #stopped = true;
  #prunedAtMs = 0;

  constructor(deps: DispatcherDeps) {
    this.#deps = { send: sendMessage, nowMs: Date.now, retryMs: defaultRetryMs, ...deps };
  }

  /** Begins with what is left from before. */
  start(): void {
    this.#stopped = false;
    this.#unsubscribe = this.#deps.journal.subscribe((event) => {
      if (this.#webhooks.some((webhook) => wants(webhook, event))) this.wake();
    });
    this.wake();
  }

  /** Looks at the webhooks anew and at what there is to do. */
  wake(): void {
    if (this.#stopped) return;
    this.#wakeAgain = true;
    this.#running ??= this.#run();
  }

  /** Ends after the requests under way. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#unsubscribe?.();
    clearTimeout(this.#timer);
    await this.#running;
  }

  async #run(): Promise<void> {
    clearTimeout(this.#timer);
    let sleepMs = longestSleepMs;
    try {
      while (this.#wakeAgain && !this.#stopped) {
        this.#wakeAgain = false;
        this.#webhooks = (await this.#deps.store.list()).filter(({ enabled }) => enabled);
        for (const webhook of this.#webhooks) await this.#enqueueEvents(webhook);
        await this.#sendDue();
      }
      sleepMs = await this.#untilNextDue();
    } catch (error) {
      this.#deps.log.warn('webhooks wait', { why: describeError(error) });
      sleepMs = retryAfterFaultMs;
    }
    // In the turn of the last look at `wakeAgain`.
    this.#running = undefined;
    if (this.#stopped) return;
    if (this.#wakeAgain) this.#running = this.#run();
    else this.#timer = setTimeout(() => this.wake(), sleepMs).unref();
  }

  async #enqueueEvents(webhook: Webhook): Promise<void> {
    const { store, journal, nowMs } = this.#deps;
    let { cursor } = webhook;
    for (;;) {
      const events = await journal.read(cursor, { types: webhook.types }, eventPage);
      const last = events.at(-1);
      if (last === undefined) return;
      cursor = last.id;
      await store.enqueue(
        webhook.id,
        events.map(({ id }) => id),
        cursor,
        nowMs(),
      );
      if (events.length < eventPage) return;
    }
  }

  async #sendDue(): Promise<void> {
    const { store, nowMs } = this.#deps;
    for (;;) {
      const due = await store.listDue(nowMs(), duePage);
      if (due.length === 0 || this.#stopped) return;
      const waiting = [...due];
      const work = async () => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
          await this.#attempt(next);
      };
      await Promise.all(Array.from({ length: maxParallel }, work));
    }
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const { store, journal, calls, log, send, nowMs, retryMs } = this.#deps;
    const webhook =
      this.#webhooks.find(({ id }) => id === delivery.webhookId) ?? (await store.get(delivery.webhookId));
    const [event] = await journal.read(delivery.eventId - 1, {}, 1);
    const attempts = delivery.attempts + 1;
    const finished = { attempts, nextAttemptAtMs: delivery.nextAttemptAtMs };
    if (webhook === undefined || event?.id !== delivery.eventId) {
      const error = 'the event is no longer kept';
      await store.finishAttempt(
        delivery.id,
        { ...finished, state: 'failed', responseCode: null, error },
        nowMs(),
      );
      return;
    }
    const number = event.callId === '' ? undefined : (await calls.get(event.callId))?.number;
    const { succeeded, isGone, responseCode, error } = isUsable(webhook)
      ? await send(webhook.url, composeMessage(webhook, event, number, Math.floor(nowMs() / 1000)))
      : { succeeded: false, isGone: false, responseCode: null, error: faultOf(webhook) ?? null };
    const pauseMs = isGone ? undefined : retryMs[delivery.attempts];
    const state = succeeded ? 'delivered' : pauseMs === undefined ? 'failed' : 'pending';
    if (!succeeded)
      log.warn('a webhook was not delivered', { webhook: webhook.id, attempts, state, why: error });
    const nextAttemptAtMs = nowMs() + (pauseMs ?? 0);
    await store.finishAttempt(
      delivery.id,
      { attempts, nextAttemptAtMs, state, responseCode, error },
      nowMs(),
    );
  }

  async #untilNextDue(): Promise<number> {
    const { store, nowMs } = this.#deps;
    const now = nowMs();
    if (now - this.#prunedAtMs > hour) {
      this.#prunedAtMs = now;
      await store.prune(now - keepMs);
    }
    const dueAt = await store.nextDueAt();
    return dueAt === undefined ? longestSleepMs : Math.min(longestSleepMs, Math.max(0, dueAt - now));
  }
}

function wants(webhook: Webhook, event: StoredEvent): boolean {
  return webhook.types.includes(event.type);
}
