import type { Favourite } from '../domain/favourite.ts';
import type { FavouriteStore } from '../numbers/store.ts';
import type { PrismaClient } from './client/client.ts';

const key = 'favourites';

/** Stored as one setting: favourites are read and replaced as a whole. */
export class StoredFavourites implements FavouriteStore {
  readonly #prisma: PrismaClient;

  constructor(prisma: PrismaClient) {
    this.#prisma = prisma;
  }

  async read(): Promise<Favourite[]> {
    const row = await this.#prisma.setting.findUnique({ where: { key } });
    return row === null ? [] : (JSON.parse(row.value) as Favourite[]);
  }

  async write(favourites: readonly Favourite[]): Promise<void> {
    const data = { value: JSON.stringify(favourites), updatedAt: new Date() };
    await this.#prisma.setting.upsert({ where: { key }, create: { key, ...data }, update: data });
  }
}
