import type { Flow, FlowRun, Step } from '../domain/flow.ts';
import type { EditGuard } from '../domain/edit-guard.ts';
import type { NewEvent } from '../domain/events.ts';
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
  /** The stored flow that masked digits in the steps refer to. */
  flowId?: string | undefined;
  endsBeforeHold: boolean;
  /** The caller's scope. */
  placedWith: Scope;
}

export interface FlowWithRuns extends Flow {
  /** When a call last started the flow, epoch ms. */
  lastRunAtMs: number | null;
}

/** The event that reports a stored flow, and is stored with it. */
export type FlowEvent = (flow: Flow) => NewEvent;

/** Operations on stored flows. */
export interface FlowDesk {
  list(filter: { company?: string | undefined; tag?: string | undefined }): Promise<FlowWithRuns[]>;
  /** @throws AppError `not_found` */
  get(flowId: string): Promise<FlowWithRuns>;
  /** @throws AppError `invalid` (names the step at fault), `conflict` (the id exists). */
  create(draft: FlowDraft, event?: FlowEvent): Promise<FlowWithRuns>;
  /** Absent fields and the masked digits of secret steps stay unchanged. @throws AppError `not_found`, `invalid`, `changed`. */
  update(flowId: string, changes: Partial<FlowDraft>, guard?: EditGuard<Flow>): Promise<FlowWithRuns>;
  /** Replaces the steps of a flow, even by the same ones. @throws AppError `not_found`, `invalid`, `conflict`. */
  replaceSteps(flowId: string, steps: Step[], event: FlowEvent): Promise<FlowWithRuns>;
  /** @param flowId the stored flow that masked digits in the steps refer to. @throws AppError `not_found` */
  check(steps: readonly Step[], flowId?: string): Promise<FlowFault[]>;
  /**
   * Prepares an unstored flow for one trial call.
   * @throws AppError `invalid` (names the step at fault), `not_found`, `refused` (masked digits that may not go to
   * this number).
   */
  prepareTrial(trial: FlowTrial): Promise<Flow>;
  /** Newest first. @throws AppError `not_found` */
  runs(flowId: string, limit: number): Promise<FlowRun[]>;
  /** @throws AppError `not_found`, `changed`, `conflict` while an active call uses it. */
  remove(flowId: string, guard?: EditGuard<Flow>): Promise<void>;
}

/** What calls need from flows. */
export interface FlowLookup {
  find(flowId: string): Promise<Flow | undefined>;
  /** The flow for a number when none was named: the only one, else the most successful. */
  findForNumber(number: string): Promise<Flow | undefined>;
  /** The numbers named by a company's stored flows, ignoring letter case. */
  numbersOfCompany(company: string): Promise<string[]>;
}
