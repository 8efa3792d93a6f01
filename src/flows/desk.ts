import type { Flow, Step } from '../domain/flow.ts';

export interface FlowDraft {
  id?: string | undefined;
  name: string;
  company?: string | undefined;
  phone_number: string;
  description?: string | undefined;
  tags?: string[] | undefined;
  steps: Step[];
}

/** What may be asked about stored flows. */
export interface FlowDesk {
  list(filter: { company?: string | undefined; tag?: string | undefined }): Promise<Flow[]>;
  /** @throws AppError `not_found` */
  get(flowId: string): Promise<Flow>;
  /** @throws AppError `invalid` (names the step at fault), `conflict` (the id exists). */
  create(draft: FlowDraft): Promise<Flow>;
  /** What is absent stays as it is. @throws AppError `not_found`, `invalid`. */
  update(flowId: string, changes: Partial<FlowDraft>): Promise<Flow>;
  /** @throws AppError `not_found`, `conflict` while an active call uses it. */
  remove(flowId: string): Promise<void>;
}

/** What the call engine asks of flows. */
export interface FlowLookup {
  find(flowId: string): Promise<Flow | undefined>;
  /** The flow for a number when none was named: the only one, else the most successful. */
  findForNumber(number: string): Promise<Flow | undefined>;
}
