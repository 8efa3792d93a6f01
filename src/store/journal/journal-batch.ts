import type { Call } from '../../domain/call.ts';
import type { NewEvent, StoredEvent } from '../../domain/events.ts';
import { idempotencyMs, type JournalEntry } from '../../calls/store.ts';
import { foldSearch, toCallRow, toSegmentRow } from '../calls/call-row.ts';
import { databaseTime } from '../database/database-time.ts';
import { type RecordingRow, toRecordingRow } from '../calls/call-recordings.ts';
import { toTrunkDialRow } from '../calls/trunk-dials.ts';
import type { Prisma, PrismaClient } from '../client/client.ts';

/**
 * An entry waiting to be written, already turned into rows: later changes to the caller's objects do not affect it.
 */
export interface PendingEntry {
  events: { event: NewEvent; text: string }[];
  callUpdate: CallRowInput | undefined;
  segment: JournalEntry['segment'];
  flowRun: JournalEntry['flowRun'];
  trunkDial: Prisma.TrunkDialCreateInput | undefined;
  recording: RecordingRow | undefined;
  removedRecording: string | undefined;
  usedKey: JournalEntry['usedKey'];
  flow: PendingFlow | undefined;
  /** Set when the entry starts a call. */
  insert:
    | { row: Prisma.CallUncheckedCreateInput; key: Prisma.IdempotencyKeyUncheckedCreateInput | undefined }
    | undefined;
}

/** A call flow to be stored. Fails if the id exists (P2002), or if there is none like this to change (P2025). */
export type PendingFlow = { create: Prisma.FlowCreateArgs } | { update: Prisma.FlowUpdateArgs };

export function pendingEntry(entry: JournalEntry): PendingEntry {
  return {
    events: entry.events.map((event) => ({ event, text: JSON.stringify(event.data) })),
    callUpdate: entry.call === undefined ? undefined : toCallRow(entry.call),
    segment: entry.segment,
    flowRun: entry.flowRun,
    trunkDial: entry.trunkDial && toTrunkDialRow(entry.trunkDial),
    recording: entry.recording && toRecordingRow(entry.recording),
    removedRecording: entry.removedRecording,
    usedKey: entry.usedKey,
    flow: undefined,
    insert: undefined,
  };
}

export function pendingInsert(
  call: Call,
  events: NewEvent[],
  idempotency: { key: string; digest: string } | undefined,
): PendingEntry {
  // A scheduled call begins later.
  const createdAt = new Date();
  return {
    ...pendingEntry({ events }),
    insert: {
      row: toCallRow(call),
      key: idempotency && { ...idempotency, callId: call.id, createdAt },
    },
  };
}

type Client = Pick<
  PrismaClient,
  'call' | 'flow' | 'trunkDial' | 'callRecording' | 'idempotencyKey' | '$executeRaw' | '$executeRawUnsafe'
>;
type CallRowInput = ReturnType<typeof toCallRow>;

/** Writes all `entries` in one transaction; event ids start at `firstId`. @returns the events as stored, in order. */
export async function writeBatch(
  prisma: PrismaClient,
  entries: readonly PendingEntry[],
  firstId: number,
): Promise<StoredEvent[]> {
  const { steps, stored } = stepsOf(prisma, entries, firstId);
  await prisma.$transaction(steps);
  return stored;
}

/**
 * Runs `writeBatch` and rolls it back: Prisma compiles a statement on first use, and no call should wait for that.
 */
export async function rehearseBatch(
  prisma: PrismaClient,
  entries: readonly PendingEntry[],
  firstId: number,
): Promise<void> {
  const undo = new Error('rehearsed');
  await prisma
    .$transaction(async (transaction) => {
      for (const step of stepsOf(transaction, entries, firstId).steps) await step;
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
}

function stepsOf(
  prisma: Client,
  entries: readonly PendingEntry[],
  firstId: number,
): { steps: Prisma.PrismaPromise<unknown>[]; stored: StoredEvent[] } {
  const steps: Prisma.PrismaPromise<unknown>[] = [];
  for (const { insert } of entries) {
    if (insert !== undefined) steps.push(...insertSteps(prisma, insert));
  }

  const stored: StoredEvent[] = [];
  const eventRows: [id: number, callId: string, type: string, at: string, data: string][] = [];
  for (const { event, text } of entries.flatMap((entry) => entry.events)) {
    const id = firstId + stored.length;
    stored.push({ ...event, id });
    eventRows.push([id, event.callId, event.type, databaseTime(event.atMs), text]);
  }
  if (eventRows.length > 0) steps.push(insertEvents(prisma, JSON.stringify(eventRows)));

  const spoken = spokenTexts(stored);
  if (spoken.size > 0) steps.push(appendSpoken(prisma, JSON.stringify([...spoken])));

  steps.push(...segmentSteps(prisma, entries));

  for (const { flow, flowRun } of entries) {
    if (flow !== undefined) steps.push(flowStep(prisma, flow));
    if (flowRun !== undefined) steps.push(flowRunStep(prisma, flowRun));
  }

  for (const [id, data] of newestById(entries.map(({ trunkDial }) => trunkDial)))
    steps.push(prisma.trunkDial.upsert({ where: { id }, create: data, update: data }));
  for (const [id, data] of newestById(entries.map(({ recording }) => recording)))
    steps.push(prisma.callRecording.updateMany({ where: { id }, data }));
  for (const { removedRecording: id } of entries)
    if (id !== undefined) steps.push(prisma.callRecording.deleteMany({ where: { id } }));
  for (const { usedKey } of entries) if (usedKey !== undefined) steps.push(...useKey(prisma, usedKey));
  const calls = [...newestById(entries.map(({ callUpdate }) => callUpdate)).values()];
  if (calls.length > 0) steps.push(updateCalls(prisma, calls));
  return { steps, stored };
}

/** Only the newest state of each row is written. */
function newestById<Row extends { id: string }>(rows: readonly (Row | undefined)[]): Map<string, Row> {
  return new Map(rows.filter((row) => row !== undefined).map((row) => [row.id, row]));
}

function flowStep(prisma: Client, flow: PendingFlow): Prisma.PrismaPromise<unknown> {
  return 'create' in flow ? prisma.flow.create(flow.create) : prisma.flow.update(flow.update);
}

/** Succeeds for a flow deleted in the meantime: there is nothing to count then. */
function flowRunStep(
  prisma: Client,
  { flowId, succeeded }: NonNullable<PendingEntry['flowRun']>,
): Prisma.PrismaPromise<unknown> {
  const data = succeeded ? { successCount: { increment: 1 } } : { failCount: { increment: 1 } };
  return prisma.flow.updateMany({ where: { id: flowId }, data });
}

/** `createMany` is recompiled for every number of rows; this is one statement for any number. */
function insertEvents(prisma: Client, rows: string): Prisma.PrismaPromise<unknown> {
  return prisma.$executeRaw`
    INSERT INTO events (id, call_id, type, at, data)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(${rows})`;
}

/** Spoken texts by call, for the search. */
function spokenTexts(events: readonly StoredEvent[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const event of events) {
    // A repeated count resends the same sentence.
    if (event.type !== 'transcript_chunk' || !event.data.is_final || (event.data.times_heard ?? 1) > 1)
      continue;
    const before = texts.get(event.callId);
    const text = foldSearch(event.data.text);
    texts.set(event.callId, before === undefined ? text : `${before}\n${text}`);
  }
  return texts;
}

function appendSpoken(prisma: Client, rows: string): Prisma.PrismaPromise<unknown> {
  return prisma.$executeRaw`
    INSERT INTO spoken_texts (call_id, text) SELECT value ->> 0, value ->> 1 FROM json_each(${rows}) WHERE TRUE
    ON CONFLICT (call_id) DO UPDATE SET text = text || char(10) || excluded.text`;
}

/**
 * One statement for all calls: each `updateMany` of Prisma is compiled for its own values, which takes 2 ms of this thread, and a call on
 * hold changes with each piece of music.
 */
function updateCalls(prisma: Client, rows: readonly CallRowInput[]): Prisma.PrismaPromise<unknown> {
  const fields = Object.keys(rows[0]!) as (keyof CallRowInput)[];
  const values = rows.map((row) => fields.map((field) => databaseValue(row[field])));
  const settings = fields.map((field, at) => `${columnOf(field)} = row.value ->> ${at}`);
  return prisma.$executeRawUnsafe(
    `UPDATE calls SET ${settings.join(', ')} FROM json_each(?) AS row
    WHERE calls.id = row.value ->> ${fields.indexOf('id')}`,
    JSON.stringify(values),
  );
}

/** The schema names every column of a call after its field. */
function columnOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function databaseValue(value: unknown): unknown {
  return value instanceof Date ? databaseTime(value.getTime()) : value;
}

function insertSteps(
  prisma: Client,
  { row, key }: NonNullable<PendingEntry['insert']>,
): Prisma.PrismaPromise<unknown>[] {
  const create = prisma.call.create({ data: row });
  if (key === undefined) return [create];
  const expired = new Date(new Date(key.createdAt).getTime() - idempotencyMs);
  return [
    create,
    prisma.idempotencyKey.deleteMany({ where: { createdAt: { lt: expired } } }),
    prisma.idempotencyKey.create({ data: key }),
  ];
}

/** The first use of a key counts. */
function useKey(
  prisma: Client,
  { key, digest, callId, atMs }: NonNullable<JournalEntry['usedKey']>,
): Prisma.PrismaPromise<unknown>[] {
  return [
    prisma.$executeRaw`DELETE FROM idempotency_keys WHERE created_at < ${databaseTime(atMs - idempotencyMs)}`,
    prisma.$executeRaw`
      INSERT INTO idempotency_keys (key, digest, call_id, created_at)
      VALUES (${key}, ${digest}, ${callId}, ${databaseTime(atMs)}) ON CONFLICT (key) DO NOTHING`,
  ];
}

/** One statement for all segment ends and one for all beginnings, for the same reason. */
function segmentSteps(prisma: Client, entries: readonly PendingEntry[]): Prisma.PrismaPromise<unknown>[] {
  /** The ends of the segments that are open in the database. */
  const ends = new Map<string, number>();
  const begun: SegmentRow[] = [];
  const open = new Map<string, SegmentRow>();
  for (const { segment } of entries) {
    if (segment === undefined) continue;
    const { callId, endSeconds, next } = segment;
    const current = open.get(callId);
    if (current !== undefined) current.endSeconds = endSeconds;
    else if (!ends.has(callId)) ends.set(callId, endSeconds);
    open.delete(callId);
    if (next === null) continue;
    const row = toSegmentRow(callId, next);
    begun.push(row);
    open.set(callId, row);
  }
  const steps: Prisma.PrismaPromise<unknown>[] = [];
  if (ends.size > 0) steps.push(endSegments(prisma, JSON.stringify([...ends])));
  if (begun.length > 0) steps.push(insertSegments(prisma, JSON.stringify(begun.map(segmentValues))));
  return steps;
}

function endSegments(prisma: Client, ends: string): Prisma.PrismaPromise<unknown> {
  return prisma.$executeRaw`
    UPDATE segments SET end_seconds = ends.value ->> 1 FROM json_each(${ends}) AS ends
    WHERE segments.call_id = ends.value ->> 0 AND segments.end_seconds IS NULL`;
}

function insertSegments(prisma: Client, rows: string): Prisma.PrismaPromise<unknown> {
  return prisma.$executeRaw`
    INSERT INTO segments (call_id, "from", start_seconds, end_seconds, audio_class, confidence)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(${rows})`;
}

type SegmentRow = ReturnType<typeof toSegmentRow>;

function segmentValues(row: SegmentRow): unknown[] {
  const { callId, from, startSeconds, endSeconds, audioClass, confidence } = row;
  return [callId, databaseTime(new Date(from).getTime()), startSeconds, endSeconds, audioClass, confidence];
}
