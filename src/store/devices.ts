import type { DeviceStore, StoredDevice } from '../devices/store.ts';
import type { DeviceType } from '../domain/device.ts';
import { AppError } from '../domain/errors.ts';
import type { Device as DeviceRow, Prisma, PrismaClient } from './client/client.ts';
import { isDuplicate } from './failures.ts';

export class StoredDevices implements DeviceStore {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  async list(): Promise<StoredDevice[]> {
    const rows = await this.#prisma.device.findMany({
      orderBy: [{ priority: 'asc' }, { createdAt: 'asc' }, { id: 'asc' }],
    });
    return rows.map(fromRow);
  }

  async get(deviceId: string): Promise<StoredDevice | undefined> {
    const row = await this.#prisma.device.findUnique({ where: { id: deviceId } });
    return row === null ? undefined : fromRow(row);
  }

  async insert(stored: StoredDevice): Promise<void> {
    await withUniqueAddress(stored, () => this.#prisma.device.create({ data: toRow(stored) }));
  }

  async replace(stored: StoredDevice): Promise<boolean> {
    const { count } = await withUniqueAddress(stored, () =>
      this.#prisma.device.updateMany({ where: { id: stored.device.id }, data: toRow(stored) }),
    );
    return count === 1;
  }

  async remove(deviceId: string): Promise<boolean> {
    const { count } = await this.#prisma.device.deleteMany({ where: { id: deviceId } });
    return count === 1;
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

function toRow({ device, addressKey, sipPassword }: StoredDevice): Prisma.DeviceCreateInput {
  return {
    id: device.id,
    name: device.name,
    type: device.type,
    sipUri: device.sipUri,
    addressKey,
    priority: device.priority,
    capabilities: device.capabilities,
    sipPassword,
    createdAt: new Date(device.createdAtMs),
    updatedAt: new Date(device.updatedAtMs),
  };
}

function fromRow(row: DeviceRow): StoredDevice {
  return {
    device: {
      id: row.id,
      name: row.name,
      type: row.type as DeviceType,
      sipUri: row.sipUri,
      priority: row.priority,
      capabilities: row.capabilities as string[],
      createdAtMs: row.createdAt.getTime(),
      updatedAtMs: row.updatedAt.getTime(),
    },
    addressKey: row.addressKey,
    sipPassword: row.sipPassword,
  };
}
