import { signal } from '@preact/signals';
import { type Answer, call, editTagOf } from '../../api/client.ts';
import { newestOf } from '../../api/newest.ts';

/** Numbers dialled with one tap. Undefined: not read yet. */
export type Favourite = Answer<'get', '/api/v1/favourites'>['favourites'][number];

export const favourites = signal<readonly Favourite[] | undefined>(undefined);

/** Read, or it cannot be: without them the page would move down when they come. */
export const areFavouritesAsked = signal(false);

/** The list that was read last, for a change that is based on it. */
let tag: string | undefined;
export const favouritesTag = (): string | undefined => tag;

const newest = newestOf((answer: Answer<'get', '/api/v1/favourites'>) => {
  tag = editTagOf(answer);
  favourites.value = answer.favourites;
});

/** @throws ApiError */
export async function readFavourites(): Promise<void> {
  try {
    await newest.ask(call('get', '/api/v1/favourites'));
  } finally {
    areFavouritesAsked.value = true;
  }
}

/**
 * @param basedOn the list that was changed; undefined: whatever is stored is replaced.
 * @throws ApiError with the refusal; nothing is changed then.
 */
export async function saveFavourites(
  wanted: readonly Favourite[],
  basedOn: string | undefined,
): Promise<void> {
  const body = { favourites: [...wanted] };
  newest.put(await call('put', '/api/v1/favourites', { body, ifMatch: basedOn }));
}
