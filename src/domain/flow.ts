/** A stored path through a company's phone menu, and what makes one valid. */

export const stepTypes = ['WAIT', 'LISTEN', 'DTMF', 'HOLD', 'TRANSFER', 'SPEAK'] as const;
export type StepType = (typeof stepTypes)[number];

/** Seconds, where a step names none. */
export const defaultTimeoutSeconds: Record<'WAIT' | 'LISTEN' | 'HOLD', number> = {
  WAIT: 1,
  LISTEN: 30,
  HOLD: 7200,
};

/** What LISTEN does when the transcript contains `match`: send digits and go on, or jump. */
export interface ListenOption {
  match: string;
  dtmf?: string;
  next_step?: string;
}

/** A step as the API shows it and the database keeps it. */
export interface Step {
  id: string;
  type: StepType;
  description?: string;
  timeout?: number;
  dtmf?: string;
  next_step?: string;
  options?: ListenOption[];
  text?: string;
  device?: string;
}

export interface Flow {
  id: string;
  name: string;
  company: string;
  phoneNumber: string;
  description: string;
  tags: string[];
  steps: Step[];
  version: number;
  successCount: number;
  failCount: number;
  createdAtMs: number;
  updatedAtMs: number;
}

/** RFC 4733 events, and `w` for half a second of pause. */
export const dtmfShape = /^[0-9A-D*#w]{1,32}$/;

/** The steps that may follow `step`, in the order in which they are preferred; empty for the end of the flow. */
export function successors(steps: readonly Step[], step: Step): string[] {
  if (step.type === 'TRANSFER') return [];
  const branches = (step.options ?? []).flatMap((option) =>
    option.next_step === undefined ? [] : [option.next_step],
  );
  const next = followingStep(steps, step);
  return next === undefined ? branches : [...branches, next];
}

/** The step after `step` when nothing branches: its `next_step`, else the next in the array, else none. */
export function followingStep(steps: readonly Step[], step: Step): string | undefined {
  if (step.type === 'TRANSFER') return undefined;
  return step.next_step ?? steps[steps.indexOf(step) + 1]?.id;
}

/** The first fault of a flow as a sentence that names the step, or undefined for a valid flow. */
export function findFlowFault(steps: readonly Step[]): string | undefined {
  const first = steps[0];
  if (first === undefined) return '"steps" must contain at least one step';
  const byId = new Map<string, Step>();
  for (const step of steps) {
    if (byId.has(step.id)) return `step "${step.id}": the id is used twice`;
    byId.set(step.id, step);
  }
  for (const step of steps) {
    const fault = findStepFault(step, byId);
    if (fault !== undefined) return `step "${step.id}": ${fault}`;
  }
  const unreachable = findUnreachable(steps, first, byId);
  if (unreachable !== undefined)
    return `step "${unreachable.id}": it cannot be reached from the first step "${first.id}"`;
  const looping = findBusyLoop(steps, byId);
  if (looping !== undefined)
    return `step "${looping.id}": it is part of an endless loop that contains no WAIT, LISTEN or HOLD`;
  return undefined;
}

function findStepFault(step: Step, byId: ReadonlyMap<string, Step>): string | undefined {
  if (step.type === 'DTMF' && step.dtmf === undefined) return 'a DTMF step needs "dtmf"';
  if (step.type === 'WAIT' && step.timeout === undefined) return 'a WAIT step needs "timeout"';
  if (step.type === 'SPEAK' && step.text === undefined) return 'a SPEAK step needs "text"';
  if (step.type === 'TRANSFER' && step.next_step !== undefined)
    return 'a TRANSFER step ends the flow and takes no "next_step"';
  if (step.next_step !== undefined && !byId.has(step.next_step))
    return `"next_step" names the step "${step.next_step}", which does not exist`;
  if (step.options !== undefined && step.type !== 'LISTEN') return 'only a LISTEN step takes "options"';
  for (const option of step.options ?? []) {
    if ((option.dtmf === undefined) === (option.next_step === undefined))
      return `the option "${option.match}" needs either "dtmf" or "next_step"`;
    if (option.next_step !== undefined && !byId.has(option.next_step))
      return `the option "${option.match}" names the step "${option.next_step}", which does not exist`;
  }
  return undefined;
}

function findUnreachable(
  steps: readonly Step[],
  first: Step,
  byId: ReadonlyMap<string, Step>,
): Step | undefined {
  const seen = new Set([first.id]);
  const open = [first];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    for (const id of successors(steps, step)) {
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(byId.get(id) as Step);
    }
  }
  return steps.find((step) => !seen.has(step.id));
}

const waitingTypes: readonly StepType[] = ['WAIT', 'LISTEN', 'HOLD'];

/** A cycle made of steps that take no time; found by peeling off every step that leads to none of them. */
function findBusyLoop(steps: readonly Step[], byId: ReadonlyMap<string, Step>): Step | undefined {
  let busy = steps.filter((step) => !waitingTypes.includes(step.type));
  for (;;) {
    const ids = new Set(busy.map((step) => step.id));
    const kept = busy.filter((step) => successors(steps, step).some((id) => ids.has(id) && byId.has(id)));
    if (kept.length === busy.length) return kept[0];
    busy = kept;
  }
}
