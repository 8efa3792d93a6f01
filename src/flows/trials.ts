import type { Flow } from '../domain/flow.ts';

/** Older trials than these are over. */
const mostTrials = 100;

/** Unstored flows for trial calls. They live as long as the process: after a restart a trial fails. */
export class FlowTrials {
  readonly #flows = new Map<string, Flow>();

  add(flow: Flow): void {
    this.#flows.set(flow.id, flow);
    const oldest = this.#flows.keys().next();
    if (this.#flows.size > mostTrials && !oldest.done) this.#flows.delete(oldest.value);
  }

  find(flowId: string): Flow | undefined {
    return this.#flows.get(flowId);
  }
}
