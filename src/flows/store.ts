import type { Flow, FlowRun } from '../domain/flow.ts';

/** Where flows are kept; implemented by `src/store`. */
export interface FlowStore {
  list(): Promise<Flow[]>;
  get(flowId: string): Promise<Flow | undefined>;
  listForNumber(phoneNumber: string): Promise<Flow[]>;
  /** @throws AppError `conflict` when the id exists. */
  insert(flow: Flow): Promise<void>;
  /** Replaces the flow if it is still at `version`, and leaves its counters alone. @returns false when it is not. */
  replace(flow: Flow, version: number): Promise<boolean>;
  /** When a call last began to work through each of them; those without a run are absent. */
  lastRuns(flowIds: readonly string[]): Promise<Map<string, number>>;
  /** The newest first. */
  runs(flowId: string, limit: number, nowMs: number): Promise<FlowRun[]>;
  /** @returns false when there is none. */
  remove(flowId: string): Promise<boolean>;
}
