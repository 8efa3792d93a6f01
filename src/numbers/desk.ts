import type { Favourite } from '../domain/favourite.ts';
import type { Estimate, HoldStatistics } from '../domain/hold-statistics.ts';

/** What is known of a number before it is dialled. */
export interface KnownNumber {
  /** E.164; null for an emergency number, which has none. */
  number: string | null;
  formatted: string;
  /** ISO 3166; null where several share the number, or none has it. */
  country: string | null;
  company: string | null;
  /** The flow that a held call takes when it names none. */
  flowId: string | null;
  allowed: boolean;
  /** The rule that refuses it. */
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

/** What may be asked about the numbers that the owner calls. */
export interface NumberDesk {
  /** @param timeZone in which the times of day are told. @throws AppError `invalid` for what is no number. */
  lookUp(typed: string, timeZone: string): Promise<KnownNumber>;
  statistics(range: { fromMs: number; toMs: number; timeZone: string }): Promise<HoldStatistics>;
  favourites(): Promise<Favourite[]>;
  /** Replaces all. @throws AppError `invalid`, `refused` (emergency), `not_found` (flow). */
  replaceFavourites(drafts: readonly FavouriteDraft[]): Promise<Favourite[]>;
}
