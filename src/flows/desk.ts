import type { Flow, FlowRun, Step } from '../domain/flow.ts';
import type { Scope } from '../domain/scope.ts';
import type { FlowFault } from '../domain/flow-faults.ts';

export interface FlowDraft {
  id?: string | undefined;
  name: string;
  company?: string | undefined;
  phone_number: string;
  description?: string | undefined;
  tags?: string[] | undefined;
  steps: Step[];
}

export interface FlowTrial {
  number: string;
  steps: Step[];
  /** The stored flow whose masked digits the steps may have. */
  flowId?: string | undefined;
  endsBeforeHold: boolean;
  /** The scope of whoever asks. */
  placedWith: Scope;
}

export interface FlowWithRuns extends Flow {
  /** When a call last began to work through it, epoch ms. */
  lastRunAtMs: number | null;
}

/** What may be asked about stored flows. */
export interface FlowDesk {
  list(filter: { company?: string | undefined; tag?: string | undefined }): Promise<FlowWithRuns[]>;
  /** @throws AppError `not_found` */
  get(flowId: string): Promise<FlowWithRuns>;
  /** @throws AppError `invalid` (names the step at fault), `conflict` (the id exists). */
  create(draft: FlowDraft): Promise<FlowWithRuns>;
  /** What is absent stays as it is; masked digits of a secret step too. @throws AppError `not_found`, `invalid`. */
  update(flowId: string, changes: Partial<FlowDraft>): Promise<FlowWithRuns>;
  /** @param flowId the stored flow whose masked digits the steps may have. @throws AppError `not_found` */
  check(steps: readonly Step[], flowId?: string): Promise<FlowFault[]>;
  /**
   * A flow that is not stored, for one call to try.
   * @throws AppError `invalid` (names the step at fault), `not_found`, `refused` (masked digits that may not go to this number).
   */
  prepareTrial(trial: FlowTrial): Promise<Flow>;
  /** The newest first. @throws AppError `not_found` */
  runs(flowId: string, limit: number): Promise<FlowRun[]>;
  /** @throws AppError `not_found`, `conflict` while an active call uses it. */
  remove(flowId: string): Promise<void>;
}

/** What the call engine asks of flows. */
export interface FlowLookup {
  find(flowId: string): Promise<Flow | undefined>;
  /** The flow for a number when none was named: the only one, else the most successful. */
  findForNumber(number: string): Promise<Flow | undefined>;
  /** The numbers that the stored flows of a company name; letter case makes no difference. */
  numbersOfCompany(company: string): Promise<string[]>;
}
