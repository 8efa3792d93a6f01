import { signal } from '@preact/signals';
import { explain } from '../../api/errors.ts';
import type { CallSummary } from '../../api/types.ts';
import { type HistoryPage, type HistoryQuery, readHistory } from '../../state/calls/history.ts';
import { nameDay } from '../../text/days.ts';

/** What the list becomes with a page, and where the next page begins. */
type TakePage = (page: HistoryPage) => [calls: CallSummary[], nextCursor: string | null];

/** The history's list: the pages read so far. */
export class CallList {
  readonly calls = signal<readonly CallSummary[] | undefined>(undefined);
  readonly total = signal(0);
  readonly fault = signal<string | undefined>(undefined);
  /** What somebody asked for is on its way; a refresh goes unnoticed. */
  readonly isLoading = signal(false);
  readonly hasMore = signal(false);
  /** No call has ever been made, whatever is asked for next. */
  readonly isNone = signal(false);
  #query: HistoryQuery = { words: '', outcome: 'all' };
  #cursor: string | null = null;
  #asked: AbortController | undefined;
  /** A call has ended since the first page was read. */
  #isOutdated = false;

  /** Restarts from the first page. The current list stays until the response arrives. */
  async ask(query: HistoryQuery): Promise<void> {
    this.#query = query;
    this.#cursor = null;
    this.#isOutdated = false;
    await this.#readAsked(null, ({ calls, nextCursor }) => [calls, nextCursor]);
  }

  async readMore(): Promise<void> {
    const known = this.calls.peek() ?? [];
    await this.#readAsked(this.#cursor, ({ calls, nextCursor }) => [
      [...known, ...without(known, calls)],
      nextCursor,
    ]);
  }

  /** A call has ended: rereads the first page; the pages read after it stay. What somebody asks for comes first. */
  async refresh(): Promise<void> {
    this.#isOutdated = true;
    if (this.isLoading.peek()) return;
    const [known, cursor] = [this.calls.peek() ?? [], this.#cursor];
    await this.#read(null, ({ calls, nextCursor }) => {
      this.#isOutdated = false;
      const others = without(calls, known);
      // Where the page does not reach to what is known, some would be missing in between.
      return others.length === known.length
        ? [calls, nextCursor]
        : [[...calls, ...others].sort(byStart), cursor];
    });
  }

  async #readAsked(cursor: string | null, take: TakePage): Promise<void> {
    this.isLoading.value = true;
    if (!(await this.#read(cursor, take))) return;
    this.isLoading.value = false;
    if (this.#isOutdated) await this.refresh();
  }

  /** @returns false if another read took its place. */
  async #read(cursor: string | null, take: TakePage): Promise<boolean> {
    this.#asked?.abort();
    const asked = new AbortController();
    this.#asked = asked;
    const { words, outcome } = this.#query;
    try {
      const page = await readHistory(this.#query, cursor ?? undefined, asked.signal);
      if (asked.signal.aborted) return false;
      const [calls, next] = take(page);
      this.calls.value = calls;
      this.total.value = page.total;
      this.#cursor = next;
      this.hasMore.value = next !== null;
      this.isNone.value = calls.length === 0 && words.trim() === '' && outcome === 'all';
      this.fault.value = undefined;
    } catch (error) {
      if (!asked.signal.aborted) this.fault.value = explain(error);
    }
    return !asked.signal.aborted;
  }
}

/** The newest first. */
const byStart = (a: CallSummary, b: CallSummary): number =>
  Date.parse(b.started_at) - Date.parse(a.started_at);

function without(known: readonly CallSummary[], calls: readonly CallSummary[]): CallSummary[] {
  const ids = new Set(known.map(({ call_id: id }) => id));
  return calls.filter(({ call_id: id }) => !ids.has(id));
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
