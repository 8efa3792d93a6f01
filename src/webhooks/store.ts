import type { EventType } from '../domain/events.ts';
import type { Delivery, ListedDelivery, UsableWebhook, Webhook } from '../domain/webhook.ts';

/** The result of an attempt, for storage. */
export type AttemptResult = Pick<
  Delivery,
  'state' | 'attempts' | 'nextAttemptAtMs' | 'responseCode' | 'error'
>;

/** Pending deliveries of events of any type but `keptTypes`. */
export interface Unwanted {
  keptTypes: readonly EventType[];
  why: string;
  nowMs: number;
}

/** Stores webhooks and their pending deliveries; implemented by `src/store`. */
export interface WebhookStore {
  list(): Promise<Webhook[]>;
  get(webhookId: string): Promise<Webhook | undefined>;
  insert(webhook: UsableWebhook): Promise<void>;
  /**
   * Replaces everything except the secret, which is generated only once, and a cursor that is already further on. In the same step,
   * deliveries that are unwanted from now on are given up.
   * @returns false when it does not exist.
   */
  replace(webhook: Webhook, unwanted: Unwanted): Promise<boolean>;
  /** Removes its deliveries too. @returns false when it does not exist. */
  remove(webhookId: string): Promise<boolean>;
  /** Adds one delivery per event, even if called repeatedly, and moves the cursor forward; atomic. */
  enqueue(webhookId: string, eventIds: readonly number[], cursor: number, nowMs: number): Promise<void>;
  /** The oldest delivery to this webhook that has not been tried. */
  nextNew(webhookId: string): Promise<Delivery | undefined>;
  /** The failed delivery with the earliest next attempt, even if not due yet. */
  nextFailed(webhookId: string): Promise<Delivery | undefined>;
  /** A delivery that was given up meanwhile stays so, unless it arrived. */
  finishAttempt(deliveryId: number, result: AttemptResult, nowMs: number): Promise<void>;
  /** Newest first. */
  listDeliveries(webhookId: string, limit: number): Promise<ListedDelivery[]>;
  /** Deletes deliveries finished before this time. */
  prune(beforeMs: number): Promise<void>;
}
