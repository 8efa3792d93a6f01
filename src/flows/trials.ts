import { LRUCache } from 'lru-cache';
import type { Flow } from '../domain/flow.ts';

/** A trial is over by the time that this many others have followed it. */
const maxTrials = 100;

/** Unstored flows for trial calls. They live as long as the process: after a restart a trial fails. */
export class FlowTrials {
  readonly #flows = new LRUCache<string, Flow>({ max: maxTrials });

  add(flow: Flow): void {
    this.#flows.set(flow.id, flow);
  }

  find(flowId: string): Flow | undefined {
    return this.#flows.get(flowId);
  }
}
