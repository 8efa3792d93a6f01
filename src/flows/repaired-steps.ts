import type { Call } from '../domain/call.ts';
import type { Flow, Step } from '../domain/flow.ts';
import { stepsOf, type Route } from './learned-steps.ts';

export interface Repaired {
  /** The flow's step that got stuck; null for a call without a flow. */
  failedStep: string | null;
  steps: Step[];
}

/**
 * The steps a call took, as a flow: its own flow's as far as they worked, then what the call found.
 * @returns the label of a fact the call no longer has, instead of the steps.
 */
export function repairedSteps(
  base: Flow | undefined,
  route: Route,
  caller: Pick<Call, 'facts' | 'intent' | 'number'>,
): Repaired | { lacks: string } {
  const learned = stepsOf(route.visits, caller);
  if ('lacks' in learned) return learned;
  const steps = base?.steps ?? [];
  const taken = takenSteps(steps, route.stepIds);
  const failedAt = failedIndex(taken, route);
  const kept = taken.slice(0, failedAt);
  // The first learned step listens to the menu that refused the key.
  if (failedAt < taken.length - 1 && kept.at(-1)?.type === 'LISTEN') kept.pop();
  return {
    failedStep: taken[failedAt]?.id ?? null,
    steps: [
      ...kept.map((step, index) => withoutBranches(step, kept[index + 1])),
      ...learned,
      ...ending(base),
    ],
  };
}

/** In sequence: for a loop, the last round. */
function takenSteps(steps: readonly Step[], ids: readonly string[]): Step[] {
  const taken: Step[] = [];
  for (const id of ids) {
    const before = taken.findIndex((step) => step.id === id);
    if (before >= 0) taken.length = before;
    const step = steps.find((each) => each.id === id);
    if (step !== undefined) taken.push(step);
  }
  return taken;
}

/** The step in progress or, if its key was refused, the one that sent it. */
function failedIndex(taken: readonly Step[], { isRefused }: Route): number {
  const sent = taken.findLastIndex(
    ({ type, options = [] }) => type === 'DTMF' || options.some(({ dtmf }) => dtmf !== undefined),
  );
  return isRefused && sent >= 0 ? sent : taken.length - 1;
}

/** Without branches that lead elsewhere. */
function withoutBranches({ next_step: _next, options, ...rest }: Step, next: Step | undefined): Step {
  const kept = options?.filter((option) => option.next_step === undefined || option.next_step === next?.id);
  return { ...rest, ...(kept === undefined || kept.length === 0 ? {} : { options: kept }) };
}

function ending(base: Flow | undefined): Step[] {
  const transfer = base?.steps.find(({ type }) => type === 'TRANSFER');
  const device = transfer?.device;
  return [
    { id: 'learned-queue', type: 'HOLD' },
    { id: 'learned-owner', type: 'TRANSFER', ...(device === undefined ? {} : { device }) },
  ];
}
