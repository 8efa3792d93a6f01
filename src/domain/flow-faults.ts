import { successors, type Step } from './flow.ts';
import { digitsMask } from './flow-secrets.ts';

/** What is wrong with a flow, and where. */
export interface FlowFault {
  /** Null if the flow as a whole is at fault. */
  stepId: string | null;
  /** Its place in the flow: steps may have the same id, which is a fault itself. */
  index: number | null;
  /** The step's field that has to change; null if it is the step itself. */
  field: string | null;
  detail: string;
}

/** Nobody mends more at once. */
const maxDescribed = 10;

/** The faults of a flow, each with the name of its step; undefined for a valid flow. */
export function describeFlowFaults(steps: readonly Step[]): string | undefined {
  const described = listFlowFaults(steps)
    .slice(0, maxDescribed)
    .map(({ stepId, detail }) => (stepId === null ? detail : `step "${stepId}": ${detail}`));
  return described.length === 0 ? undefined : described.join('; ');
}

/** Every fault that can be reported at once. Where steps lead is checked only once each step is valid by itself. */
export function listFlowFaults(steps: readonly Step[]): FlowFault[] {
  const [first] = steps;
  if (first === undefined)
    return [{ stepId: null, index: null, field: 'steps', detail: '"steps" must contain at least one step' }];
  const byId = new Map<string, Step>();
  const faults: FlowFault[] = [];
  for (const [index, step] of steps.entries()) {
    if (byId.has(step.id))
      faults.push({ stepId: step.id, index, field: 'id', detail: 'the id is used twice' });
    byId.set(step.id, step);
  }
  for (const [index, step] of steps.entries()) faults.push(...faultsOf(step, index, byId));
  if (faults.length > 0) return faults;
  for (const step of findUnreachable(steps, first, byId))
    faults.push({
      stepId: step.id,
      index: steps.indexOf(step),
      field: null,
      detail: `it cannot be reached from the first step "${first.id}"`,
    });
  if (faults.length > 0) return faults;
  return findBusyLoop(steps, byId).map((step) => ({
    stepId: step.id,
    index: steps.indexOf(step),
    field: 'next_step',
    detail: 'it is part of an endless loop that contains no HOLD, and no WAIT or LISTEN of a second or more',
  }));
}

/** Refused in a step of another type, where they would be ignored silently. */
const ownFields = {
  dtmf: 'DTMF',
  options: 'LISTEN',
  sound: 'LISTEN',
  text: 'SPEAK',
  device: 'TRANSFER',
} as const;

function faultsOf(step: Step, index: number, byId: ReadonlyMap<string, Step>): FlowFault[] {
  const faults: FlowFault[] = [];
  const found = (field: string, detail: string): void =>
    void faults.push({ stepId: step.id, index, field, detail });
  if (step.type === 'DTMF' && step.dtmf === undefined) found('dtmf', 'a DTMF step needs "dtmf"');
  if (step.dtmf === digitsMask) found('dtmf', 'its digits are not known here, type them');
  if (step.type === 'WAIT' && step.timeout === undefined) found('timeout', 'a WAIT step needs "timeout"');
  if (step.type === 'SPEAK' && step.text === undefined) found('text', 'a SPEAK step needs "text"');
  if (step.type === 'TRANSFER' && step.next_step !== undefined)
    found('next_step', 'a TRANSFER step ends the flow and takes no "next_step"');
  else if (step.next_step !== undefined && !byId.has(step.next_step))
    found('next_step', `"next_step" names the step "${step.next_step}", which does not exist`);
  for (const [field, type] of Object.entries(ownFields))
    if (step[field as keyof typeof ownFields] !== undefined && step.type !== type)
      found(field, `only a ${type} step takes "${field}"`);
  for (const option of step.options ?? []) {
    if ((option.dtmf === undefined) === (option.next_step === undefined))
      found('options', `the option "${option.match}" needs either "dtmf" or "next_step"`);
    if (option.dtmf === digitsMask)
      found('options', `the digits of the option "${option.match}" are not known here, type them`);
    if (option.next_step !== undefined && !byId.has(option.next_step))
      found(
        'options',
        `the option "${option.match}" names the step "${option.next_step}", which does not exist`,
      );
  }
  return faults;
}

function findUnreachable(steps: readonly Step[], first: Step, byId: ReadonlyMap<string, Step>): Step[] {
  const seen = new Set([first.id]);
  const open = [first];
  for (let step = open.pop(); step !== undefined; step = open.pop()) {
    for (const id of successors(steps, step)) {
      if (seen.has(id)) continue;
      seen.add(id);
      open.push(byId.get(id) as Step);
    }
  }
  return steps.filter((step) => !seen.has(step.id));
}

/** A loop that takes less time would store hundreds of events a second, for hours. */
const minLoopSeconds = 1;

/** A HOLD that runs out ends the call. */
function takesTime({ type, timeout = minLoopSeconds }: Step): boolean {
  return type === 'HOLD' || ((type === 'WAIT' || type === 'LISTEN') && timeout >= minLoopSeconds);
}

/** Finds a cycle of steps that take no time, by removing every step that leads to none of them. */
function findBusyLoop(steps: readonly Step[], byId: ReadonlyMap<string, Step>): Step[] {
  let busy = steps.filter((step) => !takesTime(step));
  for (;;) {
    const ids = new Set(busy.map((step) => step.id));
    const kept = busy.filter((step) => successors(steps, step).some((id) => ids.has(id) && byId.has(id)));
    if (kept.length === busy.length) return kept;
    busy = kept;
  }
}
