import type { MenuSounds } from '../calls/store.ts';
import { dayMs } from '../domain/durations.ts';
import type { PrismaClient } from './client/client.ts';

/** How long a call can be turned into a flow; after that, a sound that no flow refers to is removed. */
const keptDays = 90;

export class StoredMenuSounds implements MenuSounds {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  async keep({ id, fingerprint }: { id: string; fingerprint: Uint8Array }, nowMs: number): Promise<void> {
    const heardAt = new Date(nowMs);
    const bytes = Uint8Array.from(fingerprint);
    await this.#prisma.$transaction([
      this.#prisma.menuSound.upsert({
        where: { id },
        create: { id, fingerprint: bytes, heardAt },
        update: { heardAt },
      }),
      this.#prisma.$executeRaw`
        DELETE FROM menu_sounds WHERE heard_at < ${new Date(nowMs - keptDays * dayMs)}
        AND NOT EXISTS (SELECT 1 FROM flows WHERE instr(flows.steps, menu_sounds.id) > 0)`,
    ]);
  }

  async find(id: string): Promise<Uint8Array | undefined> {
    const row = await this.#prisma.menuSound.findUnique({ where: { id } });
    return row?.fingerprint;
  }
}
