import { randomBytes } from 'node:crypto';
import { InTurn } from '../async/in-turn.ts';
import type { Journal } from '../calls/store.ts';
import { type EditGuard, requireSeen } from '../domain/edit-guard.ts';
import { AppError } from '../domain/errors.ts';
import type { EventType } from '../domain/events.ts';
import { newId } from '../domain/ids.ts';
import { composeTest } from './message.ts';
import type { Attempt, Send } from './sender.ts';
import type { Unwanted, WebhookStore } from './store.ts';
import type { AddressGuard } from './address-guard.ts';
import { readReachableTarget } from './target.ts';
import {
  type ListedDelivery,
  faultOf,
  isUsable,
  type UsableWebhook,
  type Webhook,
  type WebhookDraft,
} from '../domain/webhook.ts';

/** Operations on webhooks. */
export interface WebhookDesk {
  list(): Promise<Webhook[]>;
  /** @throws AppError `not_found` */
  get(webhookId: string): Promise<Webhook>;
  /** Receives events from now on. @throws AppError `invalid`, `conflict` (too many). */
  create(draft: WebhookDraft): Promise<UsableWebhook>;
  /** Absent fields stay unchanged. @throws AppError `not_found`, `invalid`, `changed`. */
  update(webhookId: string, changes: Partial<WebhookDraft>, editGuard?: EditGuard<Webhook>): Promise<Webhook>;
  /** @throws AppError `not_found`, `changed` */
  remove(webhookId: string, editGuard?: EditGuard<Webhook>): Promise<void>;
  /**
   * Sends one message now, without retries. @throws AppError `not_found`, `conflict` (out of order, or tested just
   * now).
   */
  test(webhookId: string): Promise<Attempt>;
  /** Newest first. @throws AppError `not_found` */
  deliveries(webhookId: string, limit: number): Promise<ListedDelivery[]>;
}

export interface WebhookDeskNeeds {
  store: WebhookStore;
  journal: Pick<Journal, 'range'>;
  send: Send;
  guard: Pick<AddressGuard, 'checkNow'>;
  /** Aborts when the service stops, which ends a test in progress. */
  stopping: AbortSignal;
  /** Called after every change, for the dispatcher. */
  onChange: () => void;
  nowMs?: () => number;
}

/** Each one costs a request for every event it subscribes to. */
const maxWebhooks = 50;

export function createWebhookDesk({
  store,
  journal,
  send,
  guard,
  stopping,
  onChange,
  nowMs = Date.now,
}: WebhookDeskNeeds): WebhookDesk {
  const underTest = new Set<string>();
  /** Changes are made in turn: each writes back the fields that it has read and does not change, and counts the webhooks that exist. */
  const changes = new InTurn();

  async function get(webhookId: string): Promise<Webhook> {
    const webhook = await store.get(webhookId);
    if (webhook === undefined) throw noWebhook(webhookId);
    return webhook;
  }

  async function create(draft: WebhookDraft): Promise<UsableWebhook> {
    if ((await store.list()).length >= maxWebhooks)
      throw new AppError('conflict', `there are ${maxWebhooks} webhooks already`);
    const now = nowMs();
    const webhook: UsableWebhook = {
      id: newId('hook'),
      name: draft.name,
      url: await readReachableTarget(draft.url, guard),
      format: draft.format ?? 'json',
      types: draft.types,
      secret: `whsec_${randomBytes(32).toString('base64')}`,
      authorization: draft.authorization ?? null,
      enabled: draft.enabled ?? true,
      cursor: (await journal.range()).newest,
      createdAtMs: now,
      updatedAtMs: now,
    };
    await store.insert(webhook);
    onChange();
    return webhook;
  }

  async function update(
    webhookId: string,
    wanted: Partial<WebhookDraft>,
    editGuard: EditGuard<Webhook> | undefined,
  ): Promise<Webhook> {
    const old = await get(webhookId);
    const webhook: Webhook = {
      ...old,
      name: wanted.name ?? old.name,
      url: wanted.url === undefined ? old.url : await readReachableTarget(wanted.url, guard),
      format: wanted.format ?? old.format,
      types: wanted.types ?? old.types,
      authorization: wanted.authorization === undefined ? old.authorization : wanted.authorization,
      enabled: wanted.enabled ?? old.enabled,
      updatedAtMs: nowMs(),
    };
    requireSeen(old, { ...webhook, updatedAtMs: old.updatedAtMs }, editGuard);
    // Events from while it was disabled, or from before it subscribed to them, are not sent later.
    const isNew = (type: EventType): boolean => !old.types.includes(type);
    const begins = webhook.types.some(isNew) || (webhook.enabled && !old.enabled);
    if (begins) webhook.cursor = (await journal.range()).newest;
    if (!(await store.replace(webhook, unwantedBy(old, webhook)))) throw noWebhook(webhookId);
    onChange();
    return webhook;
  }

  return {
    get,
    list: () => store.list(),

    create: (draft) => changes.run(() => create(draft)),
    update: (webhookId, wanted, editGuard) => changes.run(() => update(webhookId, wanted, editGuard)),

    remove: (webhookId, editGuard) =>
      changes.run(async () => {
        if (editGuard !== undefined) editGuard(await get(webhookId));
        if (!(await store.remove(webhookId))) throw noWebhook(webhookId);
        onChange();
      }),

    async test(webhookId) {
      const webhook = await get(webhookId);
      if (!isUsable(webhook))
        throw new AppError('conflict', faultOf(webhook) ?? 'nothing can be sent to the webhook');
      if (underTest.has(webhookId))
        throw new AppError('conflict', 'this webhook is being tested; wait for the answer');
      underTest.add(webhookId);
      try {
        const message = composeTest(webhook, `test_${newId('hook')}`, nowMs());
        return await send(webhook.url, message, stopping);
      } finally {
        underTest.delete(webhookId);
      }
    },

    async deliveries(webhookId, limit) {
      await get(webhookId);
      return store.listDeliveries(webhookId, limit);
    },
  };
}

/**
 * Messages from before the webhook was disabled, or lost the type, must not go out once that is undone. Checked also when it is undone,
 * for messages that were only then being queued.
 */
function unwantedBy(old: Webhook, changed: Webhook): Unwanted {
  const nowMs = changed.updatedAtMs;
  if (!old.enabled || !changed.enabled) return { keptTypes: [], why: 'the webhook was disabled', nowMs };
  const keptTypes = changed.types.filter((type) => old.types.includes(type));
  return { keptTypes, why: 'the webhook no longer wanted events of this type', nowMs };
}

function noWebhook(webhookId: string): AppError {
  return new AppError('not_found', `there is no webhook "${webhookId}"`);
}
