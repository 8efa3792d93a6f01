import type { NewEvent } from '../domain/events.ts';
import type { Flow, FlowRun } from '../domain/flow.ts';

/** Stores flows; implemented by `src/store`. */
export interface FlowStore {
  list(): Promise<Flow[]>;
  get(flowId: string): Promise<Flow | undefined>;
  /** As `get`, but read only once, so that calls have it while the database is away; its counters may be out of date. */
  find(flowId: string): Promise<Flow | undefined>;
  listForNumber(phoneNumber: string): Promise<Flow[]>;
  /** @param event is stored and published with the flow, or neither is stored. @throws AppError `conflict` when the id exists. */
  insert(flow: Flow, event?: NewEvent): Promise<void>;
  /** Replaces the flow if it is still at `version`, keeping its counters. @param event as for `insert`. @returns false when it is not. */
  replace(flow: Flow, version: number, event?: NewEvent): Promise<boolean>;
  /** When a call last started each of them; flows without a run are absent. */
  lastRuns(flowIds: readonly string[]): Promise<Map<string, number>>;
  /** Newest first. */
  runs(flowId: string, limit: number, nowMs: number): Promise<FlowRun[]>;
  /** Removes the flow if it is still at `version`. @returns false when it is not. */
  remove(flowId: string, version: number): Promise<boolean>;
}
