import type { TrunkDialStore } from '../../calls/placing/trunk-dials.ts';
import type { TrunkDial } from '../../domain/trunk-dial.ts';
import type { Prisma, PrismaClient, TrunkDial as TrunkDialRow } from '../client/client.ts';
import { dateOrNull } from '../database/database-time.ts';

/** Read-only: writes go through the journal. */
export class StoredTrunkDials implements TrunkDialStore {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  async list(sinceMs: number): Promise<TrunkDial[]> {
    const since = new Date(sinceMs);
    const rows = await this.#prisma.trunkDial.findMany({
      where: { OR: [{ at: { gte: since } }, { endedAt: null }, { endedAt: { gte: since } }] },
      orderBy: [{ at: 'asc' }, { id: 'asc' }],
    });
    return rows.map(fromRow);
  }
}

export function toTrunkDialRow(dial: TrunkDial): Prisma.TrunkDialCreateInput {
  return {
    id: dial.id,
    callId: dial.callId,
    number: dial.number,
    purpose: dial.purpose,
    deviceId: dial.deviceId,
    at: new Date(dial.atMs),
    answeredAt: dateOrNull(dial.answeredAtMs),
    endedAt: dateOrNull(dial.endedAtMs),
  };
}

function fromRow(row: TrunkDialRow): TrunkDial {
  return {
    id: row.id,
    callId: row.callId,
    number: row.number,
    purpose: row.purpose as TrunkDial['purpose'],
    deviceId: row.deviceId,
    atMs: row.at.getTime(),
    answeredAtMs: row.answeredAt?.getTime() ?? null,
    endedAtMs: row.endedAt?.getTime() ?? null,
  };
}
