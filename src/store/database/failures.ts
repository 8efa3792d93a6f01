import { AppError, awaySeconds, DatabaseAway, findAppError } from '../../domain/errors.ts';
import { Prisma } from '../client/client.ts';

/** Failures caused by the rows themselves; retrying fails again. Prisma's error reference, P2000–P2033. */
const causedByRows = new Set([
  'P2000',
  'P2002',
  'P2003',
  'P2004',
  'P2007',
  'P2011',
  'P2012',
  'P2020',
  'P2025',
  'P2033',
]);

export function isCausedByRows(error: unknown): boolean {
  if (error instanceof Prisma.PrismaClientValidationError) return true;
  // An invalid time: `toISOString` throws before the database is asked.
  if (error instanceof RangeError) return true;
  if (!(error instanceof Prisma.PrismaClientKnownRequestError)) return false;
  return causedByRows.has(error.code) || breaksConstraint(error);
}

/** sqlite.org/rescode.html */
const sqliteConstraint = 19;

/** For raw SQL Prisma reports only that it failed (P2010). */
function breaksConstraint({ code, meta }: Prisma.PrismaClientKnownRequestError): boolean {
  const failure = meta?.['driverAdapterError'] as { cause?: { originalCode?: unknown } } | undefined;
  return code === 'P2010' && (Number(failure?.cause?.originalCode) & 0xff) === sqliteConstraint;
}

export function isDuplicate(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2002';
}

/** There is no row to change. */
export function isMissing(error: unknown): boolean {
  return error instanceof Prisma.PrismaClientKnownRequestError && error.code === 'P2025';
}

/** Why the database is unusable, in one short sentence. */
export function describeOutage(error: unknown): string {
  const known = findAppError(error);
  if (known !== undefined) return known.detail;
  return `the database fails: ${lastLineOf(error)}`.slice(0, 300);
}

/** Prisma's last line says what is wrong; those before it show the whole row, which no log should. */
export function lastLineOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  const lines = text.split('\n').map((line) => line.trim());
  return lines.findLast((line) => line !== '') ?? 'unknown';
}

/** @throws AppError `unavailable` for anything but a result; the original error is its cause. */
export async function orUnavailable<T>(query: Promise<T>): Promise<T> {
  try {
    return await query;
  } catch (cause) {
    const outage = findAppError(cause);
    const why = outage instanceof DatabaseAway ? outage.detail : 'the database does not answer';
    throw new AppError('unavailable', `${why}; try again in a moment`, {
      cause,
      retryAfterSeconds: awaySeconds,
    });
  }
}
