import { createHash } from 'node:crypto';
import { AppError } from '../domain/errors.ts';
import type { PushAddress, PushStore, PushSubscription } from '../push/store.ts';
import type { Sealer } from '../secrets/sealer.ts';
import type { PrismaClient } from './client/client.ts';
import { places } from './seal-secrets.ts';

const keyName = 'vapid_private_key';

export class StoredPush implements PushStore {
  readonly #prisma: PrismaClient;
  readonly #sealer: Sealer;

  constructor(prisma: PrismaClient, sealer: Sealer) {
    this.#prisma = prisma;
    this.#sealer = sealer;
  }

  async list(): Promise<PushSubscription[]> {
    const rows = await this.#prisma.pushSubscription.findMany({
      orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
    });
    return rows.flatMap(({ id, credentialId, address: sealed, createdAt }) => {
      const opened = this.#sealer.open(sealed, places.pushAddress(id));
      if (typeof opened !== 'string') return [];
      const { endpoint, p256dh, auth } = JSON.parse(opened) as PushAddress;
      return [{ id, credentialId, endpoint, p256dh, auth, createdAtMs: createdAt.getTime() }];
    });
  }

  async put({ id, credentialId, endpoint, p256dh, auth, createdAtMs }: PushSubscription): Promise<void> {
    const endpointDigest = createHash('sha256').update(endpoint).digest('hex');
    const address = this.#sealer.seal(JSON.stringify({ endpoint, p256dh, auth }), places.pushAddress(id));
    const createdAt = new Date(createdAtMs);
    await this.#prisma.$transaction([
      this.#prisma.pushSubscription.deleteMany({ where: { OR: [{ credentialId }, { endpointDigest }] } }),
      this.#prisma.pushSubscription.create({
        data: { id, credentialId, endpointDigest, address, createdAt },
      }),
    ]);
  }

  async remove(subscriptionId: string): Promise<boolean> {
    const { count } = await this.#prisma.pushSubscription.deleteMany({ where: { id: subscriptionId } });
    return count === 1;
  }

  async removeAll(): Promise<void> {
    await this.#prisma.pushSubscription.deleteMany();
  }

  async readKey(): Promise<string | undefined> {
    this.#requireKey();
    const row = await this.#prisma.setting.findUnique({ where: { key: keyName } });
    if (row === null) return undefined;
    const opened = this.#sealer.open(row.value, places.vapidKey);
    return typeof opened === 'string' ? opened : undefined;
  }

  async writeKey(key: string): Promise<void> {
    const value = this.#sealer.seal(key, places.vapidKey);
    const updatedAt = new Date();
    await this.#prisma.setting.upsert({
      where: { key: keyName },
      create: { key: keyName, value, updatedAt },
      update: { value, updatedAt },
    });
  }

  /** While the store is sealed the key cannot be read, which must not look like a missing key. */
  #requireKey(): void {
    if (this.#sealer.closed !== undefined) throw new AppError('unavailable', this.#sealer.closed);
  }
}
