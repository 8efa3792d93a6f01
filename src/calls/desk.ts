import type { AudioClass } from '../domain/audio-class.ts';
import type {
  Call,
  CallFact,
  CallMode,
  CallServices,
  ClassifiedSegment,
  RetryPlan,
  SendBackReason,
} from '../domain/call.ts';
import type { EditGuard } from '../domain/edit-guard.ts';
import type { Scope } from '../domain/scope.ts';
import type { StripSource } from '../domain/strip.ts';
import type { AudioSubscriber } from './hearing/audio-fan-out.ts';
import type { Idempotency } from './idempotency.ts';
import type { RingingDevice } from './legs/ring-order.ts';
import type { CallQuery } from './store.ts';
import type { KeptRecording } from './tape.ts';
import type { PartialLine } from './words/transcript-keeper.ts';

/** Everything that clients can do with calls: the one interface behind REST, MCP and the dashboard. */

export interface CallRequest {
  number: string;
  mode: CallMode;
  intent?: string | undefined;
  /** Whose number it is; absent or empty: the company known for it. */
  company?: string | undefined;
  /** Device id, type or name; absent or empty: the default order. */
  device?: string | undefined;
  callFlowId?: string | undefined;
  services?: Partial<CallServices> | undefined;
  /** Epoch ms; absent: now. */
  atMs?: number | undefined;
  retry?: RetryPlan | undefined;
  redial?: boolean | undefined;
  /** The scope of the credential that asks; absent: one that may only place calls. */
  placedWith?: Scope | undefined;
}

/** Absent fields stay as they are. */
export interface CallChanges {
  note?: string | undefined;
  facts?: CallFact[] | undefined;
  /** Ids, in the order in which they ring; none: the default order again. */
  willRing?: string[] | undefined;
}

export interface CallPage {
  calls: ListedCall[];
  total: number;
  nextCursor: string | null;
  eventId: number;
}

export interface ListedCall {
  call: Call;
  deviceName: string | null;
  heard: readonly StripSource[];
  isRecorded: boolean;
}

export interface Listening {
  leave(): void;
  ended: Promise<void>;
}

/** A call with what it refers to, at one moment. */
export interface CallSnapshot {
  call: Call;
  segments: readonly ClassifiedSegment[];
  recording: KeptRecording | null;
  /** The newest event that this snapshot includes. */
  eventId: number;
  deviceName: string | null;
  /** The flow that works the menu, and the position in it, counted from 1. */
  flow: { id: string; name: string; step: string | null; index: number | null; count: number } | null;
  /** The devices that will ring when a person answers, in order; empty for a call that is over. */
  willRing: readonly Pick<RingingDevice, 'id' | 'name' | 'isOnline' | 'canWake' | 'standsIn'>[];
}

/** What a call sounds like at this moment. */
export interface CallPulse {
  callId: string;
  levelDb: number;
  audioType: AudioClass;
  confidence: number;
  /** 0..1, how much like a person. */
  person: number;
  holdSeconds: number;
}

/** Who is listened to: the far end, the owner in a talk, or both. */
export type ListenSide = 'far' | 'near' | 'both';

/** A sentence that is being said in a call. */
export interface CallPartial extends PartialLine {
  callId: string;
}

export interface CallDesk {
  /** Reports sentences before they are final, in calls with a transcript. @returns the function that ends it. */
  onPartial(listener: (partial: CallPartial) => void): () => void;
  /** The pulse of every call that is listened to; cheap to ask for. */
  pulses(): CallPulse[];
  /**
   * Accepts and dials. Resolves when the call is stored and the dial is under way.
   * @param idempotency the client's key (24 h) with a digest of the request; the same key gives the same call again,
   *   the same key with another request is a `conflict`.
   * @throws AppError `invalid`, `refused`, `conflict`, `not_found` (flow, device), `unavailable`.
   */
  place(request: CallRequest, idempotency?: Idempotency): Promise<{ call: Call; replayed: boolean }>;
  /**
   * The call that an earlier request with this key began: what a repeated one needs may be gone by now.
   * @throws AppError `conflict` for the key of another request.
   */
  begunBy(idempotency: Idempotency): Promise<Call | undefined>;
  /**
   * Carries out a request that acts on a call; with a key (24 h) only once: repeated, it gives the call as it is by then. A request that
   * failed has used no key.
   * @throws AppError `conflict` for the key of another request; what `act` throws.
   */
  once(callId: string, idempotency: Idempotency | undefined, act: () => Promise<Call>): Promise<Call>;
  /** @throws AppError `not_found` */
  get(callId: string): Promise<Call>;
  /**
   * Live audio from now on. `ended` resolves when the call is over.
   * @param side for both, frames are stereo with the owner on the left.
   * @throws AppError `not_found` (no such call is under way)
   */
  listen(callId: string, subscriber: AudioSubscriber, queueFrames?: number, side?: ListenSide): Listening;
  snapshot(callId: string): Promise<CallSnapshot>;
  list(query: CallQuery): Promise<CallPage>;
  segments(callId: string): Promise<readonly ClassifiedSegment[]>;
  /**
   * @param why the owner pressed it on a page, or a program asked for it (the default).
   * @throws AppError `not_found`, `conflict` when it is over. Resolves when the call is over.
   */
  hangUp(callId: string, why?: 'hangup_owner' | 'hangup_api'): Promise<Call>;
  /**
   * Rings a device and connects it. Does nothing if that very device is connected, or the same transfer is under way, already.
   * @throws AppError `not_found` (call, device), `conflict` (over, offline).
   */
  transfer(callId: string, device: string | null): Promise<Call>;
  /** @throws AppError `not_found`, `conflict` (over, not answered yet). Resolves when the digits are sent. */
  sendDtmf(callId: string, digits: string): Promise<Call>;
  /**
   * Puts the call back on hold until the next person. What was heard is learned as a recording only if it was no person.
   * @throws AppError `not_found`, `conflict`.
   */
  resumeHold(callId: string, because?: SendBackReason): Promise<Call>;
  /** Changes a call's note and facts, or whom it will ring. @throws AppError `not_found` (call, device), `conflict`, `changed`. */
  edit(callId: string, changes: CallChanges, guard?: EditGuard<Call>): Promise<Call>;
  /** Resolves at the next status change, or with the unchanged call after `seconds`, or when `signal` aborts. */
  waitForChange(callId: string, seconds: number, signal?: AbortSignal): Promise<Call>;
  /** Calls that are not over now. */
  activeCount(): number;
}
