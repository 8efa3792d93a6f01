import type { Call, CallMode, CallServices, ClassifiedSegment, RetryPlan } from '../domain/call.ts';

/** What may be asked about calls; REST, MCP and the dashboard all stand on this one interface. */

export interface CallRequest {
  number: string;
  mode: CallMode;
  intent?: string | undefined;
  /** Device id, type or name; absent or empty: the default order. */
  device?: string | undefined;
  callFlowId?: string | undefined;
  services?: Partial<CallServices> | undefined;
  /** Epoch ms; absent: now. */
  atMs?: number | undefined;
  retry?: RetryPlan | undefined;
  redial?: boolean | undefined;
}

export interface CallQuery {
  state: 'active' | 'scheduled' | 'ended' | 'all';
  limit: number;
  cursor?: string | undefined;
}

export interface CallPage {
  calls: Call[];
  total: number;
  nextCursor: string | null;
}

export interface CallDesk {
  /**
   * Accepts and dials. Resolves when the call is stored and the dial is under way.
   * @param idempotency the client's key (24 h) with a digest of the request; the same key gives the same call again,
   *   the same key with another request is a `conflict`.
   * @throws AppError `invalid`, `refused`, `conflict`, `not_found` (flow, device), `unavailable`.
   */
  place(
    request: CallRequest,
    idempotency?: { key: string; digest: string },
  ): Promise<{ call: Call; replayed: boolean }>;
  /** @throws AppError `not_found` */
  get(callId: string): Promise<Call>;
  list(query: CallQuery): Promise<CallPage>;
  segments(callId: string): Promise<ClassifiedSegment[]>;
  /** @throws AppError `not_found`, `conflict` when it is over. Resolves when the call is over. */
  hangUp(callId: string): Promise<Call>;
  /** Rings a device and connects it. @throws AppError `not_found` (call, device), `conflict` (over, offline). */
  transfer(callId: string, device: string | null): Promise<Call>;
  /** @throws AppError `not_found`, `conflict` (over, not answered yet). Resolves when the digits are sent. */
  sendDtmf(callId: string, digits: string): Promise<Call>;
  /** The far end is no person: back to holding, and what was heard is learned. @throws AppError `not_found`, `conflict`. */
  resumeHold(callId: string): Promise<Call>;
  /** Resolves at the next status change, or with the unchanged call after `seconds`, or when `signal` aborts. */
  waitForChange(callId: string, seconds: number, signal?: AbortSignal): Promise<Call>;
  /** Calls that are not over now. */
  activeCount(): number;
}
