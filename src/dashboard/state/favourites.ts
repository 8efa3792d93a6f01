import { signal } from '@preact/signals';
import { request } from '../api/client.ts';
import { ApiError } from '../api/errors.ts';
import type { CallMode } from '../api/types.ts';

/** Numbers that one tap dials. Undefined: not read, or a gateway that keeps none. */
export interface Favourite {
  label: string;
  number: string;
  intent: string;
  call_flow_id: string | null;
  mode: CallMode;
}

export const favourites = signal<readonly Favourite[] | undefined>(undefined);

export async function readFavourites(): Promise<void> {
  try {
    favourites.value = (
      await request<{ favourites: Favourite[] }>('/api/v1/favourites', { method: 'GET' })
    ).favourites;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
  }
}

export async function saveFavourites(wanted: readonly Favourite[]): Promise<void> {
  favourites.value = (
    await request<{ favourites: Favourite[] }>('/api/v1/favourites', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ favourites: wanted }),
    })
  ).favourites;
}
