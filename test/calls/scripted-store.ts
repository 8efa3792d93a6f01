import type { CallStore, EventFilter, Journal, JournalEntry } from '../../src/calls/store.ts';
import type { TrunkDial } from '../../src/domain/trunk-dial.ts';
import type { Call } from '../../src/domain/call.ts';
import { isFinal } from '../../src/domain/call-status.ts';
import { AppError } from '../../src/domain/errors.ts';
import type { StoredEvent } from '../../src/domain/events.ts';

/** The store of one process after the other: what it holds outlives a register. */
export class ScriptedStore implements CallStore, Pick<Journal, 'record' | 'newestId' | 'read'> {
  readonly calls = new Map<string, Call>();
  readonly entries: JournalEntry[] = [];
  readonly dials = new Map<string, TrunkDial>();
  readonly keys = new Map<string, { callId: string; digest: string }>();

  async record(entry: JournalEntry): Promise<void> {
    this.entries.push(entry);
    if (entry.call !== undefined) this.calls.set(entry.call.id, entry.call);
    if (entry.trunkDial !== undefined) this.dials.set(entry.trunkDial.id, entry.trunkDial);
  }
  async insert(
    call: Call,
    events: JournalEntry['events'],
    idempotency?: { key: string; digest: string },
  ): Promise<void> {
    // As the real one: nothing of a call that is stored already is stored again.
    if (this.calls.has(call.id)) throw new AppError('conflict', `call ${call.id} is stored already`);
    if (idempotency !== undefined)
      this.keys.set(idempotency.key, { callId: call.id, digest: idempotency.digest });
    await this.record({ events, call });
  }
  async get(callId: string): Promise<Call | undefined> {
    return this.calls.get(callId);
  }
  async findByIdempotencyKey(key: string): Promise<{ call: Call; digest: string } | undefined> {
    const known = this.keys.get(key);
    return known === undefined
      ? undefined
      : { call: this.calls.get(known.callId) as Call, digest: known.digest };
  }
  async listUnfinished(): Promise<Call[]> {
    return [...this.calls.values()].filter((call) => !isFinal(call.status));
  }
  async listDueFollowUps(endedSinceMs: number): Promise<Call[]> {
    const all = [...this.calls.values()];
    return all.filter(
      ({ id, status, endedAtMs, retry, redial }) =>
        isFinal(status) &&
        endedAtMs! >= endedSinceMs &&
        (retry !== null || redial) &&
        !all.some(({ previousCallId }) => previousCallId === id),
    );
  }
  async listUnsummarised(endedSinceMs: number): Promise<Call[]> {
    return [...this.calls.values()].filter(
      ({ summaryDue, status, endedAtMs }) => summaryDue && isFinal(status) && endedAtMs! >= endedSinceMs,
    );
  }
  async read(since: number, { callId, types }: EventFilter, limit: number): Promise<StoredEvent[]> {
    return this.entries
      .flatMap(({ events }) => events)
      .map((event, index) => ({ ...event, id: index + 1 }))
      .filter(
        ({ id, type, callId: of }) =>
          id > since && (callId === undefined || of === callId) && (types?.includes(type) ?? true),
      )
      .slice(0, limit);
  }
  get newestId(): number {
    return this.entries.reduce((sum, { events }) => sum + events.length, 0);
  }
  async page(): ReturnType<CallStore['page']> {
    const calls = await this.listUnfinished();
    return { calls, total: calls.length, nextCursor: null };
  }
  async segments(): Promise<[]> {
    return [];
  }
  async strips(): ReturnType<CallStore['strips']> {
    return new Map();
  }
  async lastCompany(): Promise<undefined> {
    return undefined;
  }
}
