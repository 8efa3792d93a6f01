import type { EventFilter } from '../../calls/store.ts';
import type { EventData, EventType, StoredEvent } from '../../domain/events.ts';
import type { Event as EventRow, Prisma, PrismaClient } from '../client/client.ts';

/** Reads the events that are stored. */
export class StoredEvents {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  /** The oldest with an id above `since`, in order. */
  async after(since: number, filter: EventFilter, limit: number): Promise<StoredEvent[]> {
    const where = { id: { gt: since }, ...whereOf(filter) };
    const rows = await this.#prisma.event.findMany({ where, orderBy: { id: 'asc' }, take: limit });
    return rows.map(fromRow);
  }

  /** The newest with an id below `before`, in order. */
  async before(before: number, filter: EventFilter, limit: number): Promise<StoredEvent[]> {
    const where = { id: { lt: before }, ...whereOf(filter) };
    const rows = await this.#prisma.event.findMany({ where, orderBy: { id: 'desc' }, take: limit });
    return rows.reverse().map(fromRow);
  }

  /** Undefined when there is none. */
  async oldestId(): Promise<number | undefined> {
    const first = await this.#prisma.event.findFirst({ orderBy: { id: 'asc' }, select: { id: true } });
    return first?.id;
  }

  /** Includes deleted events: an id is never reused. */
  async newestId(): Promise<number> {
    const rows = await this.#prisma.$queryRaw<{ seq: bigint | number }[]>`
      SELECT seq FROM sqlite_sequence WHERE name = 'events'`;
    return Number(rows[0]?.seq ?? 0);
  }
}

function whereOf({ callId, types }: EventFilter): Prisma.EventWhereInput {
  return {
    ...(callId === undefined ? {} : { callId }),
    ...(types === undefined ? {} : { type: { in: [...types] } }),
  };
}

function fromRow(row: EventRow): StoredEvent {
  return {
    id: row.id,
    type: row.type as EventType,
    callId: row.callId,
    atMs: row.at.getTime(),
    data: JSON.parse(row.data) as EventData[EventType],
  } as StoredEvent;
}
