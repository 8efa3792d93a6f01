import type { KnownRecording } from '../detect/types.ts';
import type { Call, ClassifiedSegment } from '../domain/call.ts';
import { dayMs } from '../domain/durations.ts';
import type { EventType, NewEvent, StoredEvent } from '../domain/events.ts';
import type { CallRecording } from '../domain/recording.ts';
import type { TrunkDial } from '../domain/trunk-dial.ts';
import type { StripSource } from '../domain/strip.ts';

/** What changes together: stored in one transaction, in the order in which it was recorded, then published. */
export interface JournalEntry {
  events: NewEvent[];
  /** The call as it stands after these events. */
  call?: Call;
  /** A segment that begins; the call's open segment ends where this one starts. `null` ends it without a new one. */
  segment?: { callId: string; endSeconds: number; next: ClassifiedSegment | null };
  /** A flow's run that ends with these events: its counter moves with them, once. */
  flowRun?: { flowId: string; succeeded: boolean };
  /** A dial to the trunk as it stands now. */
  trunkDial?: TrunkDial;
  /** A stored recording as it stands after these events. */
  recording?: CallRecording;
  /** The id of a recording that is no longer stored after these events. */
  removedRecording?: string;
  /** The key of a request that acted on a call. */
  usedKey?: { key: string; digest: string; callId: string; atMs: number };
}

export interface EventFilter {
  callId?: string | undefined;
  types?: readonly EventType[] | undefined;
}

/** The append-only log of what happened: the source of truth. */
export interface Journal {
  /**
   * Never blocks a call: resolves when the entry is stored. Entries are written in order, many to a transaction; while the
   * database is locked or the disk is full they wait in memory and are tried again, and `faulty` says so.
   */
  record(entry: JournalEntry): Promise<void>;
  /** Live events, after they were stored, in id order. @returns the function that ends the subscription. */
  subscribe(listener: (event: StoredEvent) => void): () => void;
  /** Stored events with an id above `since`, oldest first. */
  read(since: number, filter: EventFilter, limit: number): Promise<StoredEvent[]>;
  /** The newest stored events with an id below `before`, oldest first. */
  readBefore(before: number, filter: EventFilter, limit: number): Promise<StoredEvent[]>;
  /** The ids that are kept; `oldest` is `newest + 1` when none is. */
  range(): Promise<{ oldest: number; newest: number }>;
  /** Of the newest event that is stored. */
  readonly newestId: number;
  /** Why entries wait, undefined while they are stored at once. */
  readonly faulty: string | undefined;
  /** Stores what was recorded so far without gathering more: somebody waits for it. */
  hurry(): void;
  /** Resolves when everything recorded so far is stored (or `milliseconds` are over). */
  flush(milliseconds: number): Promise<void>;
}

/** For how long a repeated request with the same Idempotency-Key gets the call of the first one, and does nothing. */
export const idempotencyMs = dayMs;

/** Which calls of the history to list. */
export interface CallQuery {
  state: 'active' | 'scheduled' | 'ended' | 'all';
  limit: number;
  cursor?: string | undefined;
  /** Words that all must occur in the number, the company, the intent, the note or the facts. */
  search?: string | undefined;
  /** Letter case makes no difference. */
  company?: string | undefined;
  /** Whether the owner was connected; only calls that are over have an outcome. */
  outcome?: 'reached' | 'missed' | undefined;
  /** When the calls started; `toMs` itself is excluded. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
}

export interface CallStore {
  /**
   * Stores a new call with its first events. @throws AppError `unavailable` when the database cannot take it: then nothing is dialled.
   * Publishes the events like the journal does.
   */
  insert(call: Call, events: NewEvent[], idempotency?: { key: string; digest: string }): Promise<void>;
  get(callId: string): Promise<Call | undefined>;
  findByIdempotencyKey(key: string, sinceMs: number): Promise<{ call: Call; digest: string } | undefined>;
  listUnfinished(): Promise<Call[]>;
  /** Calls that are over, with a retry plan or `redial`, and have no successor yet; the oldest first. */
  listDueFollowUps(endedSinceMs: number): Promise<Call[]>;
  /** Calls that are over and still need their summary, the oldest first. */
  listUnsummarised(endedSinceMs: number): Promise<Call[]>;
  page(query: CallQuery): Promise<{ calls: Call[]; total: number; nextCursor: string | null }>;
  segments(callId: string): Promise<ClassifiedSegment[]>;
  /** The audio strip of each call; calls in which nothing was heard are absent. */
  strips(callIds: readonly string[]): Promise<Map<string, StripSource[]>>;
  /** The company of the newest call to a number that has one. */
  lastCompany(number: string): Promise<string | undefined>;
}

/** Recordings known per dialled number; bounded, the least recently heard go first. */
export interface RecordingMemory {
  /** What is known of this number and of the company's other numbers, and what is played at three or more numbers. */
  recall(number: string): Promise<KnownRecording[]>;
  /** A sound that another number already has keeps its id: the same sound has the same id everywhere. */
  learn(number: string, recordings: readonly KnownRecording[], nowMs: number): Promise<void>;
}

/** The sounds of menus in which a call chose something, as packed fingerprints, never audio. Call flows refer to them by id. */
export interface MenuSounds {
  keep(sound: { id: string; fingerprint: Uint8Array }, nowMs: number): Promise<void>;
  /** Undefined for one that is not kept. */
  find(id: string): Promise<Uint8Array | undefined>;
}

/** What is known of one number. */
export interface NumberMemory {
  number: string;
  recordings: KnownRecording[];
}

/** The memory in the form in which owners pass it on: fingerprints, never sound. */
export interface MemoryExchange {
  /** All numbers, or these. */
  export(numbers?: readonly string[]): Promise<NumberMemory[]>;
  /** Adds what is not known yet of each number. @returns how many recordings were added. */
  import(memory: readonly NumberMemory[], nowMs: number): Promise<number>;
}
