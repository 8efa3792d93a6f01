import type { EventType } from '../domain/events.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { AttemptResult, Unwanted, WebhookStore } from '../webhooks/store.ts';
import type {
  Delivery,
  DeliveryState,
  ListedDelivery,
  UsableWebhook,
  Webhook,
  WebhookFormat,
} from '../domain/webhook.ts';
import type {
  Prisma,
  PrismaClient,
  Webhook as WebhookRow,
  WebhookDelivery as DeliveryRow,
} from './client/client.ts';
import { databaseTime } from './database/database-time.ts';
import { places } from './seal-secrets.ts';

export class StoredWebhooks implements WebhookStore {
  readonly #prisma: PrismaClient;
  readonly #sealer: Sealer;

  constructor(prisma: PrismaClient, sealer: Sealer) {
    this.#prisma = prisma;
    this.#sealer = sealer;
  }

  async list(): Promise<Webhook[]> {
    const rows = await this.#prisma.webhook.findMany({ orderBy: [{ createdAt: 'asc' }, { id: 'asc' }] });
    return rows.map((row) => fromRow(row, this.#sealer));
  }

  async get(webhookId: string): Promise<Webhook | undefined> {
    const row = await this.#prisma.webhook.findUnique({ where: { id: webhookId } });
    return row === null ? undefined : fromRow(row, this.#sealer);
  }

  async insert(webhook: UsableWebhook): Promise<void> {
    const { id, secret } = webhook;
    const data = {
      ...toRow(webhook),
      secret: this.#sealer.seal(secret, places.webhookSecret(id)),
      ...this.#sealedAuthorization(webhook),
    };
    await this.#prisma.webhook.create({ data });
  }

  async replace(webhook: Webhook, { keptTypes, why, nowMs }: Unwanted): Promise<boolean> {
    const { cursor, ...data } = toRow(webhook);
    const [{ count }] = await this.#prisma.$transaction([
      this.#prisma.webhook.updateMany({
        where: { id: webhook.id },
        // The secret is generated only once.
        data: { ...data, ...this.#sealedAuthorization(webhook) },
      }),
      this.#moveCursor(webhook.id, cursor),
      this.#prisma.$executeRaw`
        UPDATE webhook_deliveries SET state = 'failed', error = ${why}, finished_at = ${databaseTime(nowMs)}
        WHERE webhook_id = ${webhook.id} AND state = 'pending' AND event_id NOT IN (
          SELECT id FROM events WHERE type IN (SELECT value FROM json_each(${JSON.stringify(keptTypes)})))`,
    ]);
    return count === 1;
  }

  async remove(webhookId: string): Promise<boolean> {
    const { count } = await this.#prisma.webhook.deleteMany({ where: { id: webhookId } });
    return count === 1;
  }

  async enqueue(
    webhookId: string,
    eventIds: readonly number[],
    cursor: number,
    nowMs: number,
  ): Promise<void> {
    const now = new Date(nowMs);
    const once = (eventId: number) => ({ webhookId_eventId: { webhookId, eventId } });
    await this.#prisma.$transaction([
      ...eventIds.map((eventId) =>
        this.#prisma.webhookDelivery.upsert({
          where: once(eventId),
          create: { webhookId, eventId, state: 'pending', nextAttemptAt: now, createdAt: now },
          update: {},
        }),
      ),
      this.#moveCursor(webhookId, cursor),
    ]);
  }

  async nextNew(webhookId: string): Promise<Delivery | undefined> {
    const row = await this.#prisma.webhookDelivery.findFirst({
      where: { webhookId, state: 'pending', attempts: 0 },
      orderBy: { eventId: 'asc' },
    });
    return row === null ? undefined : fromDeliveryRow(row);
  }

  async nextFailed(webhookId: string): Promise<Delivery | undefined> {
    const row = await this.#prisma.webhookDelivery.findFirst({
      where: { webhookId, state: 'pending', attempts: { gt: 0 } },
      orderBy: [{ nextAttemptAt: 'asc' }, { eventId: 'asc' }],
    });
    return row === null ? undefined : fromDeliveryRow(row);
  }

  async finishAttempt(deliveryId: number, result: AttemptResult, nowMs: number): Promise<void> {
    await this.#prisma.webhookDelivery.updateMany({
      where: { id: deliveryId, ...(result.state === 'delivered' ? {} : { state: 'pending' }) },
      data: {
        state: result.state,
        attempts: result.attempts,
        nextAttemptAt: new Date(result.nextAttemptAtMs),
        responseCode: result.responseCode,
        error: result.error,
        finishedAt: result.state === 'pending' ? null : new Date(nowMs),
      },
    });
  }

  async listDeliveries(webhookId: string, limit: number): Promise<ListedDelivery[]> {
    const rows = await this.#prisma.webhookDelivery.findMany({
      where: { webhookId },
      orderBy: { id: 'desc' },
      take: limit,
    });
    const events = await this.#prisma.event.findMany({
      where: { id: { in: rows.map(({ eventId }) => eventId) } },
      select: { id: true, type: true, callId: true },
    });
    const byId = new Map(events.map(({ id, type, callId }) => [id, { type: type as EventType, callId }]));
    return rows.map((row) => ({ ...fromDeliveryRow(row), event: byId.get(row.eventId) ?? null }));
  }

  async prune(beforeMs: number): Promise<void> {
    await this.#prisma.webhookDelivery.deleteMany({ where: { finishedAt: { lt: new Date(beforeMs) } } });
  }

  /** Only forward: a change of the webhook and the dispatcher each write the cursor that they read a moment before. */
  #moveCursor(webhookId: string, cursor: number): Prisma.PrismaPromise<Prisma.BatchPayload> {
    return this.#prisma.webhook.updateMany({
      where: { id: webhookId, cursor: { lt: cursor } },
      data: { cursor },
    });
  }

  #sealedAuthorization({ id, authorization }: Webhook): { authorization: string | null } {
    if (authorization === null) return { authorization };
    return { authorization: this.#sealer.seal(authorization, places.webhookAuthorization(id)) };
  }
}

function toRow(webhook: Webhook): Omit<Prisma.WebhookCreateInput, 'secret'> {
  const { createdAtMs, updatedAtMs, secret: _sealed, authorization: _sealedToo, ...rest } = webhook;
  return { ...rest, createdAt: new Date(createdAtMs), updatedAt: new Date(updatedAtMs) };
}

function fromRow(row: WebhookRow, sealer: Sealer): Webhook {
  const { createdAt, updatedAt, secret, authorization, ...rest } = row;
  return {
    ...rest,
    secret: sealer.open(secret, places.webhookSecret(row.id)),
    authorization:
      authorization === null ? null : sealer.open(authorization, places.webhookAuthorization(row.id)),
    format: row.format as WebhookFormat,
    types: row.types as EventType[],
    createdAtMs: createdAt.getTime(),
    updatedAtMs: updatedAt.getTime(),
  };
}

function fromDeliveryRow(row: DeliveryRow): Delivery {
  return {
    id: row.id,
    webhookId: row.webhookId,
    eventId: row.eventId,
    state: row.state as DeliveryState,
    attempts: row.attempts,
    nextAttemptAtMs: row.nextAttemptAt.getTime(),
    responseCode: row.responseCode,
    error: row.error,
    createdAtMs: row.createdAt.getTime(),
    finishedAtMs: row.finishedAt?.getTime() ?? null,
  };
}
