import type { CallQuery } from '../calls/desk.ts';
import type { CallStore } from '../calls/store.ts';
import type { Call, ClassifiedSegment } from '../domain/call.ts';
import { AppError } from '../domain/errors.ts';
import type { AudioClass } from '../domain/audio-class.ts';
import type { NewEvent } from '../domain/events.ts';
import type { StripSource } from '../domain/strip.ts';
import { fromCallRow, fromSegmentRow } from './call-row.ts';
import type { Call as CallRow, Prisma, PrismaClient } from './client/client.ts';
import type { StoredJournal } from './journal.ts';

const finalStatuses = ['ended', 'failed'];

export class StoredCalls implements CallStore {
  readonly #prisma: PrismaClient;
  readonly #journal: StoredJournal;

  constructor(prisma: PrismaClient, journal: StoredJournal) {
    this.#prisma = prisma;
    this.#journal = journal;
  }

  insert(call: Call, events: NewEvent[], idempotency?: { key: string; digest: string }): Promise<void> {
    return this.#journal.insert(call, events, idempotency);
  }

  async get(callId: string): Promise<Call | undefined> {
    const row = await this.#prisma.call.findUnique({ where: { id: callId } });
    return row === null ? undefined : fromCallRow(row);
  }

  async findByIdempotencyKey(
    key: string,
    sinceMs: number,
  ): Promise<{ call: Call; digest: string } | undefined> {
    const row = await this.#prisma.idempotencyKey.findFirst({
      where: { key, createdAt: { gte: new Date(sinceMs) } },
      include: { call: true },
    });
    return row === null ? undefined : { call: fromCallRow(row.call), digest: row.digest };
  }

  async listUnfinished(): Promise<Call[]> {
    const rows = await this.#prisma.call.findMany({
      where: { status: { notIn: finalStatuses } },
      orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map(fromCallRow);
  }

  async page({ state, limit, cursor }: CallQuery): ReturnType<CallStore['page']> {
    const inState = stateFilter(state);
    const after = cursor === undefined ? {} : afterCursor(cursor);
    const [rows, total] = await Promise.all([
      this.#prisma.call.findMany({
        where: { AND: [inState, after] },
        orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
        take: limit + 1,
      }),
      this.#prisma.call.count({ where: inState }),
    ]);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    return {
      calls: shown.map(fromCallRow),
      total,
      nextCursor: rows.length > limit && last !== undefined ? cursorAt(last) : null,
    };
  }

  async segments(callId: string): Promise<ClassifiedSegment[]> {
    const rows = await this.#prisma.segment.findMany({ where: { callId }, orderBy: { id: 'asc' } });
    return rows.map(fromSegmentRow);
  }

  /** One text for each call: thousands of rows one by one would cost a list ten times as much. */
  async strips(callIds: readonly string[]): Promise<Map<string, StripSource[]>> {
    const rows = await this.#prisma.$queryRaw<{ id: string; heard: string }[]>`
      SELECT call_id AS id, json_group_array(json_array(audio_class, start_seconds, end_seconds)) AS heard
      FROM (SELECT * FROM segments WHERE call_id IN (SELECT value FROM json_each(${JSON.stringify(callIds)})) ORDER BY id)
      GROUP BY call_id`;
    return new Map(
      rows.map(({ id, heard }) => [
        id,
        (JSON.parse(heard) as [AudioClass, number, number | null][]).map(
          ([audioClass, startSeconds, endSeconds]) => ({ audioClass, startSeconds, endSeconds }),
        ),
      ]),
    );
  }

  async lastCompany(number: string): Promise<string | undefined> {
    const row = await this.#prisma.call.findFirst({
      where: { number, company: { not: '' } },
      orderBy: { startedAt: 'desc' },
      select: { company: true },
    });
    return row?.company;
  }
}

function stateFilter(state: CallQuery['state']): Prisma.CallWhereInput {
  if (state === 'all') return {};
  if (state === 'scheduled') return { status: state };
  return { status: state === 'ended' ? { in: finalStatuses } : { notIn: [...finalStatuses, 'scheduled'] } };
}

/** A place in the history: the last call shown. Opaque to clients. */
function cursorAt(row: CallRow): string {
  return Buffer.from(`${row.startedAt.getTime()}.${row.id}`).toString('base64url');
}

function afterCursor(cursor: string): Prisma.CallWhereInput {
  const place = /^([0-9]{1,15})\.(call_[0-9A-Za-z_-]+)$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (place === null) throw new AppError('invalid', '"cursor" must be a next_cursor of an earlier answer');
  const startedAt = new Date(Number(place[1]));
  return {
    OR: [{ startedAt: { lt: startedAt } }, { startedAt, id: { lt: place[2] as string } }],
  };
}
