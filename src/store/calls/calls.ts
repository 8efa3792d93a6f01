import type { CallQuery } from '../../calls/store.ts';
import type { CallStore } from '../../calls/store.ts';
import type { Call, ClassifiedSegment } from '../../domain/call.ts';
import { finalStatuses, unfinishedStatuses } from '../../domain/call-status.ts';
import type { AudioClass } from '../../domain/audio-class.ts';
import type { NewEvent } from '../../domain/events.ts';
import type { StripSource } from '../../domain/strip.ts';
import { foldSearch, fromCallRow, fromSegmentRow } from './call-row.ts';
import { afterCursor, callConditions, wordCondition } from './call-search.ts';
import { WordSearch } from './word-search.ts';
import { Prisma, type PrismaClient } from '../client/client.ts';
import type { StoredJournal } from '../journal/journal.ts';
import { cursorAt } from '../database/page-cursor.ts';

interface Matches {
  /** Those after the cursor, newest first, at least as many as the page needs to know whether there are more. */
  ids: string[];
  /** Also those before the cursor. */
  total: number;
}

export class StoredCalls implements CallStore {
  readonly #prisma: PrismaClient;
  readonly #journal: StoredJournal;
  readonly #words: WordSearch;

  constructor(prisma: PrismaClient, journal: StoredJournal) {
    this.#prisma = prisma;
    this.#journal = journal;
    this.#words = new WordSearch(prisma);
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
      where: { status: { in: unfinishedStatuses } }, // notIn cannot use the index
      orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map(fromCallRow);
  }

  async listDueFollowUps(endedSinceMs: number): Promise<Call[]> {
    const rows = await this.#prisma.call.findMany({
      where: {
        status: { in: [...finalStatuses] },
        endedAt: { gte: new Date(endedSinceMs) },
        OR: [{ retry: { not: null } }, { redial: true }],
      },
      orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
    });
    const following = await this.#prisma.call.findMany({
      where: { previousCallId: { in: rows.map(({ id }) => id) } },
      select: { previousCallId: true },
    });
    const followed = new Set(following.map(({ previousCallId }) => previousCallId));
    return rows.filter(({ id }) => !followed.has(id)).map(fromCallRow);
  }

  async listUnsummarised(endedSinceMs: number): Promise<Call[]> {
    const rows = await this.#prisma.call.findMany({
      where: {
        summaryDue: true,
        status: { in: [...finalStatuses] },
        endedAt: { gte: new Date(endedSinceMs) },
      },
      orderBy: [{ startedAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map(fromCallRow);
  }

  async page(query: CallQuery): ReturnType<CallStore['page']> {
    const { limit, cursor, search = '' } = query;
    const matching = Prisma.join(callConditions(query, await this.#spellings(query.company)), ' AND ');
    const after = cursor === undefined ? Prisma.sql`TRUE` : afterCursor(cursor);
    const words = wordCondition(search);
    const { ids, total } =
      words === undefined
        ? await this.#list(matching, after, limit + 1)
        : await this.#search(matching, after, words);
    const rows = await this.#prisma.call.findMany({
      where: { id: { in: ids.slice(0, limit) } },
      orderBy: [{ startedAt: 'desc' }, { id: 'desc' }],
    });
    const last = rows.at(-1);
    return {
      calls: rows.map(fromCallRow),
      total,
      nextCursor: ids.length > limit && last !== undefined ? cursorAt(last) : null,
    };
  }

  async #list(matching: Prisma.Sql, after: Prisma.Sql, limit: number): Promise<Matches> {
    const [found, counted] = await Promise.all([
      this.#prisma.$queryRaw<{ id: string }[]>`
        SELECT id FROM calls WHERE ${matching} AND ${after} ORDER BY started_at DESC, id DESC LIMIT ${limit}`,
      this.#prisma.$queryRaw<{ total: bigint | number }[]>`
        SELECT count(*) AS total FROM calls WHERE ${matching}`,
    ]);
    return { ids: found.map(({ id }) => id), total: Number(counted[0]?.total ?? 0) };
  }

  async #search(matching: Prisma.Sql, after: Prisma.Sql, words: Prisma.Sql): Promise<Matches> {
    // One concatenated text: reading ten thousand rows one by one would block audio.
    const rows = await this.#prisma.$queryRaw<{ packed: string }[]>`
      SELECT json_group_array(json_array(id, follows)) AS packed FROM (
        SELECT id, ${after} AS follows FROM calls WHERE ${matching} ORDER BY started_at DESC, id DESC)`;
    const candidates = new Map(JSON.parse(rows[0]?.packed ?? '[]') as [id: string, follows: number][]);
    const found = await this.#words.filter([...candidates.keys()], words);
    return { ids: found.filter((id) => candidates.get(id) === 1), total: found.length };
  }

  /** SQLite's `lower` knows ASCII letters only; this query reads nothing but the index on the names. */
  async #spellings(company: string | undefined): Promise<string[]> {
    if (company === undefined) return [];
    const wanted = foldSearch(company);
    const rows = await this.#prisma.$queryRaw<{ company: string }[]>`SELECT DISTINCT company FROM calls`;
    return rows.map((row) => row.company).filter((name) => foldSearch(name) === wanted);
  }

  async segments(callId: string): Promise<ClassifiedSegment[]> {
    const rows = await this.#prisma.segment.findMany({ where: { callId }, orderBy: { id: 'asc' } });
    return rows.map(fromSegmentRow);
  }

  /** One concatenated text per call: thousands of separate rows would make a list ten times as slow. */
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
