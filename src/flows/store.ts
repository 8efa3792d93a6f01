import type { Flow } from '../domain/flow.ts';

/** Where flows are kept; implemented by `src/store`. */
export interface FlowStore {
  list(): Promise<Flow[]>;
  get(flowId: string): Promise<Flow | undefined>;
  listForNumber(phoneNumber: string): Promise<Flow[]>;
  /** @throws AppError `conflict` when the id exists. */
  insert(flow: Flow): Promise<void>;
  /** Replaces the flow if it is still at `version`, and leaves its counters alone. @returns false when it is not. */
  replace(flow: Flow, version: number): Promise<boolean>;
  /** @returns false when there is none. */
  remove(flowId: string): Promise<boolean>;
}
