import type { Call } from '../domain/call.ts';
import { isFinal } from '../domain/call-status.ts';
import { AppError } from '../domain/errors.ts';
import type { StoredEvent } from '../domain/events.ts';
import { exploringStep, type Flow } from '../domain/flow.ts';
import type { FlowDesk, FlowWithRuns } from './desk.ts';
import { learnedEventTypes, wayOf } from './learned-steps.ts';
import { mendedSteps } from './mended-steps.ts';

/** More than a call has of these events. */
const mostEvents = 2_000;

export interface LearnerNeeds {
  calls: { get(callId: string): Promise<Call> };
  journal: {
    read(
      since: number,
      filter: { callId: string; types: typeof learnedEventTypes },
      limit: number,
    ): Promise<StoredEvent[]>;
  };
  flows: Pick<FlowDesk, 'get' | 'create' | 'update'>;
}

export interface LearnWish {
  name?: string | undefined;
  /** Whether the flow that the call began with is changed, in place of a new one beside it. */
  replace?: boolean | undefined;
}

/** Makes call flows of what calls found out. */
export class FlowLearner {
  readonly #needs: LearnerNeeds;

  constructor(needs: LearnerNeeds) {
    this.#needs = needs;
  }

  /**
   * The flow that goes the way that the call found. Of a call that left its own flow it is that flow, mended from there on.
   * @throws AppError `not_found` (no such call), `conflict` (it is not over, reached nobody, explored nothing; its flow is gone or was
   *   learned already)
   */
  async learn(callId: string, { name, replace = false }: LearnWish): Promise<FlowWithRuns> {
    const { calls, journal, flows } = this.#needs;
    const call = await calls.get(callId);
    if (!isFinal(call.status)) throw cannot(callId, 'is not over');
    const way = wayOf(await journal.read(0, { callId, types: learnedEventTypes }, mostEvents), exploringStep);
    if (!way.reachedPerson) throw cannot(callId, 'reached no person: its way is worth nothing');
    if (way.visits.length === 0) throw cannot(callId, 'chose nothing in a menu by itself');
    const base = call.flowId === null ? undefined : await this.#baseOf(call, call.flowId);
    const mended = mendedSteps(base, way, call.facts);
    if ('lacks' in mended)
      throw cannot(callId, `sent the fact "${mended.lacks}", which it has no more: write it down again`);
    if (replace && base === undefined)
      throw cannot(callId, 'had no call flow that could be changed: leave "replace" out');
    const { steps } = mended;
    if (replace && base !== undefined) return flows.update(base.id, { steps });
    return flows.create({
      id: `learned_${callId}`,
      name: (name ?? nameOf(call, base)).slice(0, 100),
      company: call.company,
      phone_number: call.number,
      description:
        base === undefined
          ? `learned from the call ${callId}`
          : `"${base.name}", mended by the call ${callId}`.slice(0, 1000),
      tags: ['learned'],
      steps,
    });
  }

  async #baseOf(call: Call, flowId: string): Promise<Flow> {
    try {
      return await this.#needs.flows.get(flowId);
    } catch (error) {
      if (error instanceof AppError && error.code === 'not_found')
        throw cannot(call.id, `began with the call flow ${flowId}, which does not exist any more`);
      throw error;
    }
  }
}

function cannot(callId: string, why: string): AppError {
  return new AppError('conflict', `nothing can be learned: call ${callId} ${why}`);
}

function nameOf({ company, number, intent }: Call, base: Flow | undefined): string {
  if (base !== undefined) return `${base.name} (mended)`;
  return `${company === '' ? number : company}${intent === '' ? '' : `: ${intent}`}`;
}
