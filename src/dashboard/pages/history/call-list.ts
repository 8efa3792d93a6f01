import { signal } from '@preact/signals';
import { explain } from '../../api/errors.ts';
import type { CallSummary } from '../../api/types.ts';
import { type HistoryPage, type HistoryQuery, readHistory } from '../../state/calls/history.ts';
import { nameDay } from '../../text/days.ts';

/** The history's list: the pages read so far. */
export class CallList {
  readonly calls = signal<readonly CallSummary[] | undefined>(undefined);
  readonly total = signal(0);
  readonly fault = signal<string | undefined>(undefined);
  readonly isLoading = signal(false);
  readonly hasMore = signal(false);
  #query: HistoryQuery = { words: '', outcome: 'all' };
  #cursor: string | undefined;
  #asked: AbortController | undefined;

  /** Restarts from the first page. The current list stays until the response arrives. */
  async ask(query: HistoryQuery): Promise<void> {
    this.#query = query;
    this.#cursor = undefined;
    await this.#read((page) => page.calls);
  }

  async readMore(): Promise<void> {
    const known = this.calls.peek() ?? [];
    await this.#read((page) => {
      const ids = new Set(known.map(({ call_id: id }) => id));
      return [...known, ...page.calls.filter(({ call_id: id }) => !ids.has(id))];
    });
  }

  /** A call has ended: rereads the first page without losing the others. */
  async refresh(): Promise<void> {
    if ((this.calls.peek()?.length ?? 0) > 30) return;
    await this.ask(this.#query);
  }

  async #read(take: (page: HistoryPage) => readonly CallSummary[]): Promise<void> {
    this.#asked?.abort();
    const asked = new AbortController();
    this.#asked = asked;
    this.isLoading.value = true;
    try {
      const page = await readHistory(this.#query, this.#cursor, asked.signal);
      if (asked.signal.aborted) return;
      this.calls.value = take(page);
      this.total.value = page.total;
      this.#cursor = page.nextCursor ?? undefined;
      this.hasMore.value = page.nextCursor !== null;
      this.fault.value = undefined;
    } catch (error) {
      if (!asked.signal.aborted) this.fault.value = explain(error);
    } finally {
      if (this.#asked === asked) this.isLoading.value = false;
    }
  }
}

/** Groups calls by the day they began; they arrive newest first. */
export function byDay(calls: readonly CallSummary[], nowMs: number): { day: string; calls: CallSummary[] }[] {
  const days: { day: string; calls: CallSummary[] }[] = [];
  for (const call of calls) {
    const day = nameDay(call.started_at, nowMs);
    const last = days.at(-1);
    if (last?.day === day) last.calls.push(call);
    else days.push({ day, calls: [call] });
  }
  return days;
}
