import type { RecordingMemory } from '../calls/store.ts';
import type { KnownRecording } from '../detect/types.ts';
import type { AudioClass } from '../domain/audio-class.ts';
import type { Prisma, PrismaClient } from './client/client.ts';

/** A queue of one company plays a few dozen; beyond that the oldest are hardly played any more. */
const maxPerNumber = 64;
const maxOverall = 5_000;
const maxNumbersOfCompany = 50;
/** One fingerprint; with `maxOverall` the table stays below 320 MB whatever is learned. */
const maxFingerprintBytes = 64 * 1024;

export class StoredRecordings implements RecordingMemory {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  async recall(number: string): Promise<KnownRecording[]> {
    const own = await this.#known([number], maxPerNumber);
    const companys = await this.#known(await this.#numbersOfCompany(number), maxPerNumber);
    const ids = new Set(own.map(({ id }) => id));
    return [...own, ...companys.filter(({ id }) => !ids.has(id))].slice(0, 2 * maxPerNumber);
  }

  /** The other numbers of the companies that flows name for this one: a queue sounds alike on all of them. */
  async #numbersOfCompany(number: string): Promise<string[]> {
    const rows = await this.#prisma.$queryRaw<{ number: string }[]>`
      SELECT DISTINCT other.phone_number AS number FROM flows this JOIN flows other
        ON lower(trim(other.company)) = lower(trim(this.company))
      WHERE this.phone_number = ${number} AND trim(this.company) <> '' AND other.phone_number <> ${number}
      LIMIT ${maxNumbersOfCompany}`;
    return rows.map((row) => row.number);
  }

  async #known(numbers: readonly string[], most: number): Promise<KnownRecording[]> {
    if (numbers.length === 0) return [];
    const rows = await this.#prisma.knownRecording.findMany({
      where: { number: { in: [...numbers] } },
      orderBy: [{ heardAt: 'desc' }, { id: 'asc' }],
      take: most,
    });
    return rows.map((row) => ({
      id: row.id,
      audioClass: row.audioClass as AudioClass,
      fingerprint: row.fingerprint,
      seconds: row.seconds,
      timesHeard: row.timesHeard,
      lastHeardAt: row.lastHeardAtSeconds,
    }));
  }

  async learn(number: string, recordings: readonly KnownRecording[], nowMs: number): Promise<void> {
    const heardAt = new Date(nowMs);
    const kept = recordings.filter((recording) => recording.fingerprint.length <= maxFingerprintBytes);
    const writes: Prisma.PrismaPromise<unknown>[] = kept.slice(0, maxPerNumber).map((recording) => {
      const data = {
        audioClass: recording.audioClass,
        fingerprint: new Uint8Array(recording.fingerprint),
        seconds: recording.seconds,
        timesHeard: recording.timesHeard,
        lastHeardAtSeconds: recording.lastHeardAt,
        heardAt,
      };
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
}
