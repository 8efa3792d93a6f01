import type { Call } from '../domain/call.ts';
import { isFinal } from '../domain/call-status.ts';
import { AppError } from '../domain/errors.ts';
import type { Flow } from '../domain/flow.ts';
import { repairedSteps } from '../flows/repaired-steps.ts';
import type { FlowDesk, FlowEvent, FlowWithRuns } from '../flows/desk.ts';
import { learnedEventTypes, routeOf } from '../flows/learned-steps.ts';
import type { CallDesk } from './desk.ts';
import { areEventsKept } from './kept-events.ts';
import type { Journal } from './store.ts';

/** More of these events than any call has. */
const maxEvents = 2_000;

export interface LearnerNeeds {
  calls: Pick<CallDesk, 'get'>;
  journal: Pick<Journal, 'read'>;
  flows: Pick<FlowDesk, 'get' | 'create' | 'replaceSteps'>;
}

export interface LearnOptions {
  name?: string | undefined;
  /** Whether to change the flow the call began with instead of creating a new one. */
  replace?: boolean | undefined;
}

/** Turns what calls found out into call flows. */
export class FlowLearner {
  readonly #needs: LearnerNeeds;
  /** Calls being learned from right now. */
  readonly #learning = new Set<string>();

  constructor(needs: LearnerNeeds) {
    this.#needs = needs;
  }

  /**
   * The flow that repeats the route the call found. If the call left its own flow, that flow is repaired from there
   * on.
   * @throws AppError `not_found` (no such call), `conflict` (it is not over, reached nobody, explored nothing, is
   * not kept any more; its flow is gone or was already learned), `unavailable`
   */
  async learn(callId: string, options: LearnOptions): Promise<FlowWithRuns> {
    if (this.#learning.has(callId)) throw cannot(callId, 'is being learned from');
    this.#learning.add(callId);
    try {
      return await this.#learn(callId, options);
    } finally {
      this.#learning.delete(callId);
    }
  }

  async #learn(callId: string, { name, replace = false }: LearnOptions): Promise<FlowWithRuns> {
    const { calls, journal, flows } = this.#needs;
    const call = await calls.get(callId);
    if (!isFinal(call.status)) throw cannot(callId, 'is not over');
    await this.#refuseSecond(callId);
    if (!(await areEventsKept(journal, callId)))
      throw cannot(callId, 'was too long ago: what happened in it is not kept any more');
    const route = routeOf(await journal.read(0, { callId, types: learnedEventTypes }, maxEvents));
    if (!route.reachedPerson) throw cannot(callId, 'reached no person, so its route is of no use');
    if (route.visits.length === 0) throw cannot(callId, 'chose nothing in a menu on its own');
    const base = call.flowId === null ? undefined : await this.#baseOf(call, call.flowId);
    const repaired = repairedSteps(base, route, call);
    if ('lacks' in repaired)
      throw cannot(callId, `sent the fact "${repaired.lacks}", which it no longer has: add it again`);
    if (replace && base === undefined)
      throw cannot(callId, 'had no call flow that could be changed: leave "replace" out');
    const { steps } = repaired;
    // Stored with the flow: without it, a flow that was repaired would be repaired again.
    const learned: FlowEvent = (flow) => ({
      type: 'flow_learned',
      callId,
      atMs: Date.now(),
      data: { flow_id: flow.id, name: flow.name },
    });
    if (replace && base !== undefined) return flows.replaceSteps(base.id, steps, learned);
    const draft = {
      id: `learned_${callId}`,
      name: (name ?? nameOf(call, base)).slice(0, 100),
      company: call.company,
      phone_number: call.number,
      description:
        base === undefined
          ? `learned from the call ${callId}`
          : `"${base.name}", repaired by the call ${callId}`.slice(0, 1000),
      tags: ['learned'],
      steps,
    };
    return flows.create(draft, learned);
  }

  /** A flow that was repaired has different steps from those the call took: repairing it again would lose good ones. */
  async #refuseSecond(callId: string): Promise<void> {
    const learned = await this.#needs.journal.read(0, { callId, types: ['flow_learned'] }, maxEvents);
    const last = learned.at(-1);
    if (last?.type !== 'flow_learned') return;
    const { flow_id: flowId } = last.data;
    const flow = await this.#find(flowId);
    if (flow !== undefined)
      throw cannot(callId, `was learned already: as the call flow "${flow.name}" (${flowId})`);
  }

  async #baseOf(call: Call, flowId: string): Promise<Flow> {
    const flow = await this.#find(flowId);
    if (flow === undefined)
      throw cannot(call.id, `began with the call flow ${flowId}, which does not exist any more`);
    return flow;
  }

  async #find(flowId: string): Promise<Flow | undefined> {
    try {
      return await this.#needs.flows.get(flowId);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found') return undefined;
      throw error;
    }
  }
}

function cannot(callId: string, why: string): AppError {
  return new AppError('conflict', `nothing can be learned: call ${callId} ${why}`);
}

function nameOf({ company, number, intent }: Call, base: Flow | undefined): string {
  if (base !== undefined) return `${base.name} (repaired)`;
  return `${company === '' ? number : company}${intent === '' ? '' : `: ${intent}`}`;
}
