import type { EditGuard } from '../domain/edit-guard.ts';
import type { Favourite } from '../domain/favourite.ts';
import type { Estimate, HoldStatistics } from '../domain/hold-statistics.ts';

/** What is known about a number before it is dialled. */
export interface KnownNumber {
  /** E.164; null for an emergency number, which has no such form. */
  number: string | null;
  formatted: string;
  /** ISO 3166; null when several countries share the number, or it belongs to none. */
  country: string | null;
  company: string | null;
  /** The flow used by a held call that names none. */
  flowId: string | null;
  allowed: boolean;
  /** The rule that forbids calling it. */
  detail: string | null;
  /** Null while too little is known. */
  estimate: Estimate | null;
}

export interface FavouriteDraft {
  label: string;
  number: string;
  intent?: string | undefined;
  call_flow_id?: string | null | undefined;
  mode?: Favourite['mode'] | undefined;
}

/** Queries about the numbers the owner calls. */
export interface NumberDesk {
  /** @param timeZone for the times of day. @throws AppError `invalid` when `typed` is not a number. */
  lookUp(typed: string, timeZone: string): Promise<KnownNumber>;
  statistics(range: { fromMs: number; toMs: number; timeZone: string }): Promise<HoldStatistics>;
  favourites(): Promise<Favourite[]>;
  /** Replaces the whole list. @throws AppError `invalid`, `refused` (emergency), `not_found` (flow), `changed`. */
  replaceFavourites(
    drafts: readonly FavouriteDraft[],
    guard?: EditGuard<readonly Favourite[]>,
  ): Promise<Favourite[]>;
}
