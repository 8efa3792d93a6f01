import type { Delivery, UsableWebhook, Webhook } from '../domain/webhook.ts';

/** How an attempt ended, to be written down. */
export type AttemptResult = Pick<
  Delivery,
  'state' | 'attempts' | 'nextAttemptAtMs' | 'responseCode' | 'error'
>;

/** Where webhooks and their pending deliveries are kept; implemented by `src/store`. */
export interface WebhookStore {
  list(): Promise<Webhook[]>;
  get(webhookId: string): Promise<Webhook | undefined>;
  insert(webhook: UsableWebhook): Promise<void>;
  /** Everything but the secret, which is made once. @returns false when there is none. */
  replace(webhook: Webhook): Promise<boolean>;
  /** With its deliveries. @returns false when there is none. */
  remove(webhookId: string): Promise<boolean>;
  /** Adds a delivery for each event, once however often it is asked, and moves the cursor; both or neither. */
  enqueue(webhookId: string, eventIds: readonly number[], cursor: number, nowMs: number): Promise<void>;
  /** The oldest delivery to this webhook that was never tried. */
  nextNew(webhookId: string): Promise<Delivery | undefined>;
  /** The failed delivery whose next attempt comes first, even if it is not due yet. */
  nextFailed(webhookId: string): Promise<Delivery | undefined>;
  finishAttempt(deliveryId: number, result: AttemptResult, nowMs: number): Promise<void>;
  /** The newest first. */
  listDeliveries(webhookId: string, limit: number): Promise<Delivery[]>;
  /** Deletes what was finished before. */
  prune(beforeMs: number): Promise<void>;
}
