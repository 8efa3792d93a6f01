import { setTimeout as wait } from 'node:timers/promises';
import { dayMs, hourMs } from '../../domain/durations.ts';
import { describeError } from '../../domain/errors.ts';
import type { Log } from '../../log/log.ts';
import type { OldEvents } from '../../store/journal/old-events.ts';

interface RetentionNeeds {
  events: Pick<OldEvents, 'remove'>;
  /** 0: forever. */
  keepDays: number;
  log: Log;
  sweepMs?: number;
  /** Between two batches, so that calls, which are stored in the same file, go first. */
  pauseMs?: number;
  /** As of `RemovalClock`. */
  now?: () => number;
}

/** Removes events that are older than `keepDays`, now and every hour. @returns ends it. */
export function keepEvents({
  events,
  keepDays,
  log,
  sweepMs = hourMs,
  pauseMs = 50,
  now = Date.now,
}: RetentionNeeds): () => Promise<void> {
  if (keepDays === 0) return () => Promise.resolve();
  const end = new AbortController();
  const options = { signal: end.signal };

  async function sweep(): Promise<void> {
    let removed = 0;
    for (;;) {
      const nowMs = now();
      const count = await events.remove(nowMs - keepDays * dayMs, nowMs);
      removed += count;
      if (count === 0) break;
      await wait(pauseMs, undefined, options);
    }
    if (removed > 0) log.info('old events were removed', { events: removed, keepDays });
  }

  async function sweepForEver(): Promise<void> {
    for (;;) {
      try {
        await sweep();
      } catch (error) {
        if (end.signal.aborted) return;
        log.warn('old events were not removed', { why: describeError(error) });
      }
      await wait(sweepMs, undefined, options);
    }
  }

  const swept = sweepForEver().catch((error: unknown) => {
    if (!end.signal.aborted) throw error;
  });
  return async () => {
    end.abort();
    await swept;
  };
}
