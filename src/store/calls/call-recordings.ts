import type { CallRecording, RecordingFormat, RecordingState } from '../../domain/recording.ts';
import type { RecordingPage, RecordingQuery, RecordingStore } from '../../recordings/store.ts';
import type { CallRecording as RecordingRow, PrismaClient } from '../client/client.ts';
import { cursorAt, type PagePlace, placeOf } from '../database/page-cursor.ts';
import { dateOrNull } from '../database/database-time.ts';

const oldestFirst = [{ startedAt: 'asc' as const }, { id: 'asc' as const }];
const newestFirst = [{ startedAt: 'desc' as const }, { id: 'desc' as const }];

/** The audio files of calls. */
export class StoredCallRecordings implements RecordingStore {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  async insert(recording: CallRecording): Promise<void> {
    await this.#prisma.callRecording.create({ data: toRecordingRow(recording) });
  }

  async get(recordingId: string): Promise<CallRecording | undefined> {
    const row = await this.#prisma.callRecording.findUnique({ where: { id: recordingId } });
    return row === null ? undefined : fromRow(row);
  }

  open(): Promise<CallRecording[]> {
    return this.#inState(['recording', 'finishing']);
  }

  over(): Promise<CallRecording[]> {
    return this.#inState(['kept', 'lost']);
  }

  async keptOf(callId: string): Promise<CallRecording | undefined> {
    const where = { callId, state: 'kept' };
    const row = await this.#prisma.callRecording.findFirst({ where, orderBy: newestFirst });
    return row === null ? undefined : fromRow(row);
  }

  async recorded(callIds: readonly string[]): Promise<Set<string>> {
    const where = { callId: { in: [...callIds] }, state: 'kept' };
    const rows = await this.#prisma.callRecording.findMany({ where, select: { callId: true } });
    return new Set(rows.map(({ callId }) => callId));
  }

  async page({ callId, limit, cursor }: RecordingQuery): Promise<RecordingPage> {
    const where = callId === undefined ? {} : { callId };
    const rest = cursor === undefined ? where : { ...where, OR: after(placeOf(cursor, 'rec')) };
    const [rows, total, sum] = await Promise.all([
      this.#prisma.callRecording.findMany({ where: rest, orderBy: newestFirst, take: limit + 1 }),
      this.#prisma.callRecording.count({ where }),
      this.#prisma.callRecording.aggregate({ where, _sum: { fileBytes: true } }),
    ]);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const calls = await this.#prisma.call.findMany({
      where: { id: { in: shown.map((row) => row.callId) } },
      select: { id: true, number: true, company: true },
    });
    const called = new Map(calls.map(({ id, ...rest }) => [id, rest]));
    return {
      recordings: shown.map((row) => ({
        ...fromRow(row),
        ...(called.get(row.callId) ?? { number: '', company: '' }),
      })),
      total,
      totalBytes: sum._sum.fileBytes ?? 0,
      nextCursor: rows.length > limit && last !== undefined ? cursorAt(last) : null,
    };
  }

  async #inState(states: RecordingState[]): Promise<CallRecording[]> {
    const where = { state: { in: states } };
    const rows = await this.#prisma.callRecording.findMany({ where, orderBy: oldestFirst });
    return rows.map(fromRow);
  }
}

/** The condition for what follows a place in the order of `newestFirst`. */
function after({ startedAt, id }: PagePlace) {
  return [{ startedAt: { lt: startedAt } }, { startedAt, id: { lt: id } }];
}

export type { RecordingRow };

export function toRecordingRow({ startedAtMs, endedAtMs, ...rest }: CallRecording): RecordingRow {
  return {
    ...rest,
    startedAt: new Date(startedAtMs),
    endedAt: dateOrNull(endedAtMs),
  };
}

/** The text columns were written by this service. */
function fromRow({ startedAt, endedAt, ...row }: RecordingRow): CallRecording {
  return {
    ...row,
    state: row.state as RecordingState,
    format: row.format as RecordingFormat,
    startedAtMs: startedAt.getTime(),
    endedAtMs: endedAt?.getTime() ?? null,
  };
}
