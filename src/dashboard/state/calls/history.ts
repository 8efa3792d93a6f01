import { call } from '../../api/client.ts';
import type { AudioType, CallSummary, HoldStatistics } from '../../api/types.ts';

/** Finished calls, as the history shows them. */

export type OutcomeFilter = 'all' | 'reached' | 'missed';

export interface HistoryQuery {
  words: string;
  outcome: OutcomeFilter;
}

export interface HistoryPage {
  calls: CallSummary[];
  total: number;
  nextCursor: string | null;
}

const callsAtOnce = 30;

export async function readHistory(
  { words, outcome }: HistoryQuery,
  cursor: string | undefined,
  signal?: AbortSignal,
): Promise<HistoryPage> {
  const page = await call('get', '/api/v1/calls', {
    query: {
      state: 'ended',
      limit: callsAtOnce,
      q: words.trim(),
      ...(outcome === 'all' ? {} : { outcome }),
      ...(cursor === undefined ? {} : { cursor }),
    },
    signal,
  });
  return { calls: page.calls, total: page.total, nextCursor: page.next_cursor };
}

/** What was heard in a finished call; the API description has lists, not tuples. */
export function stripOf(summary: CallSummary): [AudioType, number, number][] {
  return summary.strip as [AudioType, number, number][];
}

/** @param tz the time zone for days and hours. */
export function readHoldStatistics(from: Date, to: Date, tz: string): Promise<HoldStatistics> {
  return call('get', '/api/v1/stats/holds', {
    query: { from: from.toISOString(), to: to.toISOString(), tz },
  });
}
