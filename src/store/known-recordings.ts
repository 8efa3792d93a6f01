import { setImmediate as breathe } from 'node:timers/promises';
import type { MemoryExchange, NumberMemory, RecordingMemory } from '../calls/store.ts';
import { isSameSound } from '../detect/repetition/same-sound.ts';
import type { KnownRecording } from '../detect/types.ts';
import type { AudioClass } from '../domain/audio-class.ts';
import { foldSearch } from './calls/call-row.ts';
import type { KnownRecording as RecordingRow, Prisma, PrismaClient } from './client/client.ts';

/** A company's queue plays a few dozen sounds; the oldest of more than this are hardly in use. */
const maxPerNumber = 64;
const maxOverall = 5_000;
const maxNumbersOfCompany = 50;
/**
 * Stock hold music or a carrier's announcement: a sound heard on this many numbers counts as known on every number.
 */
const commonNumbers = 3;
/** How many of the newest sounds of other numbers a new one is compared with; about 0.1 ms each. */
const maxCompared = 1_000;
const comparedAtOnce = 50;
/** Size limit of one fingerprint; with `maxOverall` the table stays below 320 MB. */
const maxFingerprintBytes = 64 * 1024;

/** Sounds known to be recordings: hold music, announcements. */
export class StoredKnownRecordings implements RecordingMemory, MemoryExchange {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  async recall(number: string): Promise<KnownRecording[]> {
    const own = await this.#known({ number });
    const companys = await this.#known({ number: { in: await this.#numbersOfCompany(number) } });
    const common = await this.#known({ id: { in: await this.#commonIds() } });
    const known = new Map<string, KnownRecording>();
    for (const each of [...own, ...companys, ...common]) if (!known.has(each.id)) known.set(each.id, each);
    return [...known.values()].slice(0, 2 * maxPerNumber);
  }

  async #commonIds(): Promise<string[]> {
    const rows = await this.#prisma.$queryRaw<{ id: string }[]>`
      SELECT id FROM known_recordings GROUP BY id HAVING count(DISTINCT number) >= ${commonNumbers}
      ORDER BY count(DISTINCT number) DESC, id LIMIT ${maxPerNumber}`;
    return rows.map((row) => row.id);
  }

  /** Other numbers of the company that flows name for this one: its queue sounds the same on all of them. */
  async #numbersOfCompany(number: string): Promise<string[]> {
    const flows = await this.#prisma.flow.findMany({
      select: { phoneNumber: true, company: true },
      distinct: ['phoneNumber', 'company'],
      orderBy: [{ phoneNumber: 'asc' }, { company: 'asc' }],
    });
    // SQLite's `lower` knows ASCII letters only.
    const named = flows.map(({ phoneNumber, company }) => ({
      phoneNumber,
      name: foldSearch(company.trim()),
    }));
    const own = new Set(named.filter((flow) => flow.phoneNumber === number).map(({ name }) => name));
    own.delete('');
    const others = named.filter(({ phoneNumber, name }) => phoneNumber !== number && own.has(name));
    return [...new Set(others.map(({ phoneNumber }) => phoneNumber))].slice(0, maxNumbersOfCompany);
  }

  /** When several numbers share a sound, the one heard last. */
  async #known(where: Prisma.KnownRecordingWhereInput): Promise<KnownRecording[]> {
    const rows = await this.#prisma.knownRecording.findMany({
      where,
      orderBy: [{ heardAt: 'desc' }, { id: 'asc' }],
      distinct: ['id'],
      take: maxPerNumber,
    });
    return rows.map(fromRow);
  }

  async learn(number: string, recordings: readonly KnownRecording[], nowMs: number): Promise<void> {
    const heardAt = new Date(nowMs);
    const fitting = recordings.filter((recording) => recording.fingerprint.length <= maxFingerprintBytes);
    const kept = await this.#namedAlike(number, fitting.slice(0, maxPerNumber));
    const writes: Prisma.PrismaPromise<unknown>[] = kept.map((recording) => {
      const data = { ...toRow(recording), heardAt };
      return this.#prisma.knownRecording.upsert({
        where: { number_id: { number, id: recording.id } },
        create: { number, id: recording.id, ...data },
        update: data,
      });
    });
    await this.#prisma.$transaction([
      ...writes,
      this.#prisma.$executeRaw`
        DELETE FROM known_recordings WHERE number = ${number} AND id NOT IN
          (SELECT id FROM known_recordings WHERE number = ${number} ORDER BY heard_at DESC, id LIMIT ${maxPerNumber})`,
      this.#prisma.$executeRaw`
        DELETE FROM known_recordings WHERE rowid NOT IN
          (SELECT rowid FROM known_recordings ORDER BY heard_at DESC, rowid DESC LIMIT ${maxOverall})`,
    ]);
  }

  /** A sound already known on another number takes its id from there, even if the two were cut differently. */
  async #namedAlike(number: string, recordings: readonly KnownRecording[]): Promise<KnownRecording[]> {
    const ids = recordings.map(({ id }) => id);
    const stored = await this.#prisma.knownRecording.findMany({
      where: { id: { in: ids } },
      select: { id: true },
    });
    const isStored = new Set(stored.map(({ id }) => id));
    if (recordings.every(({ id }) => isStored.has(id))) return [...recordings];
    const others = await this.#prisma.knownRecording.findMany({
      where: { number: { not: number } },
      orderBy: [{ heardAt: 'desc' }, { id: 'asc' }],
      distinct: ['id'],
      take: maxCompared,
      select: { id: true, fingerprint: true },
    });
    const named: KnownRecording[] = [];
    for (const recording of recordings) {
      const twin = isStored.has(recording.id) ? undefined : await findTwin(recording, others);
      named.push(twin === undefined ? recording : { ...recording, id: twin });
    }
    return named;
  }

  async export(numbers?: readonly string[]): Promise<NumberMemory[]> {
    const rows = await this.#prisma.knownRecording.findMany({
      where: numbers === undefined ? {} : { number: { in: [...numbers] } },
      orderBy: [{ number: 'asc' }, { heardAt: 'desc' }, { id: 'asc' }],
    });
    const byNumber = new Map<string, KnownRecording[]>();
    for (const row of rows) byNumber.set(row.number, [...(byNumber.get(row.number) ?? []), fromRow(row)]);
    return [...byNumber].map(([number, recordings]) => ({ number, recordings }));
  }

  async import(memory: readonly NumberMemory[], nowMs: number): Promise<number> {
    let added = 0;
    for (const { number, recordings } of memory) {
      const own = await this.#known({ number });
      const room = maxPerNumber - own.length;
      const fresh = recordings.filter(
        (each) =>
          !own.some((known) => known.id === each.id || isSameSound(known.fingerprint, each.fingerprint)),
      );
      const taken = fresh.slice(0, Math.max(0, room));
      if (taken.length > 0) await this.learn(number, taken, nowMs);
      added += taken.length;
    }
    return added;
  }
}

async function findTwin(
  recording: KnownRecording,
  others: readonly { id: string; fingerprint: Uint8Array }[],
): Promise<string | undefined> {
  for (const [index, other] of others.entries()) {
    if (isSameSound(other.fingerprint, recording.fingerprint)) return other.id;
    // Yields, because calls run on the same thread.
    if (index % comparedAtOnce === comparedAtOnce - 1) await breathe();
  }
  return undefined;
}

function fromRow(row: RecordingRow): KnownRecording {
  return {
    id: row.id,
    audioClass: row.audioClass as AudioClass,
    fingerprint: row.fingerprint,
    seconds: row.seconds,
    timesHeard: row.timesHeard,
    lastHeardAt: row.lastHeardAtSeconds,
  };
}

function toRow({ audioClass, fingerprint, seconds, timesHeard, lastHeardAt }: KnownRecording) {
  return {
    audioClass,
    fingerprint: new Uint8Array(fingerprint),
    seconds,
    timesHeard,
    lastHeardAtSeconds: lastHeardAt,
  };
}
