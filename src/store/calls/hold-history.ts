import { wasForSomebody } from './call-search.ts';
import type { PastHold } from '../../domain/hold-statistics.ts';
import type { HoldHistory } from '../../numbers/store.ts';
import { Prisma, type PrismaClient } from '../client/client.ts';
import { databaseTime } from '../database/database-time.ts';

type Packed = [
  number: string,
  company: string,
  startedAt: string,
  holdSeconds: number,
  reached: number,
  foundPerson: number,
];

export class StoredHolds implements HoldHistory {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  ofNumber(number: string, limit: number): Promise<PastHold[]> {
    return this.#read(Prisma.sql`number = ${number}`, limit);
  }

  between(fromMs: number, toMs: number): Promise<PastHold[]> {
    const [from, to] = [databaseTime(fromMs), databaseTime(toMs)];
    return this.#read(Prisma.sql`started_at >= ${from} AND started_at < ${to}`, -1);
  }

  /** One concatenated text: reading ten thousand rows one by one would block audio. */
  async #read(condition: Prisma.Sql, limit: number): Promise<PastHold[]> {
    const rows = await this.#prisma.$queryRaw<{ packed: string }[]>`
      SELECT json_group_array(json_array(
        number, company, started_at, hold_seconds, connected_at IS NOT NULL, person_confidence IS NOT NULL
      )) AS packed
      FROM (
        SELECT number, company, started_at, hold_seconds, connected_at, person_confidence FROM calls
        WHERE ${condition} AND mode = 'hold_slayer' AND status IN ('ended', 'failed')
          AND ${wasForSomebody}
        ORDER BY started_at DESC LIMIT ${limit}
      )`;
    return (JSON.parse(rows[0]?.packed ?? '[]') as Packed[]).map(
      ([number, company, startedAt, holdSeconds, reached, foundPerson]) => ({
        number,
        company,
        startedAtMs: Date.parse(startedAt),
        holdSeconds,
        reached: reached === 1,
        foundPerson: foundPerson === 1,
      }),
    );
  }
}
