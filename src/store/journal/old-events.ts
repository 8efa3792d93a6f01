import type { PrismaClient } from '../client/client.ts';
import { databaseTime } from '../database/database-time.ts';

/** Events per batch, which blocks this thread for a few milliseconds: half a megabyte is zeroed (`secure_delete`). */
const batch = 200;

/** Removes events by age, and with them the transcripts of their calls. The calls themselves stay. */
export class OldEvents {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  /**
   * Removes one batch of the oldest events, up to the first that is not older than `beforeMs` or belongs to a call that was not over by
   * then. Nothing behind it is removed: a stream that is asked for the events since an id can tell whether any are missing.
   *
   * A time after `nowMs` is that of a clock that was wrong. Such an event is older than the next one whose time can be right: otherwise
   * one wrong year would keep all events from that day on.
   * @returns how many were removed; 0 when none is left that may be.
   */
  async remove(beforeMs: number, nowMs: number): Promise<number> {
    const [before, now] = [databaseTime(beforeMs), databaseTime(nowMs)];
    const [found] = await this.#prisma.$queryRaw<{ keptFrom: bigint | number | null }[]>`
      WITH dated AS (SELECT id, at FROM events WHERE at <= ${now} ORDER BY id LIMIT 1),
      oldest AS (
        SELECT events.id, coalesce(
          iif(events.at <= ${now}, events.at, (SELECT at FROM dated WHERE dated.id > events.id)) < ${before}, FALSE
        ) AND (
          calls.id IS NULL
          OR calls.status IN ('ended', 'failed')
            AND coalesce(calls.ended_at, calls.started_at) NOT BETWEEN ${before} AND ${now}
        ) AS may_go
        FROM events LEFT JOIN calls ON calls.id = events.call_id ORDER BY events.id LIMIT ${batch}
      )
      SELECT coalesce(min(id) FILTER (WHERE NOT may_go), max(id) + 1) AS keptFrom FROM oldest`;
    if (found?.keptFrom == null) return 0;
    const keptFrom = Number(found.keptFrom);
    // First, so that a crash in between leaves no words without their events.
    await this.#prisma.$executeRaw`
      DELETE FROM spoken_texts WHERE call_id IN (SELECT call_id FROM events WHERE id < ${keptFrom})`;
    return await this.#prisma.$executeRaw`DELETE FROM events WHERE id < ${keptFrom}`;
  }
}
