import type { DeviceStore, StoredDevice } from '../devices/store.ts';
import type { DeviceType } from '../domain/device.ts';
import { AppError, DatabaseAway, findAppError } from '../domain/errors.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { Device as DeviceRow, Prisma, PrismaClient } from './client/client.ts';
import { isDuplicate } from './database/failures.ts';
import { places } from './seal-secrets.ts';

export class StoredDevices implements DeviceStore {
  readonly #prisma: PrismaClient;
  readonly #sealer: Sealer;
  /**
   * Cached until the next write: each view of a call names devices, and decrypting their passwords was most of the cost of a view. No other
   * process writes them (wiring/process/instance-lock.ts).
   */
  #listed: Promise<readonly StoredDevice[]> | undefined;
  /** What was read last. */
  #known: readonly StoredDevice[] | undefined;

  constructor(prisma: PrismaClient, sealer: Sealer) {
    this.#prisma = prisma;
    this.#sealer = sealer;
  }

  /** While the database is away, the devices as last read: a phone can still ring for somebody who waits. */
  async list(): Promise<StoredDevice[]> {
    this.#listed ??= this.#read();
    const listed = this.#listed;
    try {
      return [...(this.#known = await listed)];
    } catch (error) {
      if (this.#listed === listed) this.#listed = undefined;
      if (this.#known === undefined || !(findAppError(error) instanceof DatabaseAway)) throw error;
      return [...this.#known];
    }
  }

  async #read(): Promise<StoredDevice[]> {
    const rows = await this.#prisma.device.findMany({
      orderBy: [{ priority: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map((row) => this.#fromRow(row));
  }

  async get(deviceId: string): Promise<StoredDevice | undefined> {
    return (await this.list()).find(({ device }) => device.id === deviceId);
  }

  async insert(stored: StoredDevice): Promise<void> {
    const data = { ...toRow(stored), ...this.#sealed(stored) };
    await this.#write(() => withUniqueAddress(stored, () => this.#prisma.device.create({ data })));
  }

  async replace(stored: StoredDevice): Promise<boolean> {
    const data = { ...toRow(stored), ...this.#sealed(stored) };
    const { count } = await this.#write(() =>
      withUniqueAddress(stored, () =>
        this.#prisma.device.updateMany({ where: { id: stored.device.id }, data }),
      ),
    );
    return count === 1;
  }

  async replacePassword(deviceId: string, sipPassword: string, updatedAtMs: number): Promise<boolean> {
    const { count } = await this.#write(() =>
      this.#prisma.device.updateMany({
        where: { id: deviceId },
        data: {
          sipPassword: this.#sealer.seal(sipPassword, places.sipPassword(deviceId)),
          updatedAt: new Date(updatedAtMs),
        },
      }),
    );
    return count === 1;
  }

  async setPriorities(priorities: ReadonlyMap<string, number>, updatedAtMs: number): Promise<void> {
    await this.#write(() =>
      this.#prisma.$transaction(
        [...priorities].map(([id, priority]) =>
          this.#prisma.device.updateMany({
            where: { id },
            data: { priority, updatedAt: new Date(updatedAtMs) },
          }),
        ),
      ),
    );
  }

  async touchOnline(deviceId: string, atMs: number): Promise<void> {
    await this.#write(() =>
      this.#prisma.device.updateMany({
        where: { id: deviceId },
        data: { lastOnlineAt: new Date(atMs) },
      }),
    );
  }

  async remove(deviceId: string): Promise<boolean> {
    const { count } = await this.#write(() => this.#prisma.device.deleteMany({ where: { id: deviceId } }));
    return count === 1;
  }

  /** Devices read before the write ended, or while it failed, are read again. */
  async #write<T>(write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } finally {
      this.#listed = undefined;
    }
  }

  #sealed({ device, sipPassword }: StoredDevice): { sipPassword: string | null } {
    if (sipPassword === null) return { sipPassword };
    return { sipPassword: this.#sealer.seal(sipPassword, places.sipPassword(device.id)) };
  }

  #fromRow(row: DeviceRow): StoredDevice {
    const { sipPassword: kept } = row;
    const sipPassword = kept === null ? null : this.#sealer.open(kept, places.sipPassword(row.id));
    return fromRow(row, sipPassword);
  }
}

async function withUniqueAddress<T>(stored: StoredDevice, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new AppError('conflict', `"sip_uri": the device ${stored.device.sipUri} is already registered`, {
      cause: error,
    });
  }
}

function toRow({ device, addressKey, credentialId }: StoredDevice): Prisma.DeviceCreateInput {
  return {
    id: device.id,
    name: device.name,
    type: device.type,
    sipUri: device.sipUri,
    addressKey,
    credentialId,
    priority: device.priority,
    capabilities: device.capabilities,
    confirmAnswer: device.confirmsAnswer,
    createdAt: new Date(device.createdAtMs),
    updatedAt: new Date(device.updatedAtMs),
  };
}

function fromRow(row: DeviceRow, sipPassword: StoredDevice['sipPassword']): StoredDevice {
  return {
    device: {
      id: row.id,
      name: row.name,
      type: row.type as DeviceType,
      sipUri: row.sipUri,
      priority: row.priority,
      capabilities: row.capabilities as string[],
      confirmsAnswer: row.confirmAnswer,
      createdAtMs: row.createdAt.getTime(),
      updatedAtMs: row.updatedAt.getTime(),
    },
    addressKey: row.addressKey,
    sipPassword,
    credentialId: row.credentialId,
    lastOnlineAtMs: row.lastOnlineAt?.getTime() ?? null,
  };
}
