import type { RecordingMemory } from '../calls/store.ts';
import type { KnownRecording } from '../detect/types.ts';
import type { AudioClass } from '../domain/audio-class.ts';
import type { Prisma, PrismaClient } from './client/client.ts';

/** A queue of one company plays a few dozen; beyond that the oldest are hardly played any more. */
const maxPerNumber = 64;
const maxOverall = 5_000;
/** One fingerprint; with `maxOverall` the table stays below 320 MB whatever is learned. */
const maxFingerprintBytes = 64 * 1024;

export class StoredRecordings implements RecordingMemory {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  async recall(number: string): Promise<KnownRecording[]> {
    const rows = await this.#prisma.knownRecording.findMany({
      where: { number },
      orderBy: [{ heardAt: 'desc' }, { id: 'asc' }],
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
