import { signal } from '@preact/signals';
import { type Answer, call } from '../../api/client.ts';

/** Numbers dialled with one tap. Undefined: not read yet. */
export type Favourite = Answer<'get', '/api/v1/favourites'>['favourites'][number];

export const favourites = signal<readonly Favourite[] | undefined>(undefined);

/** @throws ApiError */
export async function readFavourites(): Promise<void> {
  favourites.value = (await call('get', '/api/v1/favourites')).favourites;
}

/** @throws ApiError with the refusal; nothing is changed then. */
export async function saveFavourites(wanted: readonly Favourite[]): Promise<void> {
  favourites.value = (
    await call('put', '/api/v1/favourites', { body: { favourites: [...wanted] } })
  ).favourites;
}
