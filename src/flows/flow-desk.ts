import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../domain/errors.ts';
import { beginFlow, type Flow, type Step } from '../domain/flow.ts';
import { describeFlowFaults, listFlowFaults } from '../domain/flow-faults.ts';
import { digitsMask, secretDigits, unmaskSteps } from '../domain/flow-secrets.ts';
import { newId } from '../domain/ids.ts';
import { parsePhoneNumber } from '../domain/phone-number.ts';
import type { FlowDesk, FlowDraft, FlowLookup, FlowWithRuns } from './desk.ts';
import { permitSecrets } from './secret-policy.ts';
import type { FlowStore } from './store.ts';
import { FlowTrials } from './trials.ts';

export interface FlowDeskNeeds {
  store: FlowStore;
  /** Whether an active call uses the flow. */
  isFlowInUse: (flowId: string) => boolean | Promise<boolean>;
  trials?: FlowTrials;
  nowMs?: () => number;
}

/** How often a change is tried again: when two clients edit a flow at once, each change is applied on top of the other. */
const maxAttempts = 5;

export function createFlowDesk({
  store,
  isFlowInUse,
  trials = new FlowTrials(),
  nowMs = Date.now,
}: FlowDeskNeeds): FlowDesk {
  async function get(flowId: string): Promise<Flow> {
    const flow = await store.get(flowId);
    if (flow === undefined) throw new AppError('not_found', `there is no call flow "${flowId}"`);
    return flow;
  }

  async function withRuns(flows: readonly Flow[]): Promise<FlowWithRuns[]> {
    const lastRuns = await store.lastRuns(flows.map(({ id }) => id));
    return flows.map((flow) => ({ ...flow, lastRunAtMs: lastRuns.get(flow.id) ?? null }));
  }

  async function withItsRuns(flow: Flow): Promise<FlowWithRuns> {
    const lastRuns = await store.lastRuns([flow.id]);
    return { ...flow, lastRunAtMs: lastRuns.get(flow.id) ?? null };
  }

  /**
   * Makes a change again on top of what others changed between its reading and its writing.
   * @param change with what is stored; undefined if that is no longer so. @throws AppError `not_found`, `conflict`
   */
  async function onTop<T>(flowId: string, change: (stored: Flow) => Promise<T | undefined>): Promise<T> {
    for (let attempt = 1; attempt <= maxAttempts; attempt++) {
      const changed = await change(await get(flowId));
      if (changed !== undefined) return changed;
    }
    throw new AppError('conflict', `the call flow "${flowId}" is being changed by others; try again`);
  }

  return {
    get: async (flowId) => withItsRuns(await get(flowId)),

    async list({ company, tag }) {
      const wanted = company?.toLowerCase();
      return withRuns(
        (await store.list()).filter(
          (flow) =>
            (wanted === undefined || flow.company.toLowerCase() === wanted) &&
            (tag === undefined || flow.tags.includes(tag)),
        ),
      );
    },

    async create(draft, event) {
      const { id = newId('flow'), name, company = '', description = '', tags = [], steps } = draft;
      const phoneNumber = parsePhoneNumber(draft.phone_number, 'phone_number').e164;
      const flow = beginFlow({ id, name, company, phoneNumber, description, tags, steps }, nowMs());
      requireSound(flow);
      await store.insert(flow, event?.(flow));
      return { ...flow, lastRunAtMs: null };
    },

    update: (flowId, changes, guard) =>
      onTop(flowId, async (old) => {
        const flow = applyChanges(old, changes, nowMs());
        // Steps that only an earlier version accepted must not prevent a change of the name. Digits that are unknown here would be lost.
        if (changes.steps !== undefined || hasUnknownDigits(flow.steps)) requireSound(flow);
        if (isSame(old, flow)) return withItsRuns(old);
        guard?.(old);
        return (await store.replace(flow, old.version)) ? withItsRuns(flow) : undefined;
      }),

    replaceSteps: (flowId, steps, event) =>
      onTop(flowId, async (old) => {
        const flow = applyChanges(old, { steps }, nowMs());
        requireSound(flow);
        return (await store.replace(flow, old.version, event(flow))) ? withItsRuns(flow) : undefined;
      }),

    async check(steps, flowId) {
      const stored = flowId === undefined ? [] : (await get(flowId)).steps;
      return listFlowFaults(unmaskSteps(steps, stored));
    },

    async prepareTrial({ number, steps, flowId, endsBeforeHold, placedWith }) {
      const stored = flowId === undefined ? undefined : await get(flowId);
      const phoneNumber = parsePhoneNumber(number).e164;
      // A client may send digits it typed anywhere, but not those of the stored flow.
      if (stored !== undefined && hasUnknownDigits(steps))
        await permitSecrets(stored, phoneNumber, placedWith, createFlowLookup(store));
      const flow = beginFlow(
        {
          id: newId('trial'),
          name: stored?.name ?? 'Trial',
          company: stored?.company ?? '',
          phoneNumber,
          steps: unmaskSteps(steps, stored?.steps ?? []),
          endsBeforeHold,
        },
        nowMs(),
      );
      requireSound(flow);
      trials.add(flow);
      return flow;
    },

    async runs(flowId, limit) {
      await get(flowId);
      return store.runs(flowId, limit, nowMs());
    },

    async remove(flowId, guard) {
      await onTop(flowId, async (old) => {
        if (await isFlowInUse(flowId))
          throw new AppError('conflict', `the call flow "${flowId}" is in use by an active call`);
        guard?.(old);
        return (await store.remove(flowId, old.version)) || undefined;
      });
    },
  };
}

/** Changes only the fields named in `changes`; an absent or `undefined` field stays unchanged. */
function applyChanges(old: Flow, changes: Partial<FlowDraft>, nowMs: number): Flow {
  return {
    ...old,
    name: changes.name ?? old.name,
    company: changes.company ?? old.company,
    phoneNumber:
      changes.phone_number === undefined
        ? old.phoneNumber
        : parsePhoneNumber(changes.phone_number, 'phone_number').e164,
    description: changes.description ?? old.description,
    tags: changes.tags ?? old.tags,
    steps: changes.steps === undefined ? old.steps : unmaskSteps(changes.steps, old.steps),
    version: old.version + 1,
    updatedAtMs: nowMs,
  };
}

/** Whether a change, perhaps repeated because its response was lost, leaves everything as it is. */
function isSame(old: Flow, { version: _version, updatedAtMs: _at, ...changed }: Flow): boolean {
  return isDeepStrictEqual({ ...old, ...changed }, old);
}

function requireSound(flow: Flow): void {
  const faults = describeFlowFaults(flow.steps);
  if (faults !== undefined) throw new AppError('invalid', faults);
}

export function createFlowLookup(store: FlowStore, trials?: FlowTrials): FlowLookup {
  return {
    find: async (flowId) => trials?.find(flowId) ?? store.find(flowId),
    async findForNumber(number) {
      const flows = await store.listForNumber(number);
      return flows.reduce<Flow | undefined>(
        (best, flow) => (best === undefined || isMoreSuccessful(flow, best) ? flow : best),
        undefined,
      );
    },
    async numbersOfCompany(company) {
      const wanted = company.toLowerCase();
      const flows = (await store.list()).filter((flow) => flow.company.toLowerCase() === wanted);
      return flows.map(({ phoneNumber }) => phoneNumber);
    },
  };
}

/** Ranks by share of successful runs (a flow that never ran counts as one of two), then by their number. */
function isMoreSuccessful(one: Flow, other: Flow): boolean {
  const difference = successRate(one) - successRate(other);
  return difference === 0 ? one.successCount > other.successCount : difference > 0;
}

/** Laplace's rule of succession: one lucky run does not outrank a hundred good ones. */
function successRate({ successCount, failCount }: Flow): number {
  return (successCount + 1) / (successCount + failCount + 2);
}

function hasUnknownDigits(steps: readonly Step[]): boolean {
  return secretDigits(steps).some(({ digits }) => digits === digitsMask);
}
