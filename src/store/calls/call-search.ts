import type { CallQuery } from '../../calls/store.ts';
import { activeStatuses, endsForNobody, finalStatuses } from '../../domain/call-status.ts';
import { typedShape } from '../../domain/phone-number.ts';
import { foldSearch } from './call-row.ts';
import { Prisma } from '../client/client.ts';
import { databaseTime } from '../database/database-time.ts';
import { placeOf } from '../database/page-cursor.ts';

/** The call list's queries as plain SQL: Prisma's `contains` treats % and _ as wildcards. */

const over = Prisma.sql`status IN (${Prisma.join(finalStatuses)})`;
/** Names those that are wanted: NOT IN cannot use the index, and would read the whole history. */
const active = Prisma.sql`status IN (${Prisma.join(activeStatuses)})`;
export const wasForSomebody = Prisma.sql`(end_reason IS NULL OR end_reason NOT IN (${Prisma.join(endsForNobody)}))`;

/** The conditions but for the words are joined with AND. @param companies every spelling of the requested company. */
export function callConditions(query: CallQuery, companies: readonly string[]): Prisma.Sql[] {
  const { company, outcome, fromMs, toMs } = query;
  const conditions = [stateCondition(query.state)];
  if (company !== undefined)
    conditions.push(Prisma.sql`company IN (SELECT value FROM json_each(${JSON.stringify(companies)}))`);
  if (outcome === 'reached') conditions.push(Prisma.sql`${over} AND connected_at IS NOT NULL`);
  if (outcome === 'missed')
    conditions.push(Prisma.sql`${over} AND connected_at IS NULL AND ${wasForSomebody}`);
  if (fromMs !== undefined) conditions.push(Prisma.sql`started_at >= ${databaseTime(fromMs)}`);
  if (toMs !== undefined) conditions.push(Prisma.sql`started_at < ${databaseTime(toMs)}`);
  return conditions;
}

function stateCondition(state: CallQuery['state']): Prisma.Sql {
  if (state === 'all') return Prisma.sql`TRUE`;
  if (state === 'scheduled') return Prisma.sql`status = 'scheduled'`;
  return state === 'ended' ? over : active;
}

/**
 * Every word must match somewhere. A number matches in any format that would be accepted for dialling.
 * @returns undefined if nothing is searched for.
 */
export function wordCondition(search: string): Prisma.Sql | undefined {
  const typed = search.trim();
  if (typed === '') return undefined;
  const digits = typedShape.test(typed) ? typed.replace(/[^+0-9]/g, '') : '';
  if (/^\+?[0-9]{3,}$/.test(digits) && digits !== typed)
    return Prisma.sql`(instr(number, ${digits}) > 0 OR instr(search_text, ${foldSearch(typed)}) > 0)`;
  const words = [...new Set(foldSearch(typed).split(/\s+/))];
  const every = Prisma.join(
    words.map((word) => Prisma.sql`instr(said, ${word}) > 0`),
    ' AND ',
  );
  // LIMIT keeps SQLite from putting the subquery in the place of each `said`: the long text of a call is read once, not once for each word
  // (50 words in the transcripts of 3,000 calls: 2.2 s, in which nothing else was done).
  return Prisma.sql`EXISTS (SELECT 1 FROM (
      SELECT search_text || ' ' || coalesce((
        SELECT text FROM spoken_texts WHERE spoken_texts.call_id = calls.id), '') AS said LIMIT 1) WHERE ${every})`;
}

/** @param cursor where the previous page ended. @throws AppError `invalid` */
export function afterCursor(cursor: string): Prisma.Sql {
  const place = placeOf(cursor, 'call');
  const startedAt = databaseTime(place.startedAt.getTime());
  return Prisma.sql`(started_at < ${startedAt} OR (started_at = ${startedAt} AND id < ${place.id}))`;
}
