import { request } from '../api/client.ts';
import type { HoldStatistics } from '../api/holds.ts';
import type { AudioType, CallPage, CallSummary } from '../api/types.ts';

/** Calls that are over, as the history shows them. */

export type HistoryCall = CallSummary & {
  company?: string;
  intent?: string;
  hold_time?: number;
  talk_time?: number;
  connected_at?: string | null;
  strip?: [AudioType, number, number][];
};

export type OutcomeFilter = 'all' | 'reached' | 'missed';

export interface HistoryQuery {
  words: string;
  outcome: OutcomeFilter;
}

export interface HistoryPage {
  calls: HistoryCall[];
  total: number;
  nextCursor: string | null;
}

const callsAtOnce = 30;

export async function readHistory(
  { words, outcome }: HistoryQuery,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<HistoryPage> {
  const query = new URLSearchParams({ state: 'ended', limit: String(callsAtOnce) });
  if (words.trim() !== '') query.set('q', words.trim());
  if (outcome !== 'all') query.set('outcome', outcome);
  if (cursor !== undefined) query.set('cursor', cursor);
  const page = await request<CallPage>(`/api/v1/calls?${query.toString()}`, {
    method: 'GET',
    ...(signal === undefined ? {} : { signal }),
  });
  return { calls: page.calls as HistoryCall[], total: page.total, nextCursor: page.next_cursor };
}

/** @param tz in which days and hours are counted. */
export function readHoldStatistics(from: Date, to: Date, tz: string): Promise<HoldStatistics> {
  const query = new URLSearchParams({ from: from.toISOString(), to: to.toISOString(), tz });
  return request<HoldStatistics>(`/api/v1/stats/holds?${query.toString()}`, { method: 'GET' });
}
