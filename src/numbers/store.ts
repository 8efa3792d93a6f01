import type { Favourite } from '../domain/favourite.ts';
import type { PastHold } from '../domain/hold-statistics.ts';

export interface FavouriteStore {
  read(): Promise<Favourite[]>;
  /** Replaces the whole list. */
  write(favourites: readonly Favourite[]): Promise<void>;
}

/** Held calls that are over, newest first; one that was cancelled before it was due never was one, nor was a trial of a flow. */
export interface HoldHistory {
  ofNumber(number: string, limit: number): Promise<PastHold[]>;
  between(fromMs: number, toMs: number): Promise<PastHold[]>;
}
